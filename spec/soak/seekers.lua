-- Players that keep a search, a range or a flow while the map is edited: they step it, run it, repair it with other ends or
-- the same, restart it, read it, close it. What has ended is compared with slow oracles on small maps, and with a new one.

local answers = require "spec.support.answers"
local check = require "spec.support.check"
local fields = require "spec.support.fields"
local maps = require "spec.soak.maps"
local quests = require "spec.support.quests"
local shapes = require "spec.support.shapes"

local that = check.that

local MAY = { lists = 0.2, stop = 0.15, layers = 0.4, max_cost = 0.2, near = 0.15, cost = 0.1 }
local KINDS = { "search", "search", "reverse", "range", "flow", "flow" }

local Seeker = {}
Seeker.__index = Seeker

-- Draws rules and ends, and begins.
function Seeker:begin()
  local w, rng = self.w, self.rng
  self.kind = rng:pick(KINDS)
  self.rules, self.given = maps.rules(w, rng, MAY)
  if self.kind == "range" then self.rules.near, self.rules.adjacent, self.given.near, self.given.adjacent = nil, nil, nil, nil end
  if self.kind == "range" or self.kind == "search" and rng:chance(0.3) then self.rules.stop, self.given.stop = nil, nil end
  if self.kind == "search" and rng:chance(0.2) then self.given.heuristic = rng:pick { "auto", "zero", "euclidean" } end
  if self.rules.cost then self.given.heuristic = nil end
  self.start = rng:pick(w.list)
  self.goals, self.nodes = quests.goals(w, rng)
  self.s = self:make()
end

function Seeker:make()
  local g, options, call = self.w.g, quests.live(self.w, self.given), self.tally.call
  if self.kind == "search" then return call(self.tally, "search", g.search, g, self.start.node, self.nodes, options) end
  if self.kind == "range" then return call(self.tally, "range", g.reach, g, self.start.node, nil, options) end
  if self.kind == "flow" then return call(self.tally, "flow", g.flow, g, self.nodes, options) end
  return call(self.tally, "search backwards", g.search, g, self.nodes, nil, shapes.with(options, { reverse = true }))
end

function Seeker:has_ends()
  local w = self.w
  if self.kind == "range" then return quests.are_live(w, { self.start }) end
  return quests.are_live(w, self.goals) and (self.kind ~= "search" or quests.are_live(w, { self.start }))
end

-- What ended just now, on the map as it is.
function Seeker:judge(what)
  local w, s = self.w, self.s
  if s.status == "stale" or s.status == "searching" then return end
  self.tally:note(s.status)
  if self.kind == "search" then
    local path, cost = s:path()
    self.tally:note(cost)
    if path then self.tally:note(#path) end
    if self.map.large and self.rng:chance(0.9) then return end
    self.tally:count("answer against an oracle")
    answers.check(w, s, self.start, self.goals, self.rules, what)
  else
    self.tally:count("field against a new one")
    local new = self:make()
    new:run()
    answers.check_same(w, s, new, what)
    new:close()
    if self.kind ~= "range" and not self.map.large then self:judge_costs(what) end
  end
end

-- The costs of a flow, or a search backwards, against the oracle.
function Seeker:judge_costs(what)
  local w, s, rules = self.w, self.s, self.rules
  local region, unsure = fields.region(w, self.goals, rules)
  if unsure or rules.max_cost then return end
  self.tally:count("field against an oracle")
  local want = fields.costs_to(w, region, rules)
  for _, r in ipairs(w.list) do
    local cost = s:cost(r.node)
    that((cost == nil) == (want[r] == nil), "%s: %s costs %s, should cost %s", what, r.node, cost, want[r])
    if cost then check.near(want[r], cost, "%s: %s", what, r.node) end
  end
end

function Seeker:step()
  local s, n = self.s, self.rng:int(1, 40)
  local before = s.expanded
  local status = self.tally:call("step", s.step, s, n)
  that(status == s.status, "the status is %s, step gives %s", s.status, status)
  that(s.expanded <= before + n, "step(%d) expands %d", n, s.expanded - before)
end

function Seeker:repair()
  local s, rng = self.s, self.rng
  if not self:has_ends() then return self:replace() end
  if self.kind ~= "range" and rng:chance(0.25) then
    self.goals, self.nodes = quests.goals(self.w, rng)
    if self.kind == "search" then self.tally:call("repair", s.repair, s, nil, self.nodes)
    else self.tally:call("repair", s.repair, s, self.nodes) end
  elseif self.kind ~= "flow" and self.kind ~= "reverse" and rng:chance(0.15) then
    self.start = rng:pick(self.w.list)
    self.tally:call("repair", s.repair, s, self.start.node)
  else
    self.tally:call("repair", s.repair, s)
  end
  that(s.status ~= "stale", "it is stale after a repair")
end

function Seeker:replace()
  if self.rng:chance(0.7) then self.tally:call("close", self.s.close, self.s) end
  self:begin()
end

-- Reads all that there is, whatever the status.
function Seeker:read()
  local s, n = self.s, 0
  for node, state, cost in self.tally:call("nodes", s.nodes, s) do
    n = n + 1
    that(state ~= "none" and (state == "excluded") == (cost == nil), "%s is %s", node, state)
    that(not self.w.by_node[node] or s:state(node) == state, "state of %s", node)
  end
  local costs = self.tally:call("costs", s.costs, s)
  local r = self.rng:pick(self.w.list)
  that((costs[r.id] or nil) == s:cost(r.node), "cost of %s", r.node)
  local nearest = self.tally:call("closest", s.closest, s)
  that(not nearest or not self.w.by_node[nearest] or s:cost(nearest), "the closest was not reached")
  local path = self.tally:call("path to a node", s.path, s, r.node)
  local has_ended = s.status ~= "stale" and s.status ~= "searching" -- else it may be taking in edits
  that(not has_ended or (path ~= nil) == (s:cost(r.node) ~= nil), "%s: path to %s", self.kind, r.node)
  self.tally:note(n)
end

function Seeker:act()
  local s, rng, dice = self.s, self.rng, self.rng:int(1, 14)
  local was = s.status
  if dice <= 4 then
    self:step()
  elseif dice == 5 then
    self.tally:call("run", s.run, s, 0)
  elseif dice == 6 then
    self.tally:call("run", s.run, s)
  elseif dice <= 10 then
    self:repair()
    s = self.s
    if rng:chance(0.7) then
      self.tally:call("run", s.run, s)
      return self:judge("repaired " .. self.kind)
    end
    return
  elseif dice == 11 then
    if not self:has_ends() then return self:replace() end
    self.tally:call("restart", s.restart, s)
    if rng:chance(0.7) then
      self.tally:call("run", s.run, s)
      return self:judge("restarted " .. self.kind)
    end
    return
  elseif dice <= 13 then
    return self:read()
  else
    return self:replace()
  end
  if was == "searching" then self:judge("stepped " .. self.kind) end
end

return function(map, rng, tally)
  local self = setmetatable({ map = map, w = map.w, rng = rng, tally = tally }, Seeker)
  self:begin()
  return self
end
