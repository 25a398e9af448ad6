-- crowd.lua: crowds, from Lua: what a step of many agents costs, how long it takes until all can be brought to their goals, what
-- an update of many discs costs. Called by bench/crowd, which sets the paths of the module.
--
--   crowd.lua full|quick
--
-- Times are of CPU time on one core, per agent or disc and step. Steps are timed one by one: the table has the median of all steps of
-- a run, and the mean, which includes what distances to new goals take.
local astar = require "astar"
local quick = (...) == "quick"
local clock = os.clock

-- A linear congruential generator (MINSTD, Park & Miller 1988): the same numbers on every Lua.
local state = 20261123
local function random(n)
  state = state * 48271 % 2147483647
  return n and state % n + 1 or state / 2147483647
end

local function sorted(list)
  table.sort(list)
  return list
end

local function median(list) return sorted(list)[math.floor((#list + 1) / 2)] end

local function show(seconds)
  if seconds < 1e-6 then return ("%.0f ns"):format(seconds * 1e9) end
  if seconds < 1e-3 then return ("%.2f µs"):format(seconds * 1e6) end
  return ("%.2f ms"):format(seconds * 1e3)
end

local function line(what, ...)
  local cells = { what }
  for i = 1, select("#", ...) do cells[i + 1] = (select(i, ...)) end
  print("| " .. table.concat(cells, " | ") .. " |")
end

-- ---- Agents on nodes -------------------------------------------------------------------------------

-- A square map, of whose cells some are blocked at random.
local function clutter(side, share, options)
  options = options or {}
  options.width, options.height = side, side
  local map = astar.grid(options)
  for row = 1, side do
    for col = 1, side do
      if random() < share then map:cell(col, row).blocked = true end
    end
  end
  return map
end

local function any_cell(map)
  local cell
  repeat cell = map:cell(random(map.width), random(map.height)) until not cell.blocked
  return cell
end

-- A cell of the largest part of the map.
local function main_cell(map)
  while true do
    local cell, joined = any_cell(map), 0
    for _ = 1, 20 do
      if map:connected(cell, any_cell(map)) then joined = joined + 1 end
    end
    if joined > 10 then return cell end
  end
end

-- A cell that is connected with `used.main`, and is not in `used`; it is then.
local function free_cell(map, used)
  while true do
    local cell = any_cell(map)
    if not used[cell.id] and map:connected(cell, used.main) then
      used[cell.id] = true
      return cell
    end
  end
end

local function check_apart(crowd)
  local seen = {}
  for agent in crowd:agents() do
    local id = agent.node.id
    assert(not seen[id], "two agents on one node")
    seen[id] = true
  end
end

-- `goals`: how many goals there are; nil: each agent has its own. With `expansions` the last column is the longest
-- step; else the first step searches for all ways.
local function steps(count, goals, expansions)
  local side, rounds = quick and 64 or 512, quick and 3 or 600
  if quick then count = math.floor(count / 64) end
  local map = clutter(side, 0.1)
  local starts = { main = main_cell(map) }
  local ends = { main = starts.main }
  local crowd, shared = map:crowd { expansions = expansions or math.huge }, {}
  for i = 1, goals or 0 do shared[i] = free_cell(map, ends) end
  for _ = 1, count do
    crowd:add(free_cell(map, starts), { goal = goals and shared[random(goals)] or free_cell(map, ends) })
  end
  local times, sum, longest = {}, 0, 0
  for i = 1, rounds do
    local began = clock()
    crowd:step()
    times[i] = clock() - began
    sum, longest = sum + times[i], math.max(longest, times[i])
  end
  check_apart(crowd)
  local arrived = 0
  for agent in crowd:agents() do
    if agent.status == "arrived" then arrived = arrived + 1 end
  end
  local what = goals and ("%d goals"):format(goals) or "a goal each"
  if expansions then what = ("%s, %d expansions a step"):format(what, expansions) end
  line(("%d agents on %d², %s, %d steps; %d %% arrived"):format(count, side, what, rounds,
    math.floor(100 * arrived / count)), show(median(times) / count), show(expansions and longest or sum / rounds / count))
  crowd:close()
end

-- A new goal on each arrival: how many are reached, and in how many of the runs nobody moves at the end.
local function lifelong(what, count, make)
  local rounds, most = quick and 1 or 20, quick and 20 or 3000
  local reached, frozen, sum, longest, agents = 0, 0, 0, 0, 0
  for _ = 1, rounds do
    local map = make()
    local starts = { main = main_cell(map) }
    local crowd, units = map:crowd(), {}
    local function goal() return free_cell(map, { main = starts.main }) end
    for i = 1, count do units[i] = crowd:add(free_cell(map, starts), { goal = goal() }) end
    collectgarbage() -- else a step is charged with what earlier runs have left
    for _ = 1, most do
      local began = clock()
      crowd:step()
      local time = clock() - began
      sum, longest, agents = sum + time, math.max(longest, time), agents + count
      for _, unit in ipairs(units) do
        if unit.node == unit.goal then
          unit.goal, reached = goal(), reached + 1
        end
      end
    end
    local moves, moving = crowd:positions(), false
    for i = 1, #moves, 4 do moving = moving or moves[i + 2] ~= 0 or moves[i + 3] ~= 0 end
    if not moving then frozen = frozen + 1 end
    check_apart(crowd)
    crowd:close()
  end
  local text = "%d agents on %s, a new goal on each arrival, %d steps: %d goals, %d of %d runs stand still at the end"
  line(text:format(count, what, most, math.floor(reached / rounds), frozen, rounds), show(sum / agents), show(longest))
end

-- Frames of 1/60 s, with a new goal on each arrival. Each agent has a speed of its own, so that few end their steps together.
local function seconds(count, side, size)
  if quick then count = math.floor(count / 20) end
  local rounds, map = quick and 3 or 1200, clutter(side, 0.1)
  local crowd, units, times = map:crowd(), {}, {}
  if size then map:unit("large", {}, { size = size }) end
  while #units < count do
    local unit = size and #units % 10 == 0 and "large" or nil
    local there, agent = pcall(crowd.add, crowd, any_cell(map), { unit = unit, speed = 2 + 2 * random() })
    if there then units[#units + 1] = agent end -- else another is in its way
  end
  collectgarbage()
  for i = 1, rounds do
    for _, unit in ipairs(units) do
      if unit.status == "arrived" then unit.goal = any_cell(map) end
    end
    local began = clock()
    crowd:update(1 / 60)
    times[i] = clock() - began
  end
  local what = size and (", a tenth of them of %d × %d cells"):format(size, size) or ""
  line(("update(1/60) of %d agents on %d², speeds of 2 to 4%s; all agents"):format(count, side, what),
    show(median(times)), show(times[#times]))
  crowd:close()
end

-- Cells blocked at random, some more than once: 18 % in the mean.
local function blocks()
  local map = astar.grid { width = 32, height = 32, neighbours = 4 }
  for _ = 1, 205 do map:block(random(32), random(32)) end
  return map
end

-- Rooms of 4 x 4 cells with doors of one.
local function rooms()
  local map = astar.grid { width = 32, height = 32, neighbours = 4 }
  for i = 5, 32, 5 do
    for k = 1, 32 do
      if k % 5 ~= 3 then
        map:block(i, k)
        map:block(k, i)
      end
    end
  end
  return map
end

-- ---- Solutions -------------------------------------------------------------------------------------

local function solve(count, share)
  local rounds, side = quick and 1 or 101, 32
  if quick then count = 20 end
  local times, solved, cost = {}, 0, {}
  for round = 1, rounds do
    local map = clutter(side, share, { neighbours = 4 })
    local starts = { main = main_cell(map) }
    local ends = { main = starts.main }
    local crowd = map:crowd()
    for _ = 1, count do crowd:add(free_cell(map, starts), { goal = free_cell(map, ends) }) end
    collectgarbage()
    local began = clock()
    local found
    for _ = 1, 2000 do -- up to the first solution, which it makes better afterwards
      found = crowd:solve(nil, 50)
      if found then break end
    end
    times[round] = clock() - began
    if found then
      solved = solved + 1
      cost[#cost + 1] = crowd.planned
      for _ = 1, crowd.planned do crowd:step() end
      for agent in crowd:agents() do assert(agent.node == agent.goal, "not at its goal") end
    end
    crowd:close()
  end
  sorted(times)
  line(("solve, %d agents, %d² with %d %% blocked, 4 neighbours, %d maps; %d solved, %d steps"):format(count, side,
    share * 100, rounds, solved, median(cost)), show(median(times)), show(times[#times]))
end

-- ---- Discs -----------------------------------------------------------------------------------------

local function discs(count)
  if quick then count = math.floor(count / 20) end
  local side, rounds = math.sqrt(count) * 4, quick and 3 or 200
  local plane = astar.plane { bounds = { 0, 0, side, side } }
  for _ = 1, count / 10 do
    local corners, x, y, size = {}, random() * side, random() * side, 1 + random()
    for k = 0, 5 do
      local angle = k * math.pi / 3
      corners[#corners + 1] = x + size * math.cos(angle)
      corners[#corners + 1] = y + size * math.sin(angle)
    end
    plane:polygon(corners)
  end
  local crowd = plane:crowd()
  while #crowd < count do
    local x, y = random() * side, random() * side
    if plane:free(x, y, 0.3) then
      local angle = random() * 2 * math.pi
      crowd:add(x, y, { radius = 0.3, speed = 1, velocity = { math.cos(angle), math.sin(angle) } })
    end
  end
  local times = {}
  for i = 1, rounds do
    local began = clock()
    crowd:update(1 / 30)
    times[i] = clock() - began
  end
  local sum = 0
  for i = 1, rounds do sum = sum + times[i] end
  line(("update of %d discs, %d obstacles"):format(count, math.floor(count / 10)), show(median(times)), show(sum / rounds))
  crowd:close()
end

-- Seconds of the game until so many of the discs are where they are wanted; nil after `most`.
local function seconds_until(crowd, share, most, is_there)
  local needed = share * #crowd
  for frame = 1, most * 30 do
    crowd:update(1 / 30)
    local there = 0
    for disc in crowd:agents() do
      if is_there(disc) then there = there + 1 end
    end
    if there >= needed then return frame / 30 end
  end
end

local function show_seconds(found) return found and ("%.0f s"):format(found) or "never" end

-- A flow round the corner of a lake, beside a gap of 20 cells.
local function lake(count)
  local map = astar.grid { width = 40, height = 60 }
  for row = 28, 34 do
    for col = 1, 20 do map:block(col, row) end
  end
  local crowd, flow = map:crowd { radius = 0.4, horizon = 1 }, map:flow(map:places(map:cell(10, 12), count))
  for i = 0, count - 1 do crowd:add(2.5 + i % 15, 38.5 + math.floor(i / 15), { speed = 3, goal = flow }) end
  local past = seconds_until(crowd, 0.95, quick and 1 or 200, function(disc) return disc.y < 27.5 end)
  line(("%d discs past the corner of a lake: 95 %%"):format(count), show_seconds(past), "")
end

-- Places of their own, one cell apart.
local function own_places(count, radius)
  local map = astar.grid { width = 40, height = 60 }
  local crowd, places = map:crowd { radius = radius, horizon = 1 }, map:places(map:cell(20, 12), count)
  for i = 0, count - 1 do
    crowd:add(12.5 + i % 15, 38.5 + math.floor(i / 15), { speed = 3, goal = { places[i + 1].x, places[i + 1].y } })
  end
  local all = seconds_until(crowd, 1, quick and 1 or 200, function(disc) return disc.status == "arrived" end)
  line(("%d discs of radius %g with places 1 apart: all"):format(count, radius), show_seconds(all), "")
end

-- Harvesters between a dock in an alcove, one cell wide, and their fields: loads in ten minutes.
local function dock(count)
  local map = astar.grid { width = 12, height = 6 }
  for col = 1, 12 do map:block(col, 1, col ~= 7) end
  local crowd, fields, loads = map:crowd { radius = 0.35 }, {}, 0
  for i = 1, count do
    local disc = crowd:add(2 * i - 0.5, 5.5, { speed = 3, goal = { 6.5, 0.5 }, arrive = 0.1 })
    fields[disc] = { 1.5 + (3 * i - 3) % 9, 4.5 }
  end
  for _ = 1, quick and 10 or 600 * 60 do
    crowd:update(1 / 60)
    for disc in crowd:agents() do
      if disc.status == "arrived" then
        local at_dock = disc.y < 1
        if at_dock then loads = loads + 1 end
        disc.goal = at_dock and fields[disc] or { 6.5, 0.5 }
      end
    end
  end
  line(("%d harvesters at a dock for one: loads in 600 s"):format(count), tostring(loads), "")
end

-- The update after an order to a group.
local function order(count, discs_too)
  local map = astar.grid { width = 200, height = 200 }
  local crowd, units, times = map:crowd(discs_too and { radius = 0.4 } or nil), {}, {}
  for i = 0, count - 1 do
    local col, row = 20 + i % 20, 20 + math.floor(i / 20)
    units[i + 1] = discs_too and crowd:add(col - 0.5, row - 0.5, { speed = 2 }) or crowd:add(map:cell(col, row))
  end
  local group = crowd:group(units)
  for i = 1, quick and 1 or 9 do
    group.goal = map:cell(150 - i, 120 + 4 * i)
    local began = clock()
    crowd:update(1 / 60)
    times[i] = clock() - began
  end
  sorted(times)
  line(("order to a group of %d %s"):format(count, discs_too and "discs" or "agents"), show(median(times)), show(times[#times]))
end

print(("| %s | median | mean, or longest |"):format(jit and "LuaJIT" or _VERSION))
print "| --- | --: | --: |"
lifelong("32² with 205 blocks", 150, blocks)
lifelong("32² of rooms", 100, rooms)
seconds(300, 200)
seconds(1000, 200)
seconds(300, 200, 2)
solve(400, 0.2)
solve(200, 0.2)
discs(1000)
discs(5000)
lake(300)
own_places(300, 0.4)
for _, count in ipairs { 1, 2, 4, 6 } do dock(count) end
order(300)
order(300, true)
-- Last, as the longest of the others would be charged with gigabytes that the C library gives back.
steps(1000)
steps(1000, nil, 20000)
steps(1000, 10)
steps(10000, 20)
steps(10000)
