-- Draws the map and what is on it.

local beasts = require "beasts"
local gates = require "gates"
local ground = require "ground"
local overlay = require "overlay"
local rules = require "rules"
local screen = require "shared.screen"
local sprites = require "sprites"

local scene = {}

local g = love.graphics
local PICTURE = 0.66             -- how far a creep's picture reaches from its middle
local low, high                  -- batches: what lies below the gates, and what above

function scene.load()
  sprites.load()
  low, high = sprites.batch(2000), sprites.batch(2000)
end

-- What belongs to the world is made anew with it.
local function attend(world)
  if scene.world == world then return end
  scene.world = world
  scene.ground = scene.ground or ground.new(world.map) -- each world has the same country
  scene.overlay = overlay.new(world)
end

---- Parts -------------------------------------------------------------------------------------------------

local function add_towers(world)
  for _, tower in ipairs(world.towers.list) do low:add("base" .. tower.level, tower.x, tower.y, 0, 1) end
  for _, tower in ipairs(world.towers.list) do
    local kick = 0.10 * tower.kick
    if tower.type.name == "frost" then
      high:add("frost" .. tower.level, tower.x, tower.y - 0.04, scene.time * 0.6, 1 + 0.12 * tower.kick)
    else
      high:add(tower.type.name .. tower.level, tower.x - kick * math.cos(tower.face),
        tower.y - 0.04 - kick * math.sin(tower.face), tower.face, 1)
    end
  end
end

local strides = {}               -- by kind the names of its pictures, so that no frame joins strings
for _, kind in ipairs(rules.kinds) do
  strides[kind] = {}
  for i = 1, beasts.STRIDES do strides[kind][i] = kind.name .. i end
end

local function add_creeps(world, blend)
  local list = world.creeps.list
  for i = 1, #list do
    local creep = list[i]
    if not creep.gone then
      creep.show_x = creep.was_x + (creep.x - creep.was_x) * blend + creep.aside_x
      creep.show_y = creep.was_y + (creep.y - creep.was_y) * blend + creep.aside_y
      low:add("shadow", creep.show_x + 0.05, creep.show_y + 0.09, 0, 2.2 * creep.kind.size)
    end
  end
  for i = 1, #list do
    local creep = list[i]
    if not creep.gone then
      local kind = creep.kind
      local stride = math.floor(creep.walked * 3.2 / kind.size) % beasts.STRIDES + 1
      if creep.chill > 0 then low:tint(0.62, 0.86, 1, 1) else low:tint(1, 1, 1, 1) end
      low:add(strides[kind][stride], creep.show_x, creep.show_y, creep.face, kind.size / PICTURE)
    end
  end
  low:tint(1, 1, 1, 1)
end

-- Bars over those who are hurt.
local function add_lives(world)
  local list = world.creeps.list
  for i = 1, #list do
    local creep = list[i]
    if not creep.gone and creep.life < creep.full then
      local part, wide = creep.life / creep.full, 0.36 + 0.5 * creep.kind.size
      local x, y = creep.show_x, creep.show_y - creep.kind.size - 0.10
      high:tint(0.06, 0.06, 0.07, 0.8)
      high:add("white", x, y, 0, (wide + 0.06) / 1.2, 0.13 / 1.2)
      high:tint(math.min(1, 2 - 1.6 * part), math.min(0.85, 0.25 + 1.1 * part), 0.25, 1)
      high:add("white", x - wide * (1 - part) / 2, y, 0, wide * part / 1.2, 0.075 / 1.2)
    end
  end
  high:tint(1, 1, 1, 1)
end

local shot_names = {}
for _, type in ipairs(rules.towers) do shot_names[type] = type.name .. "_shot" end

local function add_shots(world, blend)
  local list = world.shots.list
  for i = 1, #list do
    local shot = list[i]
    high:add(shot_names[shot.type], shot.was_x + (shot.x - shot.was_x) * blend,
      shot.was_y + (shot.y - shot.was_y) * blend, shot.face, 1)
  end
end

---- The mouse ---------------------------------------------------------------------------------------------

-- What stands in the cell under the mouse, or would.
local function draw_mouse(game, pixel)
  local tower = game.tower()
  if tower then
    scene.overlay:draw_range(tower.x, tower.y, tower.stats.range, pixel, 1, 1, 1)
    local next_stats = tower.type.levels[tower.level + 1]
    if next_stats then
      g.setColor(1, 0.86, 0.45, 0.55)
      g.setLineWidth(1.5 * pixel)
      g.circle("line", tower.x, tower.y, next_stats.range, 64)
    end
  end
  if game.selected then
    g.setColor(1, 0.86, 0.45)
    g.setLineWidth(2 * pixel)
    g.rectangle("line", game.selected.x - 0.5, game.selected.y - 0.5, 1, 1, 0.1)
  end
  if not game.col or game.shows_help or game.world.state ~= "playing" then return end
  local x, y = game.col - 0.5, game.row - 0.5
  local type = game.chosen
  if not type or game.under then
    g.setColor(1, 1, 1, 0.7)
    g.setLineWidth(1.5 * pixel)
    g.rectangle("line", x - 0.5, y - 0.5, 1, 1, 0.08)
    return
  end
  local fine = not game.refusal
  local r, gr, b = 1, 0.30, 0.26
  if fine then r, gr, b = 0.75, 1, 0.62 end
  scene.overlay:draw_range(x, y, type.levels[1].range, pixel, r, gr, b)
  g.setColor(r, gr, b, 0.40)
  g.rectangle("fill", x - 0.5, y - 0.5, 1, 1, 0.08)
  if fine then
    sprites.draw("base1", x, y, 1, 0, 0.75)
    sprites.draw(type.name .. "1", x, y - 0.04, 1, -math.pi / 2, 0.75)
  else
    g.setColor(1, 0.92, 0.90)
    g.setLineWidth(3 * pixel)
    g.line(x - 0.24, y - 0.24, x + 0.24, y + 0.24)
    g.line(x - 0.24, y + 0.24, x + 0.24, y - 0.24)
  end
end

---- A frame -----------------------------------------------------------------------------------------------

function scene.draw(game)
  local world, camera = game.world, game.camera
  attend(world)
  scene.time = game.time
  local pixel = screen.scale / camera.scale -- a unit of the screen
  g.clear(0.075, 0.09, 0.105)
  scene.ground:fit(camera.scale)
  g.push("all")
  g.setScissor(camera.x, camera.y, world.map.width * camera.scale, world.map.height * camera.scale)
  camera:apply()
  scene.ground:draw()
  if game.shows_danger then scene.overlay:draw_danger() end
  if game.flow_of then scene.overlay:draw_flow(game.flow_of) end
  if game.shows_routes and not game.flow_of then scene.overlay:draw_ways(game.time) end

  low:clear()
  high:clear()
  add_towers(world)
  add_creeps(world, game.blend)
  add_lives(world)
  add_shots(world, game.blend)
  game.effects:draw(high)
  low:draw()
  gates.draw(world.place, game.time)
  if game.shows_ranges then
    for _, tower in ipairs(world.towers.list) do
      scene.overlay:draw_range(tower.x, tower.y, tower.stats.range, pixel, 1, 0.9, 0.6)
    end
  end
  draw_mouse(game, pixel)
  high:draw()
  g.setScissor()
  g.setColor(0.03, 0.04, 0.05)
  g.setLineWidth(3 * pixel)
  g.rectangle("line", 0, 0, world.map.width, world.map.height)
  g.pop()
end

return scene
