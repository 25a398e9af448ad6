-- Crowds on nodes beside a joint breadth-first search: on small maps, whatever has a solution for up to four agents is reached by
-- `step` or `update` alone, in whatever order they were added; and `solve` finds it.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

-- Whether there are steps that bring all to their goals at once. The state is where all of them are.
local function is_solvable(map, starts, goals)
  local ways = {}
  for cell in map:nodes() do
    ways[cell.id] = { cell.id }
    for other in cell:links() do
      if not cell.blocked and not other.blocked then table.insert(ways[cell.id], other.id) end
    end
  end
  local wanted, first = table.concat(goals, " "), table.concat(starts, " ")
  local seen, queue, head = { [first] = true }, { starts }, 1
  local state, after = nil, {}
  local function expand(i)
    if i > #starts then
      local key = table.concat(after, " ")
      if not seen[key] then
        seen[key] = true
        local copy = {}
        for k = 1, #starts do copy[k] = after[k] end
        queue[#queue + 1] = copy
      end
      return
    end
    for _, to in ipairs(ways[state[i]]) do
      local free = true
      for k = 1, i - 1 do free = free and after[k] ~= to and not (after[k] == state[i] and state[k] == to) end
      if free then
        after[i] = to
        expand(i + 1)
      end
    end
  end
  while queue[head] and not seen[wanted] do
    state, head = queue[head], head + 1
    expand(1)
  end
  return seen[wanted] == true
end

local function picked(rng, cells, n)
  local ids = {}
  rng:shuffle(cells)
  for i = 1, n do ids[i] = cells[i].id end
  return ids
end

local ways = {
  { "by steps", function(crowd) crowd:step() end },
  { "by updates, at speeds of their own", function(crowd) crowd:update(1) end, { 1, 0.7, 2.3 } },
}
for _, way in ipairs(ways) do
  describe("what a joint search solves is reached", function()
    it(way[1], function()
      random.cases("joint " .. way[1], 400, function(rng)
        local map, free = astar.grid { width = rng:int(2, 4), height = rng:int(2, 3), neighbours = 4 }, {}
        for cell in map:nodes() do
          if rng:chance(0.35) then cell.blocked = true
          else free[#free + 1] = cell end
        end
        local n = rng:int(2, 4)
        if #free <= n then return end
        local starts, goals = picked(rng, free, n), picked(rng, free, n)
        local crowd, units = map:crowd(), {}
        for i = 1, n do
          units[i] = crowd:add(map:node(starts[i]), { goal = map:node(goals[i]), speed = way[3] and rng:pick(way[3]) or nil })
        end
        local solvable = is_solvable(map, starts, goals)
        local found, reason = map:crowd(crowd:save()):solve()
        that(found == solvable, "solve says %s, %s", found, reason)
        local arrived, steps = 0, 0
        while solvable and arrived < n do
          way[2](crowd)
          arrived, steps = 0, steps + 1
          for i, unit in ipairs(units) do arrived = arrived + (unit.node.id == goals[i] and unit.status == "arrived" and 1 or 0) end
          that(steps < 3000, "only %d of %d agents are at their goals", arrived, n)
        end
      end)
    end)
  end)
end

describe("those with one goal", function()
  -- Steps until all are at rest around the goal.
  local function steps_to_rest(map, starts, goal, most)
    local crowd, agents = map:crowd(), {}
    for i, cell in ipairs(starts) do agents[i] = crowd:add(cell, { goal = goal }) end
    for step = 1, most do
      crowd:step()
      local arrived = 0
      for _, agent in ipairs(agents) do arrived = arrived + (agent.status == "arrived" and 1 or 0) end
      if arrived == #agents then return step end
    end
  end

  it("are soon at rest, though the goal lies in a passage", function()
    local map = astar.grid { rows = { "..##..", "#.#..#", "#.....", "..#..#" }, legend = { ["."] = "grass", ["#"] = false },
      neighbours = 4 }
    that(steps_to_rest(map, { map:cell(5, 2), map:cell(5, 1) }, map:cell(5, 1), 5), "they went on for more than 5 steps")
  end)

  it("are soon at rest on small maps", function()
    random.cases("one goal", 3000, function(rng)
      local rows, free, starts, taken = {}, {}, {}, {}
      for row = 1, rng:int(3, 6) do rows[row] = "" end
      for _ = 1, rng:int(3, 6) do
        for row in ipairs(rows) do rows[row] = rows[row] .. (rng:chance(0.25) and "#" or ".") end
      end
      local map = astar.grid { rows = rows, legend = { ["."] = "grass", ["#"] = false }, neighbours = rng:pick { 4, 8 } }
      for cell in map:nodes() do
        if not cell.blocked then free[#free + 1] = cell end
      end
      if #free == 0 then return end
      local goal = rng:pick(free)
      for _ = 1, rng:int(2, 4) do
        local cell = rng:pick(free)
        if not taken[cell] and map:connected(cell, goal) then
          taken[cell] = true
          starts[#starts + 1] = cell
        end
      end
      local most = 2 * #map
      that(#starts == 0 or steps_to_rest(map, starts, goal, most), "%s: they went on for more than %d steps to %s",
        table.concat(rows, "/"), most, goal)
    end)
  end)
end)
