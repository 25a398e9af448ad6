-- The rules: what each kind of unit pays for each kind of ground.

local rules = {}

-- In the order of the palette. What stands here may be painted.
rules.terrains = { "plain", "forest", "mountain", "road", "bridge", "river", "sea", "town" }

-- `costs` is what a step of length 1 costs on that ground; false is "cannot". What is not listed costs the default,
-- which is 1 unless it says otherwise. `speed` is in steps a second where one costs 1, so that what is dear is slow.
-- `points` is how much it may spend in one turn.
rules.kinds = {
  { name = "man", speed = 3, points = 12, colour = { 1.00, 0.86, 0.36 },
    costs = { plain = 1.5, forest = 2, mountain = 4, river = 5, sea = false } },
  { name = "horse", speed = 6, points = 16, colour = { 0.97, 0.58, 0.30 },
    costs = { plain = 1.25, forest = 5, mountain = false, river = false, sea = false } },
  { name = "tank", speed = 4.5, points = 14, colour = { 0.74, 0.84, 0.98 },
    costs = { plain = 1.5, forest = false, mountain = false, river = false, sea = false } },
  { name = "ship", speed = 4.5, points = 14, colour = { 0.96, 0.95, 0.92 },
    costs = { default = false, sea = 1, river = 2, bridge = 2 } },
}

rules.by_name = {}
for number, kind in ipairs(rules.kinds) do
  kind.number = number
  rules.by_name[kind.name] = kind
end

-- Tells a map what the kinds pay.
function rules.teach(map)
  for _, kind in ipairs(rules.kinds) do map:unit(kind.name, kind.costs) end
end

-- What a step onto that ground costs, or false.
function rules.cost(kind, terrain)
  local cost = kind.costs[terrain]
  if cost == nil then cost = kind.costs.default end
  if cost == nil then cost = 1 end
  return cost
end

-- Whether the unit may stand on the cell.
function rules.may_enter(kind, cell)
  return not cell.blocked and rules.cost(kind, cell.terrain) ~= false
end

return rules
