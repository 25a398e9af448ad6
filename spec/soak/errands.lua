-- Players that send followers along the paths that a queue finds for them, and along flows, while the map is edited.

local check = require "spec.support.check"
local follow = require "astar.follow"
local new_queue = require "astar.queue"

local that = check.that

local Errand = {}
Errand.__index = Errand

-- The queue repairs searches, so each answer is that of the map as it is when the callback runs.
function Errand:push()
  local w, rng, g = self.w, self.rng, self.w.g
  local from, to, unit = rng:pick(w.list).node, rng:pick(w.list).node, w:any_unit(rng)
  local function make()
    if w.by_node[from] and w.by_node[to] then return g:search(from, to, { unit = unit }) end
  end
  local search = rng:chance(0.5) and make() or make
  self.tally:call("push", self.queue.push, self.queue, search, function(path, cost)
    self.tally:count("answer of a queue")
    if cost == "stale" then return end
    local best, least = g:path(from, to, { unit = unit })
    that((path == nil) == (best == nil), "the queue says %s, a path %s", path or cost, best or least)
    if not path then return end
    check.near(least, cost, "the queue, and a path")
    self:send(path)
  end, rng:int(0, 2))
end

-- Keeps the six latest followers, each with the flow that it follows if it does.
function Errand:keep(walker, flow)
  self.sent = self.sent + 1
  self.walkers[self.sent % 6 + 1] = { walker, flow }
end

function Errand:send(path)
  self:keep(follow(path, 1 + #path % 3, { links = #path % 2 == 0 and "walk" or "jump" }))
end

function Errand:go_with_flow()
  local w, rng, g = self.w, self.rng, self.w.g
  local goal, at = rng:pick(w.list).node, rng:pick(w.list).node
  local flow = self.tally:call("flow", g.flow, g, goal, { unit = w:any_unit(rng) })
  local walker = follow(at, 2)
  self.tally:call("go", walker.go, walker, flow)
  self:keep(walker, flow)
end

function Errand:walk()
  for _, each in ipairs(self.walkers) do
    local walker, flow = each[1], each[2]
    if flow and self.rng:chance(0.3) and pcall(flow.repair, flow) then self.tally:count("repair") end
    local x, y, _, done = self.tally:call("follow", walker.update, walker, 0.3)
    that(x == x and y == y and (not done or walker.done), "a follower is at %s, %s: %s, %s", x, y, done, walker.done)
    self.tally:note(x)
    if walker.path and self.rng:chance(0.1) then self.tally:call("check", walker.check, walker) end
  end
  self.tally.seconds = self.tally.seconds + 0.3
end

function Errand:act()
  local dice = self.rng:int(1, 10)
  if dice <= 3 then self:push()
  elseif dice == 4 then self:go_with_flow()
  elseif dice <= 6 then self.tally:call("queue", self.queue.run, self.queue, 0)
  elseif dice == 7 then self.tally:call("queue", self.queue.run, self.queue)
  else self:walk() end
end

return function(map, rng, tally)
  return setmetatable({ map = map, w = map.w, rng = rng, tally = tally, queue = new_queue(), walkers = {}, sent = -1 },
    Errand)
end
