-- module.lua: the contestant that this is about: the module, called from Lua.
--
--   module.lua FILE plain|terrain [optimize|prepare]
--
-- Obeys the commands listed in worker.h. The modes of `run`: "path" asks g:path for the path object, "nodes" visits every
-- node of it besides, "points" asks for its points besides; "search" runs a g:search and takes its path. Expansions are
-- those of the searches, since g:path does not tell. With `prepare` the unit is prepared, and that is what took the
-- seconds of building.
local input = dofile("bench/input.lua")
local worker = dofile("bench/worker.lua")

local file, variant, extra = ...
local unit = variant == "terrain" and "walker" or nil

local data = input.read(file)
local began = os.clock()
local g, nodes = input.build(data)
if extra == "optimize" then g:optimize() end
if extra == "prepare" then
  began = os.clock()
  g:prepare(unit)
end
local build_seconds = os.clock() - began

local starts, goals = {}, {}
for i = 1, data.pair_count do
  starts[i], goals[i] = nodes[data.pairs[2 * i - 1]], nodes[data.pairs[2 * i]]
end
data, nodes = nil, nil -- luacheck: ignore

local function cost(i) return (select(2, g:path(starts[i], goals[i], unit))) end

local function search(i) return g:search(starts[i], goals[i], unit) end

local modes = { path = worker.each(cost), search = worker.searches(search) }

modes.nodes = worker.each(function(i)
  local path, length = g:path(starts[i], goals[i], unit)
  local visited = 0
  for _, node in path:nodes() do
    if node then visited = visited + 1 end
  end
  assert(visited == #path)
  return length
end)

modes.points = worker.each(function(i)
  local path, length = g:path(starts[i], goals[i], unit)
  assert(#path:points() == 2 * #path)
  return length
end)

worker.serve(build_seconds, modes, cost, function(i) return worker.expanded(search(i)) end)
