-- How colours look to eyes that tell fewer of them apart, and how far apart two colours are.
--
-- The matrices are those of G. Machado, M. Oliveira, L. Fernandes, "A Physiologically-based Model for Simulation of Color Vision
-- Deficiency", IEEE TVCG 15 (6), 2009, for full severity, on linear light; differences are those of CIE 1976 L*a*b* under D65.

local sight = {}

local EYES = {
  usual = { 1, 0, 0, 0, 1, 0, 0, 0, 1 },
  protanopia = { 0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998 },
  deuteranopia = { 0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881 },
  tritanopia = { 1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900 },
}

sight.eyes = { "usual", "protanopia", "deuteranopia", "tritanopia" }

local function light_of(part)
  return part <= 0.04045 and part / 12.92 or ((part + 0.055) / 1.055) ^ 2.4
end

local function curve(t)
  return t > 0.008856 and t ^ (1 / 3) or 7.787 * t + 16 / 116
end

local function lab(r, g, b)
  local x = curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  local y = curve(0.2126729 * r + 0.7151522 * g + 0.0721750 * b)
  local z = curve((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883)
  return { 116 * y - 16, 500 * (x - y), 200 * (y - z) }
end

-- A colour { r, g, b } as one of the eyes sees it, in L*a*b*.
function sight.seen(colour, eye)
  local m = EYES[eye]
  local r, g, b = light_of(colour[1]), light_of(colour[2]), light_of(colour[3])
  local function mixed(i)
    return math.max(0, math.min(1, m[i] * r + m[i + 1] * g + m[i + 2] * b))
  end
  return lab(mixed(1), mixed(4), mixed(7))
end

-- How far apart two colours are to one of the eyes.
function sight.seen_apart(one, other, eye)
  local a, b = sight.seen(one, eye), sight.seen(other, eye)
  return math.sqrt((a[1] - b[1]) ^ 2 + (a[2] - b[2]) ^ 2 + (a[3] - b[3]) ^ 2)
end

-- How far apart two colours are to the eye that tells them apart the least, and which that is.
function sight.difference(one, other)
  local least, worst = math.huge, nil
  for _, eye in ipairs(sight.eyes) do
    local d = sight.seen_apart(one, other, eye)
    if d < least then least, worst = d, eye end
  end
  return least, worst
end

-- The lightness of a colour, from 0 to 100: what a grey print shows of it.
function sight.lightness(colour)
  return sight.seen(colour, "usual")[1]
end

-- The contrast of two colours, from 1 to 21 (WCAG 2).
function sight.contrast(one, other)
  local function luminance(c) return 0.2126 * light_of(c[1]) + 0.7152 * light_of(c[2]) + 0.0722 * light_of(c[3]) end
  local a, b = luminance(one), luminance(other)
  return (math.max(a, b) + 0.05) / (math.min(a, b) + 0.05)
end

return sight
