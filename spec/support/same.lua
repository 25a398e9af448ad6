-- Whether two spaces are the same: every call that asks gives the same of both.

local check = require "spec.support.check"

local same = {}

-- Two values that are the same to the last bit.
local function exact(a, b, what, ...)
  if a ~= b and (a == a or b == b) then
    error(what:format(...) .. (": %s and %s"):format(tostring(a), tostring(b)), 3)
  end
  check.that(type(a) == type(b) and (type(a) ~= "number" or a ~= a or 1 / a == 1 / b), what .. ": types", ...)
  check.that(not math.type or math.type(a) == math.type(b), what .. ": kinds of number", ...)
end

local function same_table(a, b, what, ...)
  exact(type(a), type(b), what, ...)
  if type(a) ~= "table" then
    return exact(a, b, what, ...)
  end
  for k, v in pairs(a) do
    exact(v, b[k], what, ...)
  end
  for k in pairs(b) do
    check.that(a[k] ~= nil, what, ...)
  end
end

local FIELDS = { "id", "x", "y", "z", "terrain", "blocked", "name", "data", "col", "row" }

local function same_node(a, b)
  for _, field in ipairs(FIELDS) do
    exact(a[field], b[field], "%s of node %d", field, a.id)
  end
  exact(tostring(a), tostring(b), "tostring")
  local next_link, state, at = b:links()
  for to, cost, props in a:links() do
    local other_to, other_cost, other_props = next_link(state, at)
    check.that(other_to, "node %d lacks a link", a.id)
    exact(to.id, other_to.id, "link of node %d", a.id)
    exact(cost, other_cost, "cost of a link of node %d", a.id)
    same_table(props, other_props, "props of a link of node %d", a.id)
    at = other_to
  end
  check.that(not next_link(state, at), "node %d has a link too many", a.id)
  if a.name then
    check.that(b.graph:node(a.name) == b, "node %d is not found by its name", a.id)
  end
end

local function ids(list)
  local out = {}
  for i = 1, #list do
    out[i] = list[i].id
  end
  return table.concat(out, " ")
end

local function same_path(a, a_cost, b, b_cost)
  if not a or not b then
    check.that(not a and not b, "a path in one of them only")
    return exact(a_cost, b_cost, "why there is no path")
  end
  exact(a_cost, b_cost, "cost of a path")
  exact(ids(a:table()), ids(b:table()), "path")
  exact(a.length, b.length, "length of a path")
end

local function same_search(a, b)
  exact(a:run(), b:run(), "status")
  exact(a.expanded, b.expanded, "expanded")
  local next_node, state, at = b:nodes()
  for node, how, cost, estimate in a:nodes() do
    local other, other_how, other_cost, other_estimate = next_node(state, at)
    at = other
    exact(node.id or node.x, other.id or other.x, "touched")
    exact(how, other_how, "state")
    exact(cost, other_cost, "g")
    exact(estimate, other_estimate, "h")
  end
end

local function any_ids(g)
  local list = {}
  for node in g:nodes() do
    list[#list + 1] = node.id
  end
  return list
end

-- Graphs and grids; `questions` is how many paths are asked for.
function same.graphs(rng, a, b, questions)
  exact(#a, #b, "nodes")
  exact(tostring(a), tostring(b), "tostring")
  for node in a:nodes() do
    local other = b:node(node.id)
    check.that(other, "node %d is lacking", node.id)
    same_node(node, other)
  end
  local units = a:units()
  same_table(units, b:units(), "units")
  for _, name in ipairs(units) do
    local costs, limits = a:unit(name)
    local other_costs, other_limits = b:unit(name)
    same_table(costs, other_costs, "unit %s", name)
    same_table(limits, other_limits, "limits of %s", name)
  end
  local list = any_ids(a)
  for _ = 1, #list > 0 and questions or 0 do
    local from, to, unit = rng:pick(list), rng:pick(list), units[rng:int(0, #units)]
    local options = { unit = unit, weight = rng:chance(0.3) and 1.5 or nil }
    local path, cost = a:path(a:node(from), a:node(to), options)
    same_path(path, cost, b:path(b:node(from), b:node(to), options))
    same_search(a:search(a:node(from), a:node(to), unit), b:search(b:node(from), b:node(to), unit))
    exact(a:linked(a:node(from), a:node(to)), b:linked(b:node(from), b:node(to)), "linked")
    local x, y = rng:real(-5, 15), rng:real(-5, 15)
    local where = { unit = unit, linked = rng:chance(0.5) }
    local near, distance = a:nearest(x, y, where)
    local other, other_distance = b:nearest(x, y, where)
    exact(near and near.id, other and other.id, "nearest")
    exact(distance, other_distance, "distance of the nearest")
    exact(ids(a:within(x, y, 4)), ids(b:within(x, y, 4)), "within")
    if a:node(from).col then
      exact(a.width, b.width, "width")
      local cell, other_cell = a:at(x, y), b:at(x, y)
      exact(cell and cell.id, other_cell and other_cell.id, "at")
    end
  end
end

function same.planes(rng, a, b, questions)
  exact(#a, #b, "obstacles")
  same_table(a.bounds, b.bounds, "bounds")
  local next_obstacle, state, at = b:obstacles()
  for obstacle in a:obstacles() do
    local other = next_obstacle(state, at)
    at = other
    exact(obstacle.id, other.id, "id")
    exact(obstacle.data, other.data, "data of obstacle %d", obstacle.id)
    local outlines, others = { obstacle:points() }, { other:points() }
    exact(#outlines, #others, "outlines")
    for i = 1, #outlines do
      same_table(outlines[i], others[i], "outline %d of obstacle %d", i, obstacle.id)
    end
  end
  for _ = 1, questions do
    local x1, y1, x2, y2 = rng:real(0, 20), rng:real(0, 20), rng:real(0, 20), rng:real(0, 20)
    local hit, hx, hy = a:raycast(x1, y1, x2, y2)
    local other, ox, oy = b:raycast(x1, y1, x2, y2)
    exact(type(hit) == "userdata" and hit.id or hit, type(other) == "userdata" and other.id or other, "hit")
    exact(hx, ox, "where a ray hits")
    exact(hy, oy, "where a ray hits")
    hit, other = a:at(x1, y1), b:at(x1, y1)
    exact(type(hit) == "userdata" and hit.id or hit, type(other) == "userdata" and other.id or other, "at")
    local options = { radius = rng:chance(0.5) and rng:real(0.1, 1) or nil }
    local path, length = a:path(x1, y1, x2, y2, options)
    local other_path, other_length = b:path(x1, y1, x2, y2, options)
    exact(length, other_length, "length")
    if path then
      same_table(path:points(), other_path:points(), "path")
    end
    same_search(a:search(x1, y1, x2, y2, options), b:search(x1, y1, x2, y2, options))
  end
end

return same
