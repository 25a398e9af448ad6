-- astar.tiled.turn: sines and cosines that are the same on every machine.

local turn = require "astar.tiled.turn"
local random = require "spec.support.random"

describe("turn", function()
  it("is exact for quarters", function()
    for quarter, want in pairs({ [0] = { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } }) do
      for _, rounds in ipairs({ 0, 1, -1, 7, -1000 }) do
        local s, c = turn(360 * rounds + 90 * quarter)
        assert.is_true(s == want[1] and c == want[2])
      end
    end
  end)

  it("is that of the C library, but for the last bits", function()
    local rng = random.new(random.seed)
    for _ = 1, random.count(20000) do
      local degrees = rng:real(-800, 800)
      local s, c = turn(degrees)
      assert.is_true(math.abs(s - math.sin(math.rad(degrees))) < 4e-15)
      assert.is_true(math.abs(c - math.cos(math.rad(degrees))) < 4e-15)
      assert.is_true(math.abs(s * s + c * c - 1) < 1e-15)
    end
  end)

  it("takes whole numbers and huge ones", function()
    assert.is_true(math.abs((turn(30)) - 0.5) < 1e-15)
    local s, c = turn(1e300)
    assert.is_true(math.abs(s * s + c * c - 1) < 1e-15)
  end)
end)
