-- The kinds of soldiers: how large and fast they are, and how much room each takes in a formation.

local kinds = {
  spear = { title = "spearmen", radius = 0.50, speed = 4.2, gap = 1.40, priority = 0 },
  bow = { title = "archers", radius = 0.50, speed = 4.6, gap = 1.50, priority = 0 },
  knight = { title = "knights", radius = 0.85, speed = 6.0, gap = 2.50, priority = 1 },
  wagon = { title = "wagons", radius = 1.25, speed = 3.4, gap = 3.40, priority = 2 },
}
local order = { "spear", "bow", "knight", "wagon" } -- from the front of an army to its rear

for i, name in ipairs(order) do
  kinds[name].name, kinds[name].rank = name, i
  order[i] = kinds[name]
end
kinds.order = order
kinds.SMALLEST, kinds.LARGEST = kinds.spear.radius, kinds.wagon.radius

return kinds
