-- The code of the threads of spec/love/thread.lua: each takes a saved map and what to search for on it, and answers with
-- the routes as flat tables. It goes on until it is given false.

local astar = require "astar"

local orders, answers = ...

-- Finds the routes of an order { text, unit, { a, b, … } }: pairs of ids, on a plane x and y of start and goal.
local function routes(order)
  local space, why = astar.load(order.text)
  if not space then return { number = order.number, why = why } end

  local found, ends = {}, order.ends
  local on_plane = getmetatable(space) == "astar.plane"
  for i = 1, #ends, on_plane and 4 or 2 do
    local path, cost
    if on_plane then
      path, cost = space:path(ends[i], ends[i + 1], ends[i + 2], ends[i + 3], order.unit)
    else
      path, cost = space:path(space:node(ends[i]), space:node(ends[i + 1]), order.unit)
    end
    found[#found + 1] = { cost = cost, points = path and path:points(3) }
  end
  return { number = order.number, routes = found }
end

for order in function() return orders:demand() end do answers:push(routes(order)) end
