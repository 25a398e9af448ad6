-- armies.lua: many units, from Lua: what a game pays for ranges, flows, layers and big units, beside the plain way to get
-- the same. Called by bench/armies, which sets the paths of the module.
--
--   armies.lua ROUNDS
--
-- Both ways of a line take turns, round by round; the table shows medians over the rounds, of CPU time on one core, and
-- the median of the ratios. Costs of both ways are checked to be equal where they answer the same.
local astar = require "astar"
local rounds = tonumber((...)) or 9
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

print "| what | this way | plain way | times as fast |"
print "| --- | --: | --: | --: |"

-- ---- Flows ---------------------------------------------------------------------------------------

do
  local map = weighted(256)
  local goal, units = map:cell(128, 128), free_cells(map, 300)
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
  local map = weighted(1000)
  local goal = map:cell(500, 500)
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
  local start, wall = map:cell(20, 20), map:cell(900, 900)
  start.blocked = false
  map:fill(895, 895, 11, 11, "plain")
  for i = 897, 903 do
    for _, cell in ipairs { map:cell(i, 897), map:cell(i, 903), map:cell(897, i), map:cell(903, i) } do
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
  local map = weighted(512)
  local danger = map:layer "danger"
  for _ = 1, 400 do danger:fill(random(500), random(500), random(12), random(12), 4 * random()) end
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
  line("60 searches without a layer, beside with one, for an expansion", function() expand(without) end,
    function() expand(with) end, expand(without), expand(with))
  line("60 paths without a layer, beside with one", function() paths(without) end, function() paths(with) end, 60)
end

do
  local rows = {}
  for row = 1, 512 do
    local cells = {}
    for col = 1, 512 do cells[col] = random() < 0.3 and "^" or "." end
    rows[row] = table.concat(cells)
  end
  local map = astar.grid { rows = rows, legend = legend }
  map:unit("man", { forest = 2 })
  local big = pcall(map.unit, map, "ogre", { forest = 2 }, { size = 3 })
  if big then
    local from, to = {}, {}
    for i = 1, 60 do from[i], to[i] = map:cell(random(500), random(500)), map:cell(random(500), random(500)) end
    local function paths(unit)
      for i = 1, #from do map:path(from[i], to[i], unit) end
    end
    line("60 paths of size 1, beside size 3", function() paths "man" end, function() paths "ogre" end, 60)
  end
end

do
  local map = weighted(256)
  local start, goal = map:cell(1, 1), map:cell(200, 200)
  start.blocked, goal.blocked = false, true
  local function run(options)
    local s = map:search(start, goal, options)
    s:run()
    s:close()
  end
  line("a blocked goal on 256² without partial, beside with it",
    function() run { unit = "man" } end, function() run { unit = "man", partial = true } end)
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
