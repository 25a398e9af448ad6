-- astar.theme: the default colours are told apart, also by colour-blind eyes and in a grey print, and texts can be read on them.

local astar = require "astar"
local canvas = require "spec.support.canvas"
local picture = require "astar.picture.picture"
local sight = require "spec.support.sight"
local theme = require "astar.theme"

local colours = theme.resolve(nil)

-- Kinds of ground: within one the colours are shades of each other.
local KINDS = {
  { "grass", "default", "plain", "field", "meadow", "lawn", "heath", "ground" },
  { "forest", "wood", "woods", "trees", "tree", "jungle", "bush" },
  { "water", "river", "lake", "sea", "ocean", "pond" },
  { "shallow", "shallows", "ford", "coast", "reef" },
  { "sand", "desert", "beach", "dune" },
  { "road", "path", "street", "trail", "track", "bridge" },
  { "swamp", "marsh", "bog", "moor" },
  { "hill", "hills", "slope" },
  { "mountain", "mountains", "rock", "rocks", "stone", "cliff" },
  { "snow" }, { "ice", "glacier" },
  { "wall", "walls", "fence", "void" },
  { "lava", "magma", "fire", "danger" },
  { "town", "city", "village", "castle", "house" },
  { "dirt", "mud", "earth", "soil" },
  { "floor", "pavement", "corridor", "room" },
}

local function apart(least, one, name, other, other_name)
  local difference, eye = sight.difference(one, other)
  assert(difference >= least, ("%s and %s differ by %.1f with %s"):format(name, other_name, difference, eye))
end

-- Each two of the colours by these names.
local function all_apart(least, names)
  for i, name in ipairs(names) do
    for k = i + 1, #names do apart(least, colours[name], name, colours[names[k]], names[k]) end
  end
end

describe("default colours", function()
  it("of terrains are told apart by colour-blind eyes", function()
    for i, kind in ipairs(KINDS) do
      for k = i + 1, #KINDS do
        apart(12, colours:of_terrain(kind[1]), kind[1], colours:of_terrain(KINDS[k][1]), KINDS[k][1])
      end
    end
  end)

  it("of all synonyms are nearer to their own kind than to any other", function()
    for _, kind in ipairs(KINDS) do
      for _, name in ipairs(kind) do
        for _, other in ipairs(KINDS) do
          if other ~= kind then apart(8, colours:of_terrain(name), name, colours:of_terrain(other[1]), other[1]) end
        end
      end
    end
  end)

  it("are those of a kind for every name that there is", function()
    local known = {}
    for _, kind in ipairs(KINDS) do
      for _, name in ipairs(kind) do known[name] = true end
    end
    for name in pairs(theme.default.terrain) do assert(known[name], name .. " belongs to no kind") end
    for name in pairs(known) do assert(theme.default.terrain[name], name .. " has no colour") end
  end)

  it("of states and routes are told apart by colour-blind eyes", function()
    all_apart(20, { "none", "open", "current", "excluded", "blocked", "route" })
    all_apart(19, { "closed", "none", "open", "current", "excluded", "blocked", "route" })
    all_apart(29, { "start", "goal", "route" })
    all_apart(20, { "ray", "ray_hit", "ground" })
  end)

  it("of states are told apart in a grey print, where they have no cross", function()
    local pairs_of_states = {
      { "none", "open" }, { "open", "closed" }, { "current", "closed" }, { "closed", "excluded" }, { "excluded", "blocked" },
    }
    for _, pair in ipairs(pairs_of_states) do
      local difference = math.abs(sight.lightness(colours[pair[1]]) - sight.lightness(colours[pair[2]]))
      assert(difference >= 12, pair[1] .. " and " .. pair[2] .. " differ by " .. difference)
    end
    assert(sight.contrast(colours.excluded, colours.cross) >= 4.5)
  end)

  it("of what is blocked are darker than any terrain, and than what is excluded", function()
    for _, kind in ipairs(KINDS) do
      for _, name in ipairs(kind) do
        local blocked = sight.lightness(colours:of_terrain(name, true))
        assert(blocked < 25, name .. " blocked has lightness " .. blocked)
        assert(sight.lightness(colours.excluded) - blocked > 10)
        assert(sight.lightness(colours:rim_of(name)) - blocked > 8, "the rim of blocked " .. name)
      end
    end
  end)

  it("let texts be read on them", function()
    local function readable(name, colour)
      local ink = theme.is_light(colour) and colours.ink or colours.text
      local contrast = sight.contrast(ink, colour)
      assert(contrast >= 4, ("text on %s has a contrast of %.2f"):format(name, contrast))
    end
    for name in pairs(theme.default.terrain) do readable(name, colours:of_terrain(name)) end
    for i = 1, 300 do readable("terrain " .. i, colours:of_terrain("x" .. i)) end
    for _, name in ipairs { "none", "open", "current", "closed", "excluded", "mark" } do readable(name, colours[name]) end
    -- Texts beside waypoints have a rim.
    assert(sight.contrast(colours.text, colours.casing) >= 10)
  end)
end)

-- A mark is to be told from the ground by its core, by a rim that is lighter than the ground, or by a dark rim that is wide enough.
local APART, LEAST_RIM = 10, 1.5

-- All colours that can lie under a mark, by name.
local function grounds()
  local list = { ["the ground of a plane"] = colours.ground, obstacle = colours.obstacle, background = colours.background }
  for name in pairs(theme.default.terrain) do
    list[name], list["blocked " .. name] = colours:of_terrain(name), colours:of_terrain(name, true)
    list["the rim of blocked " .. name] = colours:rim_of(name)
  end
  for i = 1, 300 do list["terrain " .. i] = colours:of_terrain("x" .. i) end
  return list
end

-- What is painted on a picture of a space: { core, rim, width of the rim, what }, as lines and outlines over a wider one, discs
-- with a rim, and shapes over the same in the colour of the rim.
local function marks_of(space, asked, names)
  local shown, list = picture.new(space, asked, "it"), {}
  for _, layer in ipairs(shown:layers()) do
    if names[layer.name] then
      local to, below = canvas.new(), {}
      layer:paint(to, { x1 = -1e9, y1 = -1e9, x2 = 1e9, y2 = 1e9, scale = 40 })
      for _, call in ipairs(to.calls) do
        local method = call[1]
        local is_rim = (call.stroke or call.fill) == shown.theme.casing and not (call.stroke and call.fill)
        local is_tint = method == "shape" and layer.name == "range" -- within the border
        if is_rim then
          below[method] = call
        elseif method == "shape" and not is_tint then
          assert(below.shape, layer.name .. ": a shape without a rim")
          list[#list + 1] = { core = call.fill, rim = below.shape.fill, width = theme.RIM, what = layer.name }
        elseif method == "disc" and call.stroke == shown.theme.casing then
          list[#list + 1] = { core = call.fill, rim = call.stroke, width = call.width, what = layer.name }
        elseif method == "disc" and call.fill == shown.theme.casing then
          list[#list + 1] = { core = call.stroke, rim = call.fill, width = call.radius - call.width, what = layer.name }
        elseif method ~= "label" and not is_tint then
          assert(below[method], layer.name .. ": a " .. method .. " without a rim")
          list[#list + 1] = { core = call.stroke, rim = below[method].stroke, width = (below[method].width - call.width) / 2,
            what = layer.name }
        end
      end
    end
  end
  return list
end

-- A colour that may be translucent, over a ground.
local function over(colour, ground)
  local mixed = theme.mix(ground, colour, colour[4])
  return { mixed[1], mixed[2], mixed[3] }
end

local function told_apart(mark, name, ground)
  local core, rim = over(mark.core, ground), over(mark.rim, ground)
  for _, eye in ipairs(sight.eyes) do
    local by_core, by_rim = sight.seen_apart(core, ground, eye), sight.seen_apart(rim, ground, eye)
    local counts = mark.width >= LEAST_RIM or sight.lightness(rim) > sight.lightness(ground)
    local far = counts and math.max(by_core, by_rim) or by_core
    assert(far >= APART, ("%s on %s: %.1f with %s, rim of %.2f"):format(mark.what, name, far, eye, mark.width))
  end
end

describe("routes, ranges, goals and what else lies on the ground", function()
  it("are told from every ground by colour-blind eyes", function()
    local map, net = astar.grid { width = 9, height = 1 }, astar.graph()
    local first, last = map:cell(1, 1), map:cell(9, 1)
    net:link(net:add(0, 0), net:add(9, 0))
    local names = { paths = true, range = true, ends = true, flow = true, places = true, marks = true }
    local marks = marks_of(map, {
      path = map:path(first, last), flow = map:flow(last), places = { first }, marks = { first },
      range = map:reach(first, nil, { moves = 1, max_turns = 8 }),
    }, names)
    local labelled = marks_of(map, { search = map:search(first, last), labels = true }, { ends = true })
    local rings = marks_of(net, { range = net:reach(net:node(1), 99) }, { range = true })
    for _, list in ipairs { labelled, rings } do
      assert(#list > 0)
      for _, mark in ipairs(list) do marks[#marks + 1] = mark end
    end
    local known = {}
    for _, mark in ipairs(marks) do known[mark.what] = true end
    assert.same(names, known)
    for name, ground in pairs(grounds()) do
      for _, mark in ipairs(marks) do told_apart(mark, name, ground) end
    end
  end)
end)

describe("the colour of a terrain that is not listed", function()
  local function of(name) return colours:of_terrain(name) end

  it("is that of a word in its name", function()
    for name, kind in pairs { ["Grass"] = "grass", ["WATER"] = "water", ["forests"] = "forest", ["deserts"] = "desert", ["Sea"] = "sea" } do
      assert.same(of(kind), of(name), name)
    end
    for name, kind in pairs { ["tall grass"] = "grass", ["deep_water"] = "water", ["stoneWall"] = "wall", ["dark-forest"] = "forest",
      ["shallow water"] = "water", ["forest 2"] = "forest", ["sand3"] = "sand" } do
      assert.not_same(of(kind), of(name), name)
      assert(sight.difference(of(kind), of(name)) < 35, name)
    end
  end)

  it("is darker or lighter where the name says so", function()
    assert(sight.lightness(of "deep water") < sight.lightness(of "water") - 5)
    assert(sight.lightness(of "dark forest") < sight.lightness(of "forest") - 5)
    assert(sight.lightness(of "pale_sand") > sight.lightness(of "sand"))
  end)

  it("is never grey, and always the same", function()
    local other = theme.resolve { open = "#010203" }
    for i = 1, 500 do
      local c = of("q" .. i)
      assert(math.max(c[1], c[2], c[3]) - math.min(c[1], c[2], c[3]) > 0.3)
      assert.same(c, other:of_terrain("q" .. i))
    end
  end)

  it("follows the user's own colours", function()
    local own = theme.resolve { terrain = { lair = "#ff0000", grass = "#00ff00" } }
    assert.same({ 1, 0, 0, 1 }, own:of_terrain("Lairs"))
    assert.same({ 0, 1, 0, 1 }, own:of_terrain("GRASS"))
  end)

  it("takes any name", function()
    for _, name in ipairs { "", " ", "_", "s", "ss", "\0", "é", "\255\254", ("x"):rep(10000), "s s s", "deep", "dark dark" } do
      local c = of(name)
      for part = 1, 4 do assert(c[part] >= 0 and c[part] <= 1, name) end
    end
  end)
end)
