-- Units and terrain as both models have them: world.lua of graphs, tiles.lua of grids. A model has the tables
-- `units` and `unit_names`, and the methods passable(unit, from, link) and length(from, link).

local units = {}

-- A node without a terrain is on "default".
function units.terrain_of(name)
  if name == "default" then
    return nil
  end
  return name
end

local Model = {}

-- Note a unit that the module was told of.
function Model:note_unit(name, costs, limits)
  if not self.units[name] then
    self.unit_names[#self.unit_names + 1] = name
  end
  self.units[name] = { costs = costs, climb = limits and limits.climb, drop = limits and limits.drop }
end

-- The multiplier of a terrain, nil for no way.
function Model:multiplier(unit, terrain)
  if not unit then
    return 1
  end
  local costs = self.units[unit].costs
  local m = costs[terrain or "default"]
  if m == nil then
    m = costs.default
  end
  if m == nil then
    m = 1
  end
  if m == false or m == math.huge then
    return nil
  end
  return m
end

function Model:enterable(unit, r)
  return not r.blocked and self:multiplier(unit, r.terrain) ~= nil
end

-- What a link costs, or nil and whether it is the node or the link that cannot be used.
function Model:step(unit, from, link)
  local to = link.to
  if not self:enterable(unit, to) then
    return nil, "node"
  end
  if not self:passable(unit, from, link) then
    return nil, "link"
  end
  return (link.cost or self:length(from, link)) * self:multiplier(unit, link.terrain or to.terrain)
end

-- Give a class of models these methods.
function units.mix_into(class)
  for name, method in pairs(Model) do
    class[name] = method
  end
end

return units
