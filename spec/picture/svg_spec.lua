-- astar.svg: pictures as texts, well-formed and the same everywhere.

local astar = require "astar"
local check = require "spec.support.check"
local files = require "spec.support.files"
local lfs = require "lfs"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local svg = require "astar.svg"
local temporary = require "spec.support.temporary"
local xml = require "spec.support.xml"

local elements_of = xml.elements_of
local raises, nan, inf = check.raises, check.nan, check.inf

local function count(list, tag)
  local n = 0
  for _, element in ipairs(list) do
    if element.tag == tag then n = n + 1 end
  end
  return n
end

local function texts(list)
  local result = {}
  for _, element in ipairs(list) do
    if element.tag == "text" then result[#result + 1] = element.text end
  end
  return result
end

describe("svg", function()
  local map = astar.grid { rows = { "..%.", ".~%." }, legend = { ["."] = "field", ["%"] = "forest", ["~"] = false } }

  it("is an SVG document of the size that is asked for", function()
    local root = elements_of(svg(map, { width = 424 }))[1]
    assert.equal("svg", root.tag)
    assert.equal("http://www.w3.org/2000/svg", root.at.xmlns)
    assert.equal("424", root.at.width)
    assert.equal("224", root.at.height) -- 4 x 2 cells of 100, and margins of 12
    assert.equal("0 0 424 224", root.at.viewBox)
    root = elements_of(svg(map, { scale = 10, theme = { margin_size = 0 } }))[1]
    assert.same({ "40", "20" }, { root.at.width, root.at.height })
    root = elements_of(svg(astar.grid { width = 1, height = 9 }, { width = 424 }))[1] -- at most twice as high as it would be wide
    assert.same({ "112.89", "824" }, { root.at.width, root.at.height })
    root = elements_of(svg(astar.graph(), { width = 424, view = { 0, 0, 5e-324, 5e-324 } }))[1] -- no more pixels, at the least
    assert(tonumber(root.at.width) <= 424 and tonumber(root.at.height) <= 824)
    root = elements_of(svg(map, { scale = 10, view = { 1, 0, 2, 1 } }))[1]
    assert.same({ "44", "34" }, { root.at.width, root.at.height })
  end)

  it("has one path for all cells of a colour", function()
    local list = elements_of(svg(map))
    assert.equal(4, count(list, "path")) -- field, forest, and blocked with its rim
  end)

  it("draws start and goal above all paths", function()
    local wide = astar.grid { width = 9, height = 3 }
    local s = wide:search(wide:cell(1, 2), wide:cell(9, 2))
    s:run()
    local paths = { (wide:path(wide:cell(9, 2), wide:cell(1, 2))), (s:path()) }
    local text = svg(wide, { search = s, paths = { { path = paths[1], colour = "#010203" }, { path = paths[2], colour = "#030201" } } })
    local function last(colour) return #text:match("^(.*)" .. colour) end
    for _, path in ipairs { "#010203", "#030201" } do
      for _, name in ipairs { "start", "goal" } do
        assert(last(path) < text:find(require "astar.theme".default[name], 1, true), name .. " is below a path")
      end
    end
  end)

  it("writes names as they are", function()
    local g = astar.graph()
    g:add(0, 0, { name = 'A & B <"quoted">' })
    g:add(9, 0, { name = "zwölf\nzeilen" })
    g:add(0, 9, { name = "\0\27" })
    assert.same({ "A &amp; B &lt;&quot;quoted&quot;&gt;", "zwölf", "zeilen", "\239\191\189\239\191\189" },
      texts(elements_of(svg(g, { labels = { "name" } }))))
  end)

  it("writes only what is UTF-8, and a character of XML", function()
    local no = "\239\191\189"
    local names = {
      ["ä€😀"] = "ä€😀", ["\255a\128"] = no .. "a" .. no, ["\192\128"] = no .. no, ["\237\160\128"] = no .. no .. no,
      ["\244\144\128\128"] = no .. no .. no .. no, ["\239\191\190"] = no, ["\239\191\191!"] = no .. "!", ["é\195"] = "é" .. no,
      ["\224\159\191"] = no .. no .. no, ["\240\143\191\191"] = no .. no .. no .. no, ["\237\159\191"] = "\237\159\191",
    }
    for name, expected in pairs(names) do
      local g = astar.graph()
      g:add(0, 0, { name = name })
      assert.same({ expected }, texts(elements_of(svg(g, { labels = { "name" } }))))
    end
  end)

  it("writes plain numbers, however far off things are", function()
    local function of(...) return (shapes.along { ... }) end
    local near = { view = { 0, 0, 1, 1 } }
    local WORDS = { xmlns = true, class = true, ["font-family"] = true, ["text-anchor"] = true, ["paint-order"] = true }
    local cases = {
      { of(1e17, 1e17) }, { of(-1.7e308, -1.7e308, 1.7e308, 1.7e308) }, { of(0, 0, 5e-324, 0) }, { of(0, 0, 1e300, 1e300), near },
      { of(0, 0, 1e17, -1e17), near }, { of(0, 0, 9, 9), { scale = 1e300 } }, { of(0, 0, 9, 9), { scale = 1e-300 } },
      { of(0, 0, 9, 9), { width = 1e300 } }, { of(0, 0), { view = { 0, 0, 5e-324, 5e-324 } } },
      { of(0, 0, 9, 9), { scale = 1e300, labels = { "id" }, legend = true } }, { of(-1e200, 0, 1e200, 1e300), { labels = { "id" } } },
      { of(-1e-9, 0, 1e-9, 1e-9), { scale = 1e300, labels = { "id" } } },
      { of(0, 0, 1e17, 9), { labels = { "id" }, view = { 0, 0, 1, 1 } } },
      { astar.grid { width = 3, height = 3, origin = { 1e17, 1e17 } } }, { astar.grid { width = 3, height = 3, cell = 1e200 } },
    }
    for i, case in ipairs(cases) do
      for _, element in ipairs(elements_of(svg(case[1], case[2]))) do
        for name, value in pairs(element.at) do
          if not WORDS[name] and not value:find("^[#%a]+%x*$") then
            for number in value:gsub("[MLlhvz]", " "):gmatch("%S+") do
              assert(number:find("^%-?%d+%.?%d?%d?%%?$") and not number:find("%.%%?$"), i .. ": " .. name .. " = " .. number)
            end
          end
        end
      end
    end
  end)

  it("rounds to hundredths, on both sides of zero", function()
    local plane = astar.plane()
    plane:polygon { -0.05, -1.5, 7.125, 0, 0.004, 3 }
    local text = svg(plane, { scale = 1, view = { 0, 0, 9, 9 }, theme = { margin_size = 0 } })
    assert(text:find('d="M-0.05 -1.5L7.13 0L0 3z"', 1, true), text)
  end)

  it("is well-formed whatever is shown, and the same each time", function()
    local layouts = { "square", "isometric", "odd-r", "even-r", "odd-q", "even-q" }
    random.cases("svg", 60, function(r)
      local space = astar.grid { layout = layouts[r:int(1, 6)], width = r:int(1, 9), height = r:int(1, 9), cell = r:real(0.1, 90) }
      for _ = 1, 12 do
        local col, row = r:int(1, space.width), r:int(1, space.height)
        space:set(col, row, ({ "sea", "forest", "<&>" })[r:int(1, 3)])
        if r:int(1, 4) == 1 then space:block(col, row) end
      end
      local from, to = space:cell(1, 1), space:cell(space.width, space.height)
      local search = space:search(from, to)
      search:step(r:int(1, 20))
      local options = {
        search = search, path = search:path(), labels = r:int(1, 2) == 1, tree = r:int(1, 2) == 1, width = r:int(100, 900),
        marks = { { from.x, from.y, label = "&" } },
      }
      local text = svg(space, options)
      local root = elements_of(text)[1]
      assert(tonumber(root.at.width) <= options.width + 1, root.at.width)
      assert(not text:find("nan") and not text:find("inf"))
      assert(text == svg(space, options))
    end)
  end)

  it("shows a plane with its search", function()
    local plane = astar.plane { bounds = { 0, 0, 100, 60 } }
    plane:circle(50, 30, 12)
    local search = plane:search(5, 30, 95, 30)
    search:run()
    local list = elements_of(svg(plane, { search = search, path = search:path(), rays = true, tree = true, labels = true }))
    assert(count(list, "circle") >= 4)
    local classes = {}
    for _, element in ipairs(list) do
      if element.tag == "g" then classes[#classes + 1] = element.at.class end
    end
    assert.same({ "ground", "obstacles", "rays", "tree", "paths", "nodes", "ends", "labels" }, classes)
  end)

  it("shows spaces without anything in them", function()
    for _, space in ipairs { astar.graph(), astar.plane(), astar.grid { width = 1, height = 1 } } do
      elements_of(svg(space))
    end
  end)

  it("shows paths of a search that was closed, and takes none of its states", function()
    local search = map:search(map:cell(1, 1), map:cell(4, 2))
    search:run()
    local path = search:path()
    search:close()
    local list = elements_of(svg(map, { search = search, path = path, labels = true, legend = true }))
    assert(count(list, "circle") >= 2)
  end)

  it("writes legends and names of paths as they are", function()
    local path = map:path(map:cell(1, 1), map:cell(4, 2))
    local list = texts(elements_of(svg(map, {
      legend = true, layers = { "paths", "legend" }, paths = { { path = path, name = 'A & B <"x">\1' } },
    })))
    assert.same({ "A &amp; B &lt;&quot;x&quot;&gt;\239\191\189" }, list)
    list = texts(elements_of(svg(map, { legend = { { name = "<&>" } } })))
    assert.same({ "&lt;&amp;&gt;" }, list)
  end)

  it("draws ten thousand paths", function()
    local wide = astar.grid { width = 100, height = 100 }
    local paths, many = {}, random.count(10000)
    for i = 1, many do paths[i] = wide:path(wide:cell(1, i % 100 + 1), wide:cell(3, i % 97 + 1)) end
    local text = svg(wide, { paths = paths, legend = true, layers = { "paths", "legend" } })
    assert(text:find('class="legend"', 1, true) and #text > 100 * many)
  end)

  it("refuses marks that lie nowhere", function()
    for _, mark in ipairs { { nan, 1 }, { 1, inf }, { x = -inf, y = 0 } } do
      raises("option 'marks': mark 1: x and y expected", svg, map, { marks = { mark } })
    end
  end)

  it("puts labels beside each other, and not over routes, at any size", function()
    local g = astar.graph()
    for i = 0, 5 do g:add(i * 100, i % 2 * 10, { name = "node " .. i }) end
    for i = 1, 5 do g:link("node " .. i - 1, "node " .. i) end
    local list = elements_of(svg(g, { path = g:path("node 0", "node 5"), labels = true, legend = true, width = 700 }))
    local points = {}
    for _, element in ipairs(list) do
      if element.tag == "path" and element.at["stroke-width"] == "4" then
        for x, y in element.at.d:gmatch("([%d.]+) ([%d.]+)") do points[#points + 1] = { tonumber(x), tonumber(y) } end
      end
    end
    local found = 0
    for _, element in ipairs(list) do
      if element.tag == "text" and element.text:find("^node") then
        found = found + 1
        local x, y, wide = tonumber(element.at.x), tonumber(element.at.y), 0.6 * 12 * 6
        local align = element.at["text-anchor"]
        local left = align == "end" and x - wide or align == "middle" and x - wide / 2 or x
        for i = 2, 6 do
          local a, b = points[i - 1], points[i]
          for share = 0, 1, 0.01 do
            local px, py = a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share
            assert(not (px > left and px < left + wide and py > y - 8 and py < y), element.text .. " lies on the route")
          end
        end
      end
    end
    assert.equal(6, found)
  end)

  it("refuses what it cannot draw", function()
    raises("bad argument #1 to 'svg' (graph, grid or plane expected, got nil)", svg)
    raises("bad argument #1 to 'svg' (graph, grid or plane expected, got table)", svg, {})
    raises("bad argument #2 to 'svg' (table expected, got number)", svg, map, 7)
    raises("bad argument #2 to 'svg' (unknown option 'lables' (did you mean 'labels'?))", svg, map, { lables = true })
    for _, name in ipairs { "pathcolor", "path_colour", "colors", "palette" } do
      raises(("unknown option '%s' (did you mean 'theme'?)"):format(name), svg, map, { [name] = 7 })
    end
    for _, value in ipairs { 0, -1, nan, inf, "x", true } do
      raises("option 'width': number > 0 expected", svg, map, { width = value })
      raises("option 'scale': number > 0 expected", svg, map, { scale = value })
    end
    for _, value in ipairs { 7, {}, { 0, 0, 0, 1 }, { 0, 0, 1, -1 }, { nan, 0, 1, 1 }, { 0, 0, inf, 1 }, { "0", 0, 1, 1 },
      { 1e300, 0, 1, 1 }, { 0, 1e308, 1, 1.7e308 } } do
      raises("option 'view': {x, y, w, h} expected", svg, map, { view = value })
    end
    raises("theme: there is no colour or size 'opne'", svg, map, { theme = { opne = "#000000" } })
  end)
end)

describe("the pictures of the manual", function()
  it("are what the example draws, and all that pages show are there", function()
    local folder = temporary.name()
    os.remove(folder)
    if not lfs.mkdir(folder) then return pending("cannot make a folder") end
    -- The example has its own way to find the module.
    local own_arg, own_print, own_path, own_cpath = _G.arg, _G.print, package.path, package.cpath
    rawset(_G, "arg", { [0] = "examples/pictures.lua", folder })
    rawset(_G, "print", function() end)
    local fine, message = pcall(dofile, "examples/pictures.lua")
    rawset(_G, "arg", own_arg)
    rawset(_G, "print", own_print)
    package.path, package.cpath = own_path, own_cpath
    assert(fine, message)
    local known = 0
    for name in lfs.dir("docs/pictures") do
      if name:find("%.svg$") then
        known = known + 1
        local text = files.read("docs/pictures/" .. name)
        assert(text == files.read(folder .. "/" .. name),
          "docs/pictures/" .. name .. " is not what examples/pictures.lua draws: run make pictures")
        assert(#text < 60000, name .. " has " .. #text .. " bytes")
        local in_gallery = name:find("^gallery_")
        assert.equal(in_gallery and "290" or "820", elements_of(text, true)[1].at.width, name)
        assert(not in_gallery or not text:find("<text"), name .. " has text, which cannot be read at that size")
      end
    end
    local made_names, made = 0, {}
    for name in lfs.dir(folder) do
      if name:find("%.svg$") then made_names = made_names + 1 end
      if name ~= "." and name ~= ".." then made[#made + 1] = folder .. "/" .. name end
    end
    for _, file in ipairs(made) do os.remove(file) end
    lfs.rmdir(folder)
    assert.equal(made_names, known)
    local pages = { "README.md" }
    for name in lfs.dir("docs") do
      if name:find("%.md$") then pages[#pages + 1] = "docs/" .. name end
    end
    for _, page in ipairs(pages) do
      for line in io.lines(page) do
        for name in line:gmatch("%(d?o?c?s?/?pictures/([%w_]+%.%w+)%)") do assert(files.read("docs/pictures/" .. name), name) end
      end
    end
  end)
end)
