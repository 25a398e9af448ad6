-- The overlays: the flow of a kind as arrows, the danger, and the ways that the kinds take now. Arrows and danger are
-- put together when what they show has changed, and then drawn from a batch.

local rules = require "rules"
local sprites = require "sprites"

local Overlay = {}
Overlay.__index = Overlay

local g = love.graphics

local PACE, GAP = 1.2, 0.62  -- of the dots along a way: cells a second, and from one to the next
local SIDE = 0.17            -- how far beside each other the ways of the kinds lie

local function new(world)
  return setmetatable({
    world = world, flow_batch = sprites.batch(1200), danger_batch = sprites.batch(600), way_batch = sprites.batch(600),
    ways = {}, changes = -1, way_changes = -1,
  }, Overlay)
end

---- The flow ----------------------------------------------------------------------------------------------

local function build_flow(self, kind)
  local world, batch = self.world, self.flow_batch
  local map, flow = world.map, world.flows.by_kind[kind]
  self.costs = flow:costs(self.costs)
  local most = 1
  for id = 1, #self.costs do most = math.max(most, self.costs[id] or 0) end
  local r, gr, b = kind.colour[1], kind.colour[2], kind.colour[3]

  batch:clear()
  for col, row, terrain, blocked in map:tiles() do
    local cost = self.costs[(row - 1) * map.width + col]
    if cost and not blocked and rules.cost(kind, terrain) then
      local part = 1 - cost / most                   -- the nearer to the keep, the lighter
      batch:tint(0.05 + 0.5 * r * part, 0.06 + 0.5 * gr * part, 0.10 + 0.5 * b * part, 0.62)
      batch:add("white", col - 0.5, row - 0.5, 0, 1.004 / 1.2)
    end
  end
  for col, row, terrain, blocked in map:tiles() do
    if not blocked and rules.cost(kind, terrain) then
      local dx, dy = flow:direction(col - 0.5, row - 0.5)
      if dx then
        batch:tint(0.35 + 0.65 * r, 0.35 + 0.65 * gr, 0.35 + 0.65 * b, 1)
        batch:add("pointer", col - 0.5, row - 0.5, math.atan2(dy, dx), 1)
      end
    end
  end
end

function Overlay:draw_flow(kind)
  local changes = self.world.flows.changes
  if self.kind ~= kind or self.changes ~= changes then
    self.kind, self.changes = kind, changes
    build_flow(self, kind)
  end
  self.flow_batch:draw()
end

---- The danger --------------------------------------------------------------------------------------------

function Overlay:draw_danger()
  local danger, map, batch = self.world.danger, self.world.map, self.danger_batch
  if self.danger_version ~= danger.version then
    self.danger_version = danger.version
    batch:clear()
    for col, row in map:tiles() do
      local value = danger:get(col, row)
      if value > 0 then
        local part = 1 - 0.86 ^ value
        batch:tint(0.95, 0.30 * (1 - part), 0.16, 0.16 + 0.56 * part)
        batch:add("white", col - 0.5, row - 0.5, 0, 0.94 / 1.2)
      end
    end
  end
  batch:draw()
end

---- The ways ----------------------------------------------------------------------------------------------

-- Dots that run along the way from the entry. The ways are shown a little beside each other, as they often take the
-- same cells.
function Overlay:draw_ways(time)
  local world, batch, changes = self.world, self.way_batch, self.world.flows.changes
  if self.way_changes ~= changes then
    self.way_changes = changes
    for i, kind in ipairs(rules.kinds) do
      self.ways[i] = world.flows.by_kind[kind]:path(world.place.entry[1])
    end
  end
  batch:clear()
  for i, kind in ipairs(rules.kinds) do
    local way, side = self.ways[i], (i - 2) * SIDE
    if way then
      local first = (time * PACE) % GAP
      for at = first, way.length, GAP do
        local x, y = way:at(at)
        local fade = math.min(1, at, way.length - at)
        batch:tint(0.06, 0.07, 0.08, 0.45 * fade)
        batch:add("dot", x + side, y + side, 0, 0.19)
        batch:tint(kind.colour[1], kind.colour[2], kind.colour[3], 0.95 * fade)
        batch:add("dot", x + side, y + side, 0, 0.13)
      end
    end
  end
  batch:draw()
end

---- Ranges ------------------------------------------------------------------------------------------------

function Overlay.draw_range(_, x, y, range, pixel, r, gr, b)
  g.setColor(r, gr, b, 0.13)
  g.circle("fill", x, y, range, 64)
  g.setColor(r, gr, b, 0.85)
  g.setLineWidth(2 * pixel)
  g.circle("line", x, y, range, 64)
end

return { new = new }
