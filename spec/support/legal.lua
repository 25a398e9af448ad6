-- The rules of crowds on nodes, checked by the copy that a world keeps (world.lua, tiles.lua): which steps are legal, and that
-- agents keep apart. Edits of the map come before the call that is checked, not between that call and the check.

local check = require "spec.support.check"

local that = check.that

local legal = {}

-- Where the agents stand before a step: an array of { agent =, from = record or nil, … }.
function legal.before(w, crowd)
  local moves = {}
  for a in crowd:agents() do
    moves[#moves + 1] = { agent = a, from = a.node and w.by_node[a.node], unit = a.unit, speed = a.speed, fixed = a.fixed or a.speed == 0,
      was_next = a.next and w.by_node[a.next], goal = a.goal }
  end
  return moves
end

-- Whether a step of a unit from a record to another is legal, by the copy of the map.
function legal.cost(w, unit, from, to)
  local least
  if not w:enterable(unit, to) then return nil end
  for _, link in ipairs(from.out) do
    if link.to == to then
      local cost = w:step(unit, from, link)
      if cost and cost < math.huge and (not least or cost < least) then least = cost end
    end
  end
  return least
end

-- The other two cells of the block in which a step goes aslant, or nil.
local function beside(t, from, to)
  if not t.map or t.hexagons or not from.col or not to.col or t.neighbours == 4 then return nil end
  local function apart_by_one(p, q, size, wrap)
    local d = math.abs(p - q)
    return d == 1 or wrap and d == size - 1 and d > 0
  end
  if not apart_by_one(from.col, to.col, t.width, t.wrap_x) or not apart_by_one(from.row, to.row, t.height, t.wrap_y) then return nil end
  if from.level ~= to.level then return nil end
  return t:at(from.col, to.row, from.level), t:at(to.col, from.row, from.level)
end

local function check_crossing(t, moved, move)
  local p, q = beside(t, move.from, move.to)
  if not p then return end
  that(moved[p] ~= q or not moved[p] and true, "two cross: %s to %s, and %s to %s", move.from.node, move.to.node, p.node, q.node)
  that(moved[q] ~= p, "two cross: %s to %s, and %s to %s", move.from.node, move.to.node, q.node, p.node)
end

-- All rules of a step without durations. Returns how many agents moved. `queues`: the expansions of the crowd are so few that
-- agents may have to wait for their turn to search.
function legal.check(w, crowd, moves, queues)
  local at, moved, count, wanted, shared = {}, {}, 0, {}, {}
  for _, move in ipairs(moves) do
    local goal = move.agent.goal
    if goal and wanted[goal] then shared[goal] = true end
    if goal then wanted[goal] = true end
  end
  for _, move in ipairs(moves) do
    local a = move.agent
    move.to = a.node and w.by_node[a.node]
    that(not move.from == not move.to, "%s lost or got a node", a)
    that(a.next == nil and a.progress == 0, "%s is on its way", a)
    if move.to then
      that(not at[move.to], "%s and %s are on one node", at[move.to], a)
      at[move.to] = a
      that(crowd:at(a.node) == a, "%s is not found on its node", a)
      if move.to ~= move.from then
        count = count + 1
        moved[move.from] = move.to
        that(not move.fixed, "%s moves, but is fixed", a)
        that(legal.cost(w, move.unit, move.from, move.to), "%s makes a step from %s to %s", a, move.from.node, move.to.node)
        that(a.status == "moving" or a.status == "arrived" or a.status == "stuck", "%s moved", a)
      else
        that(a.status ~= "moving", "%s has not moved", a)
      end
      if not a.goal then that(a.status == "arrived" or a.status == "stuck", "%s has no goal", a) end
      if a.goal == a.node and not shared[a.goal] then
        that(a.status == "arrived" or queues, "%s is at its goal", a)
      end
    else
      that(a.status == "stuck", "%s has no node", a)
    end
    local by = a.by
    that(not by or by ~= a and by.node and (a.status == "waiting" or a.status == "stuck"), "%s waits for %s", a, by)
  end
  for _, move in ipairs(moves) do
    if move.from and move.to ~= move.from then
      that(moved[move.to] ~= move.from, "%s changes places with another", move.agent)
      check_crossing(w, moved, move)
    end
  end
  return count
end

-- Nobody is where another is: no two stand on, leave or enter one node, and no two exchange their nodes.
function legal.check_apart(crowd)
  local on, entered = {}, {}
  for a in crowd:agents() do
    local node, target = a.node, a.next
    that(not node or not on[node], "%s and another are on one node", a)
    that(not target or not entered[target], "%s and another enter one node", a)
    that(target ~= node or node == nil, "%s enters the node where it is", a)
    that(a.progress >= 0 and a.progress < 1 and (target or a.progress == 0), "%s: progress %g", a, a.progress)
    if node then on[node] = a end
    if target then entered[target] = a end
  end
  for node, a in pairs(entered) do
    that(crowd:at(node) == a, "%s is not found on the node that it enters", a)
    that(not on[node] or on[node].next and on[node].next ~= a.node, "%s enters the node of %s", a, on[node])
  end
  for node, a in pairs(on) do that(entered[node] or crowd:at(node) == a, "%s is not found on its node", a) end
  return on, entered
end

-- The seconds that the step of an agent takes, by its velocity; nil where that does not tell.
local function span_of(w, a)
  local speed = math.sqrt(a.vx ^ 2 + a.vy ^ 2)
  if w.wrap_x or w.wrap_y or speed == 0 then return nil end
  return math.sqrt((a.next.x - a.node.x) ^ 2 + (a.next.y - a.node.y) ^ 2) / speed
end

-- Steps are legal, and take their time: more only in a plan, where all take as long as the longest. Who enters a node that
-- another leaves comes later. `begun`: by agent the step in which it was seen last.
function legal.check_begun(w, crowd, begun)
  local on, entered = legal.check_apart(crowd)
  for a in crowd:agents() do
    local was = begun[a]
    begun[a] = a.next and { from = a.node, to = a.next, progress = a.progress } or nil
    if a.next and not (was and was.from == a.node and was.to == a.next and was.progress <= a.progress) then
      local cost, span = legal.cost(w, a.unit, w.by_node[a.node], w.by_node[a.next]), span_of(w, a)
      that(cost and a.speed > 0, "%s makes a step from %s to %s", a, a.node, a.next)
      that(not span or span > cost / a.speed * (1 - 1e-9) - 1e-6, "%s is too fast", a)
    end
  end
  for node, a in pairs(entered) do
    local leaver = on[node]
    local span, before = leaver and span_of(w, a), leaver and span_of(w, leaver)
    that(not span or not before or (1 - a.progress) * span > (1 - leaver.progress) * before - 1e-5,
      "%s comes before %s has gone", a, leaver)
  end
end

return legal
