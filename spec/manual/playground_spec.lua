-- The playground's examples, and the functions that its programs have (src/web/playground.lua), on a plain Lua: the page and
-- WebAssembly are the business of .ci/site-test.

local files = require "spec.support.files"
local lfs = require "lfs"
local astar = require "astar"
local datatext = require "astar.tiled.datatext"

package.path = "src/web/?.lua;" .. package.path
local run = require "playground"

---- A host that notes what it is told -------------------------------------------------------------------

-- Runs a program → what it said: { output =, pictures =, controls = by name, paint =, ending = }.
local function play(program, input)
  local heard = { output = "", pictures = {}, controls = {} }
  local function print_to(...)
    local words = {}
    for i = 1, select("#", ...) do words[i] = tostring((select(i, ...))) end
    heard.output = heard.output .. table.concat(words, "\t") .. "\n"
  end
  local globals = setmetatable({}, { __index = _G })
  run(program, input or '{"seconds":5}', {
    globals = globals, print = print_to,
    write = function(text) heard.output = heard.output .. text end,
    say = function(json)
      local message = datatext.read(json, "", function(...) error(string.format(...)) end)
      if message.type == "picture" then
        heard.pictures[#heard.pictures + 1] = message
      elseif message.type == "control" then
        heard.controls[message.name] = message
      elseif message.type == "paint" then
        heard.paint = message
      else
        heard.ending = message
      end
    end,
    limited = function(f, handler) return xpcall(f, handler) end,
    cut = function() return false end, clock = os.clock, time = os.time, line = function() end,
  })
  return heard
end

local MAP = [[
local astar = require "astar"
local map = astar.grid { width = 6, height = 4, cell = 10, origin = { 100, 50 } }
]]

---- The examples ------------------------------------------------------------------------------------------

describe("the examples of the playground", function()
  local names = {}
  for name in lfs.dir("docs/playground/examples") do
    if name:find("%.lua$") then names[#names + 1] = name end
  end
  table.sort(names)

  it("are a dozen and more", function() assert.is_true(#names >= 12) end)

  for _, name in ipairs(names) do
    it("run: " .. name, function()
      local text = files.read("docs/playground/examples/" .. name)
      assert.is_truthy(text:find("^%-%- [^:\n]+: [^\n]+\n"))
      local heard = play(text)
      assert.is_true(#heard.pictures > 0)
      if name:find("errors") then
        assert.is_truthy(heard.ending.error:find("no unit named 'hrose'", 1, true))
        assert.are.equal(11, heard.ending.line)
        heard = play((text:gsub("hrose", "horse")))
      end
      assert.is_nil(heard.ending.error)
      assert.is_truthy(next(heard.controls))
    end)
  end
end)

---- The functions -----------------------------------------------------------------------------------------

describe("a program of the playground", function()
  it("knows where a place is in its picture", function()
    for space, at in pairs {
      ["astar.grid { width = 6, height = 4, cell = 10, origin = { 100, 50 } }"] = { 131, 62 },
      ["astar.grid { width = 6, height = 4, layout = 'odd-q' }"] = { 3, 2 },
      ["astar.grid { width = 6, height = 4, layout = 'isometric' }"] = { 0.5, 1.5 },
      ["astar.plane { bounds = { -5, -5, 20, 90 } }"] = { -3, 70 },
    } do
      local x, y = at[1], at[2]
      for _, more in ipairs {
        "", "width = 300", "scale = 7", "theme = { margin_size = 40 }",
        ("view = { %g, %g, 7, 5 }"):format(x - 2, y - 2),
      } do
        local heard = play(('local astar = require "astar"\nshow(%s, { marks = { { %g, %g, radius = 5.25 } }, %s })')
          :format(space, x, y, more))
        assert.is_nil(heard.ending.error)
        local p = heard.pictures[1]
        local cx, cy = p.svg:match('<circle cx="([%-%d.]+)" cy="([%-%d.]+)" r="5.25"')
        assert.is_truthy(cx, space .. more)
        assert.is_true(math.abs((x - p.x) * p.scale + p.margin - tonumber(cx)) < 0.02)
        assert.is_true(math.abs((y - p.y) * p.scale + p.margin - tonumber(cy)) < 0.02)
      end
    end
  end)

  it("gets points, cells, waypoints and numbers as the page has them", function()
    local program = MAP .. [[
      local g = astar.graph()
      g:add(0, 0, { name = "a" })
      g:add(9, 9, { name = "b" })
      local x, y = point("p", 1, 2)
      local c = cell("c", map, 2, 3)
      print(x, y, c.col, c.row, waypoint("w", g, "a").name, slider("s", 1, 9, 4))
    ]]
    local function words(text) return (text:gsub("(%d)%.0%f[^%d]", "%1")) end
    assert.are.equal("1\t2\t2\t3\ta\t4\n", words(play(program).output))
    local moved = play(program, [[{"seconds":5,"values":{
      "p":{"x":7.5,"y":8},"c":{"x":159,"y":51},"w":{"x":7,"y":7},"s":30}}]])
    assert.are.equal("7.5\t8\t6\t1\tb\t9\n", words(moved.output))
    assert.are.equal(155, moved.controls.c.x)
    assert.are.equal(2, #moved.controls.w.spots)
    -- what is not there, or of another kind, counts as not said
    local odd = play(program, [[{"seconds":5,"values":{"p":3,"c":{"x":-900,"y":0},"w":{},"s":{"x":1,"y":1}}}]])
    assert.are.equal("1\t2\t2\t3\ta\t4\n", words(odd.output))
  end)

  it("tells which sliders play, and how fast", function()
    local controls = play('slider("still", 1, 9) slider("seconds", 0, 9, 2, 0.5, 3)').controls
    assert.is_nil(controls.still.rate)
    assert.are.same({ 0, 9, 2, 0.5, 3 }, { controls.seconds.from, controls.seconds.to, controls.seconds.value,
      controls.seconds.step, controls.seconds.rate })
  end)

  it("can be painted", function()
    local program = MAP .. [[
      map:set(3, 2, "grass")
      paint(map, { "forest" })
      print(map:cell(3, 2).blocked, map:get(3, 2), map:cell(4, 2).blocked, map:get(5, 2))
    ]]
    assert.are.equal("false\tgrass\tfalse\tdefault\n", play(program).output)
    local input = [[{"seconds":5,"cells":{"5,2":"forest","99,1":"wall","x":"wall"},
      "stroke":{"brush":"wall","points":[{"x":125,"y":65},{"x":135,"y":65},{"x":-5,"y":0}]}}]]
    local heard = play(program, input)
    assert.are.equal("true\tgrass\ttrue\tforest\n", heard.output)
    assert.are.same({ ["5,2"] = "forest", ["3,2"] = "wall", ["4,2"] = "wall" }, heard.paint.cells)
    assert.are.equal("wall", heard.paint.mode)
    -- a stroke that begins on a wall takes walls away
    heard = play(program, [[{"seconds":5,"cells":{"3,2":"wall","4,2":"wall"},
      "stroke":{"brush":"wall","points":[{"x":125,"y":65}]}}]])
    assert.are.equal("false\tgrass\ttrue\tdefault\n", heard.output)
    assert.are.equal("open", heard.paint.mode)
  end)

  it("raises for arguments that are none, at the line of the call", function()
    local g = 'local g = astar.graph()\n'
    for _, case in ipairs {
      { "show(3)", "bad argument #1 to 'show' (graph, grid or plane expected, got number)" },
      { "show(map, 3)", "bad argument #2 to 'show' (table expected, got number)" },
      { "show(map, { pth = 1 })", "unknown option 'pth'" },
      { "show(map, { path = 1 })", "option 'path': path expected, got number" },
      { "cell(1, map, 1, 1)", "bad argument #1 to 'cell' (string expected, got number)" },
      { "cell('a', 1, 1, 1)", "bad argument #2 to 'cell' (grid expected, got number)" },
      { "cell('a', map, 1)", "bad argument #4 to 'cell' (number expected, got nil)" },
      { "cell('a', map, 9, 1)", "there is no cell 9, 1 on the map" },
      { "point('a', 1, 0/0)", "bad argument #3 to 'point' (number expected, got " },
      { "point('a', 1, 1) point('a', 1, 1)", "there is another 'a'" },
      { "waypoint('a', 1, 1)", "bad argument #2 to 'waypoint' (graph expected, got number)" },
      { "waypoint('a', astar.graph(), 'x')", "the graph has no node 'x'" },
      { "slider('a', 2, 1)", "bad argument #3 to 'slider'" },
      { "slider('a', 1, 2, 1, 0)", "bad argument #5 to 'slider'" },
      { "slider('a', 1, 2, 1, 1, 0)", "bad argument #6 to 'slider' (number > 0 expected)" },
      { "slider('a', 1, 2, 1, 1, 'x')", "bad argument #6 to 'slider' (number expected, got string)" },
      { "paint(astar.plane{})", "bad argument #1 to 'paint' (grid expected, got plane)" },
      { "paint(map, { 3 })", "bad argument #2 to 'paint' (entry 1: string expected)" },
      { "paint(map) paint(map)", "only one map of a program can be painted" },
      { "for _ = 1, 13 do show(map) end", "a program has at most 12 pictures" },
    } do
      local ending = play(MAP .. g .. case[1]).ending
      assert.is_truthy(ending.error and ending.error:find(case[2], 1, true), case[1] .. " → " .. tostring(ending.error))
      assert.are.equal(4, ending.line, case[1])
    end
  end)

  it("tells of errors of every kind", function()
    assert.are.equal(2, play("\nx = = 1").ending.line)
    assert.are.equal("error object: a table", play("error({})").ending.error)
    assert.are.equal("error object: a nil", play("error()").ending.error)
    assert.are.equal("hm", play("error(setmetatable({}, { __tostring = function() return 'hm' end }))").ending.error)
    assert.is_truthy(play("error(setmetatable({}, { __tostring = error }))").ending.error)
    local ending = play("error('a\\n\\\"b\\\\\\1\\127', 0)").ending
    assert.are.equal('a\n"b\\\1\127', ending.error)
    assert.is_nil(play("print(1)").ending.error)
  end)

  it("leaves the options that it was given as they were", function()
    local heard = play(MAP .. "local o = { width = 100 }\nshow(map, o)\nprint(o.width, next(o, 'width'))")
    assert.are.equal("100\tnil\n", heard.output)
    assert.is_truthy(astar)
  end)
end)
