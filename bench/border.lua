-- border.lua: what it costs to cross from Lua to the module and back: reading fields, single cells, costs, and numbers in
-- bulk, beside a function in C that does nothing. Called by bench/border, which sets the paths of the module.
--
--   border.lua full|quick
--
-- The table shows the least time of several rounds, of CPU time on one core, without that of an empty loop.
local astar = require "astar"
local quick = (...) == "quick"
local rounds, calls = quick and 1 or 9, quick and 1000 or 300000
local clock = os.clock

local SIDE = 64
local map = astar.grid { width = SIDE, height = SIDE }
for i = 1, SIDE, 2 do map:fill(i, 1, 1, SIDE, i % 4 == 1 and "forest" or "swamp") end
map:unit("man", { forest = 1.5, swamp = 2 })
local nodes = {}
for i = 1, SIDE do nodes[i] = map:cell(i, i) end
local from, goal = nodes[1], nodes[SIDE]
local flow, path = map:flow(goal, "man"), map:path(from, goal, "man")
local layer, crowd = map:layer("danger"), map:crowd()
local agent, disc
for i = 1, SIDE do agent = crowd:add(map:cell(i, 1)) end
local plane = astar.plane { bounds = { 0, 0, 100, 100 } }
local discs = plane:crowd()
for i = 1, SIDE do disc = discs:add(i, i, { radius = 0.1 }) end
local list, length = {}, path.length

-- What a call is, what makes n calls, and how many things one of them reads.
local nothing = coroutine.running -- the nearest to it in all versions of Lua
local rows = {
  { "a function in C that does nothing", function(n) for i = 1, n do nothing(nodes[i % SIDE + 1]) end end },
  { "`node.id`", function(n) for i = 1, n do local _ = nodes[i % SIDE + 1].id end end },
  { "`node.x`", function(n) for i = 1, n do local _ = nodes[i % SIDE + 1].x end end },
  { "`node.col`", function(n) for i = 1, n do local _ = nodes[i % SIDE + 1].col end end },
  { "`node.terrain`", function(n) for i = 1, n do local _ = nodes[i % SIDE + 1].terrain end end },
  { "`node.blocked`", function(n) for i = 1, n do local _ = nodes[i % SIDE + 1].blocked end end },
  { "`map.width`", function(n) for _ = 1, n do local _ = map.width end end },
  { "`map:get(col, row)`", function(n) for i = 1, n do map:get(i % SIDE + 1, 9) end end },
  { "`map:set(col, row, terrain)`", function(n) for i = 1, n do map:set(i % SIDE + 1, 9, "swamp") end end },
  { "`map:cell(col, row)`", function(n) for i = 1, n do map:cell(i % SIDE + 1, i % SIDE + 1) end end },
  { "`map:at(x, y)`", function(n) for i = 1, n do map:at(i % SIDE + 0.5, i % SIDE + 0.5) end end },
  { "`layer:get(col, row)`", function(n) for i = 1, n do layer:get(i % SIDE + 1, 9) end end },
  { "`flow:cost(node)`", function(n) for i = 1, n do flow:cost(nodes[i % SIDE + 1]) end end },
  { "`flow:next(node)`", function(n) for i = 1, n do flow:next(nodes[i % SIDE + 1]) end end },
  { "`flow:direction(x, y)`", function(n) for i = 1, n do flow:direction(i % SIDE + 0.5, 9.5) end end },
  { "`path.cost`", function(n) for _ = 1, n do local _ = path.cost end end },
  { "`path[i]`", function(n) for i = 1, n do local _ = path[i % SIDE + 1] end end },
  { "`path:at(distance)`", function(n) for i = 1, n do path:at(i % length) end end },
  { "`path:points()`, a node", function(n) for _ = 1, n do path:points() end end, #path },
  { "`path:points(2, t)`, a node", function(n) for _ = 1, n do path:points(2, list) end end, #path },
  { "`path:cells(2, t)`, a node", function(n) for _ = 1, n do path:cells(2, list) end end, #path },
  { "`flow:costs(t)`, a cell", function(n) for _ = 1, n do flow:costs(list) end end, SIDE * SIDE },
  { "`map:terrains(t)`, a cell", function(n) for _ = 1, n do map:terrains(list) end end, SIDE * SIDE },
  { "`agent.x`", function(n) for _ = 1, n do local _ = agent.x end end },
  { "`disc.x`", function(n) for _ = 1, n do local _ = disc.x end end },
  { "`crowd:positions(t)`, an agent", function(n) for _ = 1, n do crowd:positions(list) end end, SIDE },
}

local function empty(n) for i = 1, n do local _ = nodes[i % SIDE + 1] end end

-- The least nanoseconds of a round for each thing that a call reads, of which there are `size`.
local function nanoseconds(call, size)
  local least = math.huge
  local n = math.ceil(calls / size)
  call(n)
  for _ = 1, rounds do
    local began = clock()
    call(n)
    least = math.min(least, (clock() - began) / (n * size))
  end
  return least * 1e9
end

print(("| %s | ns |"):format(jit and "LuaJIT" or _VERSION))
print "| --- | --: |"
local loop = nanoseconds(empty, 1)
for _, row in ipairs(rows) do
  local size = row[3] or 1
  print(("| %s | %.1f |"):format(row[1], math.max(nanoseconds(row[2], size) - loop / size, 0)))
end
