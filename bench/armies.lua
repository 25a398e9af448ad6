-- armies.lua: many units, from Lua: what a game pays for ranges, flows, layers and big units, beside the plain way to get
-- the same. Called by bench/armies, which sets the paths of the module.
--
--   armies.lua full|quick
--
-- Both ways of a line take turns, round by round; the table shows medians over the rounds, of CPU time on one core, and
-- the median of the ratios. Costs of both ways are checked to be equal where they answer the same.
local astar = require "astar"
local quick = (...) == "quick"
local rounds = quick and 1 or 9
local clock = os.clock

-- A linear congruential generator (MINSTD, Park & Miller 1988): the same numbers on every Lua.
local state = 20261123
local function random(n)
  state = state * 48271 % 2147483647
  return n and state % n + 1 or state / 2147483647
end

local function median(list)
  table.sort(list)
  return list[math.floor((#list + 1) / 2)]
end

-- Seconds for one call.
local function time(call)
  collectgarbage()
  collectgarbage "stop"
  local began = clock()
  call()
  local seconds = clock() - began
  collectgarbage "restart"
  return seconds
end

local function show(seconds)
  if seconds < 1e-6 then return ("%.0f ns"):format(seconds * 1e9) end
  if seconds < 1e-3 then return ("%.1f µs"):format(seconds * 1e6) end
  return ("%.1f ms"):format(seconds * 1e3)
end

-- One line: `per` is how many things one call does, `plain` may be nil.
local function line(what, ours, plain, per, plain_per)
  local a, b, ratios = {}, {}, {}
  ours()
  if plain then plain() end
  for i = 1, rounds do
    a[i] = time(ours) / (per or 1)
    if plain then
      b[i] = time(plain) / (plain_per or per or 1)
      ratios[i] = b[i] / a[i]
    end
  end
  print(("| %s | %s | %s | %s |"):format(what, show(median(a)), plain and show(median(b)) or "",
    plain and ("%.2f"):format(median(ratios)) or ""))
end

-- How wide maps are: a smoke test takes small ones.
local function sized(side) return quick and math.floor(side / 8) or side end

-- ---- Maps ----------------------------------------------------------------------------------------

local legend = { ["."] = "plain", ["^"] = "forest", ["~"] = "swamp", ["#"] = false }

-- A tenth of the cells is blocked, half of the rest is dearer.
local function weighted(side, options)
  local rows = {}
  for row = 1, side do
    local cells = {}
    for col = 1, side do
      local x = random()
      cells[col] = x < 0.1 and "#" or x < 0.35 and "^" or x < 0.5 and "~" or "."
    end
    rows[row] = table.concat(cells)
  end
  options = options or {}
  options.rows, options.legend = rows, legend
  local map = astar.grid(options)
  map:unit("man", { forest = 2, swamp = 3.5 })
  return map
end

local function free_cell(map)
  local cell
  repeat cell = map:cell(random(map.width), random(map.height)) until not cell.blocked
  return cell
end

local function free_cells(map, count)
  local list = {}
  for i = 1, count do list[i] = free_cell(map) end
  return list
end

print(("| %s | this way | plain way | times as fast |"):format(jit and "LuaJIT" or _VERSION))
print "| --- | --: | --: | --: |"

-- ---- Flows ---------------------------------------------------------------------------------------

do
  local map = weighted(sized(256))
  local goal, units = map:cell(map.width / 2, map.width / 2), free_cells(map, 300)
  goal.blocked = false
  local check = map:flow(goal, "man")
  for _, unit in ipairs(units) do
    local _, cost = map:path(unit, goal, "man")
    local flow_cost = check:cost(unit)
    assert(cost == flow_cost or math.abs(cost - flow_cost) <= 1e-9 * cost)
  end
  check:close()
  local function one_by_one()
    for i = 1, #units do map:path(units[i], goal, "man") end
  end
  line("300 units to one place, 256²: a flow, and the next cell of each", function()
    local flow = map:flow(goal, "man")
    for i = 1, #units do flow:next(units[i]) end
    flow:close()
  end, one_by_one)
  line("the same, and the whole path of each", function()
    local flow = map:flow(goal, "man")
    for i = 1, #units do flow:path(units[i]) end
    flow:close()
  end, one_by_one)
end

do
  local map = weighted(sized(1000))
  local goal = map:cell(math.floor(map.width / 2), math.floor(map.width / 2))
  goal.blocked = false
  local flow = map:flow(goal, "man")
  local reached = flow.expanded
  line("a flow on 1000², for each cell reached, beside a search from the goal", function() map:flow(goal, "man"):close() end,
    function()
      local s = map:search(goal, nil, "man")
      s:run()
      s:close()
    end, reached)
  -- A thousand units that walk, as in a game: each call is for a place near that of its last one.
  local units = {}
  for i = 1, 1000 do
    local cell = free_cell(map)
    units[i] = { cell.x, cell.y }
  end
  local direction = flow.direction
  line("flow:direction, beside flow:next and the place of that cell", function()
    for _ = 1, 20 do
      for i = 1, #units do
        local unit = units[i]
        local dx, dy = direction(flow, unit[1], unit[2])
        if dx then unit[1], unit[2] = unit[1] + 0.05 * dx, unit[2] + 0.05 * dy end
      end
    end
  end, function()
    for _ = 1, 20 do
      for i = 1, #units do
        local unit = units[i]
        local node = flow:next(map:at(unit[1], unit[2]))
        if node then state = state + (node.x > unit[1] and 1 or 0) + (node.y > unit[2] and 1 or 0) end
      end
    end
  end, 20000)
  local start, far = map:cell(2, 2), math.floor(map.width * 0.9)
  local wall = map:cell(far, far)
  start.blocked = false
  for i = far - 3, far + 3 do
    for _, cell in ipairs { map:cell(i, far - 3), map:cell(i, far + 3), map:cell(far - 3, i), map:cell(far + 3, i) } do
      cell.blocked = true
    end
  end
  wall.blocked = false
  assert(not map:path(start, wall, "man"))
  line("a goal on 1000² that is walled in, beside a search for it", function()
    for _ = 1, 100 do map:path(start, wall, "man") end
  end, function()
    local s = map:search(start, wall, "man")
    s:run()
    s:close()
  end, 100, 1)
end

-- ---- Layers, sizes, partial paths ----------------------------------------------------------------------

do
  local map = weighted(sized(512))
  local danger = map:layer "danger"
  for _ = 1, 400 do danger:fill(random(map.width), random(map.width), random(12), random(12), 4 * random()) end
  local from, to = free_cells(map, 60), free_cells(map, 60)
  local with, without = { unit = "man", layers = { danger = 1 } }, { unit = "man" }
  local function expand(options)
    local count = 0
    for i = 1, #from do
      local s = map:search(from[i], to[i], options)
      s:run()
      count = count + s.expanded
      s:close()
    end
    return count
  end
  local function paths(options)
    for i = 1, #from do map:path(from[i], to[i], options) end
  end
  line("a search with a layer, beside one without, for each expansion", function() expand(with) end,
    function() expand(without) end, expand(with), expand(without))
  line("a path with a layer, beside one without", function() paths(with) end, function() paths(without) end, 60)
end

do
  -- Patches of terrain, larger than the units, so that both take about the same ways.
  local side = sized(512)
  local map = astar.grid { width = side, height = side }
  for _ = 1, side / 2 do
    map:fill(random(side), random(side), 8 + random(24), 8 + random(24), random(2) == 1 and "forest" or "swamp")
  end
  map:unit("man", { forest = 2, swamp = 3.5 })
  map:unit("ogre", { forest = 2, swamp = 3.5 }, { size = 3 })
  local from, to = {}, {}
  for i = 1, 60 do
    from[i], to[i] = map:cell(random(side - 3), random(side - 3)), map:cell(random(side - 3), random(side - 3))
  end
  local function paths(unit)
    for i = 1, #from do map:path(from[i], to[i], unit) end
  end
  line("a path of size 3, beside size 1", function() paths "ogre" end, function() paths "man" end, 60)
end

do
  local map = weighted(sized(256))
  local start, goal = map:cell(1, 1), map:cell(math.floor(map.width * 0.8), math.floor(map.width * 0.8))
  start.blocked, goal.blocked = false, true
  local function run(options)
    local s = map:search(start, goal, options)
    s:run()
    s:close()
  end
  line("a search for a blocked goal on 256² with partial, beside one without",
    function() run { unit = "man", partial = true } end, function() run { unit = "man" } end)
end

-- ---- Ranges ------------------------------------------------------------------------------------------

do
  local map = weighted(64, { layout = "odd-r" })
  local start = map:cell(32, 32)
  start.blocked = false
  local count = 0
  for _ in map:reach(start, 12, "man"):tiles("closed") do count = count + 1 end
  line(("reach 12 on hexagons, %d cells by s:tiles"):format(count), function()
    for _ = 1, 100 do
      local range = map:reach(start, 12, "man")
      for _ in range:tiles("closed") do end
      range:close()
    end
  end, function()
    for _ = 1, 100 do
      local range = map:search(start, nil, { unit = "man", max_cost = 12 })
      range:run()
      for _ in range:nodes("closed") do end
      range:close()
    end
  end, 100)
end

-- ---- Maps that change ----------------------------------------------------------------------------------

local function share(list, part)
  table.sort(list)
  return list[math.max(1, math.ceil(part * #list))]
end

-- One tower after the other on a flow: each repair beside a new flow.
do
  local map = weighted(sized(1000))
  local goal = map:cell(math.floor(map.width / 2), math.floor(map.width / 2))
  goal.blocked = false
  local flow = map:flow(goal, "man")
  local new = {}
  for i = 1, rounds do
    new[i] = time(function() map:flow(goal, "man"):close() end)
  end
  local whole, times, built = median(new), {}, {}
  for i = 1, quick and 20 or 1000 do
    local cell = free_cell(map)
    cell.blocked, built[#built + 1] = true, cell
    times[i] = time(function() flow:repair() end)
  end
  for i = 1, #built, 10 do -- and where the goal is nearly shut in, as bad as can be
    local cell = map:cell(goal.col + (i % 7) - 3, goal.row + 4)
    cell.blocked = not cell.blocked
    times[#times + 1] = time(function() flow:repair() end)
  end
  local check = map:flow(goal, "man")
  for id = 1, #map do assert(flow:cost(map:node(id)) == check:cost(map:node(id))) end
  print(("| repair of a flow on 1000² after a tower at random, median of %d, beside a new flow | %s | %s | %.0f |")
    :format(#times, show(share(times, 0.5)), show(whole), whole / share(times, 0.5)))
  print(("| the same, 99 of 100 | %s | %s | %.2f |"):format(show(share(times, 0.99)), show(whole), whole / share(times, 0.99)))
  print(("| the same, the slowest | %s | %s | %.2f |"):format(show(share(times, 1)), show(whole), whole / share(times, 1)))
end

-- A queue with 2 ms a frame, while one cell a frame is edited.
do
  local map = weighted(sized(512))
  local queue, frames, answered = require "astar.queue"(), {}, 0
  local function ask()
    local from, near = free_cell(map), random(2) == 1
    local goal
    repeat
      goal = free_cell(map)
    until not near or math.abs(goal.col - from.col) + math.abs(goal.row - from.row) < map.width / 4
    queue:push(function() return map:search(from, goal, "man") end, function(_, _, ticket)
      answered = answered + 1
      ticket.search:close()
    end)
  end
  for _ = 1, quick and 20 or 500 do ask() end
  collectgarbage()
  repeat
    local cell = map:cell(random(map.width), random(map.width))
    if random(2) == 1 then cell.blocked = not cell.blocked
    else cell.terrain = random(2) == 1 and "forest" or "plain" end
    local began = clock()
    local empty = queue:run(0.002)
    frames[#frames + 1] = clock() - began
  until empty
  local stats = queue:stats()
  assert(answered == stats.answered and #queue == 0)
  print(("| %d searches on 512² by a queue with 2 ms a frame, one edit a frame: a frame's median, of %d | %s | | |")
    :format(answered, #frames, show(share(frames, 0.5))))
  print(("| the same, 99 of 100; the longest; %d repairs | %s | %s | |")
    :format(stats.repaired, show(share(frames, 0.99)), show(share(frames, 1))))
end

-- What a map notes of edits while somebody reads them.
do
  local map = weighted(sized(512))
  local count = quick and 1000 or 200000
  local cols, rows = {}, {}
  for i = 1, count do cols[i], rows[i] = random(map.width), random(map.width) end
  local function edits()
    for i = 1, count do map:set(cols[i], rows[i], i % 2 == 0 and "forest" or "plain") end
  end
  local with, without = {}, {}
  edits()
  for i = 1, rounds do
    without[i] = time(edits) / count
    local reader = map:reach(map:cell(1, 1), 3, "man")
    with[i] = time(edits) / count
    reader:close()
  end
  print(("| an edit of a map with a search on it, beside one without | %s | %s | %.2f |")
    :format(show(median(with)), show(median(without)), median(without) / median(with)))
end
