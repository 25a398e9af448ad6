-- How a follower walks along a flow; astar.follow calls it, and nothing else does.
--
-- It walks in *legs*: straight ways of which each begins where the last one ended. Where a leg leads depends on its
-- begin alone, so the way is the same however the time is divided. In cells a leg is a *hop*, a small part of a cell
-- long, in the direction of the flow at its begin. Along a link, on graphs, in the cell of a goal, and where hops do
-- not come nearer to the goal, a leg leads straight to a node, its *target*. On a link that it does not walk
-- (astar.follow.links) it is for some seconds.

local check = require "astar.base.check"
local cells = require "astar.follow.cells"
local links = require "astar.follow.links"
local pace = require "astar.follow.pace"

local flowwalk = {}

local max, min, sqrt = math.max, math.min, math.sqrt
local are_near, measure, shortest = cells.are_near, cells.measure, cells.shortest
local arctan = rawget(math, "atan2") or math.atan

local HOPS = 16    -- hops across a cell
local PATIENCE = 64 -- hops that need not come nearer to the goal, before the walk goes from middle to middle

-- A walk:
--   flow, graph          the flow and its space
--   mode                 what it does with links
--   grid                 what is known of its cells (see cells.measure), or nil on a graph
--   x, y, z              where the leg begins
--   along_x, _y, _z      its direction, of length 1
--   length, gone         its length, and how much of it has been walked
--   leg                  "hop", "straight", "link", or nil: there is none
--   seconds, spent       of a link: how long it takes, and how much of that is over; `begun` of it at the begin of the
--                        leg; `props`: see links.ask()
--   target               the node at the end of a straight leg, and where that is: to_x, to_y, to_z
--   cell                 the cell at the end of a hop
--   near                 on a grid: whether near_node and near_next may be neighbouring cells
--   angle                where it faces, or nil
--   node                 the cell that it is in, or the node that it comes from
--   next                 the node after it, or nil
--   closed               by terrain: whether the unit cannot enter it
--   left                 what the way costs from `node`
--   least, hops          the least of these costs, and the hops since it was found
--   turn_x, turn_y       the direction of the last of these hops
--   after                with a pace that brakes: how far it is from the end of the leg to the goal, if that counts
--   far                  a lower bound of that; see distance_after()
--   measured             the node of which the way is known: its length `way`, and its end goal_x, goal_y

-- Whether the unit of a walk may be in a cell, so far as its terrain tells.
local function is_free(walk, cell)
  return not cell.blocked and not walk.closed[cell.terrain]
end

-- Whether a link leads from a node to another, which the unit may take, so far as terrain tells.
local function is_open(walk, node, other)
  local props = links.props_of(node, other)
  if not props or other.blocked then return false end
  return not walk.closed[props ~= true and props.terrain or other.terrain]
end

-- The terrains that a unit cannot enter.
local function closed_to(graph, unit)
  local costs
  return setmetatable({}, { __index = function(_, terrain)
    costs = costs or unit and graph:unit(unit) or {}
    local cost = costs[terrain]
    if cost == nil then cost = costs.default end
    return cost == false
  end })
end

---- Legs ------------------------------------------------------------------------------------------------

local function place_of(node) return node.x, node.y, node.z end

-- A leg straight to a node; false if that was removed. To a neighbouring cell it may go over a seam.
local function aim_at(walk, node)
  local there, x, y, z = check.attempt_live(place_of, node)
  if not there then return false end
  walk.to_x, walk.to_y, walk.to_z = x, y, z
  x, y, z = x - walk.x, y - walk.y, z - walk.z
  if walk.grid and walk.node ~= node then
    if are_near(walk.grid, walk.node, node) then x, y = shortest(walk.grid, x, y) end
  end
  local length = sqrt(x * x + y * y + z * z)
  walk.leg, walk.target, walk.length, walk.gone = "straight", node, length, 0
  if length > 0 then
    walk.along_x, walk.along_y, walk.along_z = x / length, y / length, z / length
    if x ~= 0 or y ~= 0 then walk.angle = arctan(y, x) end
  end
  return true
end

-- The height on the way from a cell to the next one, which is not over a seam.
local function height_at(node, next_node, x, y)
  local from_z, to_z = node.z, next_node.z
  if from_z == to_z then return from_z end
  local wide, high = next_node.x - node.x, next_node.y - node.y
  local part = ((x - node.x) * wide + (y - node.y) * high) / (wide * wide + high * high)
  return from_z + max(0, min(part, 1)) * (to_z - from_z)
end

-- Whether the walk can be in a cell: there is a way on from the place.
local function leads_on(flow, cell, x, y)
  if flow:direction(x, y, cell.level) then return true end
  return flow:next(cell) == nil and flow:cost(cell) ~= nil
end

-- A hop in a direction; false if it cannot be.
local function hop(walk, x, y)
  local flow, graph, node = walk.flow, walk.graph, walk.node
  local old_x, old_y = walk.turn_x, walk.turn_y
  walk.turn_x, walk.turn_y = x, y
  if x * old_x + y * old_y < -0.5 then return false end -- to and fro
  local length = walk.grid.inner * 2 / HOPS
  for _ = 1, 3 do
    local to_x, to_y = walk.x + length * x, walk.y + length * y
    local cell = graph:at(to_x, to_y, node.level)
    if cell == node or cell and is_free(walk, cell) and leads_on(flow, cell, to_x, to_y) then
      walk.leg, walk.target, walk.length, walk.gone = "hop", nil, length, 0
      walk.cell = cell
      walk.along_x, walk.along_y, walk.along_z = x, y, 0
      walk.angle = arctan(y, x)
      return true
    end
    length = length * 0.6
  end
  return false
end

-- Enters the cell under its place.
local function enter(walk, cell)
  if cell == walk.node then return end
  local x, y = walk.x - cell.x, walk.y - cell.y
  local near_x, near_y = shortest(walk.grid, x, y)
  if near_x ~= x or near_y ~= y then walk.x, walk.y = cell.x + near_x, cell.y + near_y end
  walk.node = cell
end

-- What is to be done at the end of a leg: sets the next one and returns nil, or why there is none:
--   "arrived"   it stands at a goal
--   "waiting"   the flow is to be run or restarted, or the way that it knows was closed
--   "lost"      there is no way
--   "closed"    the flow was closed
--   "link"      it stands at a link, and nobody has yet said how long that takes: see flowwalk.take_link()
local function next_leg(walk)
  local flow = walk.flow
  if walk.leg == "straight" or walk.leg == "link" then
    walk.node = walk.target
  elseif walk.leg == "hop" then
    enter(walk, walk.cell)
  end
  walk.leg, walk.length, walk.gone = nil, 0, 0
  local status = flow.status
  if status == "closed" then return status end
  if status == "stale" then return "waiting" end
  local node = walk.node
  local known, next_node = check.attempt_live(flow.next, flow, node)
  if not known then return "lost" end
  local cost = flow:cost(node)
  walk.next, walk.left = next_node, cost or 0
  if not cost then return status == "searching" and "waiting" or "lost" end

  local is_there = walk.x == node.x and walk.y == node.y
  if not next_node then
    if is_there and walk.z == node.z then return "arrived" end
    aim_at(walk, node)
    return nil
  end
  if cost < walk.least then
    walk.least, walk.hops, walk.turn_x, walk.turn_y = cost, 0, 0, 0
  else
    walk.hops = walk.hops + 1
  end
  if walk.grid and (walk.near_node ~= node or walk.near_next ~= next_node) then
    local there, near = check.attempt_live(are_near, walk.grid, node, next_node)
    if not there then return "waiting" end
    walk.near, walk.near_node, walk.near_next = near, node, next_node
  end
  local x, y, near = nil, nil, walk.near
  if near then
    x, y = flow:direction(walk.x, walk.y, node.level)
    near = x ~= nil
    -- Between neighbours there may be a link with properties beside the step.
    if not near and type(links.props_of(node, next_node)) ~= "table" then return "waiting" end
  end
  if near then
    if walk.hops < PATIENCE and hop(walk, x, y) then
      walk.z = height_at(node, next_node, walk.x, walk.y)
      return nil
    end
    walk.hops = PATIENCE
  end
  if is_there then
    if not walk.near and not is_open(walk, node, next_node) then return "waiting" end
    if not walk.near and links.is_link(walk.mode, node, next_node) then return "link" end
    if aim_at(walk, next_node) then return nil end
    return "waiting"
  end
  aim_at(walk, node)
  return nil
end

---- Walking ---------------------------------------------------------------------------------------------

-- Whether the flow knows a way from a node of its space, or may still find one; and its cost.
local function reaches(flow, graph, node)
  if getmetatable(node) ~= "astar.node" then return false end
  local known, cost = check.attempt(function()
    if node.graph ~= graph then error("another space") end
    return flow:cost(node) or (flow.status == "searching" or flow.status == "stale") and 0
  end)
  return known and cost, cost
end

local function graph_of(node) return node.graph end

-- The cell of a grid under x and y on the level of a cell, a place, or a point of a path; 1 where that has none. Nil: the
-- map lacks it.
local function cell_under(grid, x, y, spot)
  local known, level = check.attempt(function() return (type(spot) == "table" or spot.graph == grid) and spot.level end)
  local is_there, cell = check.attempt(grid.at, grid, x, y, known and level or 1)
  return is_there and cell or nil
end

-- The space of a flow: that of any goal that was not removed.
local function space_of(flow)
  for _, goal in ipairs(flow.goals) do
    local known, graph = check.attempt_live(graph_of, goal)
    if known then return graph end
  end
  return nil
end

-- Begins a walk on a link, to its far end or back; nil if no way leads on from either.
local function go_on_over(walk, crossing)
  local from, to, spent = crossing.from, crossing.to, crossing.spent
  local reached, cost = reaches(walk.flow, walk.graph, to)
  if not reached then
    from, to, spent = to, from, crossing.seconds - spent
    reached, cost = reaches(walk.flow, walk.graph, to)
    if not reached then return nil end
  end
  walk.node, walk.left = from, cost
  aim_at(walk, to)
  -- The leg is only what of the link is left.
  walk.leg, walk.seconds, walk.spent, walk.props = "link", crossing.seconds, spent, crossing.props
  walk.begun = spent
  return walk
end

-- A walk along a flow from a place between two nodes, if they are nodes; `crossing` is the link that it is on, or nil:
-- see flowwalk.crossing(). Nil: there is no way.
function flowwalk.begin(flow, mode, x, y, z, ahead, behind, crossing)
  local graph = space_of(flow)
  if not graph then return nil end
  local grid = getmetatable(graph) == "astar.grid" and measure(graph) or nil
  local walk = {
    flow = flow, graph = graph, grid = grid, mode = mode, far = 0,
    x = x, y = y, z = z, along_x = 0, along_y = 0, along_z = 0, length = 0, gone = 0,
    turn_x = 0, turn_y = 0, left = 0, least = math.huge, hops = 0, closed = closed_to(graph, flow.unit),
  }
  if crossing then return go_on_over(walk, crossing) end
  local node = reaches(flow, graph, ahead) and ahead or behind
  if not grid and node ~= behind and reaches(flow, graph, behind) and flow:next(node) == behind then node = behind end
  local is_waypoint = reaches(flow, graph, node) and not node.col
  if grid and not is_waypoint then
    local cell = cell_under(graph, x, y, node)
    local reached, cost = reaches(flow, graph, cell)
    if reached then
      walk.left = cost
      -- A place may have come without its height.
      if type(node) == "table" and node.z == nil then walk.z = cell.z end
      enter(walk, cell)
      return walk
    end
  elseif not grid and not is_waypoint then
    node = graph:nearest(x, y, z)
  end
  local reached, cost = reaches(flow, graph, node)
  if not reached then return nil end
  walk.node, walk.left = node, cost
  aim_at(walk, node)
  return walk
end

---- Links -----------------------------------------------------------------------------------------------

-- The two ends of the link at which it stands, for links.ask().
function flowwalk.link_ahead(walk)
  return walk.node, walk.next
end

-- What links.ask() has said of it: nil, it is walked. Returns false if it cannot be taken any more.
function flowwalk.take_link(walk, seconds, props)
  local angle = walk.angle
  if not aim_at(walk, walk.next) then return false end
  if not seconds then return true end
  walk.leg, walk.seconds, walk.spent, walk.begun, walk.props, walk.far = "link", seconds, 0, 0, props, 0
  if seconds == 0 then walk.angle = angle end
  return true
end

-- The link that it is on: its two ends, the seconds that it takes and those spent, and its properties; or nil.
function flowwalk.crossing(walk)
  if walk.leg ~= "link" or walk.seconds == 0 then return nil end
  return { from = walk.node, to = walk.target, seconds = walk.seconds, spent = walk.spent, props = walk.props }
end

---- Walking ---------------------------------------------------------------------------------------------

local function way_of(flow, node)
  local path = flow:path(node)
  if not path then return math.huge, 0, 0 end
  local goal = path[#path]
  return path.length, goal.x, goal.y
end

-- How far it is from the end of the leg to the goal, if that is less than `most`; else `most`. What is known at the end
-- of one leg holds for the next ones, less their lengths, so the way is not measured while it is long.
local function distance_after(walk, most)
  walk.far = walk.far - walk.length
  if walk.far >= most then return most end
  local hops = walk.leg == "hop"
  local node = hops and walk.node or walk.target
  if node ~= walk.measured then
    local known
    known, walk.way, walk.goal_x, walk.goal_y = check.attempt_live(way_of, walk.flow, node)
    if not known then walk.way = math.huge end
    walk.measured = node
  end
  walk.far = walk.way
  if hops and walk.far < math.huge then
    local x, y = shortest(walk.grid, walk.goal_x - walk.x, walk.goal_y - walk.y)
    local off_x, off_y = shortest(walk.grid, node.x - walk.x, node.y - walk.y)
    local straight, off = sqrt(x * x + y * y), sqrt(off_x * off_x + off_y * off_y)
    walk.far = max(max(walk.way - off, straight) - walk.length, 0)
  end
  return min(walk.far, most)
end

-- Is on the leg, with so much of its budget (see flowwalk.advance); returns what is left of that if it comes to the
-- end, else nil.
local function pass(walk, budget, unit, speed, p)
  local rest = walk.length - walk.gone
  if walk.leg == "link" then
    rest = (walk.seconds - walk.spent) * unit
    if p and walk.seconds > 0 then pace.turn(p, min(budget, rest), walk.angle) end
    if budget >= rest then return budget - rest end
    walk.spent = walk.spent + budget / unit
    walk.gone = walk.length * ((walk.spent - walk.begun) / (walk.seconds - walk.begun))
  elseif p then
    if p.arrive and not walk.after then walk.after = distance_after(walk, p.arrive) end
    local walked, used, reached = pace.walk(p, budget, speed, walk.angle, rest, walk.after or 0)
    if reached then return budget - used end
    walk.gone = walk.gone + walked
  elseif speed > 0 then
    if budget >= rest then return budget - rest end
    walk.gone = walk.gone + budget
  end
  return nil
end

-- Walks on, with a pace (astar.follow.pace) or with nil. Its budget is the distance that it walks, or its time in
-- seconds if it has a pace or does not walk. Returns nil, or at the end of a leg after which there is none, why (see
-- next_leg), and what is left of the budget.
function flowwalk.advance(walk, budget, speed, p)
  local unit = (p or speed == 0) and 1 or speed
  while true do
    if walk.leg then
      budget = pass(walk, budget, unit, speed, p)
      if not budget then return nil end
      if walk.leg == "hop" then
        walk.x, walk.y = walk.x + walk.length * walk.along_x, walk.y + walk.length * walk.along_y
      else
        walk.x, walk.y, walk.z = walk.to_x, walk.to_y, walk.to_z
      end
    end
    walk.after = nil
    local why = next_leg(walk)
    if why then return why, budget end
  end
end

-- Where it is.
function flowwalk.place(walk)
  local gone = walk.gone
  return walk.x + gone * walk.along_x, walk.y + gone * walk.along_y, walk.z + gone * walk.along_z
end

return flowwalk
