-- map:raycast and map:sight on grids of every layout, compared with a slow and obvious model.

local astar = require "astar"
local check = require "spec.support.check"
local lattice = require "spec.support.lattice"
local random = require "spec.support.random"

local LAYOUTS = { "square", "square", "isometric", "odd-r", "even-r", "odd-q", "even-q" }

local function random_map(rng)
  local layout = rng:pick(LAYOUTS)
  local width, height = rng:int(1, 10), rng:int(1, 10)
  local options = { layout = layout, cell = { 1, 1 }, origin = { rng:int(-2, 2), rng:int(-2, 2) } }
  if layout == "square" then
    options.neighbours = rng:chance(0.3) and 4 or 8
    options.cell = { rng:int(1, 3), rng:int(1, 3) }
  elseif layout == "isometric" then
    options.cell = { 4, 2 }
  else
    local size = rng:int(1, 2)
    options.cell = { size, size }
  end
  if rng:chance(0.3) then
    options.wrap = rng:pick { "x", "y", "xy" }
    if layout:find "%-r" then height = height + height % 2 end
    if layout:find "%-q" then width = width + width % 2 end
  end
  options.width, options.height = width, height
  local hexagons = layout:find "%-"
  local made = {}
  for k, v in pairs(options) do made[k] = v end
  if hexagons then made.cell = options.cell[1] end
  local map = astar.grid(made)
  local density = rng:real(0, 0.5)
  for row = 1, height do
    for col = 1, width do
      if rng:chance(density) then map:block(col, row) end
      if rng:chance(0.2) then map:set(col, row, rng:pick { "wet", "fog" }) end
    end
  end
  map:unit("man", { wet = false })
  if rng:chance(0.6) then
    for _ = 1, rng:int(1, width * height) do
      local a = map:cell(rng:int(1, width), rng:int(1, height))
      local near = {}
      for b in a:links() do near[#near + 1] = b end
      if #near > 0 then
        local b = rng:pick(near)
        if rng:chance(0.5) then map:wall(a, b) else map:unlink(a, b, { oneway = true }) end
      end
    end
  end
  return map, options
end

local function walls_of(map)
  local walls = {}
  for a, b in map:walls() do
    walls[a.id .. " " .. b.id], walls[b.id .. " " .. a.id] = true, true
  end
  return function(a, b) return a.node and b.node and walls[a.node.id .. " " .. b.node.id] or false end
end

-- The part of a segment at which it is stopped, or nil.
local function stopped_at(points, opaque, wall)
  local open = { left = true, right = true }
  for i = 2, #points - 1 do
    local p = points[i]
    local free, along = { left = true, right = true }, false
    for _, side in ipairs { "left", "right" } do
      for _, cell in ipairs(p[side]) do free[side] = free[side] and not opaque(cell) end
      for _, b in ipairs(p.borders) do
        if b.edge and b[side] and wall(b[1], b[2]) then free[side] = false end
      end
    end
    for _, b in ipairs(p.borders) do
      if b.edge and not b.left and not b.right and wall(b[1], b[2]) then along = true end
    end
    open.left, open.right = open.left and free.left, open.right and free.right
    if not open.left and not open.right then return p.meeting and p.part or points[i - 1].part end
    if not p.meeting and not along then open = { left = true, right = true } end
    -- A step across a corner of squares.
    local before, after = points[i - 1].all, points[i + 1].all
    if p.meeting and #p.all == 4 and #before == 1 and #after == 1 and wall(before[1], after[1]) then return p.part end
  end
end

describe("rays on grids", function()
  it("stop at closed cells, and say where", function()
    local map = astar.grid { rows = { ".....", "..#..", "....." }, legend = { ["."] = "plain", ["#"] = false }, cell = 2 }
    assert.same({ map:cell(3, 2), 4, 3 }, { map:raycast(1, 3, 9, 3) })
    assert.same({ map:cell(3, 2), 6, 3 }, { map:raycast(9, 3, 1, 3) })
    assert.same({ map:cell(3, 2), 5, 3 }, { map:raycast(5, 3, 9, 3) }) -- from inside
    assert.same({ map:cell(3, 2), 5, 3 }, { map:raycast(5, 3, 5, 3) })
    assert.is_nil((map:raycast(1, 3, 4, 3))) -- only to it
    assert.is_nil((map:raycast(0, 2, 10, 2))) -- along its side
    assert.is_nil((map:raycast(2, 0, 2, 6)))
    assert.is_nil((map:raycast(2, 4, 6, 0))) -- past its corner
    assert.same({ map:cell(3, 2), 4, 2 }, { map:raycast(3, 1, 5, 3) }) -- into its corner
    assert.same({ map:cell(3, 2), 4, 3 }, { map:raycast(-1e300, 3, 1e300, 3) })
    assert.is_nil((map:raycast(-1e300, -1e300, 1e300, -1e300)))
    assert.is_nil((map:raycast(-5, 20, 30, 20)))
  end)

  it("do not pass between closed cells, whatever the rule for corners", function()
    for _, corners in ipairs { "never", "one", "always" } do
      local map = astar.grid { rows = { ".#", "#." }, legend = { ["."] = "plain", ["#"] = false }, corners = corners }
      local cell, x, y = map:raycast(0, 0, 2, 2)
      assert.is_true(cell.blocked)
      assert.same({ 1, 1 }, { x, y })
      assert.is_false(map:sight(map:cell(1, 1), map:cell(2, 2)))
      map:block(2, 1, false)
      assert.is_nil((map:raycast(0, 0, 2, 2)))
      assert.is_true(map:sight(map:cell(1, 1), map:cell(2, 2)))
      map:wall(map:cell(1, 1), map:cell(2, 1))
      assert.is_false(map:sight(map:cell(1, 1), map:cell(2, 2)))
    end
    local map = astar.grid { rows = { "##..", "##.." }, legend = { ["."] = "plain", ["#"] = false } }
    assert.same({ map:cell(2, 2), 2, 1 }, { map:raycast(4, 1, 0, 1) })
    map:block(2, 2, false)
    map:block(1, 2, false)
    assert.is_nil((map:raycast(4, 1, 0, 1)))
  end)

  it("take a unit and terrains", function()
    local map = astar.grid { rows = { ".~^#." }, legend = { ["."] = "plain", ["~"] = "sea", ["^"] = "wood", ["#"] = false } }
    map:unit("man", { sea = false })
    assert.equal(map:cell(4, 1), (map:raycast(0, 0.5, 5, 0.5)))
    assert.equal(map:cell(2, 1), (map:raycast(0, 0.5, 5, 0.5, "man")))
    assert.equal(map:cell(2, 1), (map:raycast(0, 0.5, 5, 0.5, { unit = "man", terrains = { "wood" } })))
    assert.equal(map:cell(3, 1), (map:raycast(0, 0.5, 5, 0.5, { terrains = { "wood" } })))
    assert.is_true(map:sight(map:cell(1, 1), map:cell(4, 1)))
    assert.is_true(map:sight(map:cell(1, 1), { x = 3.5, y = 0.5 }))
    assert.is_false(map:sight(map:cell(1, 1), map:cell(4, 1), "man"))
    assert.is_true(map:sight(map:cell(1, 1), map:cell(2, 1), "man"))
    assert.is_false(map:sight(map:cell(4, 1), map:cell(1, 1), { terrains = { "wood", "sea" } }))
    assert.is_false(map:sight(map:cell(1, 1), map:cell(5, 1)))
  end)

  it("refuse what is wrong", function()
    local map = astar.grid { width = 4, height = 3 }
    map:unit("man", {})
    map:set(1, 1, "wall")
    map:set(1, 1, nil)
    local a, point = map:cell(1, 1), map:add(1, 1)
    local other = astar.grid { width = 2, height = 2 }
    check.raises("bad argument #1 to 'raycast' (finite number expected, got nan)", map.raycast, map, check.nan, 0, 1, 1)
    check.raises("bad argument #4 to 'raycast' (finite number expected, got inf", map.raycast, map, 0, 0, 1, check.inf)
    check.raises("bad argument #4 to 'raycast' (number expected, got nil)", map.raycast, map, 0, 0, 1)
    check.raises("bad argument #5 to 'raycast'", map.raycast, map, 0, 0, 1, 1, 7)
    check.raises({ "no unit named 'mann'", "did you mean 'man'?" }, map.raycast, map, 0, 0, 1, 1, "mann")
    check.raises({ "unknown option 'terrain'", "did you mean 'terrains'?" }, map.sight, map, a, a, { terrain = {} })
    check.raises({ "no terrain named 'wal'", "did you mean 'wall'?" }, map.sight, map, a, a, { terrains = { "wal" } })
    check.raises("string expected, got number", map.sight, map, a, a, { terrains = { 1 } })
    check.raises("array of terrains expected", map.sight, map, a, a, { terrains = "wall" })
    check.raises("bad argument #2 to 'sight' (cell expected, got a waypoint)", map.sight, map, a, point)
    check.raises("bad argument #1 to 'sight'", map.sight, map, other:cell(1, 1), a)
    check.raises("bad argument #2 to 'sight'", map.sight, map, a)
    check.raises("position on the map expected", map.sight, map, a, { x = 9, y = 9 })
    map:remove(point)
    check.raises("was removed", map.sight, map, a, point)
    local ring = astar.grid { width = 4, height = 3, wrap = "x" }
    check.raises("bad argument #3 to 'raycast'", ring.raycast, ring, 0, 0, 1e9, 0)
    assert.is_nil((ring:raycast(1e300, 1, 1e300, 2)))
    check.raises("bad argument #3 to 'raycast'", ring.raycast, ring, -1e300, 1, 1e300, 2)
  end)

  it("stop where the model says", function()
    random.cases("rays", 500, function(rng)
      local map, options = random_map(rng)
      local model, wall = lattice.new(map, options), walls_of(map)
      local unit, terrains = nil, nil
      if rng:chance(0.3) then unit = "man" end
      if rng:chance(0.3) then terrains = rng:chance(0.5) and { "fog" } or { "fog", "wet" } end
      for _, name in ipairs(terrains or {}) do
        map:set(1, 1, name)
      end
      local shut = { wet = unit ~= nil }
      for _, name in ipairs(terrains or {}) do shut[name] = true end
      local function opaque(cell) return cell.node and (cell.node.blocked or shut[cell.node.terrain]) end
      for _ = 1, 12 do
        local far_x, far_y = model:corner(map.width - 1, map.height - 1)
        local step = rng:pick { 1, 1, 4, 8 }
        local function place(far) return rng:int(-16 / step, math.floor((far + 40) / step)) * step end
        local ax, ay = place(far_x), place(far_y)
        local bx, by = place(far_x), place(far_y)
        if rng:chance(0.2) then by = ay end
        if rng:chance(0.2) then bx = ax end
        if rng:chance(0.2) then
          local d = rng:int(-9, 9) * 8
          bx, by = ax + d, ay + (rng:chance(0.5) and d or -d)
        end
        if ax ~= bx or ay ~= by then
          local points = model:points(ax, ay, bx, by)
          local part = stopped_at(points, opaque, wall)
          local x1, y1 = model:world(ax, ay)
          local x2, y2 = model:world(bx, by)
          local cell, x, y = map:raycast(x1, y1, x2, y2, { unit = unit, terrains = terrains })
          assert.equal(part == nil, cell == nil)
          if part then
            local a, b = model:place(x, y)
            assert.is_true(model:is_same(a, b, ax + (bx - ax) * part, ay + (by - ay) * part))
            local touches = false
            for _, p in ipairs(points) do
              if math.abs(p.part - part) < 1e-9 then
                for _, c in ipairs(p.all) do touches = touches or c.node == cell end
              end
            end
            assert.is_true(touches)
          end
        end
      end
    end)
  end)

  it("see as the model says, the same both ways", function()
    random.cases("sight", 500, function(rng)
      local map, options = random_map(rng)
      local model, wall = lattice.new(map, options), walls_of(map)
      for _ = 1, 12 do
        local a = map:cell(rng:int(1, map.width), rng:int(1, map.height))
        local b = map:cell(rng:int(1, map.width), rng:int(1, map.height))
        if a.id > b.id then a, b = b, a end
        local sees = map:sight(a, b)
        assert.equal(sees, map:sight(b, a))
        local ax, ay = model:middle(a)
        local bx, by = model:middle(b)
        bx, by = ax + model:shorter(1, bx - ax), ay + model:shorter(2, by - ay)
        if a ~= b then
          local function opaque(cell) return cell.node and cell.node ~= a and cell.node ~= b and cell.node.blocked end
          assert.equal(stopped_at(model:points(ax, ay, bx, by), opaque, wall) == nil, sees)
        else
          assert.is_true(sees)
        end
      end
    end)
  end)
end)
