-- The game: a world, how fast its time goes, who is selected and what is shown. Nothing here draws or hears keys.

local camera = require "camera"
local country = require "country"
local scenes = require "scenes"
local world = require "world"

local game = {
  speed = 1, paused = false, shows_help = false, shows_wishes = false, avoids = true, time = 0, blend = 0, rest = 0,
  step_time = 0, frame_time = 0, selected = {}, counts = { arrived = 0, moving = 0, waiting = 0, stuck = 0 },
}

local SPEEDS = { 1, 2, 4 }
local LONGEST_FRAME = 1 / 15 -- seconds: after a hitch the world goes on from where it was
local SMOOTHED = 0.08        -- how much a step changes the time that is shown
local RECOUNT = 0.25         -- seconds
local LOOKS = 0.15           -- seconds between two looks at where the mouse is

function game.begin(number)
  if game.world then game.world:close() end
  game.world = world.new(number)
  game.world.soldiers:ignore(not game.avoids)
  game.camera = game.camera or camera.new(country.WIDTH, country.HEIGHT)
  game.camera:show(scenes[number].area)
  game.rest, game.blend, game.recount, game.look_left, game.selected, game.flag, game.preview = 0, 0, 0, 0, {}, nil, nil
  game.version = (game.version or 0) + 1
end

function game.next_scene()
  game.begin(game.world.number % #scenes + 1)
end

function game.again()
  game.begin(game.world.number)
end

function game.set_avoidance(on)
  game.avoids = on
  game.world.soldiers:ignore(not on)
end

function game.next_speed()
  for i, speed in ipairs(SPEEDS) do
    if game.speed == speed then
      game.speed = SPEEDS[i % #SPEEDS + 1]
      return
    end
  end
end

---- Who is selected ---------------------------------------------------------------------------------------

-- Those whose middle is in that part of the map; `add`: beside those who are selected.
function game.select(x1, y1, x2, y2, add)
  if x1 > x2 then x1, x2 = x2, x1 end
  if y1 > y2 then y1, y2 = y2, y1 end
  if not add then game.deselect() end
  for _, soldier in ipairs(game.world.soldiers.list) do
    local is_in = soldier.x >= x1 and soldier.x <= x2 and soldier.y >= y1 and soldier.y <= y2
    if is_in and not soldier.is_selected then
      soldier.is_selected = true
      game.selected[#game.selected + 1] = soldier
    end
  end
end

-- Selects the company of the soldier who stands there. Returns whether there is one.
function game.select_company(x, y, add)
  local best, least
  for _, soldier in ipairs(game.world.soldiers.list) do
    local far = (soldier.x - x) ^ 2 + (soldier.y - y) ^ 2
    if far < (soldier.kind.radius + 0.5) ^ 2 and (not least or far < least) then best, least = soldier, far end
  end
  if not best then return false end
  if not add then game.deselect() end
  for _, soldier in ipairs(best.company and best.company.soldiers or { best }) do
    if not soldier.is_selected then
      soldier.is_selected = true
      game.selected[#game.selected + 1] = soldier
    end
  end
  return true
end

function game.deselect()
  for _, soldier in ipairs(game.selected) do soldier.is_selected = false end
  game.selected = {}
end

-- The selected ones form up there.
function game.send(x, y)
  if #game.selected == 0 then return end
  local members = {}
  for i, soldier in ipairs(game.selected) do members[i] = soldier end
  game.world:send(members, x, y)
  game.flag = { x = x, y = y, since = game.time }
end

-- The legion marches there, if the scene has one.
function game.send_legion(x, y)
  if not game.world.legion then return end
  local place = game.world.legion:send(x, y)
  game.flag = { x = place[1], y = place[2], since = game.time }
end

function game.next_formation()
  if game.world.legion then game.world.legion:next_formation() end
end

-- Where the selected ones would stand if they were sent to where the mouse is; nil: it is over a panel. Now and then only.
local function look(dt, x, y)
  game.look_left = game.look_left - dt
  if not x or #game.selected == 0 then game.preview = nil end
  if not x or #game.selected == 0 or game.look_left > 0 then return end
  game.look_left = LOOKS
  game.preview = game.world.orders:places(game.selected, { x = x, y = y })
end

---- Each frame --------------------------------------------------------------------------------------------

-- `stepped(world)` is called after each step of the world; `x`, `y`: where on the map the mouse is, or nil.
function game.update(dt, stepped, x, y)
  dt = math.min(dt, LONGEST_FRAME)
  game.time = game.time + dt
  game.camera:update(dt)
  look(dt, x, y)
  if game.paused then return end
  game.rest = game.rest + dt * game.speed
  -- A frame of 1/30 s is a step, though its length as a number may be a trifle less.
  while game.rest >= world.STEP * 0.999 do
    game.rest = math.max(0, game.rest - world.STEP)
    local start = love.timer.getTime()
    game.world:step()
    game.step_time = game.step_time + SMOOTHED * (love.timer.getTime() - start - game.step_time)
    stepped(game.world)
  end
  game.blend = math.min(1, game.rest / world.STEP)
  game.recount = game.recount - dt
  if game.recount <= 0 then
    game.recount = RECOUNT
    game.world.soldiers:count(game.counts)
  end
end

return game
