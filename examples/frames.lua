-- Ten searches at once, a few expansions in each frame, as in a game that must not stumble over a long one.
--
--   lua5.4 examples/frames.lua [--color | --plain]
--
-- Each traveller thinks in a coroutine. While they think a bridge breaks down, and those concerned think again.

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
local astar = terminal.load_astar(here .. "../")
local paint = terminal.paint

local WIDTH, HEIGHT = 100, 60  -- of the country
local SPACING = 1.1            -- of the waypoints, roughly
local REACH = 1.7              -- waypoints that are nearer to each other than this are linked
local EXPANSIONS = 80          -- of each search in each frame
local BREAKDOWN = 12           -- the frame in which the bridge breaks down

---- The country -----------------------------------------------------------------------------------

-- Random numbers that are the same in every Lua: from 0 to 1.
local seed = 2024
local function random()
  seed = seed * 16807 % 2147483647
  return seed / 2147483647
end

local map = astar.graph()
map:unit("man", {})
map:unit("horse", { forest = 4 })

local function river_at(y) return WIDTH / 2 + 6 * math.sin(y / 9) end

local function is_forest(x, y) return math.sin(x / 5) + math.cos(y / 4 + x / 11) > 0.75 end

-- Waypoints all over the land, none in the river, each linked to those around it.
for y = 0, HEIGHT, SPACING do
  for x = 0, WIDTH, SPACING do
    local px, py = x + 0.7 * (random() - 0.5), y + 0.7 * (random() - 0.5)
    if math.abs(px - river_at(py)) > 2 then
      map:add(px, py, { terrain = is_forest(px, py) and "forest" or nil })
    end
  end
end
for node in map:nodes() do
  for _, other in ipairs(map:within(node.x, node.y, REACH)) do
    if other.id > node.id then map:link(node, other) end
  end
end

-- A bridge is a waypoint in the river, linked to the nearest one on either bank.
local function add_bridge(name, y)
  local x = river_at(y)
  local west, east = map:nearest(x - 3, y), map:nearest(x + 3, y)
  local bridge = map:add(x, y, { name = name })
  map:link(west, bridge)
  map:link(bridge, east)
end
add_bridge("north bridge", 8)
add_bridge("south bridge", 50)

---- The travellers --------------------------------------------------------------------------------

local travellers = {}
for i = 1, 10 do
  -- Odd ones travel east, even ones west.
  local west = map:nearest(random() * WIDTH * 0.3, random() * HEIGHT)
  local east = map:nearest(WIDTH * (0.7 + random() * 0.3), random() * HEIGHT)
  travellers[i] = {
    unit = i <= 5 and "man" or "horse",
    from = i % 2 == 1 and west or east,
    to = i % 2 == 1 and east or west,
    expanded = 0,
    starts = 0,
  }
end

-- What a traveller does to find its way. Each yield hands the frame on to the others.
local function think(traveller)
  local search = map:search(traveller.from, traveller.to, traveller.unit)
  traveller.search, traveller.path = search, nil
  traveller.starts = traveller.starts + 1
  while true do
    for _ in search:steps(EXPANSIONS) do coroutine.yield() end
    traveller.expanded = traveller.expanded + search.expanded
    if search.status ~= "stale" then break end
    -- The map has changed since the search began, so what it knows may be wrong: once more from the start.
    traveller.starts = traveller.starts + 1
    search:restart()
  end
  traveller.path, traveller.cost = search:path()
end

local function start_thinking(traveller)
  traveller.thread = coroutine.create(think)
end

-- Lets a traveller think until it yields; its errors are ours.
local function resume(traveller)
  local fine, message = coroutine.resume(traveller.thread, traveller)
  if not fine then error(message, 0) end
end

local function uses(path, waypoint)
  for _, node in path:nodes() do
    if node == waypoint then return true end
  end
  return false
end

---- Drawing ---------------------------------------------------------------------------------------

local CELL = 8

-- How near to the goal the search has come: a bar while it runs, then the cost of the route.
local function progress(traveller, event)
  if event then return paint((" "):rep(CELL - #event) .. event, 16, 220) end
  if traveller.path then return paint(("%" .. CELL .. ".1f"):format(traveller.cost), 16, 114) end
  local search = traveller.search
  local left = search:estimate(search:closest()) / search:estimate(search.start)
  local done = math.floor((1 - left) * CELL)
  return paint(("="):rep(done), 16, 75) .. paint(("."):rep(CELL - done), 244, 237)
end

local function print_frame(frame, events)
  local cells = {}
  for i, traveller in ipairs(travellers) do cells[i] = progress(traveller, events[traveller]) end
  print(("%5d  "):format(frame) .. table.concat(cells, " "))
end

---- The game --------------------------------------------------------------------------------------

print(terminal.bold(("Ten searches at once on %d waypoints, %d expansions each in a frame"):format(#map, EXPANSIONS)))
print()
print("A bar shows how near to its goal a search has come, a number the cost of the route it found.")
print()
local heads = {}
for i, traveller in ipairs(travellers) do heads[i] = ("%8s"):format(i .. " " .. traveller.unit) end
print("frame  " .. table.concat(heads, " "))

for _, traveller in ipairs(travellers) do start_thinking(traveller) end

local frame, thinking = 0, #travellers
while thinking > 0 do
  frame = frame + 1
  local events = {} -- what else there is to say of a traveller in this frame

  if frame == BREAKDOWN then
    local bridge = map:node("south bridge")
    bridge.blocked = true
    print(terminal.bold("       The south bridge breaks down: searches under way are stale, and some routes lead across it."))
    for _, traveller in ipairs(travellers) do
      local path = traveller.search:path()
      if not path then
        events[traveller] = traveller.search.status -- "stale": think() sees to it
      elseif uses(path, bridge) then
        events[traveller] = "rethinks"
        start_thinking(traveller)
      end
    end
  end

  thinking = 0
  for _, traveller in ipairs(travellers) do
    if coroutine.status(traveller.thread) ~= "dead" then
      resume(traveller)
    end
    if coroutine.status(traveller.thread) ~= "dead" then thinking = thinking + 1 end
  end
  print_frame(frame, events)
end

print()
print("traveller  waypoints  length    cost  searches  expanded")
for i, traveller in ipairs(travellers) do
  print(("%2d %-6s  %9d  %6.1f  %6.1f  %8d  %8d"):format(i, traveller.unit, #traveller.path, traveller.path.length,
    traveller.cost, traveller.starts, traveller.expanded))
end
