-- What may be ordered of groups in formation, the same for both kinds of crowd. Groups are found by their number in
-- crowd:groups(), so that a crowd and its twin choose the same.

local crowds = require "spec.support.crowds"

local orders = {}

local function offsets(rng)
  local list = {}
  for i = 1, rng:int(1, 6) do list[i] = { rng:real(-2, 2), rng:real(-2, 2) } end
  return list
end

local function some_group(crowd, rng)
  local list = {}
  for group in crowd:groups() do list[#list + 1] = group end
  return #list > 0 and rng:pick(list) or nil
end

-- One random order; any_goal(rng) → a node or a position.
function orders.give(crowd, rng, any_goal)
  local dice, group, units = rng:int(1, 10), some_group(crowd, rng), crowds.list(crowd)
  if #units == 0 then return end
  if not group or dice <= 2 then
    local members = {}
    for _ = 1, rng:int(1, 8) do members[#members + 1] = rng:pick(units) end
    local seen, list = {}, {}
    for _, unit in ipairs(members) do
      if not seen[unit] then list[#list + 1] = unit end
      seen[unit] = true
    end
    local formation = rng:pick { "box", "line", "column", "wedge", "circle", "own" }
    group = crowd:group(list, { formation = formation == "own" and offsets(rng) or formation,
      speed = rng:pick { "slowest", "own" }, facing = rng:chance(0.3) and { rng:real(-1, 1), 1 } or nil,
      spacing = rng:chance(0.3) and rng:pick { 1, 1.5, 2.5 } or nil })
    group.goal = any_goal(rng)
  elseif dice <= 5 then
    group.goal = any_goal(rng)
  elseif dice == 6 then
    group.goal = nil
  elseif dice == 7 then
    group:add(rng:pick(units))
  elseif dice == 8 then
    group:remove(rng:pick(units))
  elseif dice == 9 then
    -- Off the map it raises: there was a waypoint that is gone.
    pcall(function() group.goal = group.goal end)
  else
    group:close()
  end
end

return orders
