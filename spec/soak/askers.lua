-- Players that keep nothing: each turn is one question to the map, whose answer is compared with slow oracles on small maps,
-- with other calls that have to agree on large ones.

local astar = require "astar"
local check = require "spec.support.check"
local fields = require "spec.support.fields"
local maps = require "spec.soak.maps"
local quests = require "spec.support.quests"
local same = require "spec.support.same"
local shapes = require "spec.support.shapes"

local that = check.that

local MAY = { lists = 0.2, stop = 0.15, layers = 0.4, max_cost = 0.2, near = 0.2 }

local Asker = {}
Asker.__index = Asker

-- The least cost from a record to the nearest of a region; and whether rounding decides.
local function least(w, start, goals, rules)
  local region, unsure = fields.region(w, goals, rules)
  local costs, best = fields.costs_from(w, start, rules), nil
  for r in pairs(region) do
    if costs[r] and (not best or costs[r] < best) then best = costs[r] end
  end
  return best, unsure
end

function Asker:path()
  local w, rng, g = self.w, self.rng, self.w.g
  local rules, given = maps.rules(w, rng, rng:chance(0.5) and MAY or {})
  local start = rng:pick(w.list)
  local goals, nodes = quests.goals(w, rng)
  if rng:chance(0.3) then given.jump = rng:chance(0.5) end
  local path, cost = self.tally:call("path", g.path, g, start.node, #nodes == 1 and nodes[1] or nodes, given)
  self.tally:note(cost)
  if path then
    check.near(cost, fields.walk(w, path:table(), rules), "the sum of the steps")
    that(path:valid(given.unit), "the path is not valid")
    if rng:chance(0.2) then self:follow_up(path, cost, given) end
  end
  if self.map.large and rng:chance(0.95) then
    local s = self.tally:call("search", g.search, g, start.node, nodes, shapes.with(given, { jump = false, heuristic = "zero" }))
    self.tally:call("run", s.run, s)
    local _, other = s:path()
    that((path ~= nil) == (s.status == "found"), "a path says %s, a search %s", cost, s.status)
    if path then check.near(other, cost, "a path, and Dijkstra's algorithm") end
    return
  end
  local best, unsure = least(w, start, goals, rules)
  if unsure or rules.max_cost and best and math.abs(best - rules.max_cost) < 1e-9 * (1 + best) then return end
  self.tally:count("answer against an oracle")
  that((best ~= nil) == (path ~= nil), "from %s: %s, should cost %s", start.node, cost, best)
  if best then check.near(best, cost, "from %s", start.node) end
end

-- Calls on a path that was found.
function Asker:follow_up(path, cost, given)
  local w, g, tally, rng = self.w, self.w.g, self.tally, self.rng
  local x, y = tally:call("at", path.at, path, path.length * rng:unit())
  that(x == x and y == y, "a path leads nowhere")
  that(tally:call("cut", path.cut, path, 1, math.max(1, #path - 1)).cost <= cost * (1 + 1e-9) + 1e-12, "a part costs more")
  if not w.cells or given.only or given.stop or not path[1].col or not path[#path].col then return end
  local smooth, sum = tally:call("smooth", g.smooth, g, path, { layers = given.layers })
  that(smooth:valid(given.unit), "a smooth path is not valid")
  tally:note(sum)
end

function Asker:connected()
  local w, rng, g = self.w, self.rng, self.w.g
  local a, b, unit = rng:pick(w.list), rng:pick(w.list), w:any_unit(rng)
  local yes = self.tally:call("connected", g.connected, g, a.node, b.node, unit)
  local path = self.tally:call("path", g.path, g, a.node, b.node, unit)
  that(yes == (path ~= nil), "connected says %s, a path %s", yes, path)
end

function Asker:places()
  local w, rng, g = self.w, self.rng, self.w.g
  local unit, goal, n = w:any_unit(rng), rng:pick(w.list), rng:int(1, 9)
  local places, seen = self.tally:call("places", g.places, g, goal.node, n, { unit = unit }), {}
  that(#places <= n, "more places than asked for")
  for _, place in ipairs(places) do
    that(not seen[place] and w:enterable(unit, w.by_node[place]), "a place at %s", place)
    seen[place] = true
  end
  self.tally:note(#places)
end

function Asker:nearest()
  local w, rng, g = self.w, self.rng, self.w.g
  local at, unit = rng:pick(w.list), w:any_unit(rng)
  local x, y = at.x + rng:real(-1, 1), at.y + rng:real(-1, 1)
  local node, distance = self.tally:call("nearest", g.nearest, g, x, y, { unit = unit })
  local best
  for _, r in ipairs(w.list) do
    local d = math.sqrt((r.x - x) ^ 2 + (r.y - y) ^ 2)
    if (not unit or w:enterable(unit, r)) and (not best or d < best) then best = d end
  end
  that((best ~= nil) == (node ~= nil), "nearest is %s", node)
  if best then check.near(best, distance, "the nearest node") end
  self.tally:call("within", g.within, g, x, y, rng:real(0, 4))
end

function Asker:prepare()
  local w, rng, g = self.w, self.rng, self.w.g
  local unit = w:any_unit(rng)
  if rng:chance(0.7) then
    self.tally:call("prepare", g.prepare, g, unit)
    that(g:prepared(unit), "%s is not prepared", unit)
  else
    self.tally:call("unprepare", g.unprepare, g, unit)
  end
end

function Asker:look()
  local w, rng, map = self.w, self.rng, self.w.map
  if not w.cells then return self:nearest() end
  local a, b, unit = w:random_cell(rng), w:random_cell(rng), w:any_unit(rng)
  that(self.tally:call("sight", map.sight, map, a.node, b.node, unit) == map:sight(b.node, a.node, unit), "sight is one way")
  local hit = self.tally:call("raycast", map.raycast, map, a.x, a.y, b.x, b.y, { unit = unit, level = a.level })
  self.tally:note(hit and hit.id)
  map:tiles()
  self.tally:call("terrains", map.terrains, map)
end

function Asker:away()
  local w, rng, g = self.w, self.rng, self.w.g
  local _, nodes = quests.goals(w, rng)
  local unit = w:any_unit(rng)
  local flow = self.tally:call("away", g.away, g, nodes, { unit = unit, reach = rng:chance(0.5) and rng:real(0, 9) or nil })
  local at = rng:pick(w.list).node
  for _ = 1, 200 do
    at = flow:next(at)
    if not at then return end
  end
  that(#w.list > 200, "a flow away from threats goes round")
end

-- The map as saved and loaded: the same bytes again, the same answers.
function Asker:save()
  local w, rng, g = self.w, self.rng, self.w.g
  local text = self.tally:call("save", g.save, g)
  local loaded, why = self.tally:call("load", astar.load, text)
  that(loaded, "a saved map is not loaded: %s", why)
  that(loaded:save() == text, "a loaded map is saved as something else")
  if not self.map.large and rng:chance(0.5) then
    -- What is loaded is not prepared, and may choose another of the cheapest paths.
    g:unprepare()
    for _, unit in ipairs(w.unit_names) do g:unprepare(unit) end
    same.graphs(rng, g, loaded, 2)
  end
  self.tally:note(text)
end

function Asker:verify()
  self.w:verify()
  if self.rng:chance(0.2) then self.tally:call("optimize", self.w.g.optimize, self.w.g) end
end

local QUESTIONS = { "path", "path", "path", "path", "path", "path", "connected", "connected", "places", "nearest", "prepare",
  "look", "away", "save", "verify" }

function Asker:act()
  self[self.rng:pick(QUESTIONS)](self)
end

return function(map, rng, tally)
  return setmetatable({ map = map, w = map.w, rng = rng, tally = tally }, Asker)
end
