-- What a program of the playground has beside the module: show, point, cell, waypoint, paint, slider. It runs the program
-- and tells the page what happened. docs/playground.md describes the functions.
--
-- The page sends a table as JSON: { seconds =, values = { name = number or { x =, y = } }, cells = { ["col,row"] = text },
-- stroke = { brush =, mode =, points = { { x =, y = } } } }; all but seconds may be missing. It is sent messages, as JSON:
--
--   { type = "picture", svg =, x =, y =, scale =, margin =, space =, paint = }   a place is at (x - that x) * scale + margin
--   { type = "control", kind = "point"|"slider", name =, … }                      what one drags, and where it is
--   { type = "paint", cells =, mode =, brushes = }                                what has been painted so far
--   { type = "end", seconds =, error =, line =, cut = }                           always the last one
--
-- `host` has what differs between the page and the specs: print, write, say, limited, cut, clock, time, line (see
-- playground.c), and may have globals, the table in which the program runs.

local datatext = require "astar.tiled.datatext"
local picture = require "astar.picture.picture"
local svg = require "astar.svg"

-- As they are before a program gets its own.
local load, loadstring = load, rawget(_G, "loadstring")
local floor, max, min = math.floor, math.max, math.min

local WIDTH = 640              -- of a picture, if its options do not say
local MARGIN = 30              -- around graphs, so that the rings on their outermost waypoints are whole
local LARGEST_PICTURE = 4e6    -- bytes; a browser takes seconds to draw what is larger
local MOST_PICTURES = 12
local MOST_SPOTS = 1000        -- waypoints that the arrow keys find

---- JSON ---------------------------------------------------------------------------------------------------

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\" }

local function quote(text)
  return '"' .. text:gsub('[%z\1-\31\\"\127]', function(c) return ESCAPES[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
end

local function json(value)
  if type(value) == "number" then
    return value - value == 0 and (value == floor(value) and "%.0f" or "%.17g"):format(value) or "null"
  elseif type(value) == "string" then
    return quote(value)
  elseif type(value) ~= "table" then
    return tostring(value)
  end
  local parts = {}
  if #value > 0 then
    for i, entry in ipairs(value) do parts[i] = json(entry) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for key, entry in pairs(value) do parts[#parts + 1] = quote(key) .. ":" .. json(entry) end
  return "{" .. table.concat(parts, ",") .. "}"
end

---- Checking -----------------------------------------------------------------------------------------------

local function describe(value)
  local name = type(value) == "userdata" and getmetatable(value)
  return type(name) == "string" and name:match("^astar%.(%a+)$") or type(value)
end

local function check(value, wanted, index, name)
  if describe(value) ~= wanted then
    error(("bad argument #%d to '%s' (%s expected, got %s)"):format(index, name, wanted, describe(value)), 3)
  end
  return value
end

-- Finite, too.
local function check_number(value, index, name)
  if type(value) ~= "number" or value - value ~= 0 then
    error(("bad argument #%d to '%s' (number expected, got %s)"):format(index, name,
      type(value) == "number" and tostring(value) or type(value)), 3)
  end
  return value
end

-- Without the place in the code, for an error that is to name another one.
local function without_place(message)
  return type(message) == "string" and message:gsub("^[%w_./=]+:%d+: ", "") or message
end

---- What a program calls -----------------------------------------------------------------------------------

-- The functions for one run. `asked` is what the page sends.
local function functions(asked, host)
  local numbers, last = {}, 0
  local function number_of(space) -- so that the page can tell spaces apart
    if not numbers[space] then
      last = last + 1
      numbers[space] = last
    end
    return numbers[space]
  end

  local say = function(message) host.say(json(message)) end
  local named, painted, pictures = {}, nil, 0
  local values = type(asked.values) == "table" and asked.values or {}

  local function take_name(name, what)
    if type(name) ~= "string" then
      error(("bad argument #1 to '%s' (string expected, got %s)"):format(what, describe(name)), 3)
    end
    if named[name] then error(("bad argument #1 to '%s' (there is another '%s')"):format(what, name), 3) end
    named[name] = true
    return name
  end

  -- Where the page has a point, or nil.
  local function moved(name)
    local place = values[name]
    if type(place) == "table" and type(place.x) == "number" and type(place.y) == "number" then return place.x, place.y end
  end

  local api = {}

  -- A place that one can drag → x, y.
  function api.point(name, x, y)
    take_name(name, "point")
    x, y = check_number(x, 2, "point"), check_number(y, 3, "point")
    local mx, my = moved(name)
    x, y = mx or x, my or y
    say { type = "control", kind = "point", name = name, x = x, y = y }
    return x, y
  end

  -- A cell of a map that one can drag → its node.
  function api.cell(name, map, col, row)
    take_name(name, "cell")
    check(map, "grid", 2, "cell")
    check_number(col, 3, "cell")
    check_number(row, 4, "cell")
    local x, y = moved(name)
    local node = x and map:at(x, y) or map:cell(col, row)
    if not node then error(("there is no cell %s, %s on the map"):format(col, row), 2) end
    local outline = map:outline(node.col, node.row)
    local x1, y1, x2, y2 = outline[1], outline[2], outline[1], outline[2]
    for i = 3, #outline, 2 do
      x1, y1, x2, y2 = min(x1, outline[i]), min(y1, outline[i + 1]), max(x2, outline[i]), max(y2, outline[i + 1])
    end
    say {
      type = "control", kind = "point", name = name, x = node.x, y = node.y, space = number_of(map),
      step_x = x2 - x1, step_y = y2 - y1,
    }
    return node
  end

  -- A waypoint that one can drag to another → the node.
  function api.waypoint(name, graph, node)
    take_name(name, "waypoint")
    if describe(graph) ~= "graph" and describe(graph) ~= "grid" then check(graph, "graph", 2, "waypoint") end
    if describe(node) ~= "node" then
      local found = graph:node(node)
      if not found then error(("the graph has no node '%s'"):format(tostring(node)), 2) end
      node = found
    end
    local x, y = moved(name)
    if x then node = graph:nearest(x, y) or node end
    local spots = {}
    if #graph <= MOST_SPOTS then
      for other in graph:nodes() do spots[#spots + 1] = { x = other.x, y = other.y } end
    end
    say { type = "control", kind = "point", name = name, x = node.x, y = node.y, space = number_of(graph), spots = spots }
    return node
  end

  -- A number that one can choose → it. With a rate it can play: it moves by that much a second.
  function api.slider(name, from, to, value, step, rate)
    take_name(name, "slider")
    check_number(from, 2, "slider")
    check_number(to, 3, "slider")
    value, step = check_number(value or from, 4, "slider"), check_number(step or 1, 5, "slider")
    if from > to then error("bad argument #3 to 'slider' (it is less than #2)", 2) end
    if step <= 0 then error("bad argument #5 to 'slider' (number > 0 expected)", 2) end
    if rate ~= nil and check_number(rate, 6, "slider") <= 0 then
      error("bad argument #6 to 'slider' (number > 0 expected)", 2)
    end
    if type(values[name]) == "number" then value = values[name] end
    value = max(from, min(to, value))
    say { type = "control", kind = "slider", name = name, from = from, to = to, value = value, step = step, rate = rate }
    return value
  end

  local function set(map, col, row, what)
    map:block(col, row, what == "wall")
    if what ~= "wall" and what ~= "open" then map:set(col, row, what) end
  end

  -- Lets one paint on the picture of a map: walls, and the terrains of the list.
  function api.paint(map, terrains)
    check(map, "grid", 1, "paint")
    if terrains ~= nil then check(terrains, "table", 2, "paint") end
    if painted then error("paint: only one map of a program can be painted", 2) end
    painted = map
    local brushes = { "wall" }
    for i, terrain in ipairs(terrains or {}) do
      if type(terrain) ~= "string" then error(("bad argument #2 to 'paint' (entry %d: string expected)"):format(i), 2) end
      brushes[#brushes + 1] = terrain
    end
    local cells = {}
    for key, what in pairs(type(asked.cells) == "table" and asked.cells or {}) do
      local col, row = key:match("^(%d+),(%d+)$")
      col, row = tonumber(col), tonumber(row)
      if col and col >= 1 and row >= 1 and col <= map.width and row <= map.height then
        set(map, col, row, what)
        cells[key] = what
      end
    end
    local stroke, mode = asked.stroke, nil
    if type(stroke) == "table" and type(stroke.points) == "table" then
      mode = stroke.mode
      for _, at in ipairs(stroke.points) do
        local node = map:at(at.x, at.y)
        if node then
          -- The first cell of a stroke says whether it builds walls or takes them away.
          mode = mode or (stroke.brush ~= "wall" and stroke.brush or node.blocked and "open" or "wall")
          set(map, node.col, node.row, mode)
          cells[("%d,%d"):format(node.col, node.row)] = mode
        end
      end
    end
    say { type = "paint", cells = cells, mode = mode, brushes = brushes, space = number_of(map) }
    return map
  end

  -- Shows a picture of a space; the options are those of astar.svg.
  function api.show(space, options)
    pictures = pictures + 1
    if pictures > MOST_PICTURES then error(("show: a program has at most %d pictures"):format(MOST_PICTURES), 2) end
    if options ~= nil then check(options, "table", 2, "show") end
    local given = {}
    for key, value in pairs(options or {}) do given[key] = value end

    local message = { type = "picture" }
    local good, text = pcall(function()
      -- The scale is chosen here, so that the page knows where a place is in the picture.
      local asked_of_picture = {}
      for key, value in pairs(given) do
        if picture.options[key] then asked_of_picture[key] = value end
      end
      if describe(space) == "graph" and (given.theme == nil or type(given.theme) == "table") then
        local theme = { margin_size = MARGIN }
        for key, value in pairs(given.theme or {}) do theme[key] = value end
        given.theme, asked_of_picture.theme = theme, theme
      end
      if describe(space) == "grid" or describe(space) == "graph" or describe(space) == "plane" then
        local shown = picture.new(space, asked_of_picture, "show")
        shown:layers()
        local x1, y1, x2, y2 = shown:bounds()
        if type(given.view) == "table" then
          x1, y1 = given.view[1], given.view[2]
          x2, y2 = x1 + given.view[3], y1 + given.view[4]
        end
        local margin = shown.theme.margin_size
        local room = max(1, (given.width or WIDTH) - 2 * margin)
        given.scale = given.scale or min(room / max(x2 - x1, (y2 - y1) * 0.75), 1e300)
        given.width = nil
        if not given.project then
          message.x, message.y, message.scale, message.margin = x1, y1, given.scale, margin
          message.space, message.paint = number_of(space), space == painted
          message.free = describe(space) == "plane" -- the places of `point` are its own
        end
      end
      return svg(space, given)
    end)
    if not good then error((tostring(without_place(text)):gsub("to 'svg'", "to 'show'")), 2) end
    if #text > LARGEST_PICTURE then error("show: the picture is too large; show a part of it: view = { x, y, w, h }", 2) end
    message.svg = text
    say(message)
  end

  return api
end

---- Running a program --------------------------------------------------------------------------------------

-- Programs only: what is compiled already could break the interpreter.
local function text_only(chunk, name, mode, ...)
  if type(chunk) == "function" then
    local parts = {}
    for part in chunk do
      if part == "" then break end
      parts[#parts + 1] = part
    end
    chunk = table.concat(parts)
  end
  if mode ~= nil and not tostring(mode):find("t", 1, true) then return nil, "attempt to load a text chunk" end
  return load(chunk, name or chunk, "t", ...)
end

local function compile(program, globals)
  if rawget(_G, "setfenv") then
    local chunk, message = loadstring(program, "=program")
    return chunk and setfenv(chunk, globals), message
  end
  return load(program, "=program", "t", globals)
end

-- An error as a text. Its own __tostring may fail.
local function text_of(e)
  local kind = type(e)
  if kind == "string" or kind == "number" then return tostring(e) end
  local meta = kind == "table" and getmetatable(e)
  local good, text = pcall(tostring, e)
  return type(meta) == "table" and rawget(meta, "__tostring") and good and text or "error object: a " .. kind
end

local function run(program, input, host)
  local asked = datatext.read(input, "", function(...) error((...):format(select(2, ...)), 0) end)
  local globals = host.globals or _G
  for name, f in pairs(functions(asked, host)) do globals[name] = f end
  globals.print = host.print
  globals.io = { write = host.write }
  globals.os = { clock = host.clock, time = host.time }
  globals.dofile, globals.loadfile = nil, nil
  if globals == _G then globals.load = text_only end

  local began = host.clock()
  local problem, line, traced
  local chunk, message = compile(program, globals)
  if chunk then
    -- What `load` reports may come here too, so the text has to stay a text.
    local function handler(e)
      e = text_of(e)
      traced, line = e, host.line()
      return e
    end
    local good, e = host.limited(chunk, handler, type(asked.seconds) == "number" and asked.seconds or 5)
    if not good then
      problem = text_of(e)
      if problem ~= traced then line = nil end -- none is known where memory ran out
    end
  else
    problem = message
  end
  local where, rest = (problem or ""):match("^program:(%d+): (.*)$")
  if where then problem, line = rest, tonumber(where) end
  host.say(json {
    type = "end", seconds = host.clock() - began, error = problem, line = problem and line, cut = host.cut(),
  })
end

return run
