-- smooth.lua: smooth paths and lines of sight on grids, from Lua. Called by bench/smooth, which sets the paths of the
-- module.
--
--   smooth.lua full|quick DIR
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
row("map", "cells of a route", "bends", "route", "smooth", "`path`", "`smooth`", "per 300 cells", "plane:path")
row("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:")
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
    local any = time(n, function() for _, r in ipairs(routes) do plane:path(r.a.x, r.a.y, r.b.x, r.b.y) end end)
    row(name, ("%.0f"):format(cells / n), ("%.1f"):format(bends / n), ("+%.2f %%"):format(plain / n * 100),
      ("+%.2f %%"):format(smooth / n * 100), microseconds(found), microseconds(long),
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
