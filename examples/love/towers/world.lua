-- The world: one game from the first coin to the last life. It goes in steps of the same length whatever the frames do,
-- and takes its chances from one generator; so the same orders in the same steps make the same game. Nothing here draws
-- or hears keys.

local country = require "country"
local creeps = require "creeps"
local flows = require "flows"
local rules = require "rules"
local shots = require "shots"
local site = require "site"
local towers = require "towers"
local waves = require "waves"

local World = {}
World.__index = World

local STEP = 1 / 60
local EARLY = 2         -- gold for each second by which a wave is called early
local SPOILS = 30       -- gold for a wave that has come in

local silent = { emit = function() end }

-- `events:emit(what, x, y, number)` hears of what is to be seen; nothing depends on it.
local function new(seed, events)
  local place = country.make()
  local map = place.map
  rules.teach(map)
  local self = setmetatable({
    place = place, map = map, events = events or silent, random = love.math.newRandomGenerator(seed),
    gold = rules.GOLD, lives = rules.LIVES, killed = 0, steps = 0, state = "playing",
  }, World)
  self.danger = map:layer("danger")
  self.flows = flows.new(map, place.keep, self.danger)
  self.creeps = creeps.new(place, self.flows, self.random)
  self.shots = shots.new(self.creeps, self.events)
  self.towers = towers.new(map, self.danger, self.creeps, self.shots)
  self.site = site.new(place, self.creeps)
  self.waves = waves.new(self.creeps)
  return self
end

---- Orders ------------------------------------------------------------------------------------------------

-- Why a tower of that type cannot be built there, or nil.
function World:refusal(type, col, row)
  if self.state ~= "playing" then return "the game is over" end
  local reason = self.site:refusal(col, row)
  self.flows:repair(true) -- the test has blocked the cell and opened it again
  if not reason and self.gold < type.levels[1].price then
    reason = ("costs %d gold, you have %d"):format(type.levels[1].price, self.gold)
  end
  return reason
end

-- Returns the tower, or nil and why there is none.
function World:build(type, col, row)
  local reason = self:refusal(type, col, row)
  if reason then return nil, reason end
  local tower = self.towers:build(type, col, row)
  self.gold = self.gold - tower.paid
  self.flows:repair()
  self.events:emit("built", tower.x, tower.y, 0.7)
  return tower
end

-- Returns whether it was done, or false and why not.
function World:upgrade(tower)
  local price = self.towers:upgrade_price(tower)
  if self.state ~= "playing" then return false, "the game is over" end
  if not price then return false, "no further level" end
  if self.gold < price then return false, ("costs %d gold, you have %d"):format(price, self.gold) end
  self.gold = self.gold - price
  self.towers:upgrade(tower)
  self.flows:repair()
  self.events:emit("built", tower.x, tower.y, 0.7)
  return true
end

function World:sell(tower)
  if self.state ~= "playing" then return false, "the game is over" end
  self.gold = self.gold + self.towers:value(tower)
  self.towers:remove(tower)
  self.flows:repair()
  self.events:emit("built", tower.x, tower.y, 0.7)
  return true
end

-- The next wave comes at once, which earns some gold. Returns whether there is one.
function World:call_wave()
  if self.state ~= "playing" then return false end
  local called, early = self.waves:call()
  if called then self.gold = self.gold + math.floor(EARLY * early) end
  return called
end

---- A step ------------------------------------------------------------------------------------------------

-- Bounties and tolls of those who went in this step.
local function settle(self)
  for _, creep in ipairs(self.creeps.list) do
    if creep.gone == "killed" and not creep.paid then
      creep.paid, self.killed = true, self.killed + 1
      self.gold = self.gold + creep.kind.bounty
    elseif creep.gone == "through" and not creep.paid then
      creep.paid, self.lives = true, math.max(0, self.lives - creep.kind.toll)
      self.events:emit("through", creep.x, creep.y, 0.8)
    end
  end
end

function World:step()
  if self.state ~= "playing" then return end
  self.steps = self.steps + 1
  local waited = self.waves:waiting()
  self.waves:step(STEP)
  if waited > 0 and self.waves:waiting() == 0 then self.gold = self.gold + SPOILS + 2 * self.waves.number end
  self.creeps:step(STEP)
  self.towers:step(STEP)
  self.shots:step(STEP)
  settle(self)
  if self.lives == 0 then
    self.state = "lost"
    self.events:emit("end", 0, 0, 0)
  elseif self.waves:is_over() and #self.creeps.list == 0 then
    self.state = "won"
    self.events:emit("end", 0, 0, 0)
  end
end

function World:close()
  self.flows:close()
end

return { new = new, STEP = STEP }
