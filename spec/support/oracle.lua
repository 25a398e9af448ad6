-- Slow and obvious searches over the copy that a world keeps, to compare with.

local check = require "spec.support.check"

local oracle = {}

local huge = math.huge

-- A node that the search may not enter. The start is never asked about.
local function refused(w, r, opts)
  return not w:enterable(opts.unit, r) or opts.avoid and opts.avoid[r] or opts.only and not opts.only[r] or false
end
oracle.refused = refused

-- The cost of a step with everything counted in, or nil and a reason.
local function step_cost(w, from, link, opts)
  if refused(w, link.to, opts) then
    return nil, "node"
  end
  local cost, why = w:step(opts.unit, from, link)
  if cost and opts.cost then
    cost = opts.cost(from.node, link.to.node, cost)
    if not cost or cost == huge then
      return nil, "link"
    end
  end
  return cost, why
end

-- Dijkstra. opts: unit, avoid and only (sets of records), cost, max_cost.
-- Gives the distances, and whether a node was left out because of max_cost.
function oracle.dijkstra(w, start, opts)
  local dist, done, left = { [start] = 0 }, {}, {}
  local open = { start }
  while #open > 0 do
    local best = 1
    for i = 2, #open do
      if dist[open[i]] < dist[open[best]] then
        best = i
      end
    end
    local from = open[best]
    open[best] = open[#open]
    open[#open] = nil
    done[from] = true
    for _, link in ipairs(from.out) do
      local to = link.to
      if not done[to] then
        local cost = step_cost(w, from, link, opts)
        if cost then
          local g = dist[from] + cost
          if opts.max_cost and g > opts.max_cost then
            left[to] = true
          elseif not dist[to] then
            dist[to] = g
            open[#open + 1] = to
          elseif g < dist[to] then
            dist[to] = g
          end
        end
      end
    end
  end
  local left_out = false
  for r in pairs(left) do
    left_out = left_out or not dist[r]
  end
  return dist, left_out
end

-- The cheapest of several goals: its cost, or nil.
function oracle.nearest_goal(w, dist, goals, opts, start)
  local best
  for _, goal in ipairs(goals) do
    local d = dist[goal]
    if d and (goal == start or not refused(w, goal, opts)) and (not best or d < best) then
      best = d
    end
  end
  return best
end

-- What there is to find: its cost, or nil; whether max_cost left nodes out; whether a goal can be entered. Nothing where the
-- start is a goal that cannot be entered: whether that is its own goal is not said.
function oracle.answer(w, start, goals, opts)
  local dist, left_out = oracle.dijkstra(w, start, opts)
  local enterable = false
  for _, goal in ipairs(goals) do
    local closed = refused(w, goal, opts)
    if goal == start and closed then return nil end
    enterable = enterable or not closed
  end
  return { cost = oracle.nearest_goal(w, dist, goals, opts, start), left_out = left_out, enterable = enterable }
end

-- Checks a path that `who` found: its cost, which should be `best`, and its ends. Its steps are left to the caller.
function oracle.check_found(w, who, path, cost, best, start, goals)
  check.that(path, "%s finds nothing (%s), there is a way for %.17g", who, cost, best)
  check.near(best, cost, "%s: cost", who)
  check.that(path.cost == cost, "%s: path.cost is %.17g, not %.17g", who, path.cost, cost)
  check.that(path[1] == start.node, "%s: the path begins at %s", who, path[1])
  local last, among = w.by_node[path[#path]], false
  for _, goal in ipairs(goals) do among = among or goal == last end
  check.that(among, "%s: the path ends at %s, which is no goal", who, path[#path])
end

-- Walks a path: every step has to exist and be allowed. Gives the sum of its
-- costs.
function oracle.walk(w, path, opts)
  local sum = 0
  local from = w.by_node[path[1]]
  check.that(from, "the path does not begin at a node of the graph")
  for i = 2, #path do
    local to = w.by_node[path[i]]
    check.that(to, "element %d of the path is not a node of the graph", i)
    local link = w:link_between(from, to)
    check.that(link, "the path goes from %s to %s, where there is no link", from.node, to.node)
    local cost, why = step_cost(w, from, link, opts)
    check.that(cost, "the path goes from %s to %s, which is not allowed (%s)", from.node, to.node, why)
    sum = sum + cost
    from = to
  end
  return sum
end

-- A* to the letter: expand lower f first, then lower h, then the node that was
-- opened first; a node whose cost is lowered counts as opened anew. Values of f
-- that are within 2^-38 of the least count as equal to it.
-- With `settles` closed nodes stay closed, however cheap. Once nodes were opened
-- again more often than 1,000 times and 8 times for each node touched, or if
-- max_cost left nodes out and closed nodes stayed closed, all reached nodes are
-- opened, in the order of their first touch, and g alone counts as f.
-- With `precise` costs are the least sums to the last bit: also a cost that is
-- lowered by no more than rounding is taken; a closed node is opened anew then.
-- opts: unit, avoid, only, cost, max_cost, max_steps, weight, settles, precise,
-- h(record) → estimate.
-- Gives { order = records as they were expanded, touched = records in the
-- order of their first touch, state, g, parent, status, goal }. `unsure` marks
-- records whose state depends on what is asked first.
function oracle.astar(w, start, goals, opts)
  local g, h, state, parent, seq = { [start] = 0 }, {}, { [start] = "open" }, {}, { [start] = 1 }
  local count = 1
  local order, touched, unsure = {}, { start }, {}
  local is_goal = {}
  for _, goal in ipairs(goals or {}) do
    is_goal[goal] = true
  end
  local weight = opts.weight or 1
  local settles, passed, reopened, by_cost = opts.settles, false, 0, false
  local left = {}
  local open = { start }
  h[start] = opts.h(start)

  local function f(r)
    return g[r] + weight * h[r]
  end

  local function best_open()
    local least = huge
    for _, r in ipairs(open) do
      least = math.min(least, f(r))
    end
    local best
    for i, r in ipairs(open) do
      if f(r) <= least + least * 2 ^ -38 then
        local other = open[best]
        if not best or h[r] < h[other] or h[r] == h[other] and seq[r] < seq[other] then
          best = i
        end
      end
    end
    return best
  end

  local result = { order = order, touched = touched, state = state, g = g, h = h, parent = parent, unsure = unsure }
  local function order_by_cost()
    weight, settles, passed, by_cost, open = 0, false, false, false, {}
    result.by_cost = true
    for _, r in ipairs(touched) do
      if g[r] then
        count = count + 1
        open[#open + 1], state[r], seq[r] = r, "open", count
      end
    end
  end

  while true do
    local left_out = false
    for r in pairs(left) do
      left_out = left_out or not g[r]
    end
    if by_cost or #open == 0 and goals and passed and left_out then
      order_by_cost()
    end
    if #open == 0 then
      if goals then
        result.status = left_out and "limit" or "unreachable"
      else
        result.status = "done"
      end
      return result
    end
    if opts.max_steps and #order >= opts.max_steps then
      result.status = "limit"
      return result
    end
    local from = table.remove(open, best_open())
    state[from] = "closed"
    order[#order + 1] = from
    if is_goal[from] then
      result.status, result.goal = "found", from
      return result
    end
    for _, link in ipairs(from.out) do
      local to = link.to
      local known = state[to]
      if known ~= "excluded" then
        local no = not g[to] and refused(w, to, opts)
        if no then
          if opts.max_cost or not w:passable(opts.unit, from, link) then
            unsure[to] = true
          end
          state[to] = "excluded"
          touched[#touched + 1] = to
        elseif to ~= start then
          local cost = step_cost(w, from, link, opts)
          if cost then
            local new = g[from] + cost
            if opts.max_cost and new > opts.max_cost then
              left[to] = true
            elseif not g[to] then
              g[to], h[to] = new, opts.h(to)
              parent[to], state[to] = from, "open"
              open[#open + 1] = to
              touched[#touched + 1] = to
              count = count + 1
              seq[to] = count
            elseif new < g[to] - g[to] * 2 ^ -47 and state[to] == "closed" and settles then
              passed = true
            elseif opts.precise and state[to] == "open" and new < g[to] and new >= g[to] - g[to] * 2 ^ -47 then
              if g[parent[to]] > new then parent[to] = from end
              g[to] = new
            elseif new < g[to] - g[to] * 2 ^ -47 or opts.precise and new < g[to] then
              if state[to] == "closed" then
                reopened = reopened + 1
                by_cost = by_cost or weight > 0 and reopened > 1000 + 8 * #touched
              end
              g[to], parent[to] = new, from
              if state[to] == "closed" then
                open[#open + 1] = to
              end
              state[to] = "open"
              count = count + 1
              seq[to] = count
            end
          end
        end
      end
    end
  end
end

-- The parents from a record back to the start, turned round.
function oracle.route(result, goal)
  local out = {}
  local r = goal
  while r do
    table.insert(out, 1, r.id)
    r = result.parent[r]
  end
  return table.concat(out, " ")
end

return oracle
