-- Draws the map and all that moves on it.

local banners = require "banners"
local country = require "country"
local effects = require "effects"
local figures = require "figures"
local gatehouse = require "gatehouse"
local greenery = require "greenery"
local ground = require "ground"
local kinds = require "kinds"
local overlay = require "overlay"
local sprites = require "sprites"
local tracks = require "tracks"
local water = require "water"

local view = {}

local g = love.graphics
local low, high                     -- batches: the soldiers, and what lies above them
local STRIDE = 1.5                  -- metres of two paces

local coats, gears = {}, {}         -- by kind the names of its pictures, so that no frame joins strings
for _, kind in ipairs(kinds.order) do
  coats[kind], gears[kind] = {}, {}
  for i = 1, figures.STRIDES do
    coats[kind][i], gears[kind][i] = kind.name .. "_coat" .. i, kind.name .. "_gear" .. i
  end
end
local tree_names = {}
for i = 1, greenery.TREES do tree_names[i] = "tree" .. i end

function view.load(place)
  sprites.load()
  ground.load(place)
  tracks.load()
  water.load()
  low, high = sprites.batch(8000), sprites.batch(4000)
end

-- What moves by itself, whatever the world does.
function view.update(game, dt)
  if view.version ~= game.version then
    view.version = game.version
    tracks.clear()
  end
  effects.update(dt)
end

-- To be called after each step of the world.
function view.step(world)
  tracks.add(world.soldiers)
  effects.add_dust(world.soldiers)
end

---- Soldiers ----------------------------------------------------------------------------------------------

local function place_all(list, blend)
  for i = 1, #list do
    local soldier = list[i]
    soldier.show_x = soldier.was_x + (soldier.x - soldier.was_x) * blend
    soldier.show_y = soldier.was_y + (soldier.y - soldier.was_y) * blend
    soldier.show_face = soldier.was_face + (soldier.face - soldier.was_face) * blend
  end
end

local function add_shadows(list)
  for i = 1, #list do
    local soldier = list[i]
    local r = soldier.kind.radius
    low:add("shadow", soldier.show_x + 0.28 * r, soldier.show_y + 0.36 * r, 0, 1.12 * r)
  end
end

-- What tells about soldiers lies under them.
local function add_marks(list, shows_touching)
  for i = 1, #list do
    local soldier = list[i]
    if shows_touching and soldier.touches then
      low:tint(1, 0.08, 0.04, 0.85)
      low:add("glow", soldier.show_x, soldier.show_y, 0, 1.25 * soldier.kind.radius)
    end
    if soldier.is_selected then
      low:tint(1, 0.95, 0.55, 1)
      low:add("ring", soldier.show_x, soldier.show_y, 0, soldier.kind.radius)
    end
  end
  low:tint(1, 1, 1, 1)
end

local function add_soldiers(list)
  for i = 1, #list do
    local soldier = list[i]
    local kind, coat = soldier.kind, soldier.coat
    local stride = 1
    if soldier.moves then stride = math.floor(soldier.walked / STRIDE * figures.STRIDES) % figures.STRIDES + 1 end
    low:tint(coat[1], coat[2], coat[3], 1)
    low:add(coats[kind][stride], soldier.show_x, soldier.show_y, soldier.show_face, kind.radius)
    low:tint(1, 1, 1, 1)
    low:add(gears[kind][stride], soldier.show_x, soldier.show_y, soldier.show_face, kind.radius)
  end
end

---- What stands over them ---------------------------------------------------------------------------------

local function add_trees(things)
  for i = 1, #things do
    local thing = things[i]
    if thing.what == "tree" then
      high:add(tree_names[i % greenery.TREES + 1], thing.x - 0.2, thing.y - 0.4, i, 1.35)
    end
  end
end

-- The sails of the mill turn.
local function draw_mill(things, time)
  for _, thing in ipairs(things) do
    if thing.what == "mill" then
      g.push()
      g.translate(thing.x + 0.8, thing.y + 1.0)
      g.rotate(0.5 * time)
      for _ = 1, 4 do
        g.rotate(math.pi / 2)
        g.setColor(0.25, 0.17, 0.11)
        g.rectangle("fill", 0, -0.10, 4.6, 0.20)
        g.setColor(0.95, 0.92, 0.84, 0.92)
        g.rectangle("fill", 1.0, 0.06, 3.5, 0.95)
        g.setColor(0.60, 0.52, 0.42)
        for k = 0, 4 do g.rectangle("fill", 1.0 + 0.86 * k, 0.06, 0.07, 0.95) end
      end
      g.setColor(0.20, 0.14, 0.10)
      g.circle("fill", 0, 0, 0.36, 16)
      g.pop()
    end
  end
end

---- A frame -----------------------------------------------------------------------------------------------

function view.draw(game)
  local world, camera = game.world, game.camera
  local list, things = world.soldiers.list, world.place.things
  tracks.paint(love.timer.getDelta())
  g.clear(0.075, 0.09, 0.105)
  g.push("all")
  g.setScissor(camera.view_x, camera.view_y, camera.view_w, camera.view_h)
  camera:apply()
  ground.draw()
  tracks.draw()
  gatehouse.draw_doors(world.doors)

  low:clear()
  water.add(low, game.time)
  place_all(list, game.blend)
  add_shadows(list)
  add_marks(list, not game.avoids)
  add_soldiers(list)
  effects.add(low)
  if game.shows_wishes then overlay.draw_routes(world) end
  low:draw()
  gatehouse.draw_arches()

  high:clear()
  add_trees(things)
  high:draw()
  draw_mill(things, game.time)
  banners.draw(world, game.blend, game.time, camera.scale)
  if game.shows_wishes then overlay.draw_wishes(world) end
  overlay.draw_preview(game)
  overlay.draw_flag(game)
  high:clear()
  effects.add_sky(high, game.time)
  high:draw()
  g.setColor(0.03, 0.04, 0.05)
  g.setLineWidth(3 / camera.scale)
  g.rectangle("line", 0, 0, country.WIDTH, country.HEIGHT)
  g.pop()
end

return view
