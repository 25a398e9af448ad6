-- astar.picture.legend: what a legend has, and that it covers nothing.

local astar = require "astar"
local canvas = require "spec.support.canvas"
local check = require "spec.support.check"
local legend = require "astar.picture.legend"
local picture = require "astar.picture.picture"
local svg = require "astar.svg"
local theme = require "astar.theme"

local raises = check.raises

local function entries_of(space, asked)
  local shown = picture.new(space, asked, "it")
  shown:layers()
  return legend.entries(shown)
end

local function names_of(space, asked)
  local names = {}
  for i, entry in ipairs(entries_of(space, asked) or {}) do names[i] = entry.name end
  return names
end

local function island()
  return astar.grid { rows = { "..%%#", "..%~#", "....." }, legend = { ["."] = "grass", ["%"] = "forest", ["~"] = "sea", ["#"] = false } }
end

describe("a legend of all that occurs", function()
  it("has the terrains in the order of the map, and what is blocked", function()
    assert.same({ "grass", "forest", "sea", "blocked" }, names_of(island(), { legend = true }))
    local map = island()
    map:fill(1, 1, 5, 3, "sand")
    map:block(4, 1)
    assert.same({ "sand", "blocked" }, names_of(map, { legend = true }))
  end)

  it("is none without anything to tell", function()
    assert.is_nil(entries_of(astar.grid { width = 1, height = 1 }, { legend = true }))
    assert.is_nil(entries_of(astar.grid { width = 9, height = 9 }, { legend = true }))
    for _, space in ipairs { astar.graph(), astar.plane() } do assert.is_nil(entries_of(space, { legend = true })) end
    assert.is_nil(entries_of(island(), { legend = false }))
    assert.is_nil(entries_of(island(), {}))
    assert.is_nil(entries_of(island(), { legend = {} }))
    assert.equal(svg(astar.grid { width = 3, height = 3 }), svg(astar.grid { width = 3, height = 3 }, { legend = true }))
  end)

  it("has the states that there are, and the ends", function()
    local map = island()
    local search = map:search(map:cell(1, 1), map:cell(5, 3))
    assert.same({ "grass", "forest", "sea", "blocked", "start", "goal" }, names_of(map, { legend = true, search = search }))
    search:step(2)
    local asked = { legend = true, search = search }
    assert.same({ "grass", "forest", "sea", "blocked", "closed", "open", "current", "start", "goal" }, names_of(map, asked))
    asked.current = false
    assert.same({ "grass", "forest", "sea", "blocked", "closed", "open", "start", "goal" }, names_of(map, asked))
    search:run()
    local names = names_of(map, asked)
    assert.same({ "start", "goal" }, { names[#names - 1], names[#names] })
    local whole = map:search(map:cell(1, 1))
    whole:run()
    assert.same({ "grass", "forest", "sea", "blocked", "closed", "excluded", "start" },
      names_of(map, { legend = true, search = whole, current = false }))
    assert.same({ "grass", "forest", "sea", "blocked", "closed", "start" },
      names_of(map, { legend = true, search = whole, current = false, theme = { excluded = "#00000000" } }))
    whole:close()
    assert.same({ "grass", "forest", "sea", "blocked" }, names_of(map, { legend = true, search = whole }))
  end)

  it("has paths by name, each once", function()
    local map = island()
    local path = map:path(map:cell(1, 1), map:cell(5, 3))
    local asked = { legend = { "grass" }, path = path }
    assert.same({ "grass" }, names_of(map, asked))
    asked.legend, asked.layers = true, { "paths", "ends", "legend" }
    assert.same({ "path", "start", "goal" }, names_of(map, asked))
    asked.path = nil
    local man = { path = path, name = "man" }
    asked.paths = { man, man, { path = path, colour = "#00ff00", name = "man" }, path, path }
    assert.same({ "man", "man", "path", "start", "goal" }, names_of(map, asked))
    asked.paths = { { path = path, name = 7 } }
    raises("option 'paths': entry 1: name: string expected, got number", names_of, map, asked)
  end)

  it("says what the numbers mean", function()
    local map = island()
    local search = map:search(map:cell(1, 1), map:cell(5, 3))
    local asked = { legend = true, search = search, labels = { "g" }, layers = { "labels", "legend" } }
    assert.same({ "g: cost from the start" }, names_of(map, asked))
    asked.labels = true
    assert.equal(3, #names_of(map, asked))
    asked.search = nil
    assert.same({}, names_of(map, asked))
  end)

  it("changes with the map and the search", function()
    local map = island()
    local asked = { legend = true }
    local shown = picture.new(map, asked, "it")
    shown:layers()
    local function count() return #(legend.entries(shown) or {}) end
    assert.equal(4, count())
    map:set(1, 1, "lava")
    assert.equal(5, count())
    asked.search = map:search(map:cell(1, 2))
    assert.equal(6, count()) -- start
    asked.search:step()
    assert.equal(9, count()) -- open, closed, current
    asked.search:close()
    assert.equal(5, count())
  end)

  it("is there for graphs and planes", function()
    local g = astar.graph()
    local a, b = g:add(0, 0, { terrain = "forest" }), g:add(9, 0, { blocked = true })
    g:link(a, b, { terrain = "road" })
    assert.same({ "forest", "road", "blocked" }, (function()
      local names = names_of(g, { legend = true })
      return { names[1], names[2], names[3] }
    end)())
    local plane = astar.plane { bounds = { 0, 0, 90, 90 } }
    plane:box(40, 40, 20, 30)
    local search = plane:search(1, 40, 80, 40)
    search:run()
    local names = table.concat(names_of(plane, { legend = true, search = search, rays = true, tree = true, path = search:path() }), ",")
    assert.equal("obstacle,closed,open,free ray,ray that hits,reached from,path,start,goal", names)
  end)
end)

describe("a legend of one's own", function()
  it("has names of terrains and states, and tables", function()
    local list = entries_of(island(), { legend = {
      "forest", "open", "excluded", "blocked", { terrain = "sea", name = "Meer" }, { state = "closed", name = "gesehen" },
      { colour = "#ff0000", name = "a", shape = "line" }, { name = "only text" }, { colour = { 0, 1, 0 }, name = 7 },
    } })
    local colours = theme.resolve(nil)
    local function entry(i, shape, name, colour)
      assert.same({ shape, name }, { list[i].shape, list[i].name })
      assert.same(colour, list[i].colour)
    end
    entry(1, "square", "forest", colours:of_terrain("forest"))
    entry(2, "square", "open", colours.open)
    entry(3, "square", "excluded", colours.excluded)
    assert.is_true(list[3].cross)
    entry(4, "block", "blocked", nil)
    entry(5, "square", "Meer", colours:of_terrain("sea"))
    entry(6, "square", "gesehen", colours.closed)
    entry(7, "line", "a", { 1, 0, 0, 1 })
    entry(8, "none", "only text", nil)
    entry(9, "square", "7", { 0, 1, 0, 1 })
  end)

  it("has terrains whose names are nearly those of states", function()
    local map = island()
    map:set(1, 1, "closet")
    assert.same({ "closet", "opne", "nosuch", "gate" },
      names_of(map, { legend = { "closet", { terrain = "opne" }, "nosuch", "gate" } }))
    assert.same({ "opened" }, names_of(map, { legend = { "opened" }, theme = { terrain = { opened = "#000000" } } }))
  end)

  it("raises where it is wrong", function()
    local map = island()
    local function refuses(message, given) raises(message, entries_of, map, { legend = given }) end
    refuses("option 'legend': true or an array of entries expected, got number", 7)
    refuses("option 'legend': true or an array of entries expected, got string", "forest")
    refuses("option 'legend': entry 1: name or table expected, got number", { 7 })
    refuses("option 'legend': entry 1: name or table expected, got grid", { map })
    refuses("option 'legend': entry 2: unknown key 'color'", { "open", { color = "#ff0000" } })
    refuses("option 'legend': entry 1: colour expected", { { colour = "red", name = "a" } })
    refuses("option 'legend': entry 1: name expected", { { colour = "#ff0000" } })
    refuses("option 'legend': entry 1: there is no state 'opne'", { { state = "opne" } })
    refuses("option 'legend': entry 1: there is no state 'opne' (did you mean 'open'?); for a terrain of that name write "
      .. '{ terrain = "opne" }', { "opne" })
    refuses("option 'legend': entry 2: there is no state 'Blocked' (did you mean 'blocked'?)", { "forest", "Blocked" })
    refuses("option 'legend': entry 1: there is no state 'curent' (did you mean 'current'?)", { { state = "curent" } })
    refuses("option 'legend': entry 1: shape:", { { name = "a", shape = "star" } })
    refuses("option 'legend': entry 1: terrain: string expected, got number", { { terrain = 7 } })
    refuses("option 'legend': entry 1: name: text expected, got table", { { name = {} } })
    refuses("option 'legend': entry 1: colour expected", { { name = "a", shape = "line" } })
    raises("theme.legend_size: number >= 0 expected", svg, map, { legend = true, theme = { legend_size = -1 } })
  end)
end)

describe("the place of a legend", function()
  local function root(text) return tonumber(text:match('width="([%d.]+)"')), tonumber(text:match('height="([%d.]+)"')) end

  it("is below the map, or beside a high one, and within the picture", function()
    local all = {}
    for i = 1, 40 do all[i] = { name = ("entry %d & <more> \"text\""):format(i), colour = "#ff0000" } end
    for _, size in ipairs { { 1, 1 }, { 30, 4 }, { 4, 30 }, { 1, 60 }, { 60, 1 } } do
      local map = astar.grid { width = size[1], height = size[2] }
      for count = 1, 40, 13 do
        local list = {}
        for i = 1, count do list[i] = all[i] end
        local text = svg(map, { width = 500, legend = list })
        local width, height = root(text)
        local _, y1, _, y2 = picture.new(map, {}, "it"):bounds()
        local scale = width
        assert(y2 > y1 and scale > 0)
        local last
        for group in text:gmatch('<g class="(%a+)">') do last = group end
        assert.equal("legend", last)
        local inside = text:match('<g class="legend">(.*)</g>')
        local bottom, right = 0, 0
        for _, cell in text:match('<g class="ground">(.-)</g>'):gmatch('(M)([%d. -]+)h') do
          local x, y = cell:match("([%d.-]+) ([%d.-]+)")
          bottom, right = math.max(bottom, tonumber(y)), math.max(right, tonumber(x))
        end
        local found = 0
        for x, y in inside:gmatch('<text x="([%d.-]+)" y="([%d.-]+)"') do
          found = found + 1
          x, y = tonumber(x), tonumber(y)
          assert(x > 0 and x < width and y > 0 and y < height + 1, x .. " " .. y)
          assert(size[2] > size[1] and x > right or y > bottom, "it covers the map")
        end
        assert.equal(count, found)
      end
    end
  end)

  it("makes a picture higher, not wider", function()
    local map = island()
    local w1, h1 = root(svg(map, { width = 400 }))
    local w2, h2 = root(svg(map, { width = 400, legend = true }))
    assert.equal(w1, w2)
    assert(h2 > h1)
    local w3, h3 = root(svg(map, { scale = 60, view = { 0, 0, 2, 1 }, legend = { "forest" } }))
    assert(w3 >= 144 and h3 > 84)
  end)

  it("leaves room for itself where a view is fitted", function()
    local map = island()
    local shown = picture.new(map, { legend = true }, "it")
    local scale, width, height = shown:fit(300, 200)
    assert(scale * 5 <= 300 and scale * 3 + height <= 200.01 and width == 0 and height > 0)
    shown.asked.legend = nil
    assert.same({ 60, 0, 0 }, { shown:fit(300, 200) })
    local high = astar.grid { width = 2, height = 20 }
    high:set(1, 1, "sea")
    shown = picture.new(high, { legend = true }, "it")
    scale, width, height = shown:fit(300, 200)
    assert(scale * 2 + width <= 300 and scale * 20 <= 200 and width > 0 and height == 0)
    assert(shown:fit(1, 1) > 0)
  end)

  it("turns with no camera", function()
    local map = island()
    local shown = picture.new(map, { legend = { "forest" } }, "it")
    shown:layers()
    local view = { x1 = -9, y1 = -9, x2 = 9, y2 = 9, scale = 10, a = 0, b = -10, c = 10, d = 0 }
    local to = canvas.new()
    legend.paint(shown, to, view)
    local points = to:of("polygon")[1].points
    -- A square that is upright in pixels: (x, y) -> (-10 y, 10 x).
    assert(math.abs((points[4] - points[2]) * -10 - 14 * 1.15) < 1e-6 and math.abs(points[3] - points[1]) < 1e-6)
  end)
end)
