-- Ways over a plane with links, slow and obvious: Dijkstra over the links, where what it costs to walk from one to
-- another is asked of something that knows no links. And random links.

local check = require "spec.support.check"
local oracle = require "spec.support.plane_oracle"

local links = {}

local huge = math.huge

-- A link is { x1 =, y1 =, x2 =, y2 =, cost =, oneway = }.
function links.length(l)
  return math.sqrt((l.x2 - l.x1) ^ 2 + (l.y2 - l.y1) ^ 2)
end

local function cost_of(l)
  return l.cost or links.length(l)
end

-- Each direction in which a link can be taken, as { x, y, to x, to y, cost, link }.
local function legs_of(list)
  local legs = {}
  for _, l in ipairs(list) do
    legs[#legs + 1] = { l.x1, l.y1, l.x2, l.y2, cost_of(l), l }
    if not l.oneway then
      legs[#legs + 1] = { l.x2, l.y2, l.x1, l.y1, cost_of(l), l }
    end
  end
  return legs
end

-- What a way costs; or nil and why there is none. walk(x1, y1, x2, y2) gives the same without links.
function links.cost(walk, list, x1, y1, x2, y2)
  local best, why = walk(x1, y1, x2, y2)
  if why == "blocked" then
    return nil, why
  end
  best = best or huge
  local legs = {}
  for _, leg in ipairs(legs_of(list)) do
    if walk(leg[1], leg[2], leg[1], leg[2]) and walk(leg[3], leg[4], leg[3], leg[4]) then
      legs[#legs + 1] = leg
    end
  end
  local dist, done = {}, {}
  for i, leg in ipairs(legs) do
    dist[i] = (walk(x1, y1, leg[1], leg[2]) or huge) + leg[5]
  end
  while true do
    local at
    for i = 1, #legs do
      if not done[i] and dist[i] < huge and (not at or dist[i] < dist[at]) then
        at = i
      end
    end
    if not at then
      break
    end
    done[at] = true
    local from = legs[at]
    best = math.min(best, dist[at] + (walk(from[3], from[4], x2, y2) or huge))
    for i, leg in ipairs(legs) do
      if not done[i] then
        dist[i] = math.min(dist[i], dist[at] + (walk(from[3], from[4], leg[1], leg[2]) or huge) + leg[5])
      end
    end
  end
  if best == huge then
    return nil, "unreachable"
  end
  return best
end

-- A function that remembers what it was asked; `walk` is as above.
function links.remembering(walk)
  local known = {}
  return function(...)
    local key = ("%.17g %.17g %.17g %.17g"):format(...)
    local answer = known[key]
    if not answer then
      local a, b = walk(...)
      answer = { a or false, b }
      known[key] = answer
    end
    return answer[1] or nil, answer[2]
  end
end

-- Walking by the oracle of planes.
function links.walker(o)
  return links.remembering(function(x1, y1, x2, y2)
    local length, why = o:path(x1, y1, x2, y2)
    if not length then
      return nil, why
    end
    return length
  end)
end

-- What is wrong with a path over links: `of` gives the link of the list for a handle. Nil if nothing is. Without `o`
-- the walks are not looked at.
function links.wrong(o, path, of)
  local sum, walk = 0, {}
  local function walked()
    if #walk > 2 and o then
      local ok, why = o:check_path(walk)
      if not ok then
        return why
      end
    end
    sum = sum + oracle.length(walk)
    walk = {}
  end
  for i = 1, #path do
    local at, next_at = path[i], path[i + 1]
    if #walk > 0 and walk[#walk - 1] == at.x and walk[#walk] == at.y then
      return ("element %d is where the one before is"):format(i)
    end
    walk[#walk + 1], walk[#walk + 2] = at.x, at.y
    local handle = path:link(i)
    if handle then
      local l = of(handle)
      if not l or not next_at then
        return ("element %d leads on by %s"):format(i, tostring(handle))
      end
      local ahead = l.x1 == at.x and l.y1 == at.y and l.x2 == next_at.x and l.y2 == next_at.y
      local back = l.x2 == at.x and l.y2 == at.y and l.x1 == next_at.x and l.y1 == next_at.y
      if o and not (ahead or back and not l.oneway) then
        return ("element %d, (%.17g, %.17g), does not stand where %s is left"):format(i, at.x, at.y, tostring(handle))
      end
      local why = walked()
      if why then
        return why
      end
      sum = sum + cost_of(l)
    end
  end
  local why = walked()
  if why then
    return why
  end
  if not check.close(sum, path.cost) then
    return ("its parts cost %.17g, it costs %.17g"):format(sum, path.cost)
  end
end

-- A random link between places that point() gives; `made` are the links before, of which it may share an end.
function links.random(rng, point, made)
  local l = {}
  l.x1, l.y1 = point()
  l.x2, l.y2 = point()
  if #made > 0 and rng:chance(0.3) then
    local other = rng:pick(made)
    if rng:chance(0.5) then
      l.x1, l.y1 = other.x2, other.y2
    else
      l.x1, l.y1 = other.x1, other.y1
    end
  end
  if rng:chance(0.05) then
    l.x2, l.y2 = l.x1, l.y1
  end
  l.oneway = rng:chance(0.3)
  local dice = rng:int(1, 8)
  if dice <= 2 then
    l.cost = 0
  elseif dice <= 5 then
    l.cost = links.length(l) * rng:pick({ 0.01, 0.25, 0.5, 0.9, 1, 1.5, 3 })
  end
  return l
end

function links.add(plane, l)
  return plane:link(l.x1, l.y1, l.x2, l.y2, { cost = l.cost, oneway = l.oneway })
end

-- As Lua, to be kept.
function links.code(list)
  local out = {}
  for i, l in ipairs(list) do
    out[i] = ("plane:link(%.17g, %.17g, %.17g, %.17g, { cost = %s, oneway = %s })"):format(l.x1, l.y1, l.x2, l.y2,
      l.cost and ("%.17g"):format(l.cost) or "nil", tostring(l.oneway))
  end
  return table.concat(out, "\n")
end

return links
