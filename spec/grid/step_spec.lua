-- The option `step` of astar.grid: the cost of a straight step, whatever the size of cells.

local astar = require "astar"
local check = require "spec.support.check"
local tiles = require "spec.support.tiles"

local near, raises = check.near, check.raises

-- A row of cells: the cost of going along it, and of a diagonal step.
local function costs(options)
  options.width, options.height = 4, 4
  local map = astar.grid(options)
  local _, straight = map:path(map:cell(1, 1), map:cell(4, 1))
  local _, diagonal = map:path(map:cell(2, 2), map:cell(3, 3))
  return straight, diagonal, map
end

describe("step", function()
  it("is the length of a step if not given", function()
    local straight, diagonal = costs({ cell = 32 })
    near(96, straight)
    near(32 * math.sqrt(2), diagonal)
  end)

  it("counts in cells on every layout, whatever their size", function()
    for _, layout in ipairs(tiles.LAYOUTS) do
      for _, cell in ipairs({ 1, 32, 0.1, { 64, 32 } }) do
        near(3, (costs({ layout = layout, cell = cell, step = 1 })), layout)
        near(7.5, (costs({ layout = layout, cell = cell, step = 2.5 })), layout)
      end
    end
    near(math.sqrt(2), select(2, costs({ cell = 32, step = 1 })))
    near(math.sqrt(8), select(2, costs({ cell = { 64, 32 }, step = 2 })))
  end)

  it("is what `diagonal` is a multiple of, for rectangles too", function()
    near(1.5, select(2, costs({ cell = 32, step = 1, diagonal = 1.5 })))
    near(3, select(2, costs({ cell = { 64, 32 }, step = 2, diagonal = 1.5 })))
    raises("option 'diagonal' needs cells as wide as they are high, or option 'step'", costs,
      { cell = { 64, 32 }, diagonal = 1.5 })
  end)

  it("scales rises as it scales steps", function()
    local function slope(options)
      options.width, options.height, options.ground = 2, 1, function(col) return col * 24 end
      local map = astar.grid(options)
      return (select(2, map:path(map:cell(1, 1), map:cell(2, 1))))
    end
    near(40, slope({ cell = 32 }))
    near(40 / 32, slope({ cell = 32, step = 1 }))
    near(80, slope({ cell = 32, step = 64 }))
    near(math.sqrt(1 + 24 * 24), slope({ cell = 32, layout = "isometric" }))
    near(5 * math.sqrt(1 + 24 * 24), slope({ cell = 32, layout = "isometric", step = 5 }))
  end)

  it("scales links without a cost of their own, and no others", function()
    local _, _, map = costs({ cell = 32, step = 1 })
    local a, b = map:cell(1, 1), map:cell(1, 4)
    map:link(a, b, { terrain = "road" })
    map:unit("cart", { road = 0.5 })
    near(1.5, select(2, map:path(a, b, "cart")))
    map:link(a, b, { cost = 0.25 })
    near(0.25, select(2, map:path(a, b, "cart")))
    local post = map:add(16 + 64, 16)
    map:link(a, post)
    near(2, select(2, map:path(a, post)))
  end)

  it("is what limits, estimates and costs of callers count in", function()
    local _, _, map = costs({ cell = 32, step = 1 })
    local a, d = map:cell(1, 1), map:cell(4, 1)
    assert.is_nil((map:path(a, d, { max_cost = 2.9 })))
    near(3, select(2, map:path(a, d, { max_cost = 3 })))
    local s = map:search(a, d)
    s:step()
    near(3, s:estimate(a))
    map:path(a, d, { cost = function(_, _, cost)
      near(1, cost > 1.2 and cost / math.sqrt(2) or cost)
      return cost
    end })
  end)

  it("changes neither places nor lengths", function()
    local _, _, map = costs({ cell = 32, step = 1 })
    local path = map:path(map:cell(1, 1), map:cell(4, 1))
    near(96, path.length)
    near(3, path.cost)
    near(96, map:cell(1, 1):distance(map:cell(4, 1)))
    assert.equal(map:cell(2, 1), map:at(48, 16))
    assert.equal(map:cell(1, 1), (map:nearest(0, 0, { radius = 23 })))
  end)

  it("changes no route", function()
    local rows = { "....#...", ".##.#.#.", "..#...#.", "#.###.#.", "........" }
    local legend = { ["."] = "grass", ["#"] = false }
    local function route(step)
      local map = astar.grid({ rows = rows, legend = legend, cell = 32, step = step })
      local out = {}
      for i, node in map:path(map:cell(1, 1), map:cell(8, 1)):nodes() do
        out[i] = node.id
      end
      return out
    end
    assert.same(route(), route(1))
    assert.same(route(), route(7))
  end)

  it("is saved, and not there where it was not given", function()
    local _, _, map = costs({ cell = 32, step = 1 })
    local again = assert(astar.load(map:save()))
    near(3, select(2, again:path(again:cell(1, 1), again:cell(4, 1))))
    assert.equal(map:save(), again:save())
    local _, _, plain = costs({ cell = 32 })
    assert.equal(#plain:save() + 8, #map:save())
  end)

  it("is a finite number > 0", function()
    for _, wrong in ipairs({ 0, -1, check.inf, check.nan, "1", true }) do
      raises("option 'step': ", astar.grid, { width = 2, height = 2, step = wrong })
    end
    raises("option 'step': costs would be larger than numbers can be", astar.grid, { width = 2, height = 2, step = 1e308 })
  end)
end)
