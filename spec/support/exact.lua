-- Arithmetic without rounding, for the oracles of the plane: sums of doubles of which each is smaller
-- than the last bit of the next ("expansions", after Shewchuk 1997), as arrays with the smallest first.
-- Works where nothing overflows or vanishes: coordinates between 1e-60 and 1e60 will do.

-- All branches are taken as often as not, so LuaJIT compiles without end: interpreted it is ten times as fast.
if rawget(_G, "jit") then
  require("jit").off(true, true)
end

local exact = {}

-- s + e == a + b, s being the rounded sum
local function two_sum(a, b)
  local s = a + b
  local part = s - a
  return s, (a - (s - part)) + (b - part)
end

-- p + e == a * b, p being the rounded product; the factors are cut into halves (Dekker 1971)
local function two_product(a, b)
  local p = a * b
  local ca, cb = 134217729 * a, 134217729 * b -- 2^27 + 1
  local ah, bh = ca - (ca - a), cb - (cb - b)
  local al, bl = a - ah, b - bh
  return p, al * bl - (((p - ah * bh) - al * bh) - ah * bl)
end

-- e + b
local function grow(e, b)
  local out, n = {}, 0
  for i = 1, #e do
    local rest
    b, rest = two_sum(b, e[i])
    if rest ~= 0 then
      n = n + 1
      out[n] = rest
    end
  end
  if b ~= 0 then
    out[n + 1] = b
  end
  return out
end

local function add(e, f)
  for i = 1, #f do
    e = grow(e, f[i])
  end
  return e
end

local function multiply(e, f)
  local out = {}
  for i = 1, #e do
    for k = 1, #f do
      local p, rest = two_product(e[i], f[k])
      out = grow(grow(out, rest), p)
    end
  end
  return out
end

local function negative(e)
  local out = {}
  for i = 1, #e do
    out[i] = -e[i]
  end
  return out
end

local function sign_of(number)
  return number > 0 and 1 or number < 0 and -1 or 0
end

-- The largest part tells.
local function sign(e)
  return #e == 0 and 0 or sign_of(e[#e])
end

local function difference(a, b)
  return grow({ a }, -b)
end

exact.add, exact.multiply, exact.negative, exact.sign, exact.difference = add, multiply, negative, sign, difference

-- (b - a) x (c - a), or with `dot` (b - a) . (c - a)
local function product_of(ax, ay, bx, by, cx, cy, dot)
  local ux, uy = difference(bx, ax), difference(by, ay)
  local vx, vy = difference(cx, ax), difference(cy, ay)
  if dot then
    return add(multiply(ux, vx), multiply(uy, vy))
  end
  return add(multiply(ux, vy), negative(multiply(uy, vx)))
end

-- Twice the area of the triangle, positive if c lies left of the line from a to b: rounded once, so small ones, too.
function exact.area(ax, ay, bx, by, cx, cy)
  local parts, sum = product_of(ax, ay, bx, by, cx, cy), 0
  for i = 1, #parts do sum = sum + parts[i] end
  return sum
end

-- 1 if c lies left of the line from a to b (y upwards), -1 if right of it, 0 if on it.
function exact.orient(ax, ay, bx, by, cx, cy)
  local ux, uy, vx, vy = bx - ax, by - ay, cx - ax, cy - ay
  local left, right = ux * vy, uy * vx
  local det = left - right
  local bound = 4e-16 * ((left < 0 and -left or left) + (right < 0 and -right or right))
  if det > bound then
    return 1
  elseif det < -bound then
    return -1
  end
  if left == 0 and right == 0 then
    return 0
  end
  -- where neither differences nor products were rounded, as on a lattice, they tell
  local _, e1 = two_sum(bx, -ax)
  local _, e2 = two_sum(by, -ay)
  local _, e3 = two_sum(cx, -ax)
  local _, e4 = two_sum(cy, -ay)
  if e1 == 0 and e2 == 0 and e3 == 0 and e4 == 0 then
    local _, e5 = two_product(ux, vy)
    local _, e6 = two_product(uy, vx)
    if e5 == 0 and e6 == 0 then
      return sign_of(det)
    end
  end
  return sign(product_of(ax, ay, bx, by, cx, cy))
end

local function square(e)
  return multiply(e, e)
end

-- Whether a point is at least r from the segment a to b: 1 if it is farther, 0 if just so far, -1 if nearer.
function exact.farther(px, py, ax, ay, bx, by, r)
  local ux, uy, vx, vy = bx - ax, by - ay, px - ax, py - ay
  local length = ux * ux + uy * uy
  local t = length > 0 and (ux * vx + uy * vy) / length or 0
  t = t < 0 and 0 or t > 1 and 1 or t
  local dx, dy = vx - t * ux, vy - t * uy
  -- what can have been rounded is far below a ten-thousandth of the radius, unless coordinates dwarf it
  local about, size = math.sqrt(dx * dx + dy * dy), 1e-12 * (math.abs(px) + math.abs(py) + math.abs(ax) + math.abs(ay)
    + math.abs(bx) + math.abs(by))
  if about > r + size + 1e-9 * r then
    return 1
  elseif about < r - size - 1e-9 * r then
    return -1
  end
  local far = negative(multiply({ r }, { r }))
  local along = product_of(ax, ay, bx, by, px, py, true)
  local whole = add(square(difference(bx, ax)), square(difference(by, ay)))
  if sign(along) <= 0 then
    return sign(add(add(square(difference(px, ax)), square(difference(py, ay))), far))
  elseif sign(add(whole, negative(along))) <= 0 then
    return sign(add(add(square(difference(px, bx)), square(difference(py, by))), far))
  end
  return sign(add(square(product_of(ax, ay, bx, by, px, py)), multiply(far, whole)))
end

return exact
