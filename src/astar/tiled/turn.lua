-- Sines and cosines that are the same to the last bit on every machine, as those of src/core/geometry/angle.c for the
-- core. Those of the C library are not, and routes depend on the places of rotated objects.

local floor, fmod = math.floor, math.fmod

-- The Taylor series start * (1 - x^2 / (k (k - 1)) * (1 - ...)) for |x| <= pi / 4, with k from 2 or 3 at the outermost
-- factor, by steps of 2, to `first` at the innermost.
local function series(x, first, start)
  local sum = 1
  for k = first, 2, -2 do sum = 1 - x * x / (k * (k - 1)) * sum end
  return start * sum
end

-- Returns the sine and cosine of a finite angle in degrees; exact for multiples of 90.
return function(degrees)
  local within = fmod(degrees, 360)
  local quarters = floor(within / 90 + 0.5)
  local x = (within - quarters * 90) * 0.017453292519943295
  local s, c = series(x, 19, x), series(x, 20, 1)
  quarters = quarters % 4
  if quarters == 0 then return s, c end
  if quarters == 1 then return c, -s end
  if quarters == 2 then return -s, -c end
  return -c, s
end
