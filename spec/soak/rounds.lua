-- A round: a map, some players on it, and turns in which one edits the map or a player acts. A seed plays the same each time.

local agents = require "spec.soak.agents"
local askers = require "spec.soak.askers"
local discs = require "spec.soak.discs"
local errands = require "spec.soak.errands"
local ground = require "spec.soak.ground"
local maps = require "spec.soak.maps"
local random = require "spec.support.random"
local seekers = require "spec.soak.seekers"
local tally = require "spec.soak.tally"
local walkers = require "spec.soak.walkers"

local rounds = {}

-- The players that there may be.
local ON_NODES = { seekers, seekers, agents, agents, discs, askers, errands }
local ON_GROUND = { discs, discs, walkers }

-- Plays a round, and returns its tally; raises what is wrong. say() is told where it is.
function rounds.play(seed, say)
  local rng, done, players = random.new(seed), tally.new(), {}
  local kind = rng:chance(0.25) and ground or maps
  local map = kind.random(rng)
  say(kind.describe(map))
  for _ = 1, rng:int(1, 5) do
    local make = rng:pick(kind == ground and ON_GROUND or ON_NODES)
    players[#players + 1] = make(map, random.new(rng:int(1, 1000000)), done)
  end
  if #players == 0 then players[1] = seekers(map, random.new(seed), done) end
  local edits = rng:pick { 0, 0.1, 0.3, 0.6 }
  for turn = 1, map.large and 60 or 120 do
    say(("turn %d"):format(turn))
    if rng:chance(edits) then
      for _ = 1, rng:chance(0.1) and rng:int(1, 100) or rng:int(1, 3) do done:call("edit", kind.edit, map) end
    end
    rng:pick(players):act()
  end
  for i, player in ipairs(players) do
    say(("the end of player %d"):format(i))
    if player.finish then player:finish() end
  end
  return done
end

return rounds
