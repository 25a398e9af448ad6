-- micro.lua: what single calls cost from Lua.
--
--   micro.lua LARGE SMALL       prints `name value` lines; both are files of generate.c
--
-- LARGE serves for searches so short that starting them is all there is, SMALL for
-- the price of stepping, since a graph that fits the caches gives steadier numbers.
local input = dofile("bench/input.lua")
local worker = dofile("bench/worker.lua")
local astar = require "astar"

local large, small = ...
local ROUNDS, STARTS = 5, 20000

local function report(name, format, value)
  print(name .. " " .. format:format(value))
end

-- The medians of each of the numbers that the function returns, over several calls.
local function medians(f)
  local first, second = {}, {}
  for i = 1, ROUNDS do first[i], second[i] = f() end
  table.sort(first)
  table.sort(second)
  return first[(ROUNDS + 1) / 2], second[(ROUNDS + 1) / 2]
end

local function seconds(f, ...)
  local began = os.clock()
  f(...)
  return os.clock() - began
end

do -- s:step(1) against all steps at once, which keep the nodes, too
  local data = input.read(small)
  local g, nodes = input.build(data)
  local expanded
  local s = g:search(nodes[1], nodes[2])

  local function all(drive)
    expanded = 0
    for i = 1, 2 * data.pair_count, 2 do
      s:restart(nodes[data.pairs[i]], nodes[data.pairs[i + 1]])
      drive()
      expanded = expanded + s.expanded
    end
  end
  local function run() s:step(1e15) end
  local function step()
    while s:step(1) == "searching" do end -- luacheck: ignore 542
  end

  -- In turns, so that a slow moment of the machine strikes both.
  local runs, steps = medians(function() return seconds(all, run), seconds(all, step) end)
  report("step_ns", "%.0f", (steps - runs) / expanded * 1e9)
  s:close()
end

local data = input.read(large)
local g = astar.graph()
do -- Nodes are not kept: what they leave behind would hide what the searches take.
  for i = 1, data.nodes do g:add(data.x[i], data.y[i]) end
  for i = 1, 2 * data.links, 2 do g:link(g:node(data.ends[i]), g:node(data.ends[i + 1])) end
end

-- The ends of links from all over the graph, so that each search finds the caches cold.
local from, to = {}, {}
local stride = math.floor(data.links / STARTS) + 1
for i = 1, data.links, stride do
  from[#from + 1] = g:node(data.ends[2 * i - 1])
  to[#to + 1] = g:node(data.ends[2 * i])
end
data = nil -- luacheck: ignore
collectgarbage()
collectgarbage()

report("neighbours_us", "%.3f", medians(function()
  return seconds(function()
    for i = 1, #from do
      local s = g:search(from[i], to[i])
      s:run()
      s:close()
    end
  end) / #from * 1e6
end))

report("path_us", "%.3f", medians(function()
  return seconds(function()
    for i = 1, #from do g:path(from[i], to[i]) end
  end) / #from * 1e6
end))

local function nanoseconds_to_start(graph, a, b)
  return medians(function()
    return seconds(function()
      for _ = 1, STARTS do graph:search(a, b):close() end
    end) / STARTS * 1e9
  end)
end

local ten = astar.graph()
local first = ten:add(0, 0)
local second = ten:add(1, 0)
ten:link(first, second)
for i = 3, 10 do ten:link(ten:node(i - 1), ten:add(i - 1, 0)) end
report("path_ten_us", "%.3f", medians(function()
  return seconds(function()
    for _ = 1, STARTS do ten:path(first, second) end
  end) / STARTS * 1e6
end))
report("start_ns", "%.0f", nanoseconds_to_start(g, from[1], to[1]))
report("start_ten_ns", "%.0f", nanoseconds_to_start(ten, first, second))

do -- Searches that were run and are kept; what the system gives to the process tells their size.
  collectgarbage()
  collectgarbage()
  local kept = {}
  local before = worker.resident()
  for i = 1, #from do
    local s = g:search(from[i], to[i])
    s:run()
    kept[i] = s
  end
  local after = worker.resident()
  if before > 0 then report("neighbours_kb", "%.1f", (after - before) * 1024 / #kept) end
  for i = 1, #kept do kept[i]:close() end
end

report("optimize_s", "%.3f", seconds(function() g:optimize() end))

do -- As a string and back.
  collectgarbage()
  local text
  report("save_s", "%.3f", seconds(function() text = g:save() end))
  report("load_s", "%.3f", seconds(function() assert(astar.load(text)) end))
  report("saved_mb", "%.1f", #text / 1e6)
end
