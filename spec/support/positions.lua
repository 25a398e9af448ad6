-- Slow and obvious searches whose start and goals may be positions: all links are looked at for the nearest, which is split
-- there, and Dijkstra's algorithm runs over nodes and points.
--
-- A spot: { a, b, part, x, y, z, ab, ba } – a link by the records of its ends, a with the lower id; what it costs in each
-- direction, or nil; where on it. `x` and so on make it look like a record. Without a link it has only its place.

local check = require "spec.support.check"
local copy = require "spec.support.copy"
local oracle = require "spec.support.oracle"

local positions = {}

local function distance(p, q, flat)
  local dx, dy, dz = p.x - q.x, p.y - q.y, flat and 0 or p.z - q.z
  return math.sqrt(dx * dx + dy * dy + dz * dz)
end
positions.distance = distance

-- What the step along a link costs the unit, or nil.
local function link_cost(w, unit, from, to)
  local _, link = copy.find(from.out, to)
  return link and w:step(unit, from, link) or nil
end

local function project(a, b, p, flat)
  local ux, uy, uz = b.x - a.x, b.y - a.y, flat and 0 or b.z - a.z
  local square = ux * ux + uy * uy + uz * uz
  local raw = 0
  if square > 0 then
    raw = ((p.x - a.x) * ux + (p.y - a.y) * uy + (flat and 0 or (p.z - a.z) * uz)) / square
  end
  local part = math.max(0, math.min(1, raw))
  local function at(name)
    if part == 1 then return b[name] end
    return a[name] + (b[name] - a[name]) * part
  end
  local spot = { a = a, b = b, raw = raw, part = part, x = at "x", y = at "y", z = at "z" }
  for i, r in ipairs({ a, b }) do
    if spot.x == r.x and spot.y == r.y and spot.z == r.z then
      spot.part = i - 1
      break
    end
  end
  return spot
end

-- The spots that a position may stand for: one, unless several are so equally near that rounding decides.
function positions.spots(w, unit, p)
  local flat = p.z == nil
  local all, least = {}, math.huge
  for _, a in ipairs(w.list) do
    for _, b in ipairs(w.list) do
      if a.id < b.id then
        local ab, ba = link_cost(w, unit, a, b), link_cost(w, unit, b, a)
        if ab or ba then
          local spot = project(a, b, p, flat)
          spot.ab, spot.ba, spot.distance = ab, ba, distance(spot, p, flat)
          least = math.min(least, spot.distance)
          all[#all + 1] = spot
        end
      end
    end
  end
  if #all == 0 then
    return { { x = p.x, y = p.y, z = p.z or 0, distance = 0 } }
  end
  local near = {}
  for _, spot in ipairs(all) do
    if spot.distance <= least + 1e-9 * (least + math.abs(p.x) + math.abs(p.y) + math.abs(p.z or 0)) then
      near[#near + 1] = spot
    end
  end
  table.sort(near, function(s, t)
    if s.a.id ~= t.a.id then return s.a.id < t.a.id end
    return s.b.id < t.b.id
  end)
  -- At one and the same place, such as a node, the lower ids decide.
  for _, spot in ipairs(near) do
    local first = near[1]
    if spot.x ~= first.x or spot.y ~= first.y or spot.z ~= first.z or spot.distance ~= first.distance then
      return near
    end
  end
  return { near[1] }
end

local function is_close(x, y) return x ~= y and math.abs(x - y) < 1e-9 end

-- Whether rounding decides on which side of a node a spot lies, or of another spot.
function positions.unsure(spots)
  for i, s in ipairs(spots) do
    if s.part then
      if is_close(s.raw, 0) or is_close(s.raw, 1) or is_close(s.part, 0) or is_close(s.part, 1) then return true end
      for k = 1, i - 1 do
        local t = spots[k]
        if t.a == s.a and t.b == s.b and (is_close(s.part, t.part) or s.part == t.part and is_close(s.raw, t.raw)) then
          return true
        end
      end
    end
  end
  return false
end

local function is_spot(at) return at.out == nil end

local function node_at(spot)
  if not spot.a then return nil end
  return spot.part == 0 and spot.a or spot.part == 1 and spot.b or nil
end

-- Every step from a record or the start to records and goals, as { to, cost } with a cost that may be nil.
local function steps_from(w, unit, at, goals)
  local out = {}
  local function put(to, cost)
    if cost then out[#out + 1] = { to = to, cost = cost } end
  end
  local function from_node(r)
    for _, link in ipairs(r.out) do put(link.to, w:step(unit, r, link)) end
    for _, goal in ipairs(goals) do
      if is_spot(goal) and goal.a then
        if goal.a == r then put(goal, goal.part == 0 and 0 or goal.ab and goal.ab * goal.part) end
        if goal.b == r then put(goal, goal.part == 1 and 0 or goal.ba and goal.ba * (1 - goal.part)) end
      end
    end
  end
  if not is_spot(at) then
    from_node(at)
  elseif node_at(at) then
    from_node(node_at(at))
    put(node_at(at), 0)
  elseif at.a then
    put(at.b, at.ab and at.ab * (1 - at.part))
    put(at.a, at.ba and at.ba * at.part)
    for _, goal in ipairs(goals) do
      if is_spot(goal) and goal.a == at.a and goal.b == at.b then
        local way = goal.part - at.part
        put(goal, way >= 0 and at.ab and at.ab * way or way <= 0 and at.ba and at.ba * -way or nil)
      end
    end
  end
  return out
end

local function is_same_spot(s, t)
  return s == t or is_spot(s) and is_spot(t) and s.a ~= nil and s.a == t.a and s.b == t.b and s.part == t.part
end

-- Dijkstra: distances by record and spot, and whether max_cost left any out. opts as those of the oracle.
function positions.dijkstra(w, start, goals, opts)
  local dist, done, left = { [start] = 0 }, {}, {}
  for _, goal in ipairs(goals) do
    if is_same_spot(start, goal) then dist[goal] = 0 end
  end
  while true do
    local from
    for r, d in pairs(dist) do
      if not done[r] and (not from or d < dist[from]) then from = r end
    end
    if not from then break end
    done[from] = true
    if not is_spot(from) or from == start then
      for _, step in ipairs(steps_from(w, opts.unit, from, goals)) do
        local to, cost = step.to, step.cost
        if not is_spot(to) and oracle.refused(w, to, opts) then
          cost = nil
        elseif opts.cost then
          cost = opts.cost(from, to, cost)
        end
        if cost then
          local g = dist[from] + cost
          if opts.max_cost and g > opts.max_cost then
            left[to] = true
          elseif not dist[to] or g < dist[to] then
            dist[to] = g
          end
        end
      end
    end
  end
  local left_out = false
  for r in pairs(left) do left_out = left_out or not dist[r] end
  return dist, left_out
end

-- The cost of the cheapest goal, or nil; the distances; whether max_cost left anything out.
function positions.cheapest(w, start, goals, opts)
  local dist, left_out = positions.dijkstra(w, start, goals, opts)
  local best
  for _, goal in ipairs(goals) do
    local d = dist[goal]
    if d and (is_spot(goal) or goal == start or not oracle.refused(w, goal, opts)) and (not best or d < best) then
      best = d
    end
  end
  return best, dist, left_out
end

-- Walks a path from one of the spots (or the record) of the start. Gives the sum of its steps.
function positions.walk(w, path, start, goals, opts)
  local function known(element, list)
    if type(element) ~= "table" then
      return w.by_node[element]
    end
    for _, at in ipairs(list) do
      if is_spot(at) and distance(at, element) <= 1e-9 * (1 + math.abs(at.x) + math.abs(at.y) + math.abs(at.z)) then
        return at
      end
    end
  end
  local from, sum = known(path[1], { start }), 0
  check.that(from == start, "the path does not begin at the start")
  for i = 2, #path do
    local cost, to
    for _, step in ipairs(steps_from(w, opts.unit, from, goals)) do
      -- several goals may lie at one place
      local same = type(path[i]) == "table" and is_spot(step.to) and known(path[i], { step.to })
        or step.to == w.by_node[path[i]]
      if same and (not cost or step.cost < cost) then to, cost = step.to, step.cost end
    end
    check.that(cost, "no step leads to element %d of the path", i)
    check.that(is_spot(to) or not oracle.refused(w, to, opts), "element %d of the path may not be entered", i)
    if opts.cost then cost = opts.cost(from, to, cost) end
    sum, from = sum + cost, to
  end
  return sum
end

-- A position: anywhere, on a node, beside a link.
function positions.random(w, rng)
  local dice = rng:int(1, 10)
  local p
  if dice <= 3 or #w.list == 0 then
    p = { x = rng:real(-15, 15), y = rng:real(-15, 15), z = rng:real(-4, 4) }
  elseif dice <= 5 then
    local r = rng:pick(w.list)
    p = { x = r.x, y = r.y, z = r.z }
  elseif dice <= 7 then
    p = { x = rng:int(-1, 5), y = rng:int(-1, 5), z = rng:int(0, 2) }
  else
    local a, b, t = rng:pick(w.list), rng:pick(w.list), rng:pick({ 0.25, 0.5, 0.75, rng:unit() })
    p = { x = a.x + (b.x - a.x) * t, y = a.y + (b.y - a.y) * t, z = a.z + (b.z - a.z) * t }
  end
  if rng:chance(0.6) then p.z = nil end
  return p
end

return positions
