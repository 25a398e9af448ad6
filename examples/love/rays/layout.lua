-- Where panels and ground lie in the window, so that no panel covers the ground.

local layout = {}

local MARGIN, GAP = 10, 8

-- Panels one below the other from x, y; whether they end above `bottom`.
local function stack(places, names, sizes, x, y, bottom)
  for _, name in ipairs(names) do
    local size = sizes[name]
    places[name] = { x = x, y = y, w = size.w, h = size.h }
    y = y + size.h + GAP
  end
  return y - GAP <= bottom
end

local function widest(names, sizes)
  local width = 0
  for _, name in ipairs(names) do width = math.max(width, sizes[name].w) end
  return width
end

-- All panels in a column at the left, the ground beside it.
local function aside(width, height, names, sizes)
  local places = {}
  local fits = stack(places, names, sizes, MARGIN, MARGIN, height - MARGIN)
  local left = #names > 0 and MARGIN + widest(names, sizes) or 0
  return { places = places, fits = fits, x = left, y = 0, w = width - left, h = height }
end

-- The first of them along the top, the others in a column at the right.
local function above(width, height, names, sizes)
  if #names == 0 then return aside(width, height, names, sizes) end
  local first, others = names[1], { unpack(names, 2) }
  local places, size = {}, sizes[first]
  places[first] = { x = MARGIN, y = MARGIN, w = size.w, h = size.h }
  local top = MARGIN + size.h
  local right = #others > 0 and MARGIN + widest(others, sizes) or 0
  local fits = stack(places, others, sizes, width - right, top + GAP, height - MARGIN)
  return { places = places, fits = fits, x = 0, y = top, w = width - right, h = height - top }
end

-- Of the ways to arrange the panels, the one that leaves the most room for a ground as wide as `ratio` times its
-- height. `names` are the panels that show, from top to bottom; `narrow` and `wide` give the size of each, { w =, h = },
-- for a place at the side and for one along the top. → { places = panels by name, x =, y =, w =, h = of the room }
function layout.arrange(width, height, ratio, names, narrow, wide)
  local function size(made) return math.min(made.w, made.h * ratio) end
  local side, top = aside(width, height, names, narrow), above(width, height, names, wide)
  return side.fits and (not top.fits or size(side) >= size(top)) and side or top
end

return layout
