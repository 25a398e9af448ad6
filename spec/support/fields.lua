-- Slow and obvious oracles over the copy that a world keeps (world.lua, tiles.lua): costs from a start and to goals, the
-- nodes that count as a goal, and searches in turns that look at every (node, turn, points left).
--
-- Rules: unit; avoid, only, stop (sets of records); extra(record) → what layers add to entering it; cost, a function as
-- of a search; max_cost; near, adjacent; discs.

local check = require "spec.support.check"
local oracle = require "spec.support.oracle"

local fields = {}

local huge = math.huge

-- The cost of a step with everything counted in, or nil.
function fields.step(w, from, link, rules)
  if oracle.refused(w, link.to, rules) then return nil end
  if rules.discs and not w:has_room(rules.unit, from, link) then return nil end
  local cost = w:step(rules.unit, from, link)
  if cost and rules.cost then cost = rules.cost(from.node, link.to.node, cost) or nil end
  if not cost or cost == huge then return nil end
  return rules.extra and cost + rules.extra(link.to) or cost
end

-- The least of all steps from a to b, or nil.
function fields.least(w, a, b, rules)
  local least
  for _, link in ipairs(a.out) do
    local cost = link.to == b and fields.step(w, a, link, rules)
    if cost and (not least or cost < least) then least = cost end
  end
  return least
end

-- All steps that can be made: { from, to, cost }.
local function steps_of(w, rules)
  local steps = {}
  for _, from in ipairs(w.list) do
    for _, link in ipairs(from.out) do
      local cost = fields.step(w, from, link, rules)
      if cost then steps[#steps + 1] = { from, link.to, cost } end
    end
  end
  return steps
end

-- Bellman-Ford along steps { from, to, cost }, or against them: adds to g, which has the costs of the ends, all others.
-- Nodes in `stop` that are not ends are not passed through.
local function relax_all(g, steps, against, rules)
  local tail, head = against and 2 or 1, against and 1 or 2
  local ends, again = {}, true
  for r in pairs(g) do ends[r] = true end
  while again do
    again = false
    for _, step in ipairs(steps) do
      local from, to = step[tail], step[head]
      local known = g[from]
      if known and (ends[from] or not (rules.stop and rules.stop[from])) then
        local cost = known + step[3]
        if cost < huge and (not g[to] or cost < g[to] - g[to] * 2 ^ -45) then g[to], again = cost, true end
      end
    end
  end
  for r, cost in pairs(g) do
    if rules.max_cost and cost > rules.max_cost then g[r] = nil end
  end
  return g
end

-- Least costs from a record to all others.
function fields.costs_from(w, start, rules)
  return relax_all({ [start] = 0 }, steps_of(w, rules), false, rules)
end

-- Least costs of all records to the nearest of a set of them.
function fields.costs_to(w, ends, rules)
  local g = {}
  for r in pairs(ends) do g[r] = 0 end
  return relax_all(g, steps_of(w, rules), true, rules)
end

-- The vectors by which a map repeats where its edges join; the first is none.
local function shifts_of(w)
  local shifts = { { 0, 0 } }
  local function add(vector)
    local count = #shifts
    for i = 1, count do
      for k = -1, 1, 2 do
        shifts[#shifts + 1] = { shifts[i][1] + k * vector[1], shifts[i][2] + k * vector[2] }
      end
    end
  end
  if w.wrap_x or w.wrap_y then
    local x, y = w:place(1, 1)
    if w.wrap_x then
      local ax, ay = w:place(1 + w.width, 1)
      add({ ax - x, ay - y })
    end
    if w.wrap_y then
      local ax, ay = w:place(1, 1 + w.height)
      add({ ax - x, ay - y })
    end
  end
  return shifts
end

-- The set of records that count as goals; and whether rounding decides about one of them.
function fields.region(w, goals, rules)
  local region, unsure = {}, false
  for _, goal in ipairs(goals) do region[goal] = true end
  if rules.near then
    local shifts = shifts_of(w)
    for _, goal in ipairs(goals) do
      for _, r in ipairs(w.list) do
        for i, shift in ipairs(shifts) do
          local dx, dy, dz = r.x - goal.x + shift[1], r.y - goal.y + shift[2], r.z - goal.z
          local d = i == 1 and r.node:distance(goal.node) or math.sqrt(dx * dx + dy * dy + dz * dz)
          if d <= rules.near then region[r] = true end
          if i > 1 and math.abs(d - rules.near) < 1e-9 * (1 + d) then unsure = true end
        end
      end
    end
  end
  if rules.adjacent then
    for _, r in ipairs(w.list) do
      for _, link in ipairs(r.out) do
        for _, goal in ipairs(goals) do
          if link.to == goal and w:passable(rules.unit, r, link)
            and (not rules.discs or w:has_room(rules.unit, r, link)) then
            region[r] = true
          end
        end
      end
    end
  end
  return region, unsure
end

-- Walks along nodes; every step has to exist and be allowed, and none may lead on from a stop. Gives the sum of the costs.
function fields.walk(w, nodes, rules)
  local sum, from = 0, w.by_node[nodes[1]]
  check.that(from, "the path does not begin at a node of the graph")
  for i = 2, #nodes do
    local to = w.by_node[nodes[i]]
    local cost = to and fields.least(w, from, to, rules)
    check.that(cost, "the path goes from %s to %s, which is not allowed", from.node, nodes[i])
    check.that(i == 2 or rules.moves or not (rules.stop and rules.stop[from]), "the path passes the stop %s", from.node)
    sum = sum + cost
    from = to
  end
  return sum
end

-- Turns -----------------------------------------------------------------------------------------------------

-- By (node, turn, points left), in whole numbers: `cost(from, link)` gives that of a step, or nil. All states of a turn are
-- followed; who waits has all points in the next one, who has entered a stop has to wait; on nodes in `pass`, but the
-- start, one can neither wait nor end the turn. Gives turns and left by record.
function fields.turns(start, moves, left, stop, cost, most, overdraw, pass)
  pass = pass or {}
  local turns, best = { [start] = 1 }, { [start] = left }
  local begins = { { start, left } }
  for turn = 1, most or huge do
    local seen, open, reached = {}, {}, {}
    local function enter(r, points, ended)
      local key = ended and -1 or points
      if not seen[r] then
        seen[r] = {}
        reached[#reached + 1] = r
      end
      if seen[r][key] then return end
      seen[r][key] = true
      if not turns[r] then turns[r] = turn end
      if turns[r] == turn then best[r] = math.max(best[r] or 0, ended and 0 or points) end
      if not ended then open[#open + 1] = { r, points } end
    end
    for _, state in ipairs(begins) do enter(state[1], state[2], false) end
    while #open > 0 do
      local state = table.remove(open)
      for _, link in ipairs(state[1].out) do
        local c = cost(state[1], link)
        local refused = pass[link.to] and link.to ~= start and stop[link.to]
        if c and not refused and (c <= state[2] or overdraw and state[2] > 0) then
          enter(link.to, math.max(state[2] - c, 0), stop[link.to] or false)
        end
      end
    end
    local next_begins = {}
    for _, r in ipairs(reached) do
      if not pass[r] or r == start then next_begins[#next_begins + 1] = { r, moves } end
    end
    if #next_begins == #begins and turn > 1 then return turns, best end
    begins = next_begins
  end
  return turns, best
end

-- Walks along records: the least turns, then the most points left, with turns ended early where that helps; and the
-- least and greatest sum of the costs (where it ends its turn, a unit may take the dearer of two steps).
function fields.march(records, moves, left, stop, cost, overdraw, pass)
  local sum, most = 0, 0
  local ways = { [1] = left } -- by turn, the most points left
  for i = 2, #records do
    local c, dearest
    for _, link in ipairs(records[i - 1].out) do
      local other = link.to == records[i] and cost(records[i - 1], link)
      if other and (not c or other < c) then c = other end
      if other and (other <= moves or overdraw) then dearest = math.max(dearest or 0, other) end
    end
    check.that(c and (c <= moves or overdraw), "step %d of the path cannot be made", i - 1)
    local from, ends, next_ways = records[i - 1], stop[records[i]] or false, {}
    local function go(turn, points)
      if c > points and not (overdraw and points > 0) then return end
      if ends and pass[records[i]] and records[i] ~= records[1] then return end
      next_ways[turn] = math.max(next_ways[turn] or -1, ends and -0.5 or math.max(points - c, 0))
    end
    for turn, points in pairs(ways) do
      if points >= 0 then go(turn, points) end
      if not pass[from] or from == records[1] then go(turn + 1, moves) end
    end
    ways, sum, most = next_ways, sum + c, most + dearest
  end
  local turn
  for t in pairs(ways) do turn = math.min(turn or t, t) end
  check.that(turn, "the path cannot be gone")
  return turn, math.max(ways[turn], 0), sum, most
end

return fields
