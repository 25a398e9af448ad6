-- A slow and obvious plane to compare with: a visibility graph over all corners, start and goal, and
-- Dijkstra on it. All that depends on the side of a line is decided exactly.
--
-- A scene is { polygons = { { x1, y1, x2, y2, … }, … }, bounds = { x1, y1, x2, y2 } or nil }; the polygons
-- are simple, run in either direction, and may touch, overlap and lie within each other.
--
-- Everything rests on the ground around a point. Each outline through it takes a sector of the directions
-- (at a corner what lies between its two edges, on an edge one half), an inside takes all of them; what is
-- left are the free sectors there. A path comes to a point and leaves it within the same free sector, its
-- rim included: so it may go along walls and through corners, but not between obstacles that touch, and at
-- such a point it matters on which side one stands. A segment need only be looked at where it begins and
-- ends and where it goes through a corner; elsewhere no edge may cross it.

-- All branches are taken as often as not, so LuaJIT compiles without end: interpreted it is ten times as fast.
if rawget(_G, "jit") then
  require("jit").off(true, true)
end

local exact = require "spec.support.exact"

local orient = exact.orient
local floor, huge, sqrt = math.floor, math.huge, math.sqrt

local oracle = {}

local Plane = {}
Plane.__index = Plane

-- 1 if the corners go counter-clockwise (y upwards), -1 if clockwise, 0 if the polygon has no direction.
-- The outermost corner tells, as its neighbours cannot both lie in line with it on the same side.
function oracle.turn(polygon)
  local n, best = #polygon / 2, 1
  local function at(i)
    i = (i - 1) % n
    return polygon[2 * i + 1], polygon[2 * i + 2]
  end
  for i = 2, n do
    local x, y = at(i)
    local bx, by = at(best)
    if x < bx or x == bx and y < by then
      best = i
    end
  end
  local ax, ay = at(best - 1)
  local bx, by = at(best)
  local cx, cy = at(best + 1)
  return orient(ax, ay, bx, by, cx, cy)
end

-- corners: of one outline with what is occupied on the left; owner: the number of the polygon, 0 for the bounds
local function add_outline(p, corners, owner)
  local n = #corners / 2
  local base = #p.ax
  for i = 1, n do
    local k = base + i
    p.ax[k], p.ay[k] = corners[2 * i - 1], corners[2 * i]
    p.owner[k] = owner
    p.before[k] = base + (i - 2) % n + 1
    p.after[k] = base + i % n + 1
  end
  for i = 1, n do
    local k = base + i
    p.bx[k], p.by[k] = p.ax[p.after[k]], p.ay[p.after[k]]
  end
  p.first[owner], p.last[owner] = base + 1, base + n
end

-- options.all: look also at turns that no shortest path takes
function oracle.new(scene, options)
  local p = setmetatable({ ax = {}, ay = {}, bx = {}, by = {}, owner = {}, before = {}, after = {}, first = {}, last = {},
    scene = scene, places = {}, corners = {}, seen = {}, all = options and options.all }, Plane)
  for i, polygon in ipairs(scene.polygons) do
    local corners = {}
    local turn = oracle.turn(polygon)
    for k = 1, #polygon, 2 do
      local at = turn > 0 and k or #polygon - k
      corners[k], corners[k + 1] = polygon[at] + 0.0, polygon[at + 1] + 0.0
    end
    add_outline(p, corners, i)
  end
  if scene.bounds then
    local x1, y1, x2, y2 = scene.bounds[1] + 0.0, scene.bounds[2] + 0.0, scene.bounds[3] + 0.0, scene.bounds[4] + 0.0
    add_outline(p, { x1, y1, x1, y2, x2, y2, x2, y1 }, 0)
  end
  for i = 1, #p.ax do
    local place = p:place(p.ax[i], p.ay[i])
    if #place.sectors > 0 and not place.listed then
      place.listed = true
      p.corners[#p.corners + 1] = place
    end
  end
  return p
end

-- Where a point lies that is on no edge of the polygon. Counts the edges to the left of it.
function Plane:strictly_inside(owner, x, y)
  if owner == 0 then
    local b = self.scene.bounds
    return x < b[1] or x > b[3] or y < b[2] or y > b[4]
  end
  local ax, ay, bx, by = self.ax, self.ay, self.bx, self.by
  local inside = false
  for i = self.first[owner], self.last[owner] do
    if (ay[i] > y) ~= (by[i] > y) then
      local side = orient(ax[i], ay[i], bx[i], by[i], x, y)
      if (by[i] > ay[i]) == (side > 0) then
        inside = not inside
      end
    end
  end
  return inside
end

-- The corner that follows the polygon's occupied sector at a point and the one it begins with, if the point
-- is on its outline: the sector is what one sweeps over counter-clockwise from the first to the second.
function Plane:wedge(owner, x, y)
  local ax, ay, bx, by = self.ax, self.ay, self.bx, self.by
  for i = self.first[owner], self.last[owner] do
    if x == ax[i] and y == ay[i] then
      return self.after[i], self.before[i]
    end
    local x1, x2, y1, y2 = ax[i], bx[i], ay[i], by[i]
    if (x1 <= x and x <= x2 or x2 <= x and x <= x1) and (y1 <= y and y <= y2 or y2 <= y and y <= y1)
        and not (x == x2 and y == y2) and orient(x1, y1, x2, y2, x, y) == 0 then
      return self.after[i], i
    end
  end
end

-- Whether the direction from a point to a comes before that to b, counter-clockwise from the x axis on.
local function before(x, y, a, b)
  local low_a, low_b = a.y > y or a.y == y and a.x > x, b.y > y or b.y == y and b.x > x
  if low_a ~= low_b then
    return low_a
  end
  return orient(x, y, a.x, a.y, b.x, b.y) > 0
end

-- The place at a point: { x, y, rays, free, sectors, by }. Between rays[i] and the next lie nothing but free
-- directions (free[i]), or nothing but occupied ones. `sectors` are the numbers of the free ones, sector 0
-- being all directions where there are no rays. `by` is a polygon whose inside the point lies in.
function Plane:place(x, y)
  local column = self.places[x]
  if not column then
    column = {}
    self.places[x] = column
  end
  local place = column[y]
  if place then
    return place
  end
  place = { x = x, y = y, rays = {}, free = {}, sectors = {} }
  column[y] = place
  local wedges = {}
  for owner = self.scene.bounds and 0 or 1, #self.scene.polygons do
    local from, to = self:wedge(owner, x, y)
    if from then
      wedges[#wedges + 1] = { { x = self.ax[from], y = self.ay[from] }, { x = self.ax[to], y = self.ay[to] }, owner = owner }
    elseif self:strictly_inside(owner, x, y) then
      place.by = place.by or owner
    end
  end
  place.wedges = wedges
  if place.by then
    return place
  end
  local list = {}
  for _, wedge in ipairs(wedges) do
    list[#list + 1] = wedge[1]
    list[#list + 1] = wedge[2]
  end
  table.sort(list, function(a, b)
    return before(x, y, a, b)
  end)
  local rays = place.rays
  local number = {}
  for i, ray in ipairs(list) do
    if i == 1 or before(x, y, list[i - 1], ray) then
      rays[#rays + 1] = ray
      place.free[#rays] = true
    end
    number[ray] = #rays
  end
  local n = #rays
  for _, wedge in ipairs(wedges) do
    local i, last = number[wedge[1]], number[wedge[2]]
    while i ~= last do
      place.free[i] = false
      i = i % n + 1
    end
  end
  if n == 0 then
    place.sectors[1] = 0
  end
  for i = 1, n do
    if place.free[i] then
      place.sectors[#place.sectors + 1] = i
    end
  end
  return place
end

-- The free sector, rims included, in which the direction to a point lies.
local function sector_of(place, tx, ty)
  local rays, x, y = place.rays, place.x, place.y
  local n = #rays
  if place.by then
    return nil
  elseif n == 0 then
    return 0
  end
  local to = { x = tx, y = ty }
  local i = n -- the last ray at or before the direction; before the first one that is the last of all
  while i > 0 and before(x, y, to, rays[i]) do
    i = i - 1
  end
  local on_ray = i > 0 and not before(x, y, rays[i], to)
  i = i == 0 and n or i
  if place.free[i] then
    return i
  end
  local previous = (i - 2) % n + 1
  return on_ray and place.free[previous] and previous or nil
end

-- Whether one can go straight from one place to another: the sectors in which one leaves and arrives, or nil.
function Plane:clear(p, q)
  local px, py, qx, qy = p.x, p.y, q.x, q.y
  local leave = sector_of(p, qx, qy)
  local arrive = leave and sector_of(q, px, py)
  if not arrive then
    return nil
  end
  local ax, ay, bx, by = self.ax, self.ay, self.bx, self.by
  local low_x, high_x, low_y, high_y = px, qx, py, qy
  if px > qx then
    low_x, high_x = qx, px
  end
  if py > qy then
    low_y, high_y = qy, py
  end
  for i = 1, #ax do
    local x1, y1, x2, y2 = ax[i], ay[i], bx[i], by[i]
    if not (x1 < low_x and x2 < low_x or x1 > high_x and x2 > high_x
        or y1 < low_y and y2 < low_y or y1 > high_y and y2 > high_y) then
      local o1 = orient(px, py, qx, qy, x1, y1)
      local o2 = orient(px, py, qx, qy, x2, y2)
      if o1 == 0 then
        -- a corner on the way: elsewhere on an edge that lies on the way it is as at its ends
        if low_x <= x1 and x1 <= high_x and low_y <= y1 and y1 <= high_y
            and not (x1 == px and y1 == py) and not (x1 == qx and y1 == qy) then
          local corner = self:place(x1, y1)
          local back = sector_of(corner, px, py)
          if not back or back ~= sector_of(corner, qx, qy) then
            return nil
          end
        end
      elseif o1 * o2 < 0 and orient(x1, y1, x2, y2, px, py) * orient(x1, y1, x2, y2, qx, qy) < 0 then
        return nil
      end
    end
  end
  return leave, arrive
end

local function distance(p, q)
  local dx, dy = q.x - p.x, q.y - p.y
  return sqrt(dx * dx + dy * dy)
end

-- Whether a path may bend around the corner: more than half of the directions are free.
local function bends(place, sector)
  local rays = place.rays
  local n = #rays
  if n == 0 then
    return false
  end
  local a, b = rays[sector], rays[sector % n + 1]
  return orient(place.x, place.y, a.x, a.y, b.x, b.y) < 0
end

-- Whether it can bend there when it comes from or goes to another place: what is occupied lies on one side.
local function taut(place, sector, other)
  local rays = place.rays
  local a, b = rays[sector], rays[sector % #rays + 1]
  return orient(other.x, other.y, place.x, place.y, a.x, a.y) * orient(other.x, other.y, place.x, place.y, b.x, b.y) >= 0
end

local function useful(p, place, other, sector)
  if p.all then
    return true
  elseif sector then
    return bends(place, sector) and taut(place, sector, other)
  end
  for _, each in ipairs(place.sectors) do
    if bends(place, each) and taut(place, each, other) then
      return true
    end
  end
  return false
end

-- Remembered both ways.
function Plane:seen_from(p, q)
  local row = self.seen[p]
  if not row then
    row = {}
    self.seen[p] = row
  end
  local known = row[q]
  if known == nil then
    local leave, arrive = self:clear(p, q)
    known = leave and { leave, arrive } or false
    row[q] = known
    self.seen[q] = self.seen[q] or {}
    self.seen[q][p] = leave and { arrive, leave } or false
  end
  return known
end

-- The length of the shortest path and its points { x1, y1, … }; or nil and "blocked" or "unreachable".
function Plane:path(x1, y1, x2, y2)
  local start, goal = self:place(x1 + 0.0, y1 + 0.0), self:place(x2 + 0.0, y2 + 0.0)
  if #start.sectors == 0 or #goal.sectors == 0 then
    return nil, "blocked"
  elseif start == goal then
    return 0, { start.x, start.y }
  end
  -- a state is a place and a free sector there
  local dist, from, done, open = {}, {}, {}, {}
  local states = {}
  local function state(place, sector)
    states[place] = states[place] or {}
    local s = states[place][sector]
    if not s then
      s = { place = place, sector = sector }
      states[place][sector] = s
      open[#open + 1] = s
      dist[s] = huge
    end
    return s
  end
  for _, sector in ipairs(start.sectors) do
    dist[state(start, sector)] = 0
  end
  local targets = { goal }
  for _, place in ipairs(self.corners) do
    if place ~= goal and place ~= start then
      targets[#targets + 1] = place
    end
  end
  while true do
    local best
    for i = 1, #open do
      if dist[open[i]] < huge and (not best or dist[open[i]] < dist[open[best]]) then
        best = i
      end
    end
    if not best then
      return nil, "unreachable"
    end
    local s = open[best]
    open[best] = open[#open]
    open[#open] = nil
    done[s] = true
    local place = s.place
    if place == goal then
      local points, at = {}, s
      while at do
        table.insert(points, 1, at.place.y)
        table.insert(points, 1, at.place.x)
        at = from[at]
      end
      return dist[s], points
    end
    for _, to in ipairs(targets) do
      if to ~= place and (to == goal or useful(self, to, place)) and (place == start or useful(self, place, to, s.sector)) then
        local seen = self:seen_from(place, to)
        if seen and seen[1] == s.sector then
          local t = state(to, seen[2])
          local d = dist[s] + distance(place, to)
          if not done[t] and d < dist[t] then
            dist[t], from[t] = d, s
          end
        end
      end
    end
  end
end

-- Whether a path { x1, y1, x2, y2, … } is one that can be gone, else false and what is wrong with it.
function Plane:check_path(points)
  local sector
  for i = 1, #points - 2, 2 do
    local p, q = self:place(points[i] + 0.0, points[i + 1] + 0.0), self:place(points[i + 2] + 0.0, points[i + 3] + 0.0)
    if p == q then
      return false, ("point %d comes twice"):format((i + 1) / 2)
    end
    local leave, arrive = self:clear(p, q)
    if not leave then
      return false, ("the segment from point %d, (%.17g, %.17g), to (%.17g, %.17g) is not clear"):format((i + 1) / 2, p.x, p.y,
        q.x, q.y)
    elseif sector and leave ~= sector then
      return false, ("the path goes between obstacles that touch at point %d, (%.17g, %.17g)"):format((i + 1) / 2, p.x, p.y)
    end
    sector = arrive
  end
  return true
end

function oracle.length(points)
  local sum = 0
  for i = 1, #points - 2, 2 do
    local dx, dy = points[i + 2] - points[i], points[i + 3] - points[i + 1]
    sum = sum + sqrt(dx * dx + dy * dy)
  end
  return sum
end

-- Whether a point lies in the inside of a polygon (owner 0: beyond the bounds).
function Plane:inside(owner, x, y)
  return not self:wedge(owner, x, y) and self:strictly_inside(owner, x, y)
end

-- If a point that is not free lies so near to an outline that it may have been meant to be on it: how far it
-- may be from there.
function Plane:hardly_blocked(x, y)
  if #self:place(x + 0.0, y + 0.0).sectors > 0 then
    return nil
  end
  for owner = self.scene.bounds and 0 or 1, #self.scene.polygons do
    local ax, ay, bx, by, off = self:edge_near(owner, x, y)
    local most = 2 ^ -46 * math.max(math.abs(ax), math.abs(ay), math.abs(bx), math.abs(by))
    if off <= most then
      return most
    end
  end
  return nil
end

-- The polygons whose inside a point lies in, and 0 for the bounds: a set.
function Plane:at(x, y)
  local out = {}
  for owner = self.scene.bounds and 0 or 1, #self.scene.polygons do
    if self:inside(owner, x + 0.0, y + 0.0) then
      out[owner] = true
    end
  end
  return out
end

-- Where a ray from free ground first comes to where no path goes on, straight on: into an inside, out of the
-- bounds, between obstacles that touch. Gives the part of the way, and the set of the polygons that stand
-- there (0 for the bounds); or nil.
function Plane:raycast(x1, y1, x2, y2)
  local p, q = self:place(x1 + 0.0, y1 + 0.0), self:place(x2 + 0.0, y2 + 0.0)
  local here = self:at(p.x, p.y)
  for _, wedge in ipairs(p.wedges) do
    here[wedge.owner] = true
  end
  if #p.sectors == 0 or p ~= q and not sector_of(p, q.x, q.y) then
    return 0, here
  elseif p == q then
    return nil
  end
  local best, events = nil, {}
  local function stopped(t, owners)
    best = best and math.min(best, t) or t
    events[#events + 1] = { t, owners }
  end
  for i = 1, #self.ax do
    local ax, ay, bx, by = self.ax[i], self.ay[i], self.bx[i], self.by[i]
    local o1, o2 = orient(p.x, p.y, q.x, q.y, ax, ay), orient(p.x, p.y, q.x, q.y, bx, by)
    if o1 == 0 then
      local t = math.abs(q.x - p.x) > math.abs(q.y - p.y) and (ax - p.x) / (q.x - p.x) or (ay - p.y) / (q.y - p.y)
      local corner = self:place(ax, ay)
      if t > 0 and t < 1 and corner ~= q and corner ~= p then
        local back = sector_of(corner, p.x, p.y)
        if not back or back ~= sector_of(corner, q.x, q.y) then
          local owners = {}
          for _, wedge in ipairs(corner.wedges) do
            owners[wedge.owner] = true
          end
          stopped(t, owners)
        end
      end
    elseif o1 * o2 < 0 and orient(ax, ay, bx, by, p.x, p.y) * orient(ax, ay, bx, by, q.x, q.y) < 0 then
      local from, to = exact.area(ax, ay, bx, by, p.x, p.y), exact.area(ax, ay, bx, by, q.x, q.y)
      stopped(from / (from - to), { [self.owner[i]] = true })
    end
  end
  if not best then
    return nil
  end
  local owners = {}
  for _, event in ipairs(events) do
    if event[1] <= best + 1e-9 then
      for owner in pairs(event[2]) do
        owners[owner] = true
      end
    end
  end
  return best, owners
end

-- The edge of a polygon that is nearest to a point, more or less: its ends, and the distance. Of the two at a corner the
-- one that is more in line with the direction dx, dy, if there is one.
function Plane:edge_near(owner, x, y, dx, dy)
  local best, found, aside
  for i = self.first[owner], self.last[owner] do
    local ux, uy = self.bx[i] - self.ax[i], self.by[i] - self.ay[i]
    local t = ((x - self.ax[i]) * ux + (y - self.ay[i]) * uy) / (ux * ux + uy * uy)
    t = t < 0 and 0 or t > 1 and 1 or t
    local d = (self.ax[i] + t * ux - x) ^ 2 + (self.ay[i] + t * uy - y) ^ 2
    local turn = dx and math.abs(ux * dy - uy * dx) or 0
    local near = 1e-20 * (x * x + y * y) -- as near but for rounding
    if not best or d < best - near or d <= best + near and turn < aside then
      best, found, aside = d, i, turn
    end
  end
  return self.ax[found], self.ay[found], self.bx[found], self.by[found], sqrt(best)
end

-- Whether two segments have a point in common.
local function meet(x1, y1, x2, y2, x3, y3, x4, y4)
  local function on(x, y, ax, ay, bx, by)
    return (ax <= x and x <= bx or bx <= x and x <= ax) and (ay <= y and y <= by or by <= y and y <= ay)
  end
  local o1, o2 = orient(x1, y1, x2, y2, x3, y3), orient(x1, y1, x2, y2, x4, y4)
  local o3, o4 = orient(x3, y3, x4, y4, x1, y1), orient(x3, y3, x4, y4, x2, y2)
  return o1 * o2 < 0 and o3 * o4 < 0 or o1 == 0 and on(x3, y3, x1, y1, x2, y2) or o2 == 0 and on(x4, y4, x1, y1, x2, y2)
    or o3 == 0 and on(x1, y1, x3, y3, x4, y4) or o4 == 0 and on(x2, y2, x3, y3, x4, y4)
end
oracle.meet = meet

-- Whether a segment is at least r away from all outlines, exactly; else false and what is too near. That it
-- does not lie inside is for others to see: a path that does not begin there cannot come there.
function Plane:keeps_away(x1, y1, x2, y2, r)
  local ax, ay, bx, by, farther = self.ax, self.ay, self.bx, self.by, exact.farther
  for i = 1, #ax do
    local x3, y3, x4, y4 = ax[i], ay[i], bx[i], by[i]
    if meet(x1, y1, x2, y2, x3, y3, x4, y4) or farther(x1, y1, x3, y3, x4, y4, r) < 0
        or farther(x2, y2, x3, y3, x4, y4, r) < 0 or farther(x3, y3, x1, y1, x2, y2, r) < 0
        or farther(x4, y4, x1, y1, x2, y2, r) < 0 then
      return false, ("edge (%.17g, %.17g) to (%.17g, %.17g) of obstacle %d"):format(x3, y3, x4, y4, self.owner[i])
    end
  end
  return true
end

-- What is wrong with a polygon: nil, or the flaw as the module names it, and the corners or edges it is
-- about. By comparing all with all.
function oracle.flaw(polygon)
  local n = floor(#polygon / 2)
  local function at(i)
    i = (i - 1) % n
    return polygon[2 * i + 1] + 0.0, polygon[2 * i + 2] + 0.0
  end
  if n < 3 then
    return "few", n
  end
  for i = 1, n do
    local x, y = at(i)
    if not (math.abs(x) <= 1e30 and math.abs(y) <= 1e30) then
      return "number", i
    end
  end
  for i = 1, n do
    for k = i + 1, n do
      local x1, y1 = at(i)
      local x2, y2 = at(k)
      if x1 == x2 and y1 == y2 then
        return "repeated", i, k
      end
    end
  end
  local flat = true
  local x1, y1 = at(1)
  local x2, y2 = at(2)
  for i = 3, n do
    flat = flat and orient(x1, y1, x2, y2, at(i)) == 0
  end
  if flat then
    return "flat"
  end
  for k = 2, n do
    for i = 1, k - 1 do
      local ax, ay = at(i)
      local bx, by = at(i + 1)
      local cx, cy = at(k)
      local dx, dy = at(k + 1)
      local bad
      if k == i + 1 or i == 1 and k == n then
        -- neighbours may have no more in common than their corner
        local ox, oy, px, py, qx, qy = bx, by, ax, ay, dx, dy
        if k ~= i + 1 then
          ox, oy, px, py, qx, qy = ax, ay, bx, by, cx, cy
        end
        bad = orient(px, py, ox, oy, qx, qy) == 0
          and not (px < ox and ox < qx or px > ox and ox > qx or py < oy and oy < qy or py > oy and oy > qy)
      else
        bad = meet(ax, ay, bx, by, cx, cy, dx, dy)
      end
      if bad then
        return "crossing", i, k
      end
    end
  end
  return nil
end

return oracle
