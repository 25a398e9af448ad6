-- Checks that are quick enough for loops, and checks of errors.

local check = {}

check.unpack = table.unpack or unpack
check.nan = 0 / 0
check.inf = math.huge

-- "5.1" for LuaJIT too
check.version = _VERSION:match("%d+%.%d+")
check.jit = rawget(_G, "jit") ~= nil
check.yields = check.version >= "5.3"

-- The text of a check that failed. What is neither text nor number is made text here and not by callers, as loops
-- check a lot and nearly all of it holds.
local function filled(message, ...)
  local n = select("#", ...)
  if n == 0 then return message end
  local values = { ... }
  for i = 1, n do
    local kind = type(values[i])
    if kind ~= "string" and kind ~= "number" then values[i] = tostring(values[i]) end
  end
  return message:format(check.unpack(values, 1, n))
end

function check.that(ok, message, ...)
  if not ok then
    error(filled(message, ...), 2)
  end
end

-- A text that is made when it is shown: for the messages of checks.
function check.later(make)
  return setmetatable({}, { __tostring = make })
end

-- Equal but for rounding.
function check.close(a, b)
  if a == b then
    return true
  end
  return math.abs(a - b) <= 1e-9 * math.max(math.abs(a), math.abs(b)) or math.abs(a - b) < 1e-300
end

function check.near(want, got, what, ...)
  if type(got) ~= "number" or not check.close(want, got) then
    error(("%s: expected %.17g, got %s"):format(filled(what or "number", ...), want,
      type(got) == "number" and ("%.17g"):format(got) or tostring(got)), 2)
  end
end

local function contains(message, want)
  return message:find(want, 1, true) ~= nil
end

-- fn(...) has to raise a string that contains `want` (a string, or several
-- in a table; plain text). Gives the message.
function check.raises(want, fn, ...)
  local ok, message = pcall(fn, ...)
  if ok then
    error("expected an error: " .. (type(want) == "table" and table.concat(want, " … ") or tostring(want)), 2)
  end
  if type(message) ~= "string" then
    error("expected an error message, got a " .. type(message), 2)
  end
  if type(want) == "string" then
    want = { want }
  end
  for i = 1, #want do
    if not contains(message, want[i]) then
      error(("the message lacks %q: %s"):format(want[i], message), 2)
    end
  end
  return message
end

-- The same, called as a method.
function check.refuses(want, object, method, ...)
  local ok, message = pcall(check.raises, want, object[method], object, ...)
  if not ok then
    error(("%s: %s"):format(method, tostring(message)), 2)
  end
  return message
end

-- Everything that can be seen of a graph, as one string.
function check.dump(g)
  local out = { ("version %d, %d nodes"):format(g.version, #g) }
  local function put(...)
    out[#out + 1] = string.format(...)
  end
  for node in g:nodes() do
    put("node %d %q (%.17g, %.17g, %.17g) %q %s %s", node.id, tostring(node.name), node.x, node.y, node.z,
      node.terrain, tostring(node.blocked), tostring(node.data))
    if node.name then
      put("  named node %s", g:node(node.name) == node and "found" or "LOST")
    end
    for neighbour, cost, props in node:links() do
      put("  link %d %.17g %s %s %s", neighbour.id, cost, props and "props" or "plain",
        tostring(props and props.cost), tostring(props and props.terrain))
    end
  end
  for _, name in ipairs(g:units()) do
    local costs, limits = g:unit(name)
    local lines = {}
    for kind, t in pairs({ cost = costs, limit = limits or {} }) do
      for k, v in pairs(t) do
        lines[#lines + 1] = ("  %s %q %s"):format(kind, k, tostring(v))
      end
    end
    table.sort(lines)
    put("unit %q\n%s", name, table.concat(lines, "\n"))
  end
  return table.concat(out, "\n")
end

-- The same as refuses, and the graph is as it was before.
function check.harmless(g, want, object, method, ...)
  local before = check.dump(g)
  local ok, message = pcall(check.refuses, want, object, method, ...)
  if not ok then
    error(message, 2)
  end
  local after = check.dump(g)
  if before ~= after then
    error(("%s raised, but changed the graph.\nbefore:\n%s\nafter:\n%s"):format(method, before, after), 2)
  end
  return message
end

function check.collect()
  -- first overwrite what dead frames have left on the stack
  select("#", check.unpack({}, 1, 200))
  for _ = 1, 4 do
    collectgarbage()
  end
end

-- Checks an upper bound on the garbage, in KB, that `times` calls of fn make. What fn makes, it makes each time; but LuaJIT's
-- traces are counted as memory too, and are made at times that differ from run to run, and Lua 5.2 takes room for
-- calls again after a collection. So the least of several measures counts.
function check.garbage(limit, times, fn)
  local least = math.huge
  check.collect()
  collectgarbage("stop")
  for _ = 1, 5 do
    local before = collectgarbage("count")
    for _ = 1, times do fn() end
    least = math.min(least, collectgarbage("count") - before)
    if least <= limit then break end
  end
  collectgarbage("restart")
  check.that(least <= limit, "%g KB of garbage", least)
end

-- Runs f in a frame of its own, of which nothing is left on the stack.
function check.apart(f)
  f()
end

-- The ids of an array of nodes, as text.
function check.ids(nodes)
  local out = {}
  for i = 1, #nodes do
    out[i] = nodes[i].id
  end
  return table.concat(out, " ")
end

-- The same of the nodes to which links lead from a node.
function check.linked_ids(node)
  local out = {}
  for other in node:links() do out[#out + 1] = other end
  return check.ids(out)
end

return check
