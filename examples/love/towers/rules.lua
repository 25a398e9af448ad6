-- The rules: what each kind of creep pays for each kind of ground, what towers do, and what all of it costs.

local rules = {}

rules.GOLD, rules.LIVES = 260, 20    -- to begin with
rules.REFUND = 0.7                   -- of what was paid for a tower, when it is sold
rules.BUILDABLE = "grass"            -- the only ground that carries a tower

-- `costs` is what a step of length 1 costs on that ground; false is "cannot", and what is not listed costs 1. What is
-- dear is slow, so a flow leads along the way that takes the least time. Towers block their cells for all kinds.
--   speed    cells a second, where a step costs 1
--   life     of the first wave; later ones have more, see waves.lua
--   armour   what is taken off each hit
--   bounty   gold for killing it
--   toll     lives that it costs when it gets through
--   layers   what its flow adds to the costs: only scouts look at the danger
rules.kinds = {
  { name = "runner", plural = "runners", title = "Runner", speed = 2.1, life = 24, armour = 0, bounty = 4, toll = 1,
    size = 0.34, colour = { 1.00, 0.66, 0.27 }, costs = { wood = 2, water = false } },
  { name = "brute", plural = "brutes", title = "Brute", speed = 1.05, life = 84, armour = 2, bounty = 11, toll = 2,
    size = 0.46, colour = { 0.80, 0.56, 0.96 }, costs = { wood = false, water = 1.25 } },
  { name = "scout", plural = "scouts", title = "Scout", speed = 1.7, life = 32, armour = 0, bounty = 6, toll = 1,
    size = 0.34, colour = { 0.42, 0.90, 0.84 }, costs = { wood = 1, water = false }, layers = { danger = 2 } },
}

-- A level of a tower:
--   price    of building it, or of the upgrade to it
--   range    in cells, from the middle of its cell
--   damage   of a hit
--   pause    seconds between two shots
--   danger   what it adds to the layer within its range
--   splash   the radius in which a shot hits, or nil: its target alone
--   chill    seconds for which a hit slows down, or nil
--   slow     the share of its speed that is left then
rules.towers = {
  { name = "arrow", title = "Arrow tower", about = "quick, at one target", flight = 9, levels = {
    { price = 40, range = 3.2, damage = 9, pause = 0.50, danger = 1 },
    { price = 50, range = 3.5, damage = 20, pause = 0.46, danger = 2 },
    { price = 110, range = 4.0, damage = 45, pause = 0.40, danger = 4 },
  } },
  { name = "frost", title = "Frost tower", about = "slows down all it hits", flight = 7, levels = {
    { price = 60, range = 2.6, damage = 5, pause = 1.10, danger = 1, splash = 1.0, chill = 1.8, slow = 0.55 },
    { price = 70, range = 3.0, damage = 12, pause = 1.00, danger = 1, splash = 1.2, chill = 2.2, slow = 0.48 },
    { price = 120, range = 3.4, damage = 26, pause = 0.90, danger = 2, splash = 1.5, chill = 2.6, slow = 0.40 },
  } },
  { name = "cannon", title = "Cannon", about = "heavy, hits all around", flight = 5, levels = {
    { price = 100, range = 3.4, damage = 32, pause = 1.50, danger = 2, splash = 1.0 },
    { price = 110, range = 3.8, damage = 70, pause = 1.40, danger = 3, splash = 1.15 },
    { price = 220, range = 4.3, damage = 155, pause = 1.25, danger = 6, splash = 1.4 },
  } },
}

for number, kind in ipairs(rules.kinds) do kind.number = number end
for number, tower in ipairs(rules.towers) do tower.number = number end

-- Tells a map what the kinds pay.
function rules.teach(map)
  for _, kind in ipairs(rules.kinds) do map:unit(kind.name, kind.costs) end
end

-- What a step onto that ground costs, or false.
function rules.cost(kind, terrain)
  local cost = kind.costs[terrain]
  if cost == nil then return 1 end
  return cost
end

return rules
