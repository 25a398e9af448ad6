-- A grid and, beside it, a plain Lua copy of what it should be: cells, their places and neighbours,
-- corners, closed steps, heights, seams, links, waypoints and units. Every edit goes to both, so that
-- the copy can be asked what is right. It answers what a world answers, so the oracle works on it.
--
-- Its records and links are those of copy.lua; a cell's record also has col, row and level, and beside links there are
-- steps: { to = record, step = flat length, round = corners }.

local astar = require "astar"
local check = require "spec.support.check"
local copy = require "spec.support.copy"

local tiles = {}

local Tiles = {}
Tiles.__index = Tiles
copy.mix_into(Tiles)

local terrain_of = copy.terrain_of

local floor, sqrt = math.floor, math.sqrt

tiles.SQUARE = { "square", "isometric" }
tiles.HEXAGONS = { "odd-r", "even-r", "odd-q", "even-q" }
tiles.LAYOUTS = { "square", "isometric", "odd-r", "even-r", "odd-q", "even-q" }
tiles.TERRAINS = { "forest", "road", "sea", "mud" }

-- Where the neighbours are, row by row and left to right -----------------------------------------------

local FOUR = { { 0, -1 }, { -1, 0 }, { 1, 0 }, { 0, 1 } }
local EIGHT = { { -1, -1 }, { 0, -1 }, { 1, -1 }, { -1, 0 }, { 1, 0 }, { -1, 1 }, { 0, 1 }, { 1, 1 } }

-- Hexagons: of a cell that is shifted right or down, and of one that is not.
local IN_ROWS = {
  shifted = { { 0, -1 }, { 1, -1 }, { -1, 0 }, { 1, 0 }, { 0, 1 }, { 1, 1 } },
  plain = { { -1, -1 }, { 0, -1 }, { -1, 0 }, { 1, 0 }, { -1, 1 }, { 0, 1 } },
}
local IN_COLUMNS = {
  shifted = { { 0, -1 }, { -1, 0 }, { 1, 0 }, { -1, 1 }, { 0, 1 }, { 1, 1 } },
  plain = { { -1, -1 }, { 0, -1 }, { 1, -1 }, { -1, 0 }, { 1, 0 }, { 0, 1 } },
}

-- Counted from 0, as the names of the layouts are.
function Tiles:shifted(col, row)
  local parity = self.layout:sub(1, 3) == "odd" and 1 or 0
  return (self.by_row and row - 1 or col - 1) % 2 == parity
end

function Tiles:directions(col, row)
  if self.hexagons then
    return (self.by_row and IN_ROWS or IN_COLUMNS)[self:shifted(col, row) and "shifted" or "plain"]
  end
  return self.neighbours == 8 and EIGHT or FOUR
end

-- The cell in a column and row, over the seam where there is one; on the first level if none is said.
function Tiles:at(col, row, level)
  if self.wrap_x then
    col = (col - 1) % self.width + 1
  end
  if self.wrap_y then
    row = (row - 1) % self.height + 1
  end
  local cells = self.floors[level or 1]
  return cells[row] and cells[row][col]
end

-- The length of a step without its rise.
function Tiles:flat(dx, dy)
  if self.hexagons then
    return self.unit_step or self.drawn and 1 or self.cell_w
  end
  local w, h = self.cell_w, self.cell_h
  if self.layout == "isometric" then
    w, h = 1, 1
  end
  if self.unit_step then
    w, h = self.unit_step, self.unit_step
  end
  if dx ~= 0 and dy ~= 0 then
    return self.diagonal and self.diagonal * w or sqrt(w * w + h * h)
  end
  return dx ~= 0 and w or h
end

-- All steps of a cell, closed or not. Where a small map joins at its edges two directions may lead to
-- one cell: the shorter counts, and the first of equal ones.
function Tiles:around(r)
  local steps, best = {}, {}
  for _, d in ipairs(self:directions(r.col, r.row)) do
    local to = self:at(r.col + d[1], r.row + d[2], r.level)
    if to and to ~= r then
      local link = { to = to, step = self:flat(d[1], d[2]), across = d[1], down = d[2] }
      if not self.hexagons and d[1] ~= 0 and d[2] ~= 0 then
        link.round = { self:at(r.col + d[1], r.row, r.level), self:at(r.col, r.row + d[2], r.level) }
      end
      if not best[to] then
        best[to] = #steps + 1
        steps[#steps + 1] = link
      elseif link.step < steps[best[to]].step then
        table.remove(steps, best[to])
        steps[#steps + 1] = link
        best = {}
        for i, s in ipairs(steps) do
          best[s.to] = i
        end
      end
    end
  end
  return steps
end

-- Where the middle of a cell lies.
function Tiles:place(col, row)
  local ox, oy, w, h = self.origin[1], self.origin[2], self.cell_w, self.cell_h
  if self.layout == "square" then
    return ox + (col - 0.5) * w, oy + (row - 0.5) * h
  elseif self.layout == "isometric" then
    return ox + (col - row) * w / 2, oy + (col + row - 1) * h / 2
  end
  -- along the line of touching cells, across it, and from the corner to the first middle
  local along, across, first
  if self.drawn then
    along = self.by_row and w or h
    across = (self.by_row and h or w) * 3 / 4
    first = (self.by_row and h or w) / 2
  else
    along, across, first = w, w * sqrt(3) / 2, w / sqrt(3)
  end
  local line, place = row, col
  if not self.by_row then
    line, place = col, row
  end
  -- the first cell lies in the corner, shifted or not
  local shift = line % 2 == 1 and 0 or self.layout:sub(1, 3) == "odd" and along / 2 or -along / 2
  local a, b = along / 2 + (place - 1) * along + shift, first + (line - 1) * across
  if self.by_row then
    return ox + a, oy + b
  end
  return ox + b, oy + a
end

-- Making one -------------------------------------------------------------------------------------------

local function add_record(self, r)
  r.extra, r.closed = {}, {}
  self.list[#self.list + 1] = r
  return r
end

-- `options` as for astar.grid, without loaders and callbacks' errors.
function tiles.new(options)
  local cell, origin = options.cell or 1, options.origin or { 0, 0 }
  local self = setmetatable({
    width = options.width, height = options.height, layout = options.layout or "square",
    neighbours = options.neighbours or 8, corners = options.corners or "never", diagonal = options.diagonal,
    drawn = type(cell) == "table", unit_step = options.step, rise = 1,
    cell_w = type(cell) == "table" and cell[1] or cell, cell_h = type(cell) == "table" and cell[2] or cell,
    origin = { origin[1], origin[2], origin[3] or 0 },
    wrap_x = options.wrap == "x" or options.wrap == "xy", wrap_y = options.wrap == "y" or options.wrap == "xy",
    levels = options.levels or 1, floors = {}, list = {}, by_node = {}, units = {}, unit_names = {},
  }, Tiles)
  self.hexagons = self.layout ~= "square" and self.layout ~= "isometric"
  self.by_row = self.layout:sub(-1) == "r"
  -- what a step would cost without the option, along a row
  local size = (self.layout == "isometric" or self.hexagons and self.drawn) and 1 or self.cell_w
  if options.step then
    self.rise = options.step / size
  end
  for level = 1, self.levels do
    local cells, ground = {}, self.origin[3] + (level - 1) * (options.level_height or size)
    self.floors[level] = cells
    for row = 1, self.height do
      cells[row] = {}
      for col = 1, self.width do
        local x, y = self:place(col, row)
        local z, blocked = ground, false
        if options.ground then
          z = options.ground(col, row, x, y, level)
          if not z then
            z, blocked = ground, true
          end
        end
        cells[row][col] = add_record(self, { id = ((level - 1) * self.height + row - 1) * self.width + col, col = col,
          row = row, level = level, x = x, y = y, z = z, blocked = blocked, ground = not blocked })
      end
    end
  end
  self.cells = self.floors[1]
  for _, r in ipairs(self.list) do
    r.around = self:around(r)
  end
  if options.sight then
    for _, r in ipairs(self.list) do
      for _, link in ipairs(r.around) do
        local to = link.to
        if r.id < to.id and r.ground and to.ground and not options.sight(r.x, r.y, r.z, to.x, to.y, to.z) then
          r.closed[to], to.closed[r] = true, true
        end
      end
    end
  end
  self.map = astar.grid(options)
  self.g = self.map
  for id, r in ipairs(self.list) do
    r.node = self.map:node(id)
    self.by_node[r.node] = r
  end
  self:relink()
  return self
end

-- Steps that are open come first, then what was linked.
local function relink(r)
  local out = {}
  for _, link in ipairs(r.around or {}) do
    if not r.closed[link.to] then
      out[#out + 1] = link
    end
  end
  for _, link in ipairs(r.extra) do
    out[#out + 1] = link
  end
  r.out = out
end

function Tiles:relink()
  for _, r in ipairs(self.list) do
    relink(r)
  end
end

-- The step from a to b, be it closed or open; nil if they are no neighbours.
function Tiles.step_between(_, a, b)
  return select(2, copy.find(a.around or {}, b))
end

-- Edits ------------------------------------------------------------------------------------------------

function Tiles:set(r, terrain)
  self.map:set(r.col, r.row, terrain, r.level)
  r.terrain = terrain_of(terrain)
end

function Tiles.assign(_, r, terrain)
  r.node.terrain = terrain
  r.terrain = terrain_of(terrain)
end

function Tiles:fill(col, row, w, h, terrain, level)
  self.map:fill(col, row, w, h, terrain, level)
  for y = math.max(1, row), math.min(self.height, row + h - 1) do
    for x = math.max(1, col), math.min(self.width, col + w - 1) do
      self:at(x, y, level).terrain = terrain_of(terrain)
    end
  end
end

-- Sets the terrains of a rectangle by an array of random ones.
function Tiles:set_all(rng, col, row, w, h, level)
  local terrains = {}
  for i = 1, w * h do terrains[i] = rng:chance(0.8) and rng:pick(tiles.TERRAINS) or "default" end
  self.map:set(col, row, w, h, terrains, level)
  for y = math.max(1, row), math.min(self.height, row + h - 1) do
    for x = math.max(1, col), math.min(self.width, col + w - 1) do
      self:at(x, y, level).terrain = terrain_of(terrains[(y - row) * w + x - col + 1])
    end
  end
end

function Tiles:block(r, blocked)
  if r.col and (r.id % 2 == 0) then
    self.map:block(r.col, r.row, blocked, r.level)
  else
    r.node.blocked = blocked
  end
  r.blocked = blocked
end

function Tiles.raise(_, r, z)
  r.node.z = z
  r.z = z
end

function Tiles:wall(a, b, closed)
  self.map:wall(a.node, b.node, closed)
  local yes = closed ~= false or nil
  a.closed[b], b.closed[a] = yes, yes
  relink(a)
  relink(b)
end

local function set(self, from, to, props)
  if not props.cost and not props.terrain and self:step_between(from, to) then
    from.closed[to] = nil
    copy.cut(from.extra, to)
  else
    copy.set(from.extra, to, props)
  end
  relink(from)
end

function Tiles:link(a, b, props)
  self.map:link(a.node, b.node, props)
  props = props or {}
  set(self, a, b, props)
  if not props.oneway then
    set(self, b, a, props)
  end
end

function Tiles:cut_link(from, to)
  local had = copy.cut(from.extra, to)
  if self:step_between(from, to) and not from.closed[to] then
    had = true
    from.closed[to] = true
  end
  relink(from)
  return had
end

function Tiles:isolate(a)
  a.node:unlink()
  for _, r in ipairs(self.list) do
    if r ~= a then
      self:cut_link(a, r)
      self:cut_link(r, a)
    end
  end
end

function Tiles:add(x, y, z, props)
  local node = self.map:add(x, y, z or 0, props)
  props = props or {}
  local r = add_record(self, { node = node, id = node.id, x = x, y = y, z = z or 0, terrain = terrain_of(props.terrain),
    blocked = props.blocked or false })
  r.out = r.extra
  self.by_node[node] = r
  return r
end

function Tiles:remove(a)
  self.map:remove(a.node)
  for i = #self.list, 1, -1 do
    local r = self.list[i]
    if r == a then
      table.remove(self.list, i)
    else
      copy.cut(r.extra, a)
      relink(r)
    end
  end
  self.by_node[a.node] = nil
end

-- The squares of units that cover several cells ---------------------------------------------------------

-- How many columns and rows a unit covers where it is.
function Tiles:size(unit, r)
  return unit and r.col and self.units[unit].size or 1
end

-- Calls fn(cell or nil, column, row) for each cell of a square until it returns something, which it returns.
-- Columns and rows may lie off the map.
function Tiles:square(unit, r, fn)
  local n = self:size(unit, r)
  for row = r.row or 1, (r.row or 1) + n - 1 do
    for col = r.col or 1, (r.col or 1) + n - 1 do
      local found = fn(r.col and self:at(col, row, r.level) or not r.col and r or nil, col, row)
      if found ~= nil then
        return found
      end
    end
  end
end

local function inside(r, n, col, row)
  return col >= r.col and col < r.col + n and row >= r.row and row < r.row + n
end

-- Whether a step between two cells of a square is closed both ways.
function Tiles:walled(unit, r)
  local n = self:size(unit, r)
  return n > 1 and self:square(unit, r, function(p, col, row)
    for _, d in ipairs(p and self:directions(col, row) or {}) do
      local q = inside(r, n, col + d[1], row + d[2]) and self:at(col + d[1], row + d[2], r.level)
      if q and p.closed[q] and q.closed[p] then
        return true
      end
    end
  end) or false
end

local function alike(a, b)
  return math.abs(a - b) <= 1e-6 * (1 + math.abs(a))
end

-- Whether a step of the square is closed to none of its cells. The cells go the same way, those of hexagons that stay in
-- the square.
function Tiles:moves(unit, from, link)
  local n = self:size(unit, from)
  if n == 1 then
    return not from.closed[link.to]
  end
  local x, y = self:place(from.col, from.row)
  local tx, ty = self:place(from.col + link.across, from.row + link.down)
  return not self:square(unit, from, function(p, col, row)
    local px, py = self:place(col, row)
    for _, d in ipairs(p and self:directions(col, row) or {}) do
      local qx, qy = self:place(col + d[1], row + d[2])
      local q = self:at(col + d[1], row + d[2], from.level)
      if q and p.closed[q] and alike(qx - px, tx - x) and alike(qy - py, ty - y)
        and inside(from, n, col + d[1] - link.across, row + d[2] - link.down) then
        return true
      end
    end
  end)
end

function Tiles:enterable(unit, r)
  if self:size(unit, r) > 1 and self:walled(unit, r) then
    return false
  end
  return not self:square(unit, r, function(p)
    if not p or p.blocked or not self:multiplier(unit, p.terrain) then
      return true
    end
  end)
end

-- The multiplier of the dearest cell.
function Tiles:dearest(unit, r)
  local most = 0
  self:square(unit, r, function(p)
    most = math.max(most, self:multiplier(unit, p.terrain))
  end)
  return most
end

-- As copy.lua's.
function Tiles:step(unit, from, link)
  if not self:enterable(unit, link.to) then
    return nil, "node"
  elseif not self:passable(unit, from, link) then
    return nil, "link"
  end
  return (link.cost or self:length(from, link))
    * (link.terrain and self:multiplier(unit, link.terrain) or self:dearest(unit, link.to))
end

-- What a unit may do -----------------------------------------------------------------------------------

-- One way round a corner: from a by two straight steps over c to b; the first leads so many columns and rows on.
local function way_round(self, unit, a, c, b, across, down, link)
  return self:enterable(unit, c) and self:moves(unit, a, { to = c, across = across, down = down })
    and self:moves(unit, c, { to = b, across = link.across - across, down = link.down - down })
    and self:climbs(unit, a, c) and self:climbs(unit, c, b)
end

-- Whether the link itself lets the unit pass, whatever node it leads to.
function Tiles:passable(unit, from, link)
  if link.terrain and not self:multiplier(unit, link.terrain) or not self:climbs(unit, from, link.to) then
    return false
  end
  if link.step and not self:moves(unit, from, link) then
    return false
  end
  if link.round and self.corners ~= "always" then
    local one = way_round(self, unit, from, link.round[1], link.to, link.across, 0, link)
    local other = way_round(self, unit, from, link.round[2], link.to, 0, link.down, link)
    if self.corners == "one" then
      return one or other
    end
    return one and other
  end
  return true
end

-- Whether a disc has room for a step: it is open both ways, and if it is diagonal, so is one of the two ways round at least.
function Tiles:has_room(unit, from, link)
  if not link.step then
    return false
  end
  local to, back = link.to, { to = from, across = -link.across, down = -link.down }
  if not self:moves(unit, to, back) or not self:climbs(unit, to, from) then
    return false
  end
  local ways = 0
  for i, c in ipairs(link.round or {}) do
    local across, down = i == 1 and link.across or 0, i == 2 and link.down or 0
    if way_round(self, unit, from, c, to, across, down, link)
      and self:moves(unit, c, { to = from, across = -across, down = -down }) and self:climbs(unit, c, from)
      and self:moves(unit, to, { to = c, across = across - link.across, down = down - link.down })
      and self:climbs(unit, to, c) then
      ways = ways + 1
    end
  end
  return not link.round or ways >= (self.corners == "never" and 2 or 1)
end

-- The shorter way round, if there is one.
local function round(d, period)
  if not period then
    return d
  end
  d = d % period
  return math.min(d, period - d)
end

-- What a link between two places is long, in the lengths of steps: straight, over the seam if that is
-- shorter, and as if the picture were not distorted.
function Tiles:straight(a, b)
  local u, v = b.x - a.x, b.y - a.y
  local w, h = self.cell_w, self.cell_h
  local across, down = self.width, self.height
  if self.layout == "isometric" then
    local size = self.unit_step or 1
    u, v = (u / w + v / h) * size, (v / h - u / w) * size
    across, down = across * size, down * size
  elseif self.hexagons then
    -- middles lie 1 apart along the lines, and the lines themselves closer
    local near = sqrt(3) / 2
    if self.by_row then
      u, v = u / w, v / (self.drawn and h * 3 / 4 or w * near) * near
      down = down * near
    else
      u, v = u / (self.drawn and w * 3 / 4 or w * near) * near, v / h
      across = across * near
    end
    local size = self.unit_step or not self.drawn and w
    if size then
      u, v, across, down = u * size, v * size, across * size, down * size
    end
  else
    if self.unit_step then
      u, v, w, h = u / w * self.unit_step, v / h * self.unit_step, self.unit_step, self.unit_step
    end
    across, down = across * w, down * h
  end
  u, v = round(u, self.wrap_x and across), round(v, self.wrap_y and down)
  return sqrt(u * u + v * v)
end

-- A link between neighbours is as long as their step.
function Tiles:length(from, link)
  local step = self:step_between(from, link.to)
  local flat, dz = step and step.step or self:straight(from, link.to), (link.to.z - from.z) * self.rise
  return sqrt(flat * flat + dz * dz)
end

-- The least cost of going straight from a to b by what the rules allow, or nil.
function Tiles:least(a, b, rules)
  local least
  for _, link in ipairs(a.out) do
    if link.to == b then
      local cost = self:step(rules.unit, a, link)
      if cost and rules.cost then
        cost = rules.cost(a.node, b.node, cost)
      end
      if cost and cost < math.huge and (not least or cost < least) then
        least = cost
      end
    end
  end
  if rules.avoid and rules.avoid[b] or rules.only and not rules.only[b] then
    return nil
  end
  return least
end

-- Walks a path: every step has to exist and be allowed. Gives the sum of the costs.
function Tiles:walk(path, rules)
  local nodes = path:table()
  local from = self.by_node[nodes[1]]
  check.that(from, "the path does not begin at a node of the map")
  local sum = 0
  for i = 2, #nodes do
    local to = self.by_node[nodes[i]]
    check.that(to, "element %d of the path is not a node of the map", i)
    local cost = self:least(from, to, rules)
    check.that(cost, "the path goes from %s to %s, which is not allowed", from.node, to.node)
    sum = sum + cost
    from = to
  end
  return sum
end

-- Everything against the copy ----------------------------------------------------------------------------

function Tiles:check_place(node, r)
  local map, that = self.map, check.that
  local scale = math.abs(self.origin[1]) + math.abs(self.origin[2]) + self.cell_w + self.cell_h
  that(node.col == r.col and node.row == r.row and node.level == r.level,
    "%s is in column %s, row %s, level %s, should be in %s, %s, %s", node, node.col, node.row, node.level, r.col, r.row,
    r.level)
  that(math.abs(node.x - r.x) + math.abs(node.y - r.y) <= 1e-12 * (scale + math.abs(r.x) + math.abs(r.y)),
    "%s is at a wrong place, should be at %.17g, %.17g", node, r.x, r.y)
  that(node.z == r.z, "%s has height %.17g, should have %.17g", node, node.z, r.z)
  if r.col then
    that(map:cell(r.col, r.row, r.level) == node, "%s is not found by its column and row", node)
    that(map:get(r.col, r.row, r.level) == (r.terrain or "default"), "get(%d, %d, %d)", r.col, r.row, r.level)
  end
end

function Tiles:verify()
  check.that(self.map.width == self.width and self.map.height == self.height, "width and height")
  check.that(self.map.levels == self.levels, "levels")
  copy.verify(self)
end

-- Random ones --------------------------------------------------------------------------------------------

function Tiles:random_unit(rng)
  self:random_unit_of(rng, { "man", "horse", "tank" }, tiles.TERRAINS, { 0, 0.4, 1 },
    self.sizes and math.min(self.width, self.height, rng:pick({ 2, 2, 3, 5 })))
end

function Tiles:random_props(rng)
  local props = {}
  local dice = rng:int(1, 8)
  if dice == 1 then
    props.cost = 0
  elseif dice == 2 then
    props.cost = rng:real(0, 0.3) * self.cell_w
  elseif dice == 3 then
    props.cost = rng:int(1, 9) * self.cell_w
  end
  if rng:chance(0.3) then
    props.terrain = rng:pick(tiles.TERRAINS)
  end
  if rng:chance(0.3) then
    props.oneway = true
  end
  if next(props) == nil and rng:chance(0.5) then
    return nil
  end
  return props
end

function Tiles:random_cell(rng)
  return self:at(rng:int(1, self.width), rng:int(1, self.height), rng:int(1, self.levels))
end

-- A cell and one of its neighbours, or nil.
function Tiles:neighbouring(rng)
  local a = self:random_cell(rng)
  if #a.around > 0 then
    return a, rng:pick(a.around).to
  end
end

function Tiles:random_wall(rng)
  local a, b = self:neighbouring(rng)
  if a then
    local closed
    if rng:chance(0.3) then
      closed = rng:chance(0.3)
    end
    self:wall(a, b, closed)
  end
end

function Tiles:random_link(rng)
  local a, b
  if rng:chance(0.5) then
    a, b = self:neighbouring(rng)
  else
    a, b = rng:pick(self.list), rng:pick(self.list)
  end
  if a and a ~= b then
    self:link(a, b, self:random_props(rng))
  end
end

function Tiles:random_unlink(rng)
  local a, b = rng:pick(self.list), rng:pick(self.list)
  if rng:chance(0.7) and #a.out > 0 then
    b = rng:pick(a.out).to
  end
  if a ~= b then
    self:unlink(a, b, rng:chance(0.4))
  end
end

function Tiles:random_waypoint(rng)
  local r = rng:pick(self.list)
  return self:add(r.x + rng:real(-2, 2) * self.cell_w, r.y + rng:real(-2, 2) * self.cell_h, rng:int(0, 1),
    rng:chance(0.3) and { terrain = rng:pick(tiles.TERRAINS), blocked = rng:chance(0.1) } or nil)
end

-- One random edit. `features` says which may happen.
function Tiles:edit(rng, features)
  local dice = rng:int(1, 14)
  local cell = self:random_cell(rng)
  if dice <= 3 then
    self:block(cell, not cell.blocked)
  elseif dice <= 6 and features.terrain then
    local terrain = rng:chance(0.8) and rng:pick(tiles.TERRAINS) or rng:pick({ "default", false }) or nil
    if rng:chance(0.4) then
      self:fill(rng:int(-1, self.width), rng:int(-1, self.height), rng:int(0, 4), rng:int(0, 4), terrain,
        rng:int(1, self.levels))
    elseif rng:chance(0.2) then
      self:set_all(rng, rng:int(-1, self.width), rng:int(-1, self.height), rng:int(0, 4), rng:int(0, 4),
        rng:int(1, self.levels))
    elseif rng:chance(0.5) then
      self:set(cell, terrain)
    else
      self:assign(cell, terrain)
    end
  elseif dice <= 7 and features.terrain then
    self:random_unit(rng)
  elseif dice <= 9 and features.walls then
    self:random_wall(rng)
  elseif dice <= 11 and features.links then
    if rng:chance(0.6) then
      self:random_link(rng)
    else
      self:random_unlink(rng)
    end
  elseif dice == 12 and features.heights then
    self:raise(cell, rng:int(0, 3) / 2)
  elseif dice == 13 and features.waypoints then
    local r = self.list[#self.list]
    if not r.col and rng:chance(0.4) then
      self:remove(r)
    else
      r = self:random_waypoint(rng)
      for _ = 1, rng:int(0, 3) do
        local other = rng:pick(self.list)
        if other ~= r then
          self:link(r, other, self:random_props(rng))
        end
      end
    end
  elseif dice == 14 and features.links and rng:chance(0.2) then
    self:isolate(cell)
  end
end

local DIAGONALS = { 0.3, 0.7, 1, 1.2, 1.4, 1.5, 1.9, 2, 2.5 }

-- Options of a random grid. `features` as for edit, with `wrap`, `odd` (diagonals of any length) besides. It has several
-- levels now and then, unless `levels` is false.
function tiles.random_options(rng, features)
  local layout = features.layout or rng:chance(0.45) and "square" or rng:pick(tiles.LAYOUTS)
  local hexagons = layout ~= "square" and layout ~= "isometric"
  local size = features.size or 8
  local options = { layout = rng:chance(0.9) and layout or layout ~= "square" and layout or nil,
    width = rng:int(1, size), height = rng:int(1, size) }
  if rng:chance(0.4) then
    options.cell = rng:pick({ 0.5, 2, 32, 0.1 })
    if rng:chance(0.4) then
      options.cell = { rng:pick({ 1, 3, 0.7 }), rng:pick({ 1, 2 }) }
    end
  end
  if rng:chance(0.3) then
    options.origin = { rng:real(-9, 9), rng:real(-9, 9), features.heights and rng:int(0, 1) or nil }
  end
  if rng:chance(0.25) then
    options.step = rng:pick({ 1, 1, 0.3, 5 })
  end
  if not hexagons then
    options.neighbours = rng:pick({ 4, 8, 8 })
    if options.neighbours == 8 then
      options.corners = rng:pick({ "never", "one", "always" })
      if features.odd and (type(options.cell) ~= "table" or options.step) and rng:chance(0.4) then
        options.diagonal = rng:pick(DIAGONALS)
      end
      if rng:chance(0.3) then
        options.neighbours = nil
      end
    end
  end
  if features.wrap and rng:chance(0.4) then
    options.wrap = rng:pick({ "x", "y", "xy" })
    local stagger = hexagons and (layout:sub(-1) == "r" and "y" or "x")
    if hexagons and options.wrap:find(stagger, 1, true) then
      local side = stagger == "y" and "height" or "width"
      options[side] = options[side] + options[side] % 2
    end
    -- where two directions lead to one cell, a step shorter than a straight one would be ambiguous
    if options.diagonal and options.diagonal < 1 and (options.width < 3 or options.height < 3) then
      options.diagonal = nil
    end
  end
  if features.levels ~= false and not (options.wrap or "x"):find "y" and options.width * options.height <= 144
    and rng:chance(0.25) then
    options.levels = rng:pick { 2, 2, 3, 4 }
    options.level_height = rng:chance(0.4) and rng:pick { 0, 0.5, 3, -1 } or nil
  end
  if features.heights and rng:chance(0.5) then
    local heights = {}
    local flat = rng:chance(0.2)
    options.ground = function(col, row, _, _, level)
      local i = ((level - 1) * options.height + row - 1) * options.width + col
      if heights[i] == nil then
        heights[i] = rng:chance(0.93) and (flat and 0 or rng:int(0, 3) / 2)
      end
      return heights[i] or nil
    end
  end
  if features.walls and rng:chance(0.2) then
    local salt = rng:int(1, 1000)
    -- the same when it is asked again, and whatever the last bits of the places
    options.sight = function(ax, ay, _, bx, by)
      return (floor((ax + bx) * 1000 + 0.5) * 37 + floor((ay + by) * 1000 + 0.5) * 91 + salt) % 9 ~= 0
    end
  end
  return options
end

-- A random grid with terrain, blocked cells, walls and links.
function tiles.random(rng, features)
  local t = tiles.new(tiles.random_options(rng, features))
  t.sizes = features.sizes
  if t.sizes and not features.terrain then
    t:unit("man", {}, { size = math.min(t.width, t.height, rng:int(1, 4)) })
  end
  if features.terrain then
    for _ = 1, rng:int(0, 4) do
      t:fill(rng:int(-1, t.width), rng:int(-1, t.height), rng:int(1, 5), rng:int(1, 5), rng:pick(tiles.TERRAINS))
    end
    for _ = 1, 3 do
      t:random_unit(rng)
    end
  end
  local density = rng:pick({ 0, 0.1, 0.25, 0.4 })
  for _, r in ipairs(t.list) do
    if rng:chance(density) then
      t:block(r, true)
    end
    if features.terrain and rng:chance(0.2) then
      t:set(r, rng:pick(tiles.TERRAINS))
    end
  end
  for _ = 1, features.walls and rng:chance(0.5) and rng:int(1, 10) or 0 do
    t:random_wall(rng)
  end
  for _ = 1, features.waypoints and rng:chance(0.3) and rng:int(1, 3) or 0 do
    t:random_waypoint(rng)
  end
  for _ = 1, features.links and rng:chance(0.5) and rng:int(1, 6) or 0 do
    t:random_link(rng)
  end
  for level = 2, features.links and t.levels or 1 do
    local a = t:at(rng:int(1, t.width), rng:int(1, t.height), level - 1)
    if rng:chance(0.8) then
      local b = rng:chance(0.6) and t:at(a.col, a.row, level) or rng:pick(t.floors[level][a.row])
      t:link(a, b, rng:chance(0.5) and {} or t:random_props(rng))
    end
  end
  return t
end

return tiles
