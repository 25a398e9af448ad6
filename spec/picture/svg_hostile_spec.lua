-- Texts and values that are made to break out of an SVG picture, in every place where one is taken: the picture stays
-- well-formed, and a text stays a text.

local astar = require "astar"
local check = require "spec.support.check"
local program = require "spec.support.program"
local random = require "spec.support.random"
local svg = require "astar.svg"
local xml = require "spec.support.xml"

local raises, nan, inf = check.raises, check.nan, check.inf

local NO = "\239\191\189" -- U+FFFD

-- What one may try, and what shows in its place, if that is something else.
local TEXTS = {
  { "</text></svg><script>alert(1)</script>" }, { "<![CDATA[x]]>" }, { "]]>" }, { "<!-- x -->" }, { "--><x/>" }, { "<?xml x?>" },
  { '" onload="alert(1)' }, { "' onload='alert(1)" }, { "&lt;&#60;&#x3c;&lol;" }, { "<!DOCTYPE svg [<!ENTITY a 'b'>]>" },
  { "url(javascript:alert(1))" }, { "a\0b", "a" .. NO .. "b" }, { "\1\2\8\11\12\14\31\127", NO:rep(8) }, { "\t" },
  { "\255\254", NO .. NO }, { "\192\188script>", NO .. NO .. "script>" }, { "\224\128\188", NO .. NO .. NO },
  { "\237\160\128", NO .. NO .. NO }, { "\239\191\190\239\191\191", NO .. NO }, { "\244\144\128\128", NO .. NO .. NO .. NO },
  { "\226\128\174abc\226\128\168" }, { "%s%d%%", nil }, { "\194", NO }, { ("<&>"):rep(1000) }, { "#ffffff" }, { "nan" },
}

local PIECES = { "<", ">", "&", '"', "'", "/", "]]>", "<!--", "-->", "svg", "text", "\0", "\1", "\n", "\r", "\t", "\127", "\128", "\194",
  "\224\160", "\239\191\191", "é", "€", "😀", "=", " ", "#", ";", "&amp;", "%", "\\", "\255" }

local function some_text(rng)
  local parts = {}
  for i = 1, rng:int(1, 12) do parts[i] = rng:pick(PIECES) end
  return table.concat(parts)
end

-- A picture of each kind with a text everywhere where one can be: the pictures, as SVG.
local function pictures_with(text)
  local list = {}
  local function put(space, options)
    options.legend = options.legend or true
    list[#list + 1] = svg(space, options)
  end

  local g = astar.graph()
  local a, b = g:add(0, 0, { name = text, terrain = text }), g:add(9, 1, { terrain = text .. "2", blocked = true })
  local c = g:add(5, 5)
  g:link(a, c, { terrain = text })
  g:link(c, b, { oneway = true })
  local search = g:search(a, c)
  search:run()
  put(g, { labels = true, search = search, tree = true, marks = { { 1, 1, label = text, radius = 20 }, a },
    paths = { { path = search:path(), name = text, colour = { 1, 0, 0 } } }, theme = { terrain = { [text] = "#123456" } } })
  put(g, { labels = { "name", "id" }, legend = { text .. " ", { name = text }, { terrain = text }, { name = text, shape = "line",
    colour = "#12345678" }, { state = "open", name = text } } })

  local map = astar.grid { rows = { { text, "x" }, { "y", text } } }
  map:cell(1, 1).name = text
  map:block(2, 2)
  put(map, { labels = { "name" }, path = map:path(map:cell(1, 1), map:cell(1, 2)), width = 300 })
  put(map, { shades = { { layer = map:layer(text), name = text }, map:layer(text) }, flow = map:flow(map:cell(1, 1)) })
  put(map, { labels = true, project = function(x, y) return x - y, x + y end })

  local plane = astar.plane()
  plane:box(0, 0, 2, 2).data = text
  put(plane, { marks = { { x = 0, y = 0, label = text } } })
  return list
end

local function texts_of(picture)
  local result = {}
  for _, element in ipairs(xml.elements_of(picture)) do
    if element.tag == "text" then result[xml.decoded(element.text)] = true end
  end
  return result
end

-- Asks xmllint and rsvg-convert about pictures, where they are.
local function ask_readers(list)
  local asked = false
  for _, command in ipairs { "xmllint --noout --nonet", "rsvg-convert --format png --keep-aspect-ratio" } do
    if program.is_there(command:match("%S+")) then
      asked = true
      for _, picture in ipairs(list) do
        local name = os.tmpname()
        local file = assert(io.open(name, "wb"))
        file:write(picture)
        file:close()
        local fine = program.succeeds(command .. " " .. name)
        os.remove(name)
        assert(fine, command .. " refuses " .. #picture .. " bytes")
      end
    end
  end
  return asked
end

describe("an SVG picture of hostile texts", function()
  it("shows them as texts", function()
    for _, case in ipairs(TEXTS) do
      local text, shown = case[1], case[2] or case[1]
      for i, picture in ipairs(pictures_with(text)) do
        assert(texts_of(picture)[shown], i .. ": " .. shown:sub(1, 100) .. " is not in picture " .. i)
      end
    end
  end)

  it("is well-formed for random ones too", function()
    random.cases("svg hostile", 100, function(rng)
      for _, picture in ipairs(pictures_with(some_text(rng))) do xml.elements_of(picture) end
    end)
  end)

  it("is read by other programs", function()
    local rng, list = random.new(7), {}
    for i = 1, 3 do list[i] = pictures_with(TEXTS[i][1])[1] end
    for i = 1, 4 do list[#list + 1] = pictures_with(some_text(rng))[i] end
    if not ask_readers(list) then pending("neither xmllint nor rsvg-convert is installed") end
  end)
end)

describe("an SVG picture", function()
  local map = astar.grid { width = 3, height = 3 }

  it("takes no colour that is none", function()
    for _, colour in ipairs { "url(#x)", "#fff", "red", '#ffffff" onload="x', "#ffffff;x", "#gggggg", "#ffffff\0", "", 7, true,
      { 2, 0, 0 }, { 0, 0, -1 }, { nan, 0, 0 }, { inf, 0, 0 }, { 0, 0 }, { "1", 0, 0 }, { 0, 0, 0, "x" }, { 0, 0, 0, 0.5, nan } } do
      local fine = pcall(svg, map, { theme = { open = colour } })
      if type(colour) == "table" and colour[4] == 0.5 then
        assert(fine)
      else
        raises("colour expected", svg, map, { theme = { open = colour } })
        raises("colour expected", svg, map, { theme = { terrain = { default = colour } } })
        raises("colour expected", svg, map, { legend = { { name = "x", colour = colour } } })
        raises("colour expected", svg, map, { marks = { { 1, 1, colour = colour } } })
        raises("colour expected", svg, map,
          { paths = { { path = map:path(map:cell(1, 1), map:cell(2, 2)), colour = colour } } })
      end
    end
  end)

  it("takes no size that is none", function()
    for _, size in ipairs { nan, inf, -inf, -1, "1", '1" x="', true, {} } do
      for _, key in ipairs { "node_size", "gap_share", "label_size", "legend_size", "margin_size", "route_size" } do
        raises("theme." .. key .. ": number >= 0 expected", svg, map, { theme = { [key] = size } })
      end
      raises("option 'marks'", svg, map, { marks = { { 1, 1, radius = size } } })
    end
    for _, size in ipairs { 0, 5e-324, 1e-300, 1e300, 1.7e308 } do
      for _, key in ipairs { "node_size", "gap_share", "state_share", "label_size", "legend_size", "margin_size", "route_size" } do
        local fine, text = pcall(svg, map, { theme = { [key] = size }, labels = true, legend = { { name = "x" } },
          path = map:path(map:cell(1, 1), map:cell(3, 3)), marks = { { 1, 1, label = "x", radius = size } } })
        assert(fine, text)
        xml.elements_of(text)
      end
    end
  end)

  it("reads tables raw", function()
    local function trap(t)
      local function fire() error("a metamethod was asked") end
      return setmetatable(t, { __index = fire, __len = fire, __pairs = fire, __ipairs = fire, __newindex = fire })
    end
    local path = map:path(map:cell(1, 1), map:cell(3, 3))
    xml.elements_of(svg(map, trap {
      legend = trap { "open", trap { name = "x", colour = trap { 1, 1, 1 } } }, labels = trap { "name" }, view = trap { 0, 0, 2, 2 },
      paths = trap { trap { path = path, colour = trap { 0, 0, 0 } } }, layers = trap { "ground", "legend", "paths", "marks" },
      theme = trap { open = trap { 1, 1, 1, 1 }, terrain = trap { sea = "#000000" } }, marks = trap { { 1, 1 } },
    }))
  end)

  it("takes no text that changes from one look to the next", function()
    local turn = 0
    local function next_one()
      turn = turn + 1
      return turn % 2 == 0 and "open" or setmetatable({}, { __concat = function() return "<x>" end })
    end
    local entry = setmetatable({ name = "name" }, { __index = next_one })
    assert(not svg(map, { legend = { entry } }):find("<x>", 1, true))
  end)

  it("takes nothing but text from __tostring", function()
    local text = {}
    function text.gsub() return "<script/>", 1 end
    function text.gmatch() return function() end end
    function text.find() end
    local label = setmetatable({}, { __tostring = function() return text end })
    local fine, picture = pcall(svg, map, { marks = { { 1, 1, label = label } } })
    assert(not fine or not picture:find("<script", 1, true), picture)
    label = setmetatable({}, { __tostring = function() return "<script/>" end })
    assert(svg(map, { marks = { { 1, 1, label = label } } }):find("&lt;script/&gt;", 1, true))
  end)

  it("takes no forged object", function()
    local newproxy = rawget(_G, "newproxy")
    if not newproxy then return end
    local function forge(kind, members)
      local object = newproxy(true)
      local meta = getmetatable(object)
      meta.__metatable, meta.__index = "astar." .. kind, members
      return object
    end
    local evil = setmetatable({}, { __concat = function() return "<script/>" end, __tostring = function() return "<script/>" end,
      __index = { gsub = function() return "<script/>", 1 end, gmatch = function() return function() end end } })
    local node = forge("node", { x = 0, y = 0, z = 0, id = evil, name = evil, terrain = evil, blocked = false })
    local space = forge("graph", { version = 1, nodes = function() return pairs { [node] = true } end,
      links = function() return pairs {} end })
    local fine, picture = pcall(svg, space, { labels = true, legend = true })
    assert(not fine or not picture:find("<script", 1, true), picture)
    fine, picture = pcall(svg, map, { path = forge("path", { points = function() return { evil, evil, evil } end, length = 0 }) })
    assert(not fine or not picture:find("<script", 1, true), picture)
    fine, picture = pcall(svg, map, { marks = { node }, current = node })
    assert(not fine or not picture:find("<script", 1, true), picture)
  end)
end)
