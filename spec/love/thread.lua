-- Searches in threads: a map goes to them as the string of space:save(), and the routes that come back are those that the
-- main thread finds. A string that is no map gives nil and a message there.

local THREADS, QUERIES, MOST_FRAMES = 4, 40, 400

local random = love.math.newRandomGenerator(20)

local function pick(...) return (select(random:random(select("#", ...)), ...)) end

---- Maps -------------------------------------------------------------------------------------------------

local function ends_among(ids)
  local ends = {}
  for i = 1, 2 * QUERIES do ends[i] = ids[random:random(#ids)] end
  return ends
end

local function tiles(astar, layout)
  local map = astar.grid { width = 120, height = 90, layout = layout, cell = 16 }
  local ids = {}
  for row = 1, map.height do
    for col = 1, map.width do
      local cell = map:cell(col, row)
      cell.terrain = pick("field", "field", "wood", "sea")
      cell.blocked = random:random() < 0.15
      ids[#ids + 1] = cell.id
    end
  end
  map:unit("horse", { wood = 4, sea = false })
  return map, ends_among(ids), "horse"
end

local function waypoints(astar)
  local graph = astar.graph()
  local ids = {}
  for i = 1, 1500 do
    local node = graph:add(random:random(0, 1000), random:random(0, 1000), random:random(0, 50),
      { terrain = pick("road", "mud"), name = "place " .. i })
    ids[i] = node.id
  end
  for i = 1, #ids do
    for _ = 1, 3 do
      local other = ids[random:random(#ids)]
      if other ~= ids[i] then graph:link(graph:node(ids[i]), graph:node(other), { oneway = random:random() < 0.2 }) end
    end
  end
  graph:node(ids[7]):remove()
  table.remove(ids, 7)
  graph:unit("cart", { mud = 2.5 })
  return graph, ends_among(ids), "cart"
end

local function ground(astar)
  local plane = astar.plane { bounds = { 0, 0, 1000, 700 } }
  for _ = 1, 40 do
    plane:box(random:random(50, 950), random:random(50, 650), random:random(10, 80), random:random(10, 80),
      random:random() * math.pi)
  end
  for _ = 1, 10 do plane:circle(random:random(50, 950), random:random(50, 650), random:random(10, 40)) end
  local ends = {}
  for i = 1, 4 * QUERIES, 2 do ends[i], ends[i + 1] = random:random(0, 1000), random:random(0, 700) end
  return plane, ends
end

---- Routes -----------------------------------------------------------------------------------------------

-- What a thread is to answer, found here.
local function expected(space, ends, unit)
  local found = {}
  if getmetatable(space) == "astar.plane" then
    for i = 1, #ends, 4 do
      local path, cost = space:path(ends[i], ends[i + 1], ends[i + 2], ends[i + 3])
      found[#found + 1] = { cost = cost, points = path and path:points(3) }
    end
  else
    for i = 1, #ends, 2 do
      local path, cost = space:path(space:node(ends[i]), space:node(ends[i + 1]), unit)
      found[#found + 1] = { cost = cost, points = path and path:points(3) }
    end
  end
  return found
end

local function same_route(a, b)
  if a.cost ~= b.cost or (a.points == nil) ~= (b.points == nil) then return false end
  for i = 1, a.points and math.max(#a.points, #b.points) or 0 do
    if a.points[i] ~= b.points[i] then return false end
  end
  return true
end

local function same_routes(answer, wanted)
  if not answer.routes or #answer.routes ~= #wanted then return false end
  for i = 1, #wanted do
    if not same_route(answer.routes[i], wanted[i]) then return false end
  end
  return true
end

---- Strings that are no maps -----------------------------------------------------------------------------

local function hostile(text)
  local strings = { "", "\0", "astar", text:sub(1, #text / 2), text:sub(2), text .. text, text .. "\0", ("x"):rep(100000) }
  for _ = 1, 20 do
    local at = random:random(#text)
    local other = string.char((text:byte(at) + random:random(255)) % 256)
    strings[#strings + 1] = text:sub(1, at - 1) .. other .. text:sub(at + 1)
  end
  return strings
end

---- The play ---------------------------------------------------------------------------------------------

return function(play)
  local astar = require "astar"
  local maps = {}
  local function add(name, space, ends, unit)
    maps[#maps + 1] = { name = name, text = space:save(), ends = ends, unit = unit, wanted = expected(space, ends, unit) }
    local ways = 0
    for _, route in ipairs(maps[#maps].wanted) do ways = ways + (route.points and 1 or 0) end
    play:check(ways > QUERIES / 4, name .. ": there are routes to find")
  end
  add("squares", tiles(astar, "square"))
  add("hexagons", tiles(astar, "odd-q"))
  add("graph", waypoints(astar))
  add("plane", ground(astar))

  local orders, answers = love.thread.newChannel(), love.thread.newChannel()
  local threads, failed = {}, nil
  function love.threaderror(_, message) failed = message end
  for i = 1, THREADS do
    threads[i] = love.thread.newThread("spec/love/thread_worker.lua")
    threads[i]:start(orders, answers)
  end

  -- All maps for each thread, then the strings that are none, and a map at the end: the threads must still be fine.
  local sent = {}
  local function send(name, text, map)
    sent[#sent + 1] = { name = name, wanted = map and map.wanted }
    orders:push { number = #sent, text = text, ends = map and map.ends, unit = map and map.unit }
  end
  for _ = 1, THREADS do
    for _, map in ipairs(maps) do send(map.name, map.text, map) end
  end
  for i, map in ipairs(maps) do
    for n, text in ipairs(hostile(map.text)) do send(("string %d of map %d"):format(n, i), text) end
    send(map.name .. " again", map.text, map)
  end

  local come, frames = 0, 0
  while come < #sent and frames < MOST_FRAMES and not failed do
    play:frames(1)
    frames = frames + 1
    love.timer.sleep(0.01)
    for answer in function() return answers:pop() end do
      come = come + 1
      local order = sent[answer.number]
      if order.wanted then
        play:check(same_routes(answer, order.wanted), order.name .. ": other routes than here: " .. tostring(answer.why))
      else
        play:check(not answer.routes and type(answer.why) == "string" and #answer.why > 0, order.name .. " is refused")
      end
    end
  end
  play:check(not failed, "no error in a thread: " .. tostring(failed))
  play:check(come == #sent, ("%d of %d answers"):format(come, #sent))

  for _ = 1, THREADS do orders:push(false) end
  for i = 1, THREADS do threads[i]:wait() end
  play:check(not failed, "the threads end well: " .. tostring(failed))
end
