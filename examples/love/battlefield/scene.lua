-- Draws the map and what is on it.

local figures = require "figures"
local screen = require "shared.screen"
local theme = require "astar.theme"

local scene = {}

local g = love.graphics
local LINED = 15 -- pixels of a cell, from which on there are lines between cells
local ROUTE = theme.default.route_size

local colours = theme.resolve()

-- How each turn looks, from the first one on: what is within it, and around it.
local TURNS = {
  { fill = { 1, 1, 1, 0.20 }, line = { 1, 1, 1, 0.9 } },
  { fill = { 0.96, 0.66, 0.30, 0.26 }, line = { 1.00, 0.76, 0.42, 0.95 } },
  { fill = { 0.86, 0.28, 0.56, 0.28 }, line = { 0.98, 0.42, 0.70, 0.95 } },
}

local RIM = { 0.05, 0.06, 0.08, 0.75 }

local function draw_range(game, pixel)
  local range = game.plan.range
  if not range then return end
  for turn, band in ipairs(range.bands) do
    g.setColor(TURNS[turn].fill)
    for _, polygon in ipairs(band.cells) do g.polygon("fill", polygon) end
  end
  for turn = #range.bands, 1, -1 do
    for _, line in ipairs { { 5, RIM }, { 2, TURNS[turn].line } } do
      g.setLineWidth(line[1] * pixel)
      g.setColor(line[2])
      for _, side in ipairs(range.bands[turn].border) do g.line(side) end
    end
  end
end

-- What a unit has still to go.
local function draw_way(unit, line, pixel)
  local colour = unit.kind.colour
  if #line >= 4 then
    g.setColor(RIM)
    g.setLineWidth(5 * pixel)
    g.line(line)
    g.setColor(colour[1], colour[2], colour[3], 0.9)
    g.setLineWidth(2 * pixel)
    g.line(line)
  end
end

local function draw_goal(unit, pixel)
  local x, y = unit.goal.x, unit.goal.y
  local colour = unit.kind.colour
  g.setColor(RIM)
  g.setLineWidth(5 * pixel)
  g.circle("line", x, y, 6 * pixel)
  g.setColor(colour)
  g.setLineWidth(2 * pixel)
  g.circle("line", x, y, 6 * pixel)
end

local function draw_units(game, scale, pixel, x1, y1, x2, y2)
  local size = math.max(0.46, 5.5 * pixel)
  for _, unit in ipairs(game.selected) do
    g.setColor(1, 1, 1, 0.25)
    g.circle("fill", unit.x, unit.y, size * 1.2)
    g.setColor(unit == game.selected[1] and { 1, 1, 1 } or { 1, 1, 1, 0.6 })
    g.setLineWidth(2 * pixel)
    g.circle("line", unit.x, unit.y, size * 1.2)
  end
  for _, unit in ipairs(game.army.units) do
    local x, y = unit.x, unit.y
    if x > x1 - size and x < x2 + size and y > y1 - size and y < y2 + size then figures.draw(unit, size, scale) end
  end
end

-- The cell under the mouse, or the brush.
local function draw_mouse(game, pixel)
  local cell = game.target
  if not cell then return end
  local brush, shape = game.brush, game.plan.shape
  local polygon = {}
  for i = 1, #shape, 2 do polygon[i], polygon[i + 1] = cell.x + shape[i], cell.y + shape[i + 1] end
  g.setColor(1, 1, 1, 0.8)
  g.setLineWidth(1.5 * pixel)
  g.polygon("line", polygon)
  if brush.on and brush.radius > 0 then g.circle("line", cell.x, cell.y, brush.radius + 0.5) end
end

-- The width or height of a cell with that outline, whichever is less.
local function size_of(shape)
  local reach_x, reach_y = 0, 0
  for i = 1, #shape, 2 do
    reach_x, reach_y = math.max(reach_x, shape[i]), math.max(reach_y, shape[i + 1])
  end
  return 2 * math.min(reach_x, reach_y)
end

-- Lines between the cells are a pixel wide (what is narrower, astar.draw leaves out), and there are none where they
-- would be most of what is seen.
local function draw_ground(game, scale)
  local size = scale * size_of(game.plan.shape)
  game.ground.theme.gap_share = size >= LINED and 1.001 / size or 0
  game.ground:draw()
end

-- `box`: x1, y1, x2, y2 on the screen of what is being selected, or nil.
function scene.draw(game, box)
  local camera = game.camera
  local width, height = g.getDimensions()
  local x1, y1 = camera:to_world(0, 0)
  local x2, y2 = camera:to_world(width, height)
  local scale = camera.scale
  local pixel = screen.scale / scale -- a unit of the screen

  g.clear(colours.background)
  g.push("all")
  camera:apply()
  draw_ground(game, scale)
  game.decor:draw(x1, y1, x2, y2, scale)
  draw_range(game, pixel)
  for unit, line in game.ways:lines() do draw_way(unit, line, pixel) end
  for _, unit in ipairs(game.selected) do
    if unit.goal then draw_goal(unit, pixel) end
  end
  game.route.path, game.route.theme.route_size = game.plan.path, ROUTE * screen.scale
  game.route:draw()
  draw_mouse(game, pixel)
  draw_units(game, scale, pixel, x1, y1, x2, y2)
  g.pop()

  if box then
    g.setColor(1, 1, 1, 0.12)
    g.rectangle("fill", box[1], box[2], box[3] - box[1], box[4] - box[2])
    g.setColor(1, 1, 1, 0.8)
    g.setLineWidth(1)
    g.rectangle("line", box[1], box[2], box[3] - box[1], box[4] - box[2])
  end
end

return scene
