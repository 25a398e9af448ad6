-- Whether searches answer as they should on a world (world.lua, tiles.lua) as it is now, by the slow oracles of fields.lua.

local check = require "spec.support.check"
local fields = require "spec.support.fields"

local that = check.that

local answers = {}

-- Whether a search to goals has ended as it should on the world as it is.
function answers.check(w, s, start, goals, rules, what)
  local region, unsure = fields.region(w, goals, rules)
  if unsure then return end
  local costs = fields.costs_from(w, start, rules)
  local best
  for r in pairs(region) do
    if costs[r] and (not best or costs[r] < best) then best = costs[r] end
  end
  local path, cost = s:path()
  if best then
    that(path, "%s: no path, %s, should cost %s", what, s.status, best)
    check.near(best, cost, "%s: cost", what)
    check.near(best, fields.walk(w, path:table(), rules), "%s: sum of the steps", what)
    that(path[1] == start.node and region[w.by_node[path[#path]]], "%s: ends", what)
    that(path:valid(rules.unit), "%s: valid", what)
  else
    that(not path and (s.status == "unreachable" or s.status == "limit"), "%s: %s", what, s.status)
  end
end

-- Whether a finished search that explores all knows the same as a new one, to the last bit.
function answers.check_same(w, s, new, what)
  that(s.status == new.status, "%s: %s, should be %s", what, s.status, new.status)
  local listed = {}
  for node, state, cost in s:nodes() do
    that(not listed[node] and state == new:state(node) and cost == new:cost(node), "%s: %s listed", what, node)
    listed[node] = true
  end
  for node in new:nodes() do that(listed[node], "%s: %s not listed", what, node) end
  for _, r in ipairs(w.list) do
    that(s:cost(r.node) == new:cost(r.node), "%s: cost of %s is %s, should be %s", what, r.node,
      ("%.17g"):format(s:cost(r.node) or -1), ("%.17g"):format(new:cost(r.node) or -1))
    that(s:state(r.node) == new:state(r.node), "%s: %s is %s, should be %s", what, r.node, s:state(r.node), new:state(r.node))
    that((s:parent(r.node) == nil) == (new:parent(r.node) == nil), "%s: parent of %s", what, r.node)
    if s:cost(r.node) then that(s:path(r.node), "%s: no path to %s", what, r.node) end
  end
end

return answers
