-- grid_baseline.lua: the contestant in plain Lua, see baseline.lua.
--
--   grid_baseline.lua MAP SCEN
local input = dofile("bench/grid_input.lua")
local worker = dofile("bench/worker.lua")
local baseline = dofile("bench/baseline.lua")

local map_file, problem_file = ...

local map = input.read_map(map_file)
local starts, goals = {}, {}
for i, p in ipairs(input.read_problems(problem_file)) do
  starts[i], goals[i] = (p[2] - 1) * map.width + p[1], (p[4] - 1) * map.width + p[3]
end

local began = os.clock()
local multipliers = {}
for r, row in ipairs(map.rows) do
  for c = 1, map.width do
    multipliers[(r - 1) * map.width + c] = input.multipliers[row:sub(c, c)] or false
  end
end
local find = baseline.new(map.width, map.height, multipliers)
local build_seconds = os.clock() - began

local function cost(i)
  local path, sum = find(starts[i], goals[i])
  assert(path[1] == starts[i])
  return sum
end

local function count(i) return (select(3, find(starts[i], goals[i]))) end

worker.serve(build_seconds, { path = worker.each(cost) }, cost, count)
