-- The game: one map with its units, who is selected, and what a frame does. Nothing here draws or hears keys.

local army = require "army"
local brush = require "brush"
local camera = require "camera"
local decor = require "decor"
local draw = require "astar.draw"
local jobs = require "jobs"
local levels = require "levels"
local plan = require "plan"
local rules = require "rules"
local ways = require "ways"

local game = { level = 1, form = 1, seed = 250, paused = false, budget = 0.002, notice_left = 0 }

local NOTICE = 3               -- seconds that a text is shown
local LONGEST_FRAME = 1 / 20 -- seconds: after a hitch the units go on from where they were

---- Maps --------------------------------------------------------------------------------------------------

-- Shows a level in one of its forms. `seed` makes another country of those that are generated.
function game.open(level, form, seed)
  game.level, game.form, game.seed, game.asked = level, form, seed or game.seed, nil
  local entry = levels.list[level]
  local made = entry.forms[form].make(game.seed)
  local map = made.map
  rules.teach(map)

  game.title = entry.title .. ": " .. entry.forms[form].name
  game.map = map
  game.jobs = jobs.new(map)
  game.army = army.new(map, game.seed)
  made.muster(game.army)
  game.brush = brush.new(map, game.army)
  game.plan = plan.new(map, game.jobs)
  game.ways = ways.new(map, game.jobs)

  if game.ground then
    game.ground:release()
    game.route:release()
  end
  game.ground = draw(map, { layers = { "ground", "walls", "links" }, theme = {} })
  game.route = draw(map, { layers = { "paths" }, theme = {} })
  game.decor = decor.new(map, made.sprite)
  game.camera = camera.new(game.ground:bounds())
  game.selected, game.target = {}, nil
  local first = game.army.units[1]
  if first then game.select({ first }) end
  collectgarbage()
end

-- Asks for a map, which game.open_asked opens: a large one after a frame that says why nothing moves.
local function ask(level, form, seed)
  local large = levels.list[level].large
  game.asked = { level, form, seed, frames = large and 1 or 0 }
  game.say(large and "making a country ..." or nil)
end

-- To be called each frame, before anything that needs the map.
function game.open_asked()
  local asked = game.asked
  if not asked then return end
  if asked.frames > 0 then
    asked.frames = asked.frames - 1
    return
  end
  game.open(unpack(asked, 1, 3))
  if not levels.list[game.level].large then game.set_out() end -- there they roam
  game.say(nil)
end

function game.next_level()
  ask(game.level % #levels.list + 1, 1)
end

function game.next_form()
  ask(game.level, game.form % #levels.list[game.level].forms + 1)
end

function game.next_country()
  if levels.list[game.level].made then
    ask(game.level, game.form, game.seed + 1)
  else
    game.say("There is one castle only: N is for the other maps (Tab)")
  end
end

-- Shows a text for a while; nil takes it away.
function game.say(text)
  game.notice, game.notice_left = text, NOTICE
end

---- Selecting ---------------------------------------------------------------------------------------------

function game.is_selected(unit)
  for i, selected in ipairs(game.selected) do
    if selected == unit then return i end
  end
  return nil
end

-- These and no others; with `more` these too.
function game.select(units, more)
  if not more then game.selected = {} end
  for _, unit in ipairs(units) do
    if not game.is_selected(unit) then game.selected[#game.selected + 1] = unit end
  end
end

function game.toggle(unit)
  local i = game.is_selected(unit)
  if i then table.remove(game.selected, i) else game.selected[#game.selected + 1] = unit end
end

-- Units in order of the army for which test(unit) is true.
function game.units_where(test)
  local list = {}
  for _, unit in ipairs(game.army.units) do
    if test(unit) then list[#list + 1] = unit end
  end
  return list
end

function game.select_kind(kind, more)
  game.select(game.units_where(function(unit) return unit.kind == kind end), more)
end

-- The unit whose figure is at a place, or nil.
function game.unit_at(x, y, reach)
  local nearest, least = nil, reach * reach
  for _, unit in ipairs(game.army.units) do
    local dx, dy = unit.x - x, unit.y - y
    if dx * dx + dy * dy <= least then nearest, least = unit, dx * dx + dy * dy end
  end
  return nearest
end

---- Orders ------------------------------------------------------------------------------------------------

function game.send(x, y)
  if game.map:at(x, y) then game.army:order(game.selected, x, y) end
end

-- For orders from now on.
function game.next_formation()
  game.army:next_formation()
  game.say("formation: " .. game.army.formation)
end

function game.roam()
  for _, unit in ipairs(game.selected) do game.army:roam(unit) end
end

-- At the beginning everybody marches to the other side of the map, each kind as a group.
function game.set_out()
  local x1, y1, x2, y2 = game.ground:bounds()
  for _, kind in ipairs(rules.kinds) do
    local units = game.units_where(function(unit) return unit.kind == kind end)
    if units[1] then game.army:order(units, x1 + x2 - units[1].x, y1 + y2 - units[1].y) end
  end
  game.select(game.army.units)
end

function game.halt()
  for _, unit in ipairs(game.selected) do game.army:halt(unit) end
end

---- Each frame --------------------------------------------------------------------------------------------

-- `x`, `y`: where on the map the mouse is; nil if it is over a panel.
function game.update(dt, x, y)
  dt = math.min(dt, LONGEST_FRAME)
  game.notice_left = game.notice_left - dt
  if game.notice_left <= 0 then game.say(nil) end
  local changed = game.brush:update()
  if changed then game.decor:repainted(changed) end

  game.target = x and game.map:at(x, y) or nil
  game.plan:update(game.selected[1], not game.brush.on and game.target or nil)
  if not game.paused then game.army:update(dt) end
  game.ways:update(game.selected)
  game.jobs:run(game.budget)
end

return game
