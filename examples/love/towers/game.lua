-- The game: a world, how fast its time goes, what the player has chosen and what is shown. Nothing here draws or hears
-- keys.

local camera = require "camera"
local effects = require "effects"
local rules = require "rules"
local world = require "world"

local game = {
  seed = 1, speed = 1, paused = false, shows_help = true, shows_danger = false, shows_ranges = false,
  shows_routes = true, shows_times = false, flow_of = nil, step_time = 0, frame_time = 0, time = 0, blend = 0,
}

local SPEEDS = { 1, 2, 4, 8 }
local LONGEST_FRAME = 1 / 20 -- seconds: after a hitch the world goes on from where it was
local SMOOTHED = 0.05        -- how much a frame changes a time that is shown
local NOTICE = 2.5           -- seconds that a text is shown
local RETEST = 0.15          -- seconds after which a building site is tested again: creeps walk on

-- A new world; what the player looks at stays.
function game.start(seed)
  if game.world then game.world:close() end
  game.seed = seed or game.seed
  game.effects = effects.new()
  game.world = world.new(game.seed, game.effects)
  game.camera = game.camera or camera.new(game.world.map.width, game.world.map.height)
  game.chosen, game.selected, game.refusal, game.notice = rules.towers[1], nil, nil, nil
  game.col, game.row, game.under = nil, nil, nil
  game.rest, game.blend, game.notice_left, game.retest, game.asked_anew = 0, 0, 0, 0, false
  game.paused = false
end

-- A text beside the mouse for a while. `good`: it is no refusal.
function game.say(text, good)
  game.notice, game.notice_left, game.notice_is_good = text, NOTICE, good or false
end

---- The mouse ---------------------------------------------------------------------------------------------

-- What lies under the mouse, and whether a tower may be built there.
local function look(dt, x, y)
  local map = game.world.map
  local col, row = x and math.floor(x) + 1, y and math.floor(y) + 1
  if col and (col < 1 or row < 1 or col > map.width or row > map.height) then col, row = nil, nil end
  if col ~= game.col or row ~= game.row then game.retest = 0 end
  game.col, game.row = col, row
  game.under = col and game.world.towers:at(col, row) or nil
  game.retest = game.retest - dt
  if game.retest > 0 then return end
  game.retest = RETEST
  local tests = col and game.chosen and not game.under and game.world.state == "playing"
  game.refusal = tests and game.world:refusal(game.chosen, col, row) or nil
end

---- Orders ------------------------------------------------------------------------------------------------

-- A type of tower to build, or nil: none.
function game.choose(type)
  game.chosen, game.retest = type, 0
  if type then game.selected = nil end
end

function game.select(tower)
  game.selected = tower
  if tower then game.chosen = nil end
end

-- What a key for a tower is about: the one under the mouse, or else the selected one.
function game.tower()
  return game.under or game.selected
end

-- Builds in the cell at that place of the map, or selects what stands there.
function game.act(x, y)
  look(0, x, y)
  if not game.col then return end
  if game.under then
    game.select(game.under)
  elseif game.chosen then
    local tower, reason = game.world:build(game.chosen, game.col, game.row)
    if not tower then game.say(reason) end
    game.retest = 0
  else
    game.select(nil)
  end
end

local function order(method)
  local tower = game.tower()
  if not tower then
    game.say("point at a tower")
    return
  end
  local done, reason = game.world[method](game.world, tower)
  if not done then game.say(reason) end
  if done and method == "sell" and tower == game.selected then game.selected = nil end
  game.retest = 0
end

function game.upgrade() order("upgrade") end

function game.sell() order("sell") end

function game.next_wave()
  if not game.world:call_wave() and game.world.state == "playing" then game.say("this wave is still coming in") end
end

function game.next_speed()
  for i, speed in ipairs(SPEEDS) do
    if game.speed == speed then
      game.speed = SPEEDS[i % #SPEEDS + 1]
      return
    end
  end
end

-- A new game; while one is played it has to be asked for twice.
function game.anew()
  if game.world.state == "playing" and game.world.steps > 0 and not (game.asked_anew and game.notice) then
    game.asked_anew = true
    game.say("R again: a new game", true)
    return
  end
  game.start(game.seed + 1)
end

-- The flow of a kind, or none if it is shown already.
function game.toggle_flow(kind)
  game.flow_of = game.flow_of ~= kind and kind or nil
end

---- Each frame --------------------------------------------------------------------------------------------

-- Whether the world stands still.
function game.is_still()
  return game.paused or game.shows_help or game.world.state ~= "playing"
end

-- `x`, `y`: where on the map the mouse is; nil if it is over a panel.
function game.update(dt, x, y)
  dt = math.min(dt, LONGEST_FRAME)
  game.time = game.time + dt
  game.notice_left = game.notice_left - dt
  if game.notice_left <= 0 then game.notice, game.asked_anew = nil, false end
  look(dt, x, y)

  local start = love.timer.getTime()
  if not game.is_still() then
    game.rest = game.rest + dt * game.speed
    -- A frame of 1/60 s is a step, though its length as a number may be a trifle less.
    while game.rest >= world.STEP * 0.999 do
      game.rest = math.max(0, game.rest - world.STEP)
      game.world:step()
    end
    game.blend = math.min(1, game.rest / world.STEP)
    game.effects:update(dt * game.speed)
  elseif game.world.state ~= "playing" then
    game.effects:update(dt)
  end
  game.step_time = game.step_time + SMOOTHED * (love.timer.getTime() - start - game.step_time)
end

return game
