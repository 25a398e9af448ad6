-- Helpers for specs of crowds.

local check = require "spec.support.check"

local crowds = {}

-- The agents or discs of a crowd, as an array.
function crowds.list(crowd)
  local agents = {}
  for a in crowd:agents() do agents[#agents + 1] = a end
  return agents
end

-- All that can be seen of a crowd on nodes, as one string.
function crowds.dump_agents(crowd)
  local out = { ("%.17g"):format(crowd.time), crowd.planned, ("%.17g"):format(crowd.plan_cost), #crowd }
  for a in crowd:agents() do
    out[#out + 1] = ("%d %s %s %.17g %s %s %.17g %.17g %s %s %s %s %d"):format(a.id, a.node and a.node.id or "-",
      a.next and a.next.id or "-", a.progress, a.goal and a.goal.id or "-", a.unit or "-", a.priority, a.speed,
      tostring(a.fixed), tostring(a.data), a.status, a.by and a.by.id or "-", a.waited)
  end
  local positions = crowd:positions()
  for i = 1, #positions do positions[i] = ("%.17g"):format(positions[i]) end
  out[#out + 1] = table.concat(positions, " ")
  return table.concat(out, "\n")
end

-- All that can be seen of a crowd of discs but what was given as goals, as one string.
function crowds.dump_discs(crowd)
  local out = { #crowd }
  for a in crowd:agents() do
    out[#out + 1] = ("%d %s %.17g %.17g %.17g %.17g %.17g %.17g %.17g %s %.17g %s %s %s %.17g"):format(a.id, tostring(a.unit), a.x, a.y,
      a.vx, a.vy, a.radius, a.speed, a.priority, a.group, a.arrive, tostring(a.data), a.status, a.by and a.by.id or "-", a.waited)
  end
  return table.concat(out, "\n")
end

-- Update a crowd for that many seconds, or until done() is true. → whether done() is true at the end; true without done
function crowds.run(crowd, seconds, done)
  for _ = 1, seconds * 20 do
    if done and done() then return true end
    crowd:update(0.05)
  end
  return not done or done()
end

function crowds.all_arrived(crowd)
  for a in crowd:agents() do
    if a.status ~= "arrived" then return false end
  end
  return true
end

-- How far a place is from the nearest cell of a map of squares that is blocked or closed(terrain), and from the map's edges.
function crowds.room_at(map, x, y, closed)
  local least = math.min(x, y, map.width - x, map.height - y)
  for row = math.max(1, math.floor(y) - 2), math.min(map.height, math.floor(y) + 4) do
    for col = math.max(1, math.floor(x) - 2), math.min(map.width, math.floor(x) + 4) do
      local cell = map:cell(col, row)
      if cell.blocked or closed(cell.terrain) then
        local dx, dy = math.max(col - 1 - x, 0, x - col), math.max(row - 1 - y, 0, y - row)
        least = math.min(least, (dx * dx + dy * dy) ^ 0.5)
      end
    end
  end
  return least
end

-- Two checks that a mistake raises and changes nothing of a crowd that dump(crowd) tells: of a call, and of an assignment to a
-- field of an agent.
function crowds.guards(crowd, agent, dump)
  local function unchanged(want, object, method, ...)
    local before = dump(crowd)
    check.refuses(want, object, method, ...)
    check.that(before == dump(crowd), "%s raised, but changed the crowd", method)
  end

  local function not_assigned(want, field, value)
    local before = dump(crowd)
    check.raises(want, function() agent[field] = value end)
    check.that(before == dump(crowd), "assigning %s raised, but changed the crowd", field)
  end

  return unchanged, not_assigned
end

return crowds
