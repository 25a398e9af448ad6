-- Slow and obvious searches over (record, heading) on tiles (tiles.lua): what turning costs, and how far it is allowed.
--
-- The rules are those of fields.lua, and three more. A turn is counted in eighths, on hexagons in sixths.
--   turn     what one eighth or sixth costs
--   limit    the greatest number of them between two steps
--   heading  the direction in which the unit looks at the start
-- A heading is the index of a direction, counted from 0 round the compass. It is false where there is none: after a
-- link, and at a start without one.

local fields = require "spec.support.fields"

local headings = {}

local huge = math.huge
local ROUND = { ["0,-1"] = 0, ["1,-1"] = 1, ["1,0"] = 2, ["1,1"] = 3, ["0,1"] = 4, ["-1,1"] = 5, ["-1,0"] = 6, ["-1,-1"] = 7 }

function headings.count(w) return w.hexagons and 6 or 8 end

-- The heading of a step; false of a link.
function headings.of(w, from, link)
  if not link.across then return false end
  if not w.hexagons then return ROUND[link.across .. "," .. link.down] end
  local x, y = w:place(from.col, from.row)
  local tx, ty = w:place(from.col + link.across, from.row + link.down)
  local dx, dy = tx - x, ty - y
  -- Drawn hexagons may be flat or tall: only the signs count, and whether the step is straight.
  if w.by_row then
    if link.down == 0 then return dx > 0 and 1 or 4 end
    if dy < 0 then return dx > 0 and 0 or 5 end
    return dx > 0 and 2 or 3
  end
  if link.across == 0 then return dy < 0 and 0 or 3 end
  if dx > 0 then return dy < 0 and 1 or 2 end
  return dy < 0 and 5 or 4
end

-- A vector of the world in the direction of a heading.
function headings.vector(w, heading)
  for _, r in ipairs(w.list) do
    for _, d in ipairs(r.col and w:directions(r.col, r.row) or {}) do
      if headings.of(w, r, { across = d[1], down = d[2] }) == heading then
        local x, y = w:place(r.col, r.row)
        local tx, ty = w:place(r.col + d[1], r.row + d[2])
        return { tx - x, ty - y }
      end
    end
  end
end

-- The cost of the turn, or nil if it is not allowed.
function headings.turn(w, a, b, rules)
  if not a or not b then return 0 end
  local n = headings.count(w)
  local turns = math.min((a - b) % n, (b - a) % n)
  if rules.limit and turns > rules.limit then return nil end
  return turns * rules.turn
end

-- All steps that can be made: { from, to, cost, heading }.
local function steps_of(w, rules)
  local steps = {}
  for _, from in ipairs(w.list) do
    for _, link in ipairs(from.out) do
      local cost = fields.step(w, from, link, rules)
      if cost then steps[#steps + 1] = { from, link.to, cost, headings.of(w, from, link) } end
    end
  end
  return steps
end

local function add(lists, r, step)
  lists[r] = lists[r] or {}
  table.insert(lists[r], step)
end

-- Least costs by record and heading: from the states in `open` along the steps, or against them.
local function spread(w, open, against, rules)
  local steps, g, ends, at = {}, {}, {}, 1
  local function key(r, heading) return heading or -1, r end
  local function reach(r, heading, cost)
    local k = key(r, heading)
    g[r] = g[r] or {}
    if g[r][k] and cost >= g[r][k] - g[r][k] * 2 ^ -45 then return end
    g[r][k] = cost
    open[#open + 1] = { r, heading, cost }
  end
  for _, step in ipairs(steps_of(w, rules)) do add(steps, against and step[2] or step[1], step) end
  for i = 1, #open do
    local r, heading = open[i][1], open[i][2]
    ends[open[i]] = true
    g[r] = g[r] or {}
    g[r][key(r, heading)] = 0
    open[i][3] = 0
  end
  while at <= #open do
    local r, heading, cost = open[at][1], open[at][2], open[at][3]
    at = at + 1
    if cost <= g[r][key(r, heading)] and (ends[open[at - 1]] or not (rules.stop and rules.stop[r])) then
      for _, step in ipairs(steps[r] or {}) do
        local turn = headings.turn(w, heading, step[4], rules)
        -- Against the steps the start, which looks in its heading, turns as well.
        if turn and against and rules.heading and step[1] == rules.start then
          local first = headings.turn(w, rules.heading, step[4], rules)
          turn = first and turn + first
        end
        if turn and cost + step[3] + turn < huge then reach(against and step[1] or step[2], step[4], cost + step[3] + turn) end
      end
    end
  end
  local least = {}
  for r, costs in pairs(g) do
    for _, cost in pairs(costs) do
      if cost <= (rules.max_cost or huge) and (not least[r] or cost < least[r]) then least[r] = cost end
    end
  end
  return least
end

-- Least costs from a record to all others; from all others to the nearest of a set of them.
function headings.costs_from(w, start, rules)
  return spread(w, { { start, rules.heading or false } }, false, rules)
end

function headings.costs_to(w, goals, rules)
  local open = {}
  for r in pairs(goals) do open[#open + 1] = { r, false } end
  return spread(w, open, true, rules)
end

-- The least cost of a walk along nodes, each from the one before, beginning with a heading or none; nil if it cannot be
-- made.
function headings.walk(w, nodes, rules, heading)
  local g = { [heading or -1] = 0 }
  for i = 2, #nodes do
    local from, to, new = w.by_node[nodes[i - 1]], w.by_node[nodes[i]], {}
    if i > 2 and rules.stop and rules.stop[from] then return nil end
    for _, link in ipairs(from.out) do
      local cost = link.to == to and fields.step(w, from, link, rules)
      for before, known in pairs(cost and g or {}) do
        local own = headings.of(w, from, link)
        local turn = headings.turn(w, before ~= -1 and before, own, rules)
        local sum = turn and known + cost + turn
        if sum and (not new[own or -1] or sum < new[own or -1]) then new[own or -1] = sum end
      end
    end
    g = new
  end
  local least
  for _, cost in pairs(g) do least = math.min(least or huge, cost) end
  return least
end

return headings
