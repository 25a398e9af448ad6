-- Armies: companies of soldiers, the coats that they wear, and the places where the companies of an army stand.
--
-- A company:
--   soldiers   its members
--   bearer     the one who carries the banner
--   coat       its colour
--   number     of its army
--   spot       where it was ordered last: see formation.lua

local formation = require "formation"
local kinds = require "kinds"

local army = {}

local COATS = {
  blue = { { 0.34, 0.58, 1.00 }, { 0.28, 0.50, 0.94 }, { 0.42, 0.68, 1.00 }, { 0.26, 0.62, 0.90 } },
  red = { { 1.00, 0.34, 0.28 }, { 0.92, 0.26, 0.28 }, { 1.00, 0.47, 0.32 }, { 0.94, 0.36, 0.46 } },
}

-- The companies of an army, and where each stands: `u` metres ahead of its middle, `v` to the right.
army.GREAT = {
  { kind = "spear", count = 90, u = 9.3, v = -16, columns = 10 },
  { kind = "spear", count = 90, u = 9.3, v = 0, columns = 10 },
  { kind = "spear", count = 90, u = 9.3, v = 16, columns = 10 },
  { kind = "knight", count = 30, u = -6, v = -18, columns = 7, shape = "wedge" },
  { kind = "bow", count = 100, u = -5, v = 0, columns = 10 },
  { kind = "spear", count = 90, u = -5, v = 16, columns = 10 },
  { kind = "wagon", count = 10, u = -15, v = 4, columns = 10 },
}
army.HALF = {
  { kind = "spear", count = 64, u = 5.2, v = -6.4, columns = 8 },
  { kind = "spear", count = 64, u = 5.2, v = 6.4, columns = 8 },
  { kind = "bow", count = 48, u = -5, v = -9.5, columns = 12 },
  { kind = "knight", count = 20, u = -5.4, v = 9.8, columns = 7 },
  { kind = "wagon", count = 4, u = 0, v = 25, columns = 2 },
}
-- The companies of army.GREAT, with room for others between the files.
army.OPEN = {
  { kind = "spear", count = 90, u = 9.3, v = -23, columns = 9, wide = 1.75 },
  { kind = "spear", count = 90, u = 9.3, v = 0, columns = 9, wide = 1.75 },
  { kind = "spear", count = 90, u = 9.3, v = 23, columns = 9, wide = 1.75 },
  { kind = "knight", count = 30, u = -6.5, v = -23, columns = 7, wide = 1.25, shape = "wedge" },
  { kind = "bow", count = 100, u = -5.5, v = 0, columns = 10, wide = 1.45 },
  { kind = "spear", count = 90, u = -5.5, v = 23, columns = 9, wide = 1.75 },
  { kind = "wagon", count = 10, u = -15.5, v = 0, columns = 10, wide = 1.5 },
}

-- The same without wagons.
army.LIGHT = {
  army.OPEN[1], army.OPEN[2], army.OPEN[3], army.OPEN[4], army.OPEN[5],
  { kind = "spear", count = 100, u = -5.5, v = 23, columns = 10, wide = 1.6 },
}

-- Where a company of a plan stands, if the middle of its army stands at `at`: { x, y, dx, dy }.
function army.spot(part, at)
  return {
    x = at.x + part.u * at.dx - part.v * at.dy, y = at.y + part.u * at.dy + part.v * at.dx, dx = at.dx, dy = at.dy,
    columns = part.columns, shape = part.shape, wide = part.wide,
  }
end

-- Makes a company that stands there.
function army.company(world, side, number, kind, count, spot)
  local coats = COATS[side]
  local company = { soldiers = {}, coat = coats[(number - 1) % #coats + 1], number = number, side = side, spot = spot }
  local places = formation.stand(world.plane, kind, count, spot)
  local face = math.atan2(spot.dy, spot.dx)
  for i = 1, #places, 2 do
    local soldier = world.soldiers:add(kind, side, company.coat, places[i], places[i + 1], face)
    soldier.company = company
    company.soldiers[#company.soldiers + 1] = soldier
  end
  local columns = math.min(spot.columns or 1, #company.soldiers)
  company.bearer = company.soldiers[spot.shape == "wedge" and 1 or math.max(1, math.ceil(columns / 2))]
  world.companies[#world.companies + 1] = company
  return company
end

-- Makes an army that stands at { x, y, dx, dy, plan }. { plan, companies, side }
function army.make(world, side, at)
  local companies = {}
  for i, part in ipairs(at.plan) do
    companies[i] = army.company(world, side, i, kinds[part.kind], part.count, army.spot(part, at))
  end
  return { companies = companies, side = side }
end

return army
