-- motion.lua: smooth paths, lines of sight, turning and fleeing on grids, from Lua. Called by bench/motion, which sets
-- the paths of the module.
--
--   motion.lua full|quick DIR
--
-- For each map in DIR, problems of its file of problems whose routes have a few hundred cells. Lengths: how much longer
-- smooth paths are than the shortest ones at any angle, which the plane made from the same grid gives; mean over the
-- problems. Times: for one path, medians over rounds in which all problems take turns.
local input = dofile("bench/grid_input.lua")
local astar = require "astar"
local mode, folder = ...
local quick = mode == "quick"
local rounds, wanted = quick and 1 or 9, quick and 20 or 300
local clock = os.clock

local function median(list)
  table.sort(list)
  return list[math.floor((#list + 1) / 2)]
end

-- Seconds for one of n calls of a function that makes them all.
local function time(n, calls)
  local took = {}
  for i = 1, rounds do
    collectgarbage()
    collectgarbage "stop"
    local began = clock()
    calls()
    took[i] = (clock() - began) / n
    collectgarbage "restart"
  end
  return median(took)
end

local function row(...)
  print("| " .. table.concat({ ... }, " | ") .. " |")
end

local function microseconds(seconds)
  return ("%.1f µs"):format(seconds * 1e6)
end

---- Smooth paths ------------------------------------------------------------------------------------------------

local maps = { "arena", "lak303d", "den520d", "8room_000", "London_0_512", "random512-25-0", "maze512-4-0" }

-- Up to `wanted` routes, spread over the problems of a map.
local function routes_of(map, problems)
  local routes = {}
  for i = 1, #problems, math.max(1, math.floor(#problems / wanted)) do
    local p = problems[i]
    local a, b = map:cell(p[1], p[2]), map:cell(p[3], p[4])
    local path = a ~= b and map:path(a, b)
    if path then routes[#routes + 1] = { path = path, a = a, b = b } end
  end
  return routes
end

local function check(ok, what)
  if not ok then error(what, 0) end
end

local sum, count = 0, 0
row("map", "cells of a route", "bends", "route", "smooth", "`path`", "with `ties`", "`smooth`", "per 300 cells",
  "plane:path")
row("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:")
for _, name in ipairs(maps) do
  local file = folder .. "/" .. name .. ".map"
  if io.open(file) then
    local text = input.read_map(file).text
    local map = astar.grid { map = text, legend = { S = "ground", W = false, T = false } }
    local plane = astar.plane { grid = map }
    local routes = routes_of(map, input.read_problems(file .. ".scen"))
    local cells, bends, plain, smooth = 0, 0, 0, 0
    for _, r in ipairs(routes) do
      local path = map:smooth(r.path)
      local _, optimum = plane:path(r.a.x, r.a.y, r.b.x, r.b.y)
      check(path.length <= r.path.length * (1 + 1e-9) and path:valid(), name .. ": a smooth path is wrong")
      cells, bends = cells + #r.path, bends + #path - 2
      plain, smooth = plain + r.path.length / optimum - 1, smooth + path.length / optimum - 1
    end
    local n = #routes
    sum, count = sum + smooth / n, count + 1
    local long = time(n, function() for _, r in ipairs(routes) do map:smooth(r.path) end end)
    local found = time(n, function() for _, r in ipairs(routes) do map:path(r.a, r.b) end end)
    local straight = { ties = "straight" }
    local tied = time(n, function() for _, r in ipairs(routes) do map:path(r.a, r.b, straight) end end)
    local any = time(n, function() for _, r in ipairs(routes) do plane:path(r.a.x, r.a.y, r.b.x, r.b.y) end end)
    row(name, ("%.0f"):format(cells / n), ("%.1f"):format(bends / n), ("+%.2f %%"):format(plain / n * 100),
      ("+%.2f %%"):format(smooth / n * 100), microseconds(found), microseconds(tied), microseconds(long),
      microseconds(long / cells * n * 300), microseconds(any))
  end
end
if count > 0 then print(("\nMean of the maps: +%.2f %%.\n"):format(sum / count * 100)) end

---- Lines of sight ----------------------------------------------------------------------------------------------

row("50 cells", "`sight`")
row("---", "---:")
local state = 1
local function random(n)
  state = state * 48271 % 2147483647
  return state % n
end
for _, kind in ipairs { "square", "square with a wall", "odd-r" } do
  local map = astar.grid { width = 200, height = 200, layout = kind:match "^%S+" }
  if kind:find "wall" then map:wall(map:cell(1, 1), map:cell(2, 1)) end
  local pairs_of = {}
  for i = 1, 1000 do
    local angle = random(6283) / 1000
    local x, y = 60 + random(80), 60 + random(80)
    pairs_of[i] = { map:cell(x, y), map:cell(x + math.floor(50 * math.cos(angle) + 0.5),
      y + math.floor(50 * math.sin(angle) + 0.5)) }
  end
  local took = time(20000, function()
    for _ = 1, 20 do
      for i = 1, 1000 do map:sight(pairs_of[i][1], pairs_of[i][2]) end
    end
  end)
  row(kind, ("%.0f ns"):format(took * 1e9))
end

---- Turning ----------------------------------------------------------------------------------------------------

-- On 512 × 512 cells; `expanded` counts what a search of the same question expands: cells, or cells with a heading.

local SIZE = 512

local function make_map(kind)
  local map = astar.grid { width = SIZE, height = SIZE }
  map:unit("man", { mud = 2 })
  if kind == "a quarter blocked" then
    for _ = 1, SIZE * SIZE / 4 do map:block(1 + random(SIZE), 1 + random(SIZE)) end
  else
    for _ = 1, 600 do map:fill(1 + random(SIZE), 1 + random(SIZE), 1 + random(30), 1 + random(30), "mud") end
    for _ = 1, 100 do map:fill(1 + random(SIZE), 1 + random(SIZE), 1 + random(30), 1 + random(30), "rock") end
    map:unit("man", { mud = 2, rock = false })
  end
  return map
end

local function expanded(map, list, options)
  local sum_of = 0
  for _, p in ipairs(list) do
    local s = map:search(p[1], p[2], options)
    s:run()
    sum_of = sum_of + s.expanded
    s:close()
  end
  return sum_of / #list
end

print()
row("512 × 512", "`path`", "`turn_cost`", "ratio", "expanded", "with headings", "ratio for each")
row("---", "---:", "---:", "---:", "---:", "---:", "---:")
local fields = {}
for _, kind in ipairs { "a quarter blocked", "terrain" } do
  local map, list = make_map(kind), {}
  fields[kind] = map
  while #list < (quick and 3 or 30) do
    local a, b = map:cell(1 + random(SIZE), 1 + random(SIZE)), map:cell(1 + random(SIZE), 1 + random(SIZE))
    if map:path(a, b, "man") then list[#list + 1] = { a, b } end
  end
  local plain, turning = { unit = "man" }, { unit = "man", turn_cost = 1 }
  local function all(options)
    return function() for _, p in ipairs(list) do map:path(p[1], p[2], options) end end
  end
  local t, u = time(#list, all(plain)), time(#list, all(turning))
  local n, m = expanded(map, list, plain), expanded(map, list, turning)
  row(kind, microseconds(t), microseconds(u), ("%.1f"):format(u / t), ("%.0f"):format(n), ("%.0f"):format(m),
    ("%.1f"):format(u / m / (t / n)))
end

---- Fleeing ----------------------------------------------------------------------------------------------------

print()
row("512 × 512, four threats", "`flow`", "`away`", "ratio", "`away`, reach 20")
row("---", "---:", "---:", "---:", "---:")
for _, kind in ipairs { "a quarter blocked", "terrain" } do
  local map, threats = fields[kind], {}
  for i = 1, 4 do threats[i] = map:cell(100 * i, 37 * i) end
  local flow = time(1, function() map:flow(threats, "man"):close() end)
  local away = time(1, function() map:away(threats, "man"):close() end)
  local near = time(1, function() map:away(threats, { unit = "man", reach = 20 }):close() end)
  row(kind, microseconds(flow), microseconds(away), ("%.1f"):format(away / flow), microseconds(near))
end
