-- A plane, what is done to it and what is asked of it, as a list that can be played, compared with the
-- oracle, and cut down where the answers differ.
--
-- A case is { bounds = …, { "add", key, polygon }, { "remove", key }, { "path", x1, y1, x2, y2 },
-- { "ray", x1, y1, x2, y2 }, … }. Adding under a key in use, and removing under one that is not, does nothing.

local astar = require "astar"
local check = require "spec.support.check"
local oracle = require "spec.support.plane_oracle"
local scenes = require "spec.support.plane_scenes"

local case = {}

local function fail(message, ...)
  error({ message = message:format(...) }, 0)
end

-- What can be asked of a path that was found; `o` is the oracle.
local function check_found(o, who, path, length, best, x1, y1, x2, y2)
  if not check.close(best, length) then
    fail("%s: the length is %.17g, should be %.17g", who, length, best)
  end
  if path.cost ~= length or not check.close(path.length, length) then
    fail("%s: length %.17g, path.cost %.17g, path.length %.17g", who, length, path.cost, path.length)
  end
  local points = path:points()
  local n = #points
  if #path * 2 ~= n or points[1] ~= x1 or points[2] ~= y1 or points[n - 1] ~= x2 or points[n] ~= y2 then
    fail("%s: the path { %s } does not lead from start to goal", who, scenes.list(points))
  end
  if not check.close(oracle.length(points), length) then
    fail("%s: the segments add up to %.17g, the length is %.17g", who, oracle.length(points), length)
  end
  local ok, why = o:check_path(points)
  if not ok then
    fail("%s: %s", who, why)
  end
  return points
end

local MANNERS = {
  function(s) -- one by one
    local n = 0
    repeat
      n = n + 1
      local before = s.expanded
      s:step()
      if s.expanded > before + 1 then
        fail("a step expanded %d", s.expanded - before)
      elseif n > 1000000 then
        fail("a search of more than a million steps")
      end
    until s.status ~= "searching"
  end,
  function(s)
    repeat until s:step(7) ~= "searching"
  end,
  function(s)
    s:run()
  end,
  function(s)
    for _ in s:steps(3) do -- luacheck: ignore
    end
  end,
}

-- Places that are inside by no more than rounding are moved to the outline, or else blocked. Where they were
-- moved to the path tells.
local function moved(o, path, x1, y1, x2, y2)
  local first, last = path[1], path[#path]
  local function near(to, x, y)
    local off = math.max(math.abs(to.x - x), math.abs(to.y - y))
    if off > 0 and off > (o:hardly_blocked(x, y) or 0) then
      fail("the path { %s } does not lead from start to goal", scenes.list(path:points()))
    end
  end
  near(first, x1, y1)
  near(last, x2, y2)
  return first.x, first.y, last.x, last.y
end

local function ask(o, plane, op, i)
  local x1, y1, x2, y2 = op[2], op[3], op[4], op[5]
  local best, why = o:path(x1, y1, x2, y2)
  local path, length = plane:path(x1, y1, x2, y2)
  local route
  if why == "blocked" and length ~= "blocked" and (o:hardly_blocked(x1, y1) or o:hardly_blocked(x2, y2)) then
    if path then
      x1, y1, x2, y2 = moved(o, path, x1, y1, x2, y2)
      best, why = o:path(x1, y1, x2, y2)
    else
      why = length
    end
  end
  if best then
    if not path then
      fail("path: %s, should be %.17g", tostring(length), best)
    end
    route = check_found(o, "path", path, length, best, x1, y1, x2, y2)
  elseif path then
    fail("path: { %s }, should be %s", scenes.list(path:points()), why)
  elseif length ~= why then
    fail("path: %s, should be %s", tostring(length), why)
  end
  local s = plane:search(x1, y1, x2, y2)
  MANNERS[i % #MANNERS + 1](s)
  if s.status ~= (why == nil and "found" or best and "found" or why) then
    fail("search: %s, should be %s", s.status, best and "found" or why)
  end
  local found, cost = s:path()
  if best then
    local points = check_found(o, "search", found, cost, best, x1, y1, x2, y2)
    if scenes.list(points) ~= scenes.list(route) then
      fail("search: { %s }, path: { %s }", scenes.list(points), scenes.list(route))
    end
    -- once more, now with all that was remembered
    local again, second = plane:path(x1, y1, x2, y2)
    if second ~= length or scenes.list(again:points()) ~= scenes.list(route) then
      fail("path: { %s } when asked again, before { %s }", scenes.list(again:points()), scenes.list(route))
    end
  elseif found or cost ~= why then
    fail("search: %s, should be nil and %s", tostring(cost), why)
  end
  s:close()
  return route
end

local function cast(o, plane, op, keys, index)
  local x1, y1, x2, y2 = op[2], op[3], op[4], op[5]
  local best, owners = o:raycast(x1, y1, x2, y2)
  local hit, hx, hy = plane:raycast(x1, y1, x2, y2)
  if not best then
    if hit ~= nil then
      fail("ray: hits %s at %.17g, %.17g, should hit nothing", tostring(hit), hx, hy)
    end
    return
  elseif hit == nil then
    fail("ray: hits nothing, should hit at %.17g of the way", best)
  end
  local which = hit == "bounds" and 0 or index[keys[hit]]
  if not owners[which] then
    fail("ray: hits %s at %.17g, %.17g, where it should not; should hit at %.17g of the way", tostring(hit), hx, hy, best)
  end
  local size = math.max(math.abs(x1), math.abs(y1), math.abs(x2), math.abs(y2))
  local function near(x, y)
    return math.abs(x - hx) <= 1e-9 * size and math.abs(y - hy) <= 1e-9 * size
  end
  if not near(x1 + (x2 - x1) * best, y1 + (y2 - y1) * best) then
    -- where a ray all but follows an edge, the place on it is anybody's guess
    local ax, ay, bx, by, off = o:edge_near(which, hx, hy, x2 - x1, y2 - y1)
    local t = ((hx - x1) * (x2 - x1) + (hy - y1) * (y2 - y1)) / ((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
    local turn = math.abs((bx - ax) * (y2 - y1) - (by - ay) * (x2 - x1))
    if turn > 1e-9 * size * size or off > 1e-9 * size or t < 0 or t > 1 or not near(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t) then
      fail("ray: hits at %.17g, %.17g, should do at %.17g, %.17g", hx, hy, x1 + (x2 - x1) * best, y1 + (y2 - y1) * best)
    end
  end
end

-- Plays a case. With `cold` a new plane is made for every question. Gives nil, or what went wrong and the
-- number of the question.
function case.play(c, cold)
  local at, routes = 0, {}
  local plane, live, order, oracle_now
  local rocks, keys = {}, {}
  local function fresh()
    plane, rocks, keys = astar.plane({ bounds = c.bounds }), {}, {}
    for _, key in ipairs(order) do
      rocks[key] = plane:polygon(live[key])
      keys[rocks[key]] = key
    end
  end
  local ok, err = xpcall(function()
    live, order = {}, {}
    fresh()
    for i = 1, #c do
      at = i
      local op = c[i]
      local kind, key = op[1], op[2]
      if kind == "add" and not live[key] then
        live[key] = op[3]
        order[#order + 1] = key
        if not cold then
          rocks[key] = plane:polygon(op[3])
          keys[rocks[key]] = key
        end
        oracle_now = nil
      elseif kind == "remove" and live[key] then
        live[key] = nil
        for k = #order, 1, -1 do
          if order[k] == key then
            table.remove(order, k)
          end
        end
        if not cold then
          plane:remove(rocks[key])
          keys[rocks[key]], rocks[key] = nil, nil
        end
        oracle_now = nil
      elseif kind == "path" or kind == "ray" then
        if cold then
          fresh()
        end
        local index = {}
        if not oracle_now then
          local scene = { polygons = {}, bounds = c.bounds }
          for k, each in ipairs(order) do
            scene.polygons[k] = live[each]
          end
          oracle_now = oracle.new(scene)
        end
        for k, each in ipairs(order) do
          index[each] = k
        end
        if kind == "path" then
          routes[i] = ask(oracle_now, plane, op, i)
        else
          cast(oracle_now, plane, op, keys, index)
        end
      end
    end
  end, function(e)
    return type(e) == "table" and e or { message = debug.traceback(tostring(e), 2) }
  end)
  if not ok then
    return err.message, at
  end
  return nil, routes
end

-- Cutting down ----------------------------------------------------------------------------------------------

local function copy_without(list, i)
  local out = { bounds = list.bounds }
  for k = 1, #list do
    if k ~= i then
      out[#out + 1] = list[k]
    end
  end
  return out
end

local function replaced(c, i, op)
  local out = { bounds = c.bounds }
  for k = 1, #c do
    out[k] = k == i and op or c[k]
  end
  return out
end

local function rounded(numbers, unit)
  local out, changed = {}, false
  for i = 1, #numbers do
    out[i] = math.floor(numbers[i] / unit + 0.5) * unit + 0.0
    changed = changed or out[i] ~= numbers[i]
  end
  return changed and out or nil
end

-- The smallest case that fails still, as far as leaving out and rounding go. `fails(c)` gives a message or nil.
function case.shrink(c, fails, most)
  fails, most = fails or case.play, most or 3000
  local why = fails(c)
  local tries = 0
  local function better(d)
    tries = tries + 1
    local message = tries <= most and fails(d)
    if message then
      c, why = d, message
    end
    return message
  end
  local changed = true
  while changed and tries < most do
    changed = false
    for i = #c, 1, -1 do
      changed = better(copy_without(c, i)) and true or changed
    end
    if c.bounds then
      local d = copy_without(c)
      d.bounds = nil
      changed = better(d) and true or changed
    end
    for i = 1, #c do
      local op = c[i]
      if op[1] == "add" then
        local k = 1
        while k < #op[3] do
          local fewer = {}
          for n = 1, #op[3], 2 do
            if n ~= k then
              fewer[#fewer + 1] = op[3][n]
              fewer[#fewer + 1] = op[3][n + 1]
            end
          end
          if not oracle.flaw(fewer) and better(replaced(c, i, { "add", op[2], fewer })) then
            op, changed = c[i], true
          else
            k = k + 2
          end
        end
      end
      for power = 3, -10, -3 do
        local unit = power >= 0 and 2 ^ power or 0.5 ^ -power
        op = c[i]
        if op[1] == "add" then
          local plain = rounded(op[3], unit)
          if plain and not oracle.flaw(plain) then
            changed = better(replaced(c, i, { "add", op[2], plain })) and true or changed
          end
        elseif op[1] ~= "remove" then
          local plain = rounded({ op[2], op[3], op[4], op[5] }, unit)
          if plain then
            changed = better(replaced(c, i, { op[1], plain[1], plain[2], plain[3], plain[4] })) and true or changed
          end
        end
      end
    end
  end
  return c, why
end

-- A case as Lua.
function case.code(c)
  local out = { c.bounds and ("local plane = astar.plane{ bounds = { %s } }"):format(scenes.list(c.bounds))
    or "local plane = astar.plane()" }
  for i = 1, #c do
    local op = c[i]
    if op[1] == "add" then
      out[#out + 1] = ("local p%s = plane:polygon{ %s }"):format(op[2], scenes.list(op[3]))
    elseif op[1] == "remove" then
      out[#out + 1] = ("plane:remove(p%s)"):format(op[2])
    else
      out[#out + 1] = ("plane:%s(%s)"):format(op[1] == "ray" and "raycast" or "path",
        scenes.list({ op[2], op[3], op[4], op[5] }))
    end
  end
  return table.concat(out, "\n")
end

-- Plays a case and raises what is wrong, with the smallest case that shows it.
function case.run(c, cold)
  local why, routes = case.play(c, cold)
  if why then
    local small, reason = case.shrink(c, function(d)
      return (case.play(d, cold))
    end)
    error(("%s\n\ncut down (%s):\n%s"):format(why, reason, case.code(small)), 2)
  end
  return routes
end

return case
