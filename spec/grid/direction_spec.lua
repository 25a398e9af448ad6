-- flow:direction on grids of every layout: a point that moves along it in small steps comes to the goal, enters no
-- blocked cell, keeps a disc clear of obstacles, and turns little at a time.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local CORNERS = { "never", "never", "one", "always" }
local LAYOUTS = { "square", "square", "square", "isometric", "odd-r", "even-r", "odd-q", "even-q" }
local LEGEND = { ["."] = "plain", ["~"] = "wet", ["#"] = false }
local STEP = 1 / 32

local function random_map(rng)
  local width, height = rng:int(3, 14), rng:int(3, 14)
  local options = { rows = {}, legend = LEGEND, layout = rng:pick(LAYOUTS) }
  local density = rng:real(0, 0.4)
  if options.layout == "isometric" then options.cell = { 2, 1 } end
  if not options.layout:find "-" then
    options.neighbours = rng:chance(0.3) and 4 or 8
    if options.neighbours == 8 then options.corners = rng:pick(CORNERS) end
    if options.layout == "square" and rng:chance(0.2) then options.wrap = rng:pick { "x", "y", "xy" } end
  end
  for row = 1, height do
    local cells = {}
    for col = 1, width do
      cells[col] = rng:chance(density) and "#" or rng:chance(0.2) and "~" or "."
    end
    options.rows[row] = table.concat(cells)
  end
  local map = astar.grid(options)
  map:unit("man", { wet = rng:real(0.1, 3) })
  return map, options
end

-- A place in the cell from which to walk: its middle, or some place near.
local function random_place(rng, map, cell, spread)
  local x, y = cell.x + rng:real(-spread, spread), cell.y + rng:real(-spread, spread)
  if map:at(x, y) ~= cell then return cell.x, cell.y end
  return x, y
end

---- Walks on maps of every kind ---------------------------------------------------------------------------

local SHAPES = { "square", "square", "square", "isometric", "odd-r", "even-r", "odd-q", "even-q" }
local RULES = { "never", "one", "always" }

-- A size that maps of these layouts accept where they wrap: hexagons need a whole number of pairs of lines.
local function random_size(rng, layout)
  local width, height = rng:int(1, 9), rng:int(1, 9)
  if layout:find "%-r" then height = height + height % 2 end
  if layout:find "%-q" then width = width + width % 2 end
  return width, height
end

-- Closes steps between neighbours, in one direction or both, and opens some again by links.
local function add_walls(rng, map)
  for _ = 1, rng:int(0, map.width * map.height) do
    local a = map:cell(rng:int(1, map.width), rng:int(1, map.height))
    local neighbours = {}
    for other in a:links() do neighbours[#neighbours + 1] = other end
    if #neighbours > 0 then
      local b = rng:pick(neighbours)
      if rng:chance(0.4) then map:unlink(a, b, { oneway = true }) else map:wall(a, b) end
      if rng:chance(0.2) then map:link(a, b, { cost = rng:chance(0.2) and 0 or rng:real(0.1, 4), oneway = rng:chance(0.5) }) end
    end
  end
end

local function any_map(rng)
  local layout = rng:pick(SHAPES)
  local width, height = random_size(rng, layout)
  local options = { layout = layout, rows = {}, legend = LEGEND, cell = { rng:real(0.5, 1.5), rng:real(0.5, 1.5) } }
  if rng:chance(0.3) then options.cell = rng:pick { { 14, 12 }, { 32, 28 }, { 1, 1 }, { 2, 1 }, { 64, 32 } } end
  if rng:chance(0.2) then options.origin = { rng:real(-1000, 1000), rng:real(-1000, 1000) } end
  if rng:chance(0.3) then options.wrap = rng:pick { "x", "y", "xy" } end
  if not layout:find "-" then
    options.neighbours = rng:chance(0.2) and 4 or 8
    if options.neighbours == 8 then
      options.corners = rng:pick(RULES)
      if rng:chance(0.2) then options.step, options.diagonal = 1, rng:real(0.8, 2.5) end
    end
  end
  local density = rng:real(0, 0.45)
  for row = 1, height do
    local cells = {}
    for col = 1, width do
      cells[col] = rng:chance(density) and "#" or rng:chance(0.2) and "~" or "."
    end
    options.rows[row] = table.concat(cells)
  end
  local map = astar.grid(options)
  local limits = { size = rng:chance(0.1) and math.min(2, width, height) or nil }
  if rng:chance(0.3) then
    limits.climb, limits.drop = rng:real(0.3, 1), rng:real(0.3, 1)
    for row = 1, height do
      for col = 1, width do map:cell(col, row).z = rng:real(0, 1.2) end
    end
  end
  map:unit("man", { wet = rng:real(0.1, 5) }, limits)
  local walled = rng:chance(0.5)
  if walled then add_walls(rng, map) end
  return map, options, not walled and not limits.climb
end

-- Some place in a cell: often near its rim.
local function any_place(rng, map, cell)
  local outline = map:outline(cell.col, cell.row)
  local corner = rng:int(1, #outline / 2)
  local after = corner % (#outline / 2) + 1
  local part, out = rng:unit(), rng:chance(0.5) and rng:unit() or 1 - 10 ^ -rng:real(1, 12)
  if rng:chance(0.1) then part = 0 end
  local x = outline[2 * corner - 1] + part * (outline[2 * after - 1] - outline[2 * corner - 1])
  local y = outline[2 * corner] + part * (outline[2 * after] - outline[2 * corner])
  x, y = cell.x + out * (x - cell.x), cell.y + out * (y - cell.y)
  if map:at(x, y) ~= cell then return cell.x, cell.y end
  return x, y
end

-- Walks from a place; each cell that it enters is the next of the last one, or costs less. Returns how far it was.
local function walk(map, flow, x, y, step_length, longest)
  local cell, walked = map:at(x, y), 0
  while true do
    local dx, dy = flow:direction(x, y)
    if not dx then break end
    assert.is_true(math.abs(dx * dx + dy * dy - 1) < 1e-9)
    local length = step_length()
    x, y, walked = x + length * dx, y + length * dy, walked + length
    local now = map:at(x, y)
    if now ~= cell then
      assert.is_truthy(now)
      assert.is_truthy(flow:cost(now))
      if now ~= flow:next(cell) and flow:next(now) ~= flow:next(cell) and flow:cost(now) >= flow:cost(cell) then
        error(("to %s at %.17g, %.17g from %s, after %g by %.17g, %.17g"):format(tostring(now), x, y, tostring(cell), walked,
          length * dx, length * dy))
      end
      cell = now
    end
    if walked > longest then error(("at %.17g, %.17g in %s after %g"):format(x, y, tostring(cell), walked)) end
  end
  assert.is_nil(flow:next(cell))
  assert.equal(0, flow:cost(cell))
  return walked
end

describe("flow:direction", function()
  it("arrives on every map, in steps of up to a tenth of the smaller side of a cell", function()
    random.cases("direction walks", 1500, function(rng)
      local map, options = any_map(rng)
      local goal = map:cell(rng:int(1, map.width), rng:int(1, map.height))
      local flow = map:flow(goal, "man")
      local small, large = math.min(options.cell[1], options.cell[2]), math.max(options.cell[1], options.cell[2])
      for _ = 1, 6 do
        local cell = map:cell(rng:int(1, map.width), rng:int(1, map.height))
        local cells, last = 1, cell
        while flow:next(last) do
          cells, last = cells + 1, flow:next(last)
        end
        if flow:cost(cell) then
          local x, y = any_place(rng, map, cell)
          local length, varies = small * (rng:chance(0.4) and 0.1 or rng:real(0.01, 0.1)), rng:chance(0.3)
          local function step_length() return varies and length * rng:real(0.1, 1) or length end
          walk(map, flow, x, y, step_length, 3 * cells * large)
        end
      end
      flow:close()
    end)
  end)

  it("of a flow for discs leads a disc to the goal", function()
    random.cases("direction discs", 150, function(rng)
      local map, options, plain = any_map(rng)
      if options.wrap or select(2, map:unit("man")).size then return end
      local wide, high = options.cell[1], options.cell[2]
      local room = 0.46 * math.min(wide, high)
      if options.layout == "isometric" then room = 0.46 * wide * high / math.sqrt(wide ^ 2 + high ^ 2) end
      if options.layout:find "%-r" then room = 0.27 * math.min(wide, high * math.sqrt(0.75)) end
      if options.layout:find "%-q" then room = 0.27 * math.min(wide * math.sqrt(0.75), high) end
      local goal = map:cell(rng:int(1, map.width), rng:int(1, map.height))
      local ways = map:flow(goal, { unit = "man", discs = true })
      local flow = plain and rng:chance(0.5) and map:flow(goal, "man") or ways -- of plain ones only corners are a hindrance
      for _ = 1, 3 do
        local cell = map:cell(rng:int(1, map.width), rng:int(1, map.height))
        if not cell.blocked and ways:next(cell) then
          local crowd = map:crowd { radius = rng:real(0.1, 1) * room, unit = "man" }
          local x, y = any_place(rng, map, cell)
          local free, disc = pcall(crowd.add, crowd, x, y)
          if not free then disc = crowd:add(cell.x, cell.y) end
          disc.goal, disc.speed = flow, rng:real(0.5, 4) * math.min(wide, high)
          local frames = 0
          repeat
            crowd:update(1 / 60)
            frames = frames + 1
          until disc.status == "arrived" or frames == 60 * 120
          assert.equal("arrived", disc.status)
        end
      end
      flow:close()
    end)
  end)

  it("of a flow for discs does not lead between blocked cells that touch, nor across a step closed one way", function()
    local map = astar.grid { corners = "always", rows = { ".....", "..#..", ".#...", "....." }, legend = LEGEND }
    map:unlink(map:cell(4, 3), map:cell(4, 2), { oneway = true }) -- up
    for _, discs in ipairs { true, false } do
      local flow = map:flow(map:cell(4, 4), { discs = discs })
      local crowd = map:crowd { radius = 0.3 }
      local man = crowd:add(1.5, 1.5, { speed = 2, goal = flow })
      for _ = 1, 60 * 8 do crowd:update(1 / 60) end
      assert.equal("arrived", man.status) -- by a path of its own where the flow leads past a corner
      assert.equal(not discs, flow:next(map:cell(4, 2)) == map:cell(4, 3))
    end
  end)

  it("leads to the goal through open cells, turning little at a time", function()
    local turns, sharp = 0, 0
    random.cases("direction", 120, function(rng)
      local map, options = random_map(rng)
      local goal = map:cell(rng:int(1, map.width), rng:int(1, map.height))
      if goal.blocked then return end
      local flow = map:flow(goal, "man")
      local hexagons = options.layout:find "-" ~= nil
      -- A disc needs room beside the diagonals that it takes, and a plane does not wrap.
      local fits = not options.wrap and options.layout ~= "isometric" and
        (hexagons or options.neighbours == 4 or options.corners == "never")
      local plane = fits and astar.plane { grid = map, unit = "man" }
      local disc = { radius = hexagons and 0.27 or 0.46 }
      for _ = 1, 8 do
        local cell = map:cell(rng:int(1, map.width), rng:int(1, map.height))
        if not cell.blocked and flow:cost(cell) then
          local x, y = cell.x, cell.y
          if not plane then x, y = random_place(rng, map, cell, options.layout == "isometric" and 0.15 or 0.3) end
          local steps, last_x, last_y = 0, nil, nil
          while true do
            local dx, dy = flow:direction(x, y)
            if not dx then break end
            assert.is_true(math.abs(dx * dx + dy * dy - 1) < 1e-9)
            if last_x and not options.wrap then
              turns = turns + 1
              if dx * last_x + dy * last_y < 0.5 then sharp = sharp + 1 end
            end
            last_x, last_y = dx, dy
            x, y = x + dx * STEP, y + dy * STEP
            if options.wrap == "x" or options.wrap == "xy" then x = x % map.width end
            if options.wrap == "y" or options.wrap == "xy" then y = y % map.height end
            local now = map:at(x, y)
            assert.is_true(now ~= nil and not now.blocked)
            if plane and steps % 4 == 0 then assert.is_truthy(plane:path(x, y, x, y, disc)) end
            steps = steps + 1
            assert.is_true(steps < 20000)
          end
          assert.equal(goal, map:at(x, y))
        end
      end
      flow:close()
    end)
    -- More than 60 degrees within a 32nd of a cell: where ways part, and in narrow corners.
    assert.is_true(turns == 0 or sharp <= 2 + turns / 2000)
  end)

  it("is nil where there is no way, at the goal and off the map", function()
    local map = astar.grid { rows = { "..#.", "..#." }, legend = { ["."] = "plain", ["#"] = false } }
    local flow = map:flow(map:cell(1, 1))
    assert.is_nil(flow:direction(0.5, 0.5))
    assert.is_nil(flow:direction(3.5, 0.5))
    assert.is_nil(flow:direction(-1, 0.5))
    assert.is_nil(flow:direction(1e300, -1e300))
    assert.is_nil(flow:direction(math.huge, 0))
    local dx, dy = flow:direction(1.5, 0.5)
    assert.same({ -1, 0 }, { dx, dy })
  end)

  it("is nil where the next cell has been closed since", function()
    local map = astar.grid { width = 3, height = 1 }
    local flow = map:flow(map:cell(1, 1))
    assert.is_not_nil(flow:direction(2.5, 0.5))
    map:block(2, 1)
    assert.is_nil(flow:direction(2.5, 0.5))
  end)

  it("goes along a link from the middle of its cell", function()
    local map = astar.grid { rows = { ".#.", ".#." }, legend = { ["."] = "plain", ["#"] = false } }
    map:link(map:cell(3, 2), map:cell(1, 2))
    local flow = map:flow(map:cell(1, 2))
    local dx, dy = flow:direction(2.9, 1.5)
    assert.same({ -1, 0 }, { dx, dy })
    dx, dy = flow:direction(2.5, 1.5)
    assert.same({ -1, 0 }, { dx, dy })
    dx, dy = flow:direction(2.1, 1.5)
    assert.same({ 1, 0 }, { dx, dy })
  end)

  it("leads through the point in which two closed cells touch, and not along their rims", function()
    for _, layout in ipairs { "square", "isometric" } do
      local map = astar.grid { layout = layout, corners = "always", rows = { ".#.", "..#", "#.." }, legend = LEGEND }
      local goal, cell = map:cell(3, 1), map:cell(2, 2)
      local flow, outline = map:flow(goal), map:outline(2, 2)
      for corner = 1, 7, 2 do
        for part = 0, 0.9, 0.1 do
          local x, y = cell.x + part * (outline[corner] - cell.x), cell.y + part * (outline[corner + 1] - cell.y)
          while map:at(x, y) == cell do
            local dx, dy = flow:direction(x, y)
            x, y = x + dx / 41, y + dy / 41
          end
          assert.equal(goal, map:at(x, y))
          -- From the point on it is on the diagonal between the two middles, not beside the rim that it came along.
          local across, down = goal.x - cell.x, goal.y - cell.y
          local away = math.abs((x - cell.x) * down - (y - cell.y) * across) / math.sqrt(across ^ 2 + down ^ 2)
          assert.is_true(away < 0.02)
        end
      end
    end
  end)

  it("makes nothing for the collector", function()
    local map = astar.grid { width = 9, height = 9 }
    local flow = map:flow(map:cell(9, 9))
    check.garbage(1, 1000, function() flow:direction(1.3, 2.7) end)
  end)

  it("leads out of an obstacle", function()
    for _, layout in ipairs { "square", "isometric", "odd-r", "even-q" } do
      local map = astar.grid { layout = layout, rows = { ".....", ".....", ".....", ".#...", "....." }, legend = LEGEND }
      local goal, cell = map:cell(5, 1), map:cell(2, 4)
      local flow, x, y = map:flow(goal), cell.x, cell.y
      for _ = 1, 600 do
        local dx, dy = flow:direction(x, y)
        if not dx then break end
        x, y = x + dx / 32, y + dy / 32
      end
      assert.equal(goal, map:at(x, y))
    end
  end)

  it("goes along a link through a wall between neighbours", function()
    local map = astar.grid { width = 4, height = 1 }
    map:wall(map:cell(2, 1), map:cell(3, 1))
    map:link(map:cell(2, 1), map:cell(3, 1), { cost = 2, oneway = true })
    local flow = map:flow(map:cell(4, 1))
    assert.same({ 1, 0 }, { flow:direction(1.5, 0.5) })
    assert.same({ 1, 0 }, { flow:direction(1.2, 0.5) })
    map:unlink(map:cell(2, 1), map:cell(3, 1), { oneway = true })
    assert.is_nil(flow:direction(1.5, 0.5))
  end)

  it("refuses what is no flow on a grid, and no number", function()
    local map = astar.grid { width = 3, height = 3 }
    local flow = map:flow(map:cell(1, 1))
    assert.has_error(function() flow:direction(0 / 0, 1) end,
      "bad argument #1 to 'direction' (number expected, got nan)")
    assert.has_error(function() flow:direction(1) end,
      "bad argument #2 to 'direction' (number expected, got nil)")
    assert.has_error(function() map:search(map:cell(1, 1)):direction(1, 1) end,
      "calling 'direction' on bad self (a flow expected, which graph:flow() makes, got another search)")
    flow:close()
    assert.has_error(function() flow:direction(1, 1) end, "attempt to use a closed search")
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 0)
    g:link(a, b)
    assert.error_matches(function() g:flow(a):direction(0, 0) end, "flow on a grid expected")
  end)
end)
