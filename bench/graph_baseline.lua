-- graph_baseline.lua: the contestant in plain Lua on graphs: A* as it is usually written, with care.
--
--   graph_baseline.lua FILE plain|terrain
--
-- Obeys the commands listed in worker.h; the one mode of `run` is "path". Nodes are numbers, links flat arrays of
-- neighbours and costs, the heap two flat arrays, a search number stands for clearing, and no table is made on the
-- way but the path. A node that is reached at less cost is entered once more; the old entry is passed over when it
-- comes up.
local worker = dofile("bench/worker.lua")

local file_name, variant = ...
local floor, sqrt = math.floor, math.sqrt
local multipliers = { [0] = 1, 1.5, 2, 4 }

local file = assert(io.open(file_name))
local function number() return assert(file:read("*n"), "bad input") end
local nodes, links, pair_count = number(), number(), number()
local began = os.clock()
local xs, ys, zs, enter, neighbours, costs = {}, {}, {}, {}, {}, {}
for i = 1, nodes do
  xs[i], ys[i], zs[i] = number(), number(), number()
  local terrain = number()
  enter[i] = variant == "terrain" and multipliers[terrain] or 1
  neighbours[i], costs[i] = {}, {}
end

local function distance(a, b)
  local dx, dy, dz = xs[a] - xs[b], ys[a] - ys[b], zs[a] - zs[b]
  return sqrt(dx * dx + dy * dy + dz * dz)
end

local function join(a, b)
  local n = #neighbours[a] + 1
  neighbours[a][n], costs[a][n] = b, distance(a, b) * enter[b]
end

for _ = 1, links do
  local a, b, oneway = number(), number(), number()
  join(a, b)
  if oneway == 0 then join(b, a) end
end
local starts, goals = {}, {}
for i = 1, pair_count do starts[i], goals[i] = number(), number() end
file:close()
local build_seconds = os.clock() - began

local g, parent, seen, closed = {}, {}, {}, {}
for i = 1, nodes do g[i], parent[i], seen[i], closed[i] = 0, 0, 0, 0 end
local keys, entries, size, search = {}, {}, 0, 0

local function push(key, node)
  size = size + 1
  local i = size
  while i > 1 do
    local above = floor(i / 2)
    if keys[above] <= key then break end
    keys[i], entries[i] = keys[above], entries[above]
    i = above
  end
  keys[i], entries[i] = key, node
end

local function pop()
  local first = entries[1]
  local key, last = keys[size], entries[size]
  size = size - 1
  local i, child = 1, 2
  while child <= size do
    local least = keys[child]
    if child < size and keys[child + 1] < least then
      child = child + 1
      least = keys[child]
    end
    if key <= least then break end
    keys[i], entries[i] = least, entries[child]
    i, child = child, 2 * child
  end
  keys[i], entries[i] = key, last
  return first
end

local function trace(goal)
  local length, node = 0, goal
  while node ~= 0 do
    length, node = length + 1, parent[node]
  end
  local path = {}
  node = goal
  for i = length, 1, -1 do
    path[i], node = node, parent[node]
  end
  return path
end

local function find(start, goal)
  local goal_x, goal_y, goal_z, expanded = xs[goal], ys[goal], zs[goal], 0
  search, size = search + 1, 0
  g[start], parent[start], seen[start] = 0, 0, search
  push(0, start)
  while size > 0 do
    local node = pop()
    if closed[node] ~= search then
      closed[node] = search
      expanded = expanded + 1
      if node == goal then return trace(goal), g[goal], expanded end
      local from, near, cost = g[node], neighbours[node], costs[node]
      for i = 1, #near do
        local to, through = near[i], from + cost[i]
        if closed[to] ~= search and (seen[to] ~= search or through < g[to]) then
          local dx, dy, dz = xs[to] - goal_x, ys[to] - goal_y, zs[to] - goal_z
          seen[to], g[to], parent[to] = search, through, node
          push(through + sqrt(dx * dx + dy * dy + dz * dz), to)
        end
      end
    end
  end
  return nil
end

local function cost(i)
  local path, sum = find(starts[i], goals[i])
  assert(path[1] == starts[i])
  return sum
end

local function count(i) return (select(3, find(starts[i], goals[i]))) end

worker.serve(build_seconds, { path = worker.each(cost) }, cost, count)
