-- That a crowd on nodes comes to rest once goals, agents and map stand still, as docs/crowds.md promises: in the end nobody
-- moves, and everybody has arrived or is stuck.

local check = require "spec.support.check"

local that = check.that

local rest = {}

local LONG = 1024 -- steps without progress after which an agent gives up; others may try again then

-- The least and the greatest time of a step on a map, in seconds; no step takes less than a thousandth.
local function times_of(w, crowd)
  local low, high, slow, fast = math.huge, 0, math.huge, 0
  for _, r in ipairs(w.list) do
    for _, link in ipairs(r.out) do
      local cost = link.cost or w:length(r, link)
      low, high = math.min(low, cost), math.max(high, cost)
    end
  end
  local least, most = 1, 1
  for _, unit in pairs(w.units) do
    for _, m in pairs(unit.costs) do
      if m and m < math.huge then least, most = math.min(least, m), math.max(most, m) end
    end
  end
  for a in crowd:agents() do
    if a.speed > 0 then slow, fast = math.min(slow, a.speed), math.max(fast, a.speed) end
  end
  local floor = crowd.durations and 1 or 0.001
  return math.max(floor, low * least / math.max(fast, 1e-9)), math.max(floor, high * most / math.min(slow, 1e9))
end

local function places(crowd)
  local out = {}
  for a in crowd:agents() do out[#out + 1] = (a.node and a.node.id or 0) .. (a.next and "+" or "") end
  return table.concat(out, " ")
end

local function is_settled(crowd)
  for a in crowd:agents() do
    if a.status ~= "arrived" and a.status ~= "stuck" or a.next then return false end
  end
  return true
end

-- `in_steps`: it moves by step(). Where some steps take very much longer than others, or searches are given little in each
-- call on a large map, that would take too long.
function rest.check(w, crowd, in_steps, tally)
  local pace = 1
  if crowd.expansions * LONG < #w.list * #crowd then return end
  if not in_steps or crowd.durations then
    local low, high = times_of(w, crowd)
    if high > 60 * low then return end
    pace = math.ceil(high)
  end
  local n, calm, last = 0, 0, places(crowd)
  local most = LONG * (8 + 2 * #crowd)
  local function move(k)
    if in_steps then crowd:step(k) else crowd:update(k) end
    tally.seconds = tally.seconds + k
  end
  while calm < 2 do
    that(n < most, "after %d steps in peace agents still move, or wait", n)
    tally:call("many steps of agents", move, 16 * pace)
    n = n + 16
    local now = places(crowd)
    calm = now == last and is_settled(crowd) and calm + 1 or 0
    last = now
  end
  tally:count("crowds at rest")
  tally:note(last)
  for a in crowd:agents() do tally:note(a.status) end
end

return rest
