-- A graph and, beside it, a plain Lua copy of what it should hold. Every edit
-- goes to both, so that the copy can be asked what is right.
--
-- Its records and links are those of copy.lua; the links are in the order in which they were made.

local astar = require "astar"
local check = require "spec.support.check"
local copy = require "spec.support.copy"

local world = {}

local World = {}
World.__index = World
copy.mix_into(World)

local terrain_of = copy.terrain_of

local TERRAINS = { "forest", "road", "sea", "mud", "default" }

function world.new()
  return setmetatable({ g = astar.graph(), list = {}, by_node = {}, units = {}, unit_names = {} }, World)
end

function World:add(x, y, z, props)
  local node
  if z then
    node = self.g:add(x, y, z, props)
  else
    node = self.g:add(x, y, props)
  end
  props = props or {}
  local r = { node = node, id = node.id, x = x, y = y, z = z or 0, out = {}, terrain = terrain_of(props.terrain),
    blocked = props.blocked or false, name = props.name }
  self.list[#self.list + 1] = r
  self.by_node[node] = r
  return r
end

function World:link(a, b, props)
  self.g:link(a.node, b.node, props)
  props = props or {}
  copy.set(a.out, b, props)
  if not props.oneway then
    copy.set(b.out, a, props)
  end
end

function World.cut_link(_, from, to)
  return copy.cut(from.out, to)
end

function World:cut_all(a)
  a.node:unlink()
  a.out = {}
  for _, r in ipairs(self.list) do
    copy.cut(r.out, a)
  end
end

function World:remove(a)
  self.g:remove(a.node)
  for i = #self.list, 1, -1 do
    if self.list[i] == a then
      table.remove(self.list, i)
    else
      copy.cut(self.list[i].out, a)
    end
  end
  self.by_node[a.node] = nil
  a.removed = true
end

function World.move(_, a, x, y, z)
  local node = a.node
  node.x, node.y, node.z = x, y, z
  a.x, a.y, a.z = x, y, z
end

function World.terrain(_, a, name)
  a.node.terrain = name
  a.terrain = terrain_of(name)
end

function World.block(_, a, blocked)
  a.node.blocked = blocked
  a.blocked = blocked
end

function World:forget_handles()
  self.by_node = {}
  for _, r in ipairs(self.list) do
    r.node = nil
  end
  check.collect()
  for _, r in ipairs(self.list) do
    r.node = self.g:node(r.id)
    self.by_node[r.node] = r
  end
end

function world.distance(a, b)
  local dx, dy, dz = b.x - a.x, b.y - a.y, b.z - a.z
  return math.sqrt(dx * dx + dy * dy + dz * dz)
end

-- Whether the link itself lets the unit pass, whatever node it leads to.
function World:passable(unit, from, link)
  if link.terrain and not self:multiplier(unit, link.terrain) then
    return false
  end
  return self:climbs(unit, from, link.to)
end

function World.length(_, from, link)
  return world.distance(from, link.to)
end

function World.link_between(_, a, b)
  return select(2, copy.find(a.out, b))
end

function World.check_place(_, node, r)
  check.that(node.x == r.x and node.y == r.y and node.z == r.z, "%s is at a wrong place", node)
end

-- Random worlds -------------------------------------------------------------

-- kind: "lattice" (ties everywhere), "free", "flat", "line", "heap" (all in
-- one place), "clusters"
local KINDS = { "lattice", "lattice", "free", "free", "flat", "line", "heap", "clusters" }

local function place(rng, kind)
  if kind == "lattice" then
    return rng:int(0, 4), rng:int(0, 4), rng:chance(0.2) and rng:int(0, 2) or 0
  elseif kind == "free" then
    return rng:real(-10, 10), rng:real(-10, 10), rng:real(-3, 3)
  elseif kind == "flat" then
    return rng:real(0, 100), rng:real(0, 100), 0
  elseif kind == "line" then
    local t = rng:int(0, 12)
    return t, 2 * t, 0
  elseif kind == "heap" then
    return 7, 7, 7
  end
  return rng:int(0, 2) * 1000 + rng:unit(), rng:int(0, 2) * 1000 + rng:unit(), 0
end

function World.random_props(_, rng)
  local props = {}
  local dice = rng:int(1, 10)
  if dice == 1 then
    props.cost = 0
  elseif dice == 2 then
    props.cost = rng:real(0, 0.2)
  elseif dice == 3 then
    props.cost = rng:real(1, 30)
  elseif dice == 4 then
    props.cost = rng:int(1, 5)
  end
  if rng:chance(0.25) then
    props.terrain = rng:pick(TERRAINS)
    -- whether a link of terrain "default" has a terrain is nobody's business
    if props.terrain == "default" then
      props.terrain = "path"
    end
  end
  if rng:chance(0.3) then
    props.oneway = true
  end
  if next(props) == nil and rng:chance(0.5) then
    return nil
  end
  return props
end

function World:random_node(rng)
  local x, y, z = place(rng, self.kind)
  local props
  if rng:chance(0.5) then
    props = { terrain = rng:pick(TERRAINS), blocked = rng:chance(0.08) }
  end
  return self:add(x, y, z, props)
end

function World:random_link(rng)
  local a, b = rng:pick(self.list), rng:pick(self.list)
  if a ~= b then
    self:link(a, b, self:random_props(rng))
  end
end

function World:random_unit(rng)
  self:random_unit_of(rng, { "man", "horse", "tank", "ship" }, { "forest", "road", "sea", "mud", "path" },
    { 0, 0.75, 1, 2 })
end

-- One random edit.
function World:edit(rng)
  local list = self.list
  local dice = rng:int(1, 20)
  if #list < 3 or dice <= 2 then
    self:random_node(rng)
  elseif dice <= 8 then
    self:random_link(rng)
  elseif dice <= 11 then
    local a = rng:pick(list)
    if #a.out > 0 then
      self:unlink(a, rng:pick(a.out).to, rng:chance(0.5))
    else
      local b = rng:pick(list)
      if b ~= a then
        self:unlink(a, b)
      end
    end
  elseif dice == 12 then
    self:remove(rng:pick(list))
  elseif dice <= 15 then
    self:move(rng:pick(list), place(rng, self.kind))
  elseif dice == 16 then
    self:terrain(rng:pick(list), rng:chance(0.8) and rng:pick(TERRAINS) or nil)
  elseif dice == 17 then
    local a = rng:pick(list)
    self:block(a, not a.blocked and rng:chance(0.5))
  elseif dice == 18 then
    self:random_unit(rng)
  elseif dice == 19 and rng:chance(0.3) then
    self:cut_all(rng:pick(list))
  elseif dice == 20 and rng:chance(0.3) then
    self.g:optimize()
  end
end

-- A random world of about `n` nodes with about `degree` links at each.
function world.random(rng, n, degree)
  local w = world.new()
  w.kind = rng:pick(KINDS)
  for _ = 1, n do
    w:random_node(rng)
  end
  for _ = 1, math.floor(n * degree / 2) do
    w:random_link(rng)
  end
  for _ = 1, 3 do
    w:random_unit(rng)
  end
  return w
end

-- A square lattice of waypoints. make(col, row) gives the props of a node, or
-- false for no node; neighbours are joined, also along diagonals if `eight`.
function world.lattice(width, height, eight, make, link_props)
  local w = world.new()
  local at = {}
  for row = 1, height do
    at[row] = {}
    for col = 1, width do
      local props = make and make(col, row)
      if props ~= false then
        at[row][col] = w:add(col, row, nil, props or nil)
      end
    end
  end
  w.at = at
  local function join(a, col, row)
    local b = at[row] and at[row][col]
    if a and b then
      w:link(a, b, link_props and link_props(a, b) or nil)
    end
  end
  for row = 1, height do
    for col = 1, width do
      local a = at[row][col]
      join(a, col + 1, row)
      if eight then
        join(a, col - 1, row + 1)
      end
      join(a, col, row + 1)
      if eight then
        join(a, col + 1, row + 1)
      end
    end
  end
  return w
end

-- A graph of n nodes in which a search from the last one, with x times 2^n as the estimate, expands 2^(n - 1) nodes if
-- it opens closed ones again without end (after Martelli 1977).
function world.reopening(n)
  local w = world.new()
  for i = 1, n do
    w:add(i, 0)
  end
  for from = 2, n do
    for to = 1, from - 1 do
      w:link(w.list[from], w.list[to], { cost = 2 ^ (from - 2) - 2 ^ (to - 1) + (from - to), oneway = true })
    end
  end
  return w
end

return world
