-- The nearest free place of a scene, by trying all that it may be: the nearest place of each edge, each corner,
-- each crossing of two edges. Whether there is free ground at such a place is told by places a little beside it.

local exact = require "spec.support.exact"

local places = {}

local orient = exact.orient
local sqrt = math.sqrt

local function crossing(o, i, k)
  local ax, ay, bx, by = o.ax[i], o.ay[i], o.bx[i], o.by[i]
  local cx, cy, dx, dy = o.ax[k], o.ay[k], o.bx[k], o.by[k]
  if orient(ax, ay, bx, by, cx, cy) * orient(ax, ay, bx, by, dx, dy) >= 0
      or orient(cx, cy, dx, dy, ax, ay) * orient(cx, cy, dx, dy, bx, by) >= 0 then
    return nil
  end
  local from = math.abs((dx - cx) * (ay - cy) - (dy - cy) * (ax - cx))
  local to = math.abs((dx - cx) * (by - cy) - (dy - cy) * (bx - cx))
  local t = from + to > 0 and from / (from + to) or 0.5
  return ax + (bx - ax) * t, ay + (by - ay) * t
end

-- All places that may be the nearest one to x, y, nearest first.
local function candidates(o, x, y)
  local list = {}
  local function put(px, py)
    list[#list + 1] = { x = px, y = py, distance = sqrt((px - x) ^ 2 + (py - y) ^ 2) }
  end
  for i = 1, #o.ax do
    local ux, uy = o.bx[i] - o.ax[i], o.by[i] - o.ay[i]
    local t = ((x - o.ax[i]) * ux + (y - o.ay[i]) * uy) / (ux * ux + uy * uy)
    if t > 0 and t < 1 then
      put(o.ax[i] + ux * t, o.ay[i] + uy * t)
    end
    put(o.ax[i], o.ay[i])
    for k = i + 1, #o.ax do
      local px, py = crossing(o, i, k)
      if px then
        put(px, py)
      end
    end
  end
  table.sort(list, function(a, b)
    return a.distance < b.distance
  end)
  return list
end

-- The distance from x, y to the nearest place that is free, or nil; `near` is how far beside a place is looked.
-- If accept is given, it says of a free place whether it counts. A place at the tip of a very narrow angle may be missed.
function places.nearest(o, x, y, near, accept)
  local function good(px, py)
    return #o:place(px, py).sectors > 0 and (not accept or accept(px, py))
  end
  if good(x + 0.0, y + 0.0) then
    return 0
  end
  for _, c in ipairs(candidates(o, x, y)) do
    if good(c.x, c.y) then
      return c.distance
    end
    for k = 0, 47 do
      local angle = (k + 0.3) * math.pi / 24
      if good(c.x + near * math.cos(angle), c.y + near * math.sin(angle)) then
        return c.distance
      end
    end
  end
  return nil
end

return places
