-- baseline.lua: A* on a grid as it is usually written in Lua, with care: the peer that needs no C.
--
-- Arrays indexed by cell, with a border of blocked cells, so that no neighbour need be tested for
-- being on the map; a binary heap in two flat arrays; a search number in place of clearing; no
-- table made on the way but the path. A cell that is reached at less cost moves up in the heap, which
-- is the fastest on Lua 5.4; on LuaJIT it is faster to enter it once more, and to pass over the old
-- entry when it comes up.
-- Eight neighbours, no corners cut; entering a cell costs the step times the cell's multiplier.
local baseline = {}

local floor, sqrt2 = math.floor, math.sqrt(2)

-- Ties of f go to the cell nearer to the goal. Routes differ by far more than this can add.
local toward_goal = 1 + 1e-9

-- `multipliers` by cell, row by row, none below 1: false for a cell that is blocked.
-- Returns find(start, goal) for cells counted so from 1, which gives the path as an array of cells,
-- the cost, and how many cells were expanded; or nil.
function baseline.new(width, height, multipliers)
  local stride = width + 2
  local enter, column, row = {}, {}, {} -- the multiplier to enter, with the border; where it lies
  local g, parent, seen, closed = {}, {}, {}, {}
  for r = 0, height + 1 do
    for c = 0, width + 1 do
      local i = r * stride + c + 1
      local inside = r >= 1 and r <= height and c >= 1 and c <= width
      enter[i] = inside and multipliers[(r - 1) * width + c]
      column[i], row[i] = c, r
      g[i], parent[i], seen[i], closed[i] = 0, 0, 0, 0
    end
  end

  local keys, cells, size = {}, {}, 0 -- the heap
  local place = not _G.jit and {}     -- of a cell in it, where cells move up
  local search = 0                    -- numbers the searches
  local goal_column, goal_row

  -- Enters the cell at i, or nearer to the top.
  local function rise(key, cell, i)
    while i > 1 do
      local above = floor(i / 2)
      if keys[above] <= key then break end
      local other = cells[above]
      keys[i], cells[i] = keys[above], other
      if place then place[other] = i end
      i = above
    end
    keys[i], cells[i] = key, cell
    if place then place[cell] = i end
  end

  -- Takes the first. Its place goes to the last, which sinks to where it belongs.
  local function pop()
    local first = cells[1]
    local key, last = keys[size], cells[size]
    size = size - 1
    local i, child = 1, 2
    while child <= size do
      local least = keys[child]
      if child < size and keys[child + 1] < least then
        child = child + 1
        least = keys[child]
      end
      if key <= least then break end
      local other = cells[child]
      keys[i], cells[i] = least, other
      if place then place[other] = i end
      i, child = child, 2 * child
    end
    keys[i], cells[i] = key, last
    if place then place[last] = i end
    return first
  end

  local function reach(cell, from, cost)
    if closed[cell] == search then return end
    local known = seen[cell] == search
    if known and g[cell] <= cost then return end
    seen[cell], g[cell], parent[cell] = search, cost, from
    local dx, dy = column[cell] - goal_column, row[cell] - goal_row
    if dx < 0 then dx = -dx end
    if dy < 0 then dy = -dy end
    local h = dx < dy and dy + (sqrt2 - 1) * dx or dx + (sqrt2 - 1) * dy
    local i
    if known and place then
      i = place[cell]
    else
      size = size + 1
      i = size
    end
    rise(cost + h * toward_goal, cell, i)
  end

  local function trace(goal)
    local length, cell = 0, goal
    while cell ~= 0 do
      length, cell = length + 1, parent[cell]
    end
    local path = {}
    cell = goal
    for i = length, 1, -1 do
      path[i] = (row[cell] - 1) * width + column[cell]
      cell = parent[cell]
    end
    return path
  end

  local function padded(cell)
    return (floor((cell - 1) / width) + 1) * stride + (cell - 1) % width + 2
  end

  return function(start, goal)
    start, goal = padded(start), padded(goal)
    goal_column, goal_row = column[goal], row[goal]
    search, size = search + 1, 0
    local expanded = 0
    reach(start, 0, 0)
    while size > 0 do
      local cell = pop()
      if closed[cell] ~= search then
        closed[cell] = search
        expanded = expanded + 1
        if cell == goal then return trace(goal), g[goal], expanded end
        local cost = g[cell]
        local up, down = cell - stride, cell + stride
        local n, w, e, s = enter[up], enter[cell - 1], enter[cell + 1], enter[down]
        if n then
          reach(up, cell, cost + n)
          if w and enter[up - 1] then reach(up - 1, cell, cost + sqrt2 * enter[up - 1]) end
          if e and enter[up + 1] then reach(up + 1, cell, cost + sqrt2 * enter[up + 1]) end
        end
        if w then reach(cell - 1, cell, cost + w) end
        if e then reach(cell + 1, cell, cost + e) end
        if s then
          reach(down, cell, cost + s)
          if w and enter[down - 1] then reach(down - 1, cell, cost + sqrt2 * enter[down - 1]) end
          if e and enter[down + 1] then reach(down + 1, cell, cost + sqrt2 * enter[down + 1]) end
        end
      end
    end
    return nil
  end
end

return baseline
