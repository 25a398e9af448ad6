-- What the plain Lua copies of graphs (world.lua) and of grids (tiles.lua) share: a list of records, `self.list`, each
-- with its links, `r.out`; found by node in `self.by_node`; and units.
--
-- A record: { node, id, x, y, z, terrain, blocked, name, out = { link, … } }
-- A link:   { to = record, cost, terrain }

local check = require "spec.support.check"

local copy = {}
local Copy = {}

-- Gives a class the methods of a copy. It has to have `length` (of a link without a cost), `passable` (whether a unit can
-- use a link), `cut_link` (removes one direction of a link; whether it was there), `check_place` (that a node lies where
-- its record says).
function copy.mix_into(class)
  for name, method in pairs(Copy) do
    class[name] = method
  end
end

function copy.find(links, to)
  for i, link in ipairs(links) do
    if link.to == to then
      return i, link
    end
  end
end

-- The link to a record in a list of links; a new one at its end if there is none.
function copy.set(links, to, props)
  local _, link = copy.find(links, to)
  if not link then
    link = { to = to }
    links[#links + 1] = link
  end
  link.cost, link.terrain = props.cost, props.terrain
end

function copy.cut(links, to)
  local i = copy.find(links, to)
  if i then
    table.remove(links, i)
  end
  return i ~= nil
end

function Copy:unlink(a, b, oneway)
  local got = self.g:unlink(a.node, b.node, oneway and { oneway = true } or nil)
  local had = self:cut_link(a, b)
  if not oneway then
    had = self:cut_link(b, a) or had
  end
  check.that(got == had, "unlink says %s where %s was right", got, had)
end

-- Units ------------------------------------------------------------------------------------------------

-- A node without a terrain is on "default".
function copy.terrain_of(name)
  if name == "default" then
    return nil
  end
  return name
end

function Copy:unit(name, costs, limits)
  self.g:unit(name, costs, limits)
  if not self.units[name] then
    self.unit_names[#self.unit_names + 1] = name
  end
  limits = limits or {}
  self.units[name] = { costs = costs, climb = limits.climb, drop = limits.drop, size = limits.size or 1 }
end

-- The multiplier of a terrain, nil for no way.
function Copy:multiplier(unit, terrain)
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

function Copy:enterable(unit, r)
  return not r.blocked and self:multiplier(unit, r.terrain) ~= nil
end

-- What a link costs, or nil and whether it is the node or the link that cannot be used.
function Copy:step(unit, from, link)
  local to = link.to
  if not self:enterable(unit, to) then
    return nil, "node"
  end
  if not self:passable(unit, from, link) then
    return nil, "link"
  end
  return (link.cost or self:length(from, link)) * self:multiplier(unit, link.terrain or to.terrain)
end

-- Whether a unit may go up or down from one record to the next.
function Copy:climbs(unit, a, b)
  local limits = unit and self.units[unit]
  local rise = b.z - a.z
  return not (limits and (limits.climb and rise > limits.climb or limits.drop and -rise > limits.drop))
end

-- The name of a unit, or nil for none.
function Copy:any_unit(rng)
  return rng:chance(0.6) and #self.unit_names > 0 and rng:pick(self.unit_names) or nil
end

local MULTIPLIERS = { 0.01, 0.25, 0.5, 1, 1, 2, 5, false, math.huge }

-- `rises`: what a unit's limits may be; `largest`: its size, if sizes are drawn.
function Copy:random_unit_of(rng, names, terrains, rises, largest)
  local costs = {}
  for _, name in ipairs(terrains) do
    if rng:chance(0.5) then
      costs[name] = rng:pick(MULTIPLIERS)
    end
  end
  if rng:chance(0.4) then
    costs.default = rng:pick(MULTIPLIERS)
  end
  local limits
  if rng:chance(0.35) then
    limits = { climb = rng:chance(0.7) and rng:pick(rises) or nil, drop = rng:chance(0.7) and rng:pick(rises) or nil }
  end
  if largest and rng:chance(0.7) then
    limits = limits or {}
    limits.size = rng:int(1, largest)
  end
  self:unit(rng:pick(names), costs, limits)
end

-- Everything against the copy --------------------------------------------------------------------------

local function verify_links(self, node, r)
  local that, k = check.that, 0
  for neighbour, cost, props in node:links() do
    k = k + 1
    local link = r.out[k]
    that(link and neighbour == link.to.node, "link %d of %s goes to %s, should go to %s", k, node,
      neighbour, link and link.to.node or "none")
    check.near(link.cost or self:length(r, link), cost, "cost of a link")
    that((props and props.cost) == link.cost, "link cost of %s", node)
    that((props and props.terrain) == link.terrain, "link terrain of %s", node)
    that(not (link.step and props), "a step of %s has props", node)
  end
  that(k == #r.out, "%s has %d links, should have %d", node, k, #r.out)
end

function copy.verify(self)
  local g, that = self.g, check.that
  that(#g == #self.list, "there are %d nodes, should be %d", #g, #self.list)
  local sorted = {}
  for i, r in ipairs(self.list) do
    sorted[i] = r
  end
  table.sort(sorted, function(a, b) return a.id < b.id end)
  local i = 0
  for node in g:nodes() do
    i = i + 1
    local r = sorted[i]
    that(r and node == r.node, "node %d of the iteration is %s, should be %s", i, node, r and r.node or "none")
    that(node.id == r.id, "%s has id %d, should have %d", node, node.id, r.id)
    self:check_place(node, r)
    that(node.terrain == (r.terrain or "default"), "%s has terrain %s, should be %s", node, node.terrain, r.terrain)
    that(node.blocked == r.blocked, "%s: blocked", node)
    that(node.name == r.name, "%s: name", node)
    that(g:node(r.id) == node, "%s is not found by its id", node)
    if r.name then
      that(g:node(r.name) == node, "%s is not found by its name", node)
    end
    verify_links(self, node, r)
  end
  that(i == #sorted, "the iteration gave %d nodes of %d", i, #sorted)
end

Copy.verify = copy.verify

return copy
