-- Players with a crowd on the nodes of a map, which moves by steps, by seconds or by steps that take time, with groups, plans of
-- `solve`, shared and lifelong goals, and a twin now and then. Checked: all steps are legal, nobody is where another is.

local check = require "spec.support.check"
local crowds = require "spec.support.crowds"
local legal = require "spec.support.legal"
local memory = require "spec.support.memory"
local orders = require "spec.soak.orders"
local rest = require "spec.soak.rest"
local twins = require "spec.soak.twins"

local that = check.that
local list = crowds.list

local SPEEDS = { 1, 1, 1, 2, 0.5, 1.7, 3, 0 }

local Agents = {}
Agents.__index = Agents

-- A random node, of the map of the crowd.
local function some_node(w, crowd, rng) return crowd.graph:node(rng:pick(w.list).id) end

local function add(w, crowd, rng)
  local node, goal = some_node(w, crowd, rng), rng:chance(0.85) and some_node(w, crowd, rng) or nil
  local options = { goal = goal, unit = w:any_unit(rng), priority = rng:chance(0.3) and rng:int(-2, 2) or nil,
    speed = rng:chance(0.5) and rng:pick(SPEEDS) or nil, fixed = rng:chance(0.05), data = rng:chance(0.2) and rng:int(1, 9) or nil }
  -- It raises where another one is, and where the square of a large one has no room.
  pcall(crowd.add, crowd, node, options)
end

local function change_one(w, crowd, rng)
  local agents = list(crowd)
  local a, dice = rng:pick(agents), rng:int(1, 10)
  if not a or dice <= 1 then
    add(w, crowd, rng)
  elseif dice <= 2 and #agents > 2 then
    a:remove()
  elseif dice <= 7 then
    local other = rng:pick(agents)
    a.goal = rng:chance(0.3) and other.goal or rng:chance(0.9) and some_node(w, crowd, rng) or nil
  elseif dice == 8 then
    local node = some_node(w, crowd, rng)
    pcall(function() a.node = node end)
  elseif dice == 9 then
    a.priority = rng:int(-2, 2)
    if rng:chance(0.5) then a.speed = rng:pick(SPEEDS) end
  else
    a.fixed = not a.fixed and rng:chance(0.3)
  end
end

-- The cells that agents of several cells cover are not those of others.
local function check_squares(w, crowd)
  local holder = {}
  for a in crowd:agents() do
    local r = a.node and w.by_node[a.node]
    for i = 0, r and a.size ^ 2 - 1 or 0 do
      local p = r
      if r and r.col then p = w:at(r.col + i % a.size, r.row + math.floor(i / a.size), r.level) end
      local other = p and holder[p]
      that(not other or other == a or a.next or other.next, "%s and %s overlap", a, other)
      if p then holder[p] = a end
    end
  end
end

function Agents:change()
  local w, rng, dice = self.w, self.rng, self.rng:int(1, 10)
  if dice <= 6 then
    self.twins:both(rng, "edit a crowd", function(crowd, own)
      for _ = 1, own:int(1, 3) do change_one(w, crowd, own) end
    end)
  elseif dice <= 8 then
    self.twins:both(rng, "order to a group", function(crowd, own)
      orders.give(crowd, own, function(each)
        local r = each:pick(w.list)
        if each:chance(0.8) or w.cells and not r.col then return crowd.graph:node(r.id) end
        return { r.x, r.y, level = r.level }
      end)
    end)
  elseif not self.durations then
    for a in self.twins.crowd:agents() do
      if not a.node then return end
    end
    local expansions, crowd = rng:int(1, 300), self.twins.crowd
    if not self.twins.twin and rng:chance(0.2) then
      memory.within(memory.module() + rng:int(0, 4000), crowd.solve, crowd, nil, expansions)
    end
    self.twins:both(rng, "solve", function(each) each:solve(nil, expansions) end)
  end
end

-- One call that moves all.
function Agents:move(crowd)
  if self.in_steps then crowd:step(self.steps) else crowd:update(self.seconds) end
end

-- The same where memory is short at first: what raises is made up for by the next call, as if nothing had happened.
function Agents:move_starved(crowd)
  local enough = memory.within(memory.module() + self.rng:int(0, 4000), self.move, self, crowd)
  self.tally:count(enough and "calls that have just enough memory" or "calls that run out of memory")
  if enough then return end
  self.seconds = 0 -- the time has passed, and is still to be made
  self:move(crowd)
end

function Agents:advance()
  local w, rng, crowd, tally = self.w, self.rng, self.twins.crowd, self.tally
  self.steps, self.seconds = 1, rng:pick { 0, 0.1, 0.25, 1, 3 }
  tally.seconds = tally.seconds + (self.in_steps and 1 or self.seconds)
  local is_single = self.in_steps and not self.durations and not w.sizes
  local moves = is_single and legal.before(w, crowd)
  local seconds = self.seconds
  if rng:chance(0.05) then self:move_starved(crowd)
  else tally:call(self.name, self.move, self, crowd) end
  self.seconds = seconds
  if self.twins.twin then self:move(self.twins.twin) end
  if w.sizes then check_squares(w, crowd)
  elseif moves then legal.check(w, crowd, moves, crowd.expansions < math.huge)
  else legal.check_apart(crowd) end
  for a in crowd:agents() do
    that(a.status ~= "stuck" or not a.by or a.by.node or a.by.next, "%s because of %s", a, a.by)
    if self.lively and a.status == "arrived" and rng:chance(0.5) then self.restless[#self.restless + 1] = a.id end
  end
  for a, by in tally:call("stuck", crowd.stuck, crowd) do that(a.status == "stuck" and by == a.by, "%s is listed", a) end
  tally:note(crowd.time)
  tally:note(#crowd)
end

-- New goals for those who have arrived.
function Agents:send_on()
  if #self.restless == 0 then return end
  local w, wanted = self.w, {}
  for _, id in ipairs(self.restless) do wanted[id] = true end
  self.restless = {}
  self.twins:both(self.rng, "new goals", function(crowd, own)
    for a in crowd:agents() do
      if wanted[a.id] then a.goal = some_node(w, crowd, own) end
    end
  end)
end

function Agents:act()
  local rng = self.rng
  self.twins:change(rng)
  if rng:chance(self.changes) then self:change() end
  self:advance()
  self.twins:compare("after a call")
  self:send_on()
  local positions = self.tally:call("positions", self.twins.crowd.positions, self.twins.crowd, self.into)
  that(#positions == 4 * #self.twins.crowd, "positions")
end

-- At the end all orders and edits cease: everybody comes to rest.
function Agents:finish()
  self.twins:part()
  rest.check(self.w, self.twins.crowd, self.in_steps, self.tally)
end

return function(map, rng, tally)
  local w = map.w
  local self = setmetatable({ map = map, w = w, rng = rng, tally = tally, restless = {}, into = {},
    durations = rng:chance(0.2), in_steps = rng:chance(0.5), lively = rng:chance(0.5), changes = rng:pick { 0.05, 0.3, 0.8 } },
    Agents)
  -- What an unlimited step searches takes as long as it takes.
  local expansions = rng:pick { 1, 50, 20000, 20000, math.huge }
  self.name = (self.in_steps and "step of agents" or "update of agents") .. (expansions < math.huge and "" or ", no limit")
  local crowd = w.g:crowd { durations = self.durations, patience = rng:chance(0.5) and rng:int(1, 40) or nil,
    expansions = expansions }
  for _ = 1, math.min(60, math.max(2, #w.list * rng:pick { 0.1, 0.3, 0.6, 0.9 })) do add(w, crowd, rng) end
  self.twins = twins.new(crowd, w.g, crowds.dump_agents, tally)
  return self
end
