-- Jump points: on square maps with eight neighbours where a unit pays the same everywhere, `path` costs what
-- plain A* costs and has all its cells; where they do not serve, nothing is noticed of them.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that = check.that

local root = math.sqrt(2)

-- Maps: open[row][col] -----------------------------------------------------------------------------------

local function fill(width, height, value)
  local open = { width = width, height = height }
  for row = 1, height do
    open[row] = {}
    for col = 1, width do
      open[row][col] = value
    end
  end
  return open
end

local makers = {}

function makers.empty(_, width, height)
  return fill(width, height, true)
end

function makers.clutter(rng, width, height)
  local open = fill(width, height, true)
  local density = rng:real(0, 0.6)
  for row = 1, height do
    for col = 1, width do
      open[row][col] = not rng:chance(density)
    end
  end
  return open
end

-- Walls at equal distances, with a few doors in each.
function makers.rooms(rng, width, height)
  local open = fill(width, height, true)
  local size = rng:int(3, 17)
  for row = 1, height do
    for col = 1, width do
      if col % size == 0 or row % size == 0 then
        open[row][col] = rng:chance(1.5 / size)
      end
    end
  end
  return open
end

-- Ways one cell wide, dug from cell to cell two apart.
function makers.maze(rng, width, height)
  local open = fill(width, height, false)
  local stack = { { 1, 1 } }
  open[1][1] = true
  while #stack > 0 do
    local at = stack[#stack]
    local ways = {}
    for _, d in ipairs({ { 2, 0 }, { -2, 0 }, { 0, 2 }, { 0, -2 } }) do
      local col, row = at[1] + d[1], at[2] + d[2]
      if open[row] and open[row][col] == false then
        ways[#ways + 1] = { col, row, at[1] + d[1] / 2, at[2] + d[2] / 2 }
      end
    end
    if #ways == 0 then
      stack[#stack] = nil
    else
      local way = rng:pick(ways)
      open[way[4]][way[3]], open[way[2]][way[1]] = true, true
      stack[#stack + 1] = { way[1], way[2] }
    end
  end
  for _ = 1, width * height / 40 do
    open[rng:int(1, height)][rng:int(1, width)] = true
  end
  return open
end

-- Corridors from side to side, with gaps at their ends.
function makers.corridors(rng, width, height)
  local open = fill(width, height, true)
  local size = rng:int(2, 5)
  local flat = rng:chance(0.5)
  for row = 1, height do
    for col = 1, width do
      local across, along, last = row, col, width
      if not flat then
        across, along, last = col, row, height
      end
      if across % size == 0 then
        local left = across / size % 2 == 0
        open[row][col] = left and along <= 2 or not left and along > last - 2
      end
    end
  end
  return open
end

-- Blobs of blocked cells, as in open country.
function makers.blobs(rng, width, height)
  local open = fill(width, height, true)
  for _ = 1, rng:int(1, 2 + width * height / 60) do
    local col, row, w, h = rng:int(0, width), rng:int(0, height), rng:int(1, 9), rng:int(1, 6)
    for r = math.max(1, row), math.min(height, row + h) do
      for c = math.max(1, col), math.min(width, col + w) do
        open[r][c] = false
      end
    end
  end
  return open
end

local KINDS = { "empty", "clutter", "clutter", "clutter", "rooms", "maze", "corridors", "blobs" }
local EDGES = { 1, 2, 3, 7, 8, 31, 32, 33, 55, 56, 57, 62, 63, 64, 65, 66, 127, 128, 129, 130 }

local function rows_of(open)
  local rows = {}
  for row = 1, open.height do
    local line = {}
    for col = 1, open.width do
      line[col] = open[row][col] and "." or "#"
    end
    rows[row] = table.concat(line)
  end
  return rows
end

local LEGEND = { ["."] = "plain", ["#"] = false }

local function grid_of(open, options)
  local all = { rows = rows_of(open), legend = LEGEND }
  for k, v in pairs(options or {}) do
    all[k] = v
  end
  return astar.grid(all)
end

-- A cell of the map, blocked ones now and then.
local function some_cell(rng, open)
  local col, row
  for _ = 1, rng:chance(0.1) and 1 or 30 do
    col, row = rng:int(1, open.width), rng:int(1, open.height)
    if open[row][col] then
      break
    end
  end
  return col, row
end

-- The sum of a path's steps; every one must be allowed. corners: "never", "one", "always".
local function walk(path, open, corners)
  local points = path:points()
  local straight, slanted = 0, 0
  local col, row = math.floor(points[1]) + 1, math.floor(points[2]) + 1
  for i = 3, #points, 2 do
    local c, r = math.floor(points[i]) + 1, math.floor(points[i + 1]) + 1
    local dc, dr = math.abs(c - col), math.abs(r - row)
    that(math.max(dc, dr) == 1, "from %d, %d the path goes to %d, %d", col, row, c, r)
    that(open[r][c], "the path goes through %d, %d", c, r)
    if dc + dr == 2 then
      slanted = slanted + 1
      local ways = (open[row][c] and 1 or 0) + (open[r][col] and 1 or 0)
      that(ways >= (corners == "always" and 0 or corners == "one" and 1 or 2), "the path cuts the corner from %d, %d to %d, %d",
        col, row, c, r)
    else
      straight = straight + 1
    end
    col, row = c, r
  end
  return straight, slanted
end

local function shown(open)
  return check.later(function()
    return open.width <= 70 and open.height <= 40 and "\n" .. table.concat(rows_of(open), "\n") or ""
  end)
end

-- One question by jump points and without. `open` is what the unit can enter.
local function compare(map, open, c1, r1, c2, r2, given, context)
  given = given or {}
  local a, b = map:cell(c1, r1), map:cell(c2, r2)
  local corners, diagonal, price = given.corners or "never", given.diagonal or root, given.price or 1
  local opts = { unit = given.unit, jump = false }
  local plain, want = map:path(a, b, opts)
  local picture = shown(open)
  for _, jump in ipairs({ "default", true, "search" }) do
    local path, cost
    if jump == "search" then
      local s = map:search(a, b, { unit = given.unit, jump = true })
      s:run()
      path, cost = s:path()
    else
      opts.jump = nil
      if jump ~= "default" then
        opts.jump = jump
      end
      path, cost = map:path(a, b, opts)
    end
    if not plain then
      that(not path, "%s: %s finds a way for %s, A* finds none, from %d, %d to %d, %d%s", context or "", jump,
        cost, c1, r1, c2, r2, picture)
      that(cost == want, "%s instead of %s", cost, want)
    else
      that(path, "%s: %s finds nothing (%s), A* finds a way for %.17g, from %d, %d to %d, %d%s", context or "",
        jump, cost, want, c1, r1, c2, r2, picture)
      that(check.close(want, cost), "%s: %s finds %.17g, A* %.17g, from %d, %d to %d, %d%s", context or "", jump,
        cost, want, c1, r1, c2, r2, picture)
      that(path[1] == a and path[#path] == b, "%s: the path has other ends", jump)
      that(path.cost == cost, "path.cost")
      local straight, slanted = walk(path, open, corners)
      that(check.close((straight + slanted * diagonal) * price, cost), "%s: cost %.17g, sum of the steps %.17g",
        jump, cost, (straight + slanted * diagonal) * price)
    end
  end
  return plain
end

local function some_size(rng, largest)
  local size
  repeat
    size = rng:chance(0.4) and rng:pick(EDGES) or rng:int(1, 40)
  until size <= largest
  return size
end

local function some_map(rng, largest)
  local width = some_size(rng, 130)
  local height = some_size(rng, math.max(1, math.floor(largest / width)))
  if rng:chance(0.5) and height <= 130 then
    width, height = height, width
  end
  return makers[rng:pick(KINDS)](rng, width, height)
end

local CORNERS = { "never", "one", "always" }

local function compare_some(rng, open, pairs_of_cells)
  local corners = rng:pick(CORNERS)
  local map = grid_of(open, { corners = corners })
  for _ = 1, pairs_of_cells do
    local c, r = some_cell(rng, open)
    local c2, r2 = some_cell(rng, open)
    compare(map, open, c, r, c2, r2, { corners = corners }, "corners " .. corners)
  end
end

describe("jump points find what A* finds", function()
  it("on small maps", function()
    random.cases("small", 1500, function(rng)
      local open = makers[rng:pick(KINDS)](rng, rng:int(1, 12), rng:int(1, 12))
      compare_some(rng, open, 4)
    end)
  end)

  it("on maps of all sizes", function()
    random.cases("sizes", 500, function(rng)
      local open = some_map(rng, 1500)
      compare_some(rng, open, 4)
    end)
  end)

  it("on large maps", function()
    random.cases("large", 40, function(rng)
      local open = makers[rng:pick(KINDS)](rng, rng:pick({ 63, 64, 65, 127, 128, 129, 130 }), rng:pick({ 60, 64, 127, 128, 130 }))
      compare_some(rng, open, 8)
    end)
  end)

  it("in a single row or column, free or not", function()
    for _, length in ipairs({ 1, 2, 3, 31, 32, 33, 55, 56, 57, 58, 63, 64, 65, 66, 127, 128, 129, 130, 192, 193, 500 }) do
      for _, flat in ipairs({ true, false }) do
        local open = flat and fill(length, 1, true) or fill(1, length, true)
        local map = grid_of(open)
        local function ask(i, k)
          if flat then
            return compare(map, open, i, 1, k, 1, nil, "length " .. length)
          end
          return compare(map, open, 1, i, 1, k, nil, "length " .. length)
        end
        that(#ask(1, length) == length, "the whole length")
        that(#ask(length, 1) == length, "the whole length")
        local middle = math.floor((length + 1) / 2)
        ask(middle, length)
        ask(middle, 1)
        ask(length, middle)
        if length > 2 then
          local col, row = flat and middle or 1, flat and 1 or middle
          open[row][col] = false
          map:block(col, row)
          that(not ask(1, length), "a way through a block")
          open[row][col] = true
          map:block(col, row, false)
          that(ask(1, length), "no way")
        end
      end
    end
  end)

  it("along every side of maps whose width is near a multiple of 64", function()
    random.cases("sides", 20, function(rng)
      for _, width in ipairs({ 62, 63, 64, 65, 126, 127, 128, 129, 130 }) do
        local open = fill(width, 4, true)
        for _ = 1, 6 do
          open[rng:int(1, 4)][rng:chance(0.5) and rng:int(width - 4, width) or rng:int(1, width)] = false
        end
        local turned = fill(4, width, true)
        for row = 1, 4 do
          for col = 1, width do
            turned[col][row] = open[row][col]
          end
        end
        local map, other = grid_of(open), grid_of(turned)
        for _ = 1, 4 do
          local c, r, c2, r2 = rng:int(1, width), rng:int(1, 4), rng:int(width - 2, width), rng:int(1, 4)
          compare(map, open, c, r, c2, r2)
          compare(other, turned, r, c, r2, c2)
        end
      end
    end)
  end)

  it("with corners cut, or one side open, and diagonals of any length", function()
    random.cases("corners", 700, function(rng)
      local open = some_map(rng, 500)
      local corners = rng:pick({ "always", "always", "one", "never" })
      local diagonal = rng:pick({ 0.4, 0.9, 1, 1.2, 1.4, 1.9, 2, 2.6, false }) or nil
      local map = grid_of(open, { corners = corners, diagonal = diagonal })
      for _ = 1, 4 do
        local c, r = some_cell(rng, open)
        local c2, r2 = some_cell(rng, open)
        compare(map, open, c, r, c2, r2, { corners = corners, diagonal = diagonal },
          ("corners %s, diagonal %s"):format(corners, tostring(diagonal)))
      end
    end)
  end)

  it("for units that pay the same, but not 1", function()
    random.cases("prices", 150, function(rng)
      local open = some_map(rng, 500)
      local map = grid_of(open)
      local price = rng:pick({ 0.01, 0.5, 1, 3, 1e6 })
      map:unit("man", { plain = price })
      for _ = 1, 3 do
        local c, r = some_cell(rng, open)
        local c2, r2 = some_cell(rng, open)
        compare(map, open, c, r, c2, r2, { unit = "man", price = price }, "price " .. price)
      end
    end)
  end)
end)

-- Maps of several terrains, and units that can enter some of them ----------------------------------------------

local TERRAINS = { "plain", "mud", "sea", "wood" }

local World = {}
World.__index = World

local function new_world(rng)
  local w = setmetatable({ ground = {}, units = {} }, World)
  w.width, w.height = some_size(rng, 130), rng:int(1, 20)
  w.map = astar.grid({ width = w.width, height = w.height })
  for row = 1, w.height do
    w.ground[row] = {}
    for col = 1, w.width do
      w.ground[row][col] = {}
    end
  end
  return w
end

function World:fill(col, row, width, height, terrain)
  self.map:fill(col, row, width, height, terrain)
  for r = math.max(1, row), math.min(self.height, row + height - 1) do
    for c = math.max(1, col), math.min(self.width, col + width - 1) do
      self.ground[r][c].terrain = terrain
    end
  end
end

function World:block(col, row, blocked)
  if (col + row) % 2 == 0 then
    self.map:block(col, row, blocked)
  else
    self.map:cell(col, row).blocked = blocked
  end
  self.ground[row][col].blocked = blocked
end

function World:set(col, row, terrain)
  if (col + row) % 2 == 0 then
    self.map:set(col, row, terrain)
  else
    self.map:cell(col, row).terrain = terrain
  end
  self.ground[row][col].terrain = terrain
end

-- A unit that pays `price` for all that it can enter.
function World:unit(rng, name)
  local price = rng:pick({ 1, 1, 1, 0.5, 2 })
  local costs, can = { default = rng:chance(0.8) and price }, {}
  can.default = costs.default ~= false
  for _, terrain in ipairs(TERRAINS) do
    if rng:chance(0.7) then
      costs[terrain] = rng:chance(0.6) and price
      can[terrain] = costs[terrain] ~= false
    else
      can[terrain] = can.default
    end
  end
  self.map:unit(name, costs)
  self.units[name] = { can = can, price = price }
end

-- What a unit, or nil for none, can enter.
function World:open(name)
  local open = { width = self.width, height = self.height }
  local unit = self.units[name]
  for row = 1, self.height do
    open[row] = {}
    for col = 1, self.width do
      local cell = self.ground[row][col]
      open[row][col] = not cell.blocked and (not unit or unit.can[cell.terrain or "default"])
    end
  end
  return open
end

function World:edit(rng)
  local dice = rng:int(1, 12)
  local col, row = rng:int(1, self.width), rng:int(1, self.height)
  if dice <= 4 then
    self:block(col, row, not self.ground[row][col].blocked)
  elseif dice <= 8 then
    self:set(col, row, rng:chance(0.8) and rng:pick(TERRAINS) or nil)
  elseif dice <= 10 then
    self:fill(rng:int(-1, self.width), rng:int(-1, self.height), rng:int(0, 70), rng:int(0, 6),
      rng:chance(0.8) and rng:pick(TERRAINS) or nil)
  else
    self:unit(rng, rng:pick({ "man", "tank", "ship" }))
  end
end

function World:ask(rng, name)
  local open = self:open(name)
  local c, r = some_cell(rng, open)
  local c2, r2 = some_cell(rng, open)
  compare(self.map, open, c, r, c2, r2, { unit = name, price = name and self.units[name].price }, name or "no unit")
end

describe("edits keep jump points right", function()
  it("whatever they are, and for units side by side", function()
    random.cases("edits", 150, function(rng)
      local w = new_world(rng)
      for _, name in ipairs({ "man", "tank", "ship" }) do
        w:unit(rng, name)
      end
      for _ = 1, rng:int(0, 6) do
        w:fill(rng:int(1, w.width), rng:int(1, w.height), rng:int(1, 40), rng:int(1, 6), rng:pick(TERRAINS))
      end
      for _ = 1, 12 do
        w:ask(rng, rng:pick({ "man", "tank", "ship", false }) or nil)
        for _ = 1, rng:int(1, 3) do
          w:edit(rng)
        end
      end
    end)
  end)

  it("one cell at a time on a map that fills up and empties again", function()
    random.cases("filling", 15, function(rng)
      local width, height = rng:pick({ 9, 20, 64, 65 }), rng:int(2, 9)
      local open = fill(width, height, true)
      local map = grid_of(open)
      local cells = {}
      for row = 1, height do
        for col = 1, width do
          cells[#cells + 1] = { col, row }
        end
      end
      for _, blocked in ipairs({ true, false }) do
        rng:shuffle(cells)
        for i, cell in ipairs(cells) do
          map:block(cell[1], cell[2], blocked)
          open[cell[2]][cell[1]] = not blocked
          if i % 4 == 0 then
            local c, r = some_cell(rng, open)
            compare(map, open, c, r, some_cell(rng, open))
          end
        end
      end
    end)
  end)

  it("a unit set again", function()
    local open = fill(70, 5, true)
    local map = grid_of(open)
    for row = 1, 4 do
      map:set(35, row, "mud")
    end
    local closed = fill(70, 5, true)
    for row = 1, 4 do
      closed[row][35] = false
    end
    for _ = 1, 3 do
      map:unit("cart", {})
      compare(map, open, 1, 1, 70, 1, { unit = "cart" })
      map:unit("cart", { mud = false })
      compare(map, closed, 1, 1, 70, 1, { unit = "cart" })
      map:unit("cart", { mud = 5 })
      assert.near(69 + 8 * (root - 1), select(2, map:path(map:cell(1, 1), map:cell(70, 1), "cart")), 1e-9)
      map:unit("cart", { default = 2, plain = 2, mud = 2 })
      compare(map, open, 1, 1, 70, 1, { unit = "cart", price = 2 })
    end
  end)

  it("a terrain that a unit comes to know after it was laid", function()
    local open = fill(66, 3, true)
    local map = grid_of(open)
    map:unit("man", {})
    compare(map, open, 1, 2, 66, 2, { unit = "man" })
    map:fill(30, 1, 2, 3, "lava")
    compare(map, open, 1, 2, 66, 2, { unit = "man" })
    map:unit("man", { lava = false })
    local closed = fill(66, 3, true)
    for row = 1, 3 do
      closed[row][30], closed[row][31] = false, false
    end
    that(not compare(map, closed, 1, 2, 66, 2, { unit = "man" }), "a way through lava")
    map:unit("man", { lava = 3 })
    local path, cost = map:path(map:cell(1, 2), map:cell(66, 2), "man")
    assert.equal(66, #path)
    assert.equal(65 + 4, cost)
    map:fill(30, 1, 2, 3)
    compare(map, open, 1, 2, 66, 2, { unit = "man" })
  end)
end)

-- Where they cannot serve ----------------------------------------------------------------------------------------

-- The same question in every way, which all must give one cost.
local function agree(map, a, b, given, context)
  local want, seen
  for _, jump in ipairs({ false, true, "default", "search", "plain search" }) do
    local opts = {}
    for k, v in pairs(given) do
      opts[k] = v
    end
    opts.jump = jump == true or jump == "search" or nil
    if jump == false then
      opts.jump = false
    end
    local path, cost
    if jump == "search" or jump == "plain search" then
      local s = map:search(a, b, opts)
      s:run()
      path, cost = s:path()
    else
      path, cost = map:path(a, b, opts)
    end
    local got = path and cost or "none"
    if not seen then
      want, seen = got, true
    end
    that(got == want or got ~= "none" and want ~= "none" and check.close(got, want),
      "%s: with jump %s the cost is %s, without %s", context, jump, got, want)
  end
  return want
end

describe("where jump points do not serve, nothing is noticed:", function()
  local open, map

  -- a map with a long wall in it
  before_each(function()
    open = fill(70, 20, true)
    for row = 3, 20 do
      open[row][40] = false
    end
    map = grid_of(open)
    compare(map, open, 1, 18, 70, 18)
  end)

  local function ask(given, context)
    return agree(map, map:cell(1, 18), map:cell(70, 18), given or {}, context)
  end

  it("walls", function()
    local before = ask(nil, "before")
    for row = 1, 2 do
      map:wall(map:cell(39, row), map:cell(40, row))
    end
    map:wall(map:cell(39, 1), map:cell(40, 2))
    local path = map:path(map:cell(1, 18), map:cell(70, 18), {})
    that(not path, "the diagonal that is left cuts corners, yet a way was found")
    map:wall(map:cell(39, 1), map:cell(40, 1), false)
    local after = ask(nil, "one wall down")
    that(after > before, "the wall makes no difference")
    map:wall(map:cell(39, 2), map:cell(40, 2), false)
    map:wall(map:cell(39, 1), map:cell(40, 2), false)
    assert.near(before, ask(nil, "walls down"), 1e-9)
    compare(map, open, 1, 18, 70, 18)
  end)

  it("portals", function()
    local before = ask(nil, "before")
    map:link(map:cell(30, 18), map:cell(50, 18), { cost = 0 })
    assert.near(29 + 20, ask(nil, "portal"), 1e-9)
    map:unlink(map:cell(30, 18), map:cell(50, 18))
    assert.near(before, ask(nil, "portal gone"), 1e-9)
    compare(map, open, 1, 18, 70, 18)
    map:link(map:cell(39, 18), map:cell(41, 18))
    assert.near(69, ask(nil, "bridge"), 1e-9)
  end)

  it("waypoints", function()
    local bridge = map:add(39.5, 17.5)
    local before = ask(nil, "a waypoint without links")
    map:link(bridge, map:cell(39, 18), { cost = 1 })
    map:link(bridge, map:cell(41, 18), { cost = 1 })
    assert.near(69, ask(nil, "waypoint"), 1e-9)
    agree(map, bridge, map:cell(70, 1), {}, "from a waypoint")
    agree(map, map:cell(1, 1), bridge, {}, "to a waypoint")
    map:remove(bridge)
    assert.near(before, ask(nil, "waypoint gone"), 1e-9)
    compare(map, open, 1, 18, 70, 18)
  end)

  it("heights, with limits and without", function()
    local before = ask(nil, "before")
    map:unit("goat", {}, { climb = 0.5 })
    compare(map, open, 1, 18, 70, 18, { unit = "goat" })
    for row = 1, 2 do
      map:cell(50, row).z = 1
    end
    for row = 3, 20 do
      map:cell(50, row).z = 3
    end
    that(ask(nil, "heights") > before, "heights cost nothing")
    assert.equal("none", ask({ unit = "goat" }, "limits"))
    map:cell(50, 20).z = 0.25
    that(ask({ unit = "goat" }, "a gap") ~= "none", "no way through the gap")
    for row = 1, 20 do
      map:cell(50, row).z = 0
    end
    assert.near(before, ask(nil, "flat again"), 1e-9)
  end)

  it("terrain that costs more", function()
    map:unit("man", { mud = 3 })
    compare(map, open, 1, 18, 70, 18, { unit = "man" })
    map:fill(40, 1, 1, 2, "mud")
    ask({ unit = "man" }, "mud")
    ask(nil, "mud, no unit")
    map:fill(40, 1, 1, 1)
    ask({ unit = "man" }, "less mud")
  end)

  it("several goals", function()
    local goals = { map:cell(70, 18), map:cell(70, 1), map:cell(1, 1), map:cell(41, 20) }
    assert.near(17, agree(map, map:cell(1, 18), goals, {}, "goals"), 1e-9)
    agree(map, map:cell(60, 18), goals, {}, "goals")
  end)

  it("no goal", function()
    local s = map:search(map:cell(1, 18), nil, { jump = true })
    assert.equal("done", s:run())
    local plain = map:search(map:cell(1, 18))
    plain:run()
    for node in map:nodes() do
      assert.equal(plain:cost(node), s:cost(node))
    end
  end)

  it("cost functions and heuristics", function()
    ask({ cost = function(_, to, c) return to.col > 35 and c * 2 or c end }, "cost function")
    ask({ heuristic = "zero" }, "zero")
    ask({ heuristic = "euclidean" }, "euclidean")
    ask({ heuristic = "octile" }, "octile")
    ask({ heuristic = function(node, goal) return node:distance(goal) end }, "heuristic function")
    that(map:path(map:cell(1, 18), map:cell(70, 18), { heuristic = "manhattan", jump = true }), "no way")
  end)

  it("only and avoid", function()
    local only, avoid = {}, {}
    for node in map:nodes() do
      if node.row ~= 2 or node.col < 30 or node.col > 50 then
        only[#only + 1] = node
      else
        avoid[#avoid + 1] = node
      end
    end
    local before = ask(nil, "before")
    that(ask({ only = only }, "only") > before, "only makes no difference")
    that(ask({ avoid = avoid }, "avoid") > before, "avoid makes no difference")
    ask({ avoid = {} }, "avoid nothing")
    assert.equal("none", ask({ only = {} }, "only nothing"))
  end)

  it("limits, weight and partial", function()
    local best = ask(nil, "before")
    ask({ max_cost = best + 1 }, "max_cost")
    assert.equal("none", ask({ max_cost = best - 1 }, "max_cost"))
    assert.equal("limit", select(2, map:path(map:cell(1, 18), map:cell(70, 18), { max_cost = best - 1, jump = true })))
    local _, cost = map:path(map:cell(1, 18), map:cell(70, 18), { weight = 3, jump = true })
    that(cost >= best - 1e-9 and cost <= 3 * best, "weighted: %g", cost)
    assert.same({ nil, "limit" }, { map:path(map:cell(1, 18), map:cell(70, 18), { max_steps = 1, jump = true }) })
    for row = 1, 2 do
      map:block(40, row)
    end
    local path = map:path(map:cell(1, 18), map:cell(70, 18), { partial = true, jump = true })
    that(path.partial and path[#path] == map:cell(39, 18), "partial ends at %s", path[#path])
    assert.same({ nil, "unreachable" }, { map:path(map:cell(1, 18), map:cell(70, 18), { jump = true }) })
  end)

  it("four neighbours, hexagons, isometric maps and seams", function()
    for _, options in ipairs({ { neighbours = 4 }, { layout = "odd-r" }, { layout = "even-r" }, { layout = "odd-q" },
      { layout = "even-q" }, { layout = "isometric" }, { wrap = "x" }, { wrap = "y" }, { wrap = "xy" }, { cell = { 2, 1 } },
      { cell = { 1, 3 } } }) do
      map = grid_of(open, options)
      local context = {}
      for k, v in pairs(options) do
        context[#context + 1] = k .. " " .. tostring(v)
      end
      that(ask(nil, context[1]) ~= "none", "no way")
    end
  end)
end)

-- Searches -------------------------------------------------------------------------------------------------------

describe("a search by jump points", function()
  local open, map

  before_each(function()
    open = fill(130, 100, true)
    for row = 20, 80 do
      open[row][65] = false
    end
    map = grid_of(open)
  end)

  it("steps, and expands far fewer cells", function()
    local a, b = map:cell(20, 50), map:cell(120, 52)
    local plain, jump = map:search(a, b), map:search(a, b, { jump = true })
    plain:run()
    local turns = 0
    while jump:step() == "searching" do
      turns = turns + 1
      assert.equal(turns, jump.expanded)
    end
    assert.equal("found", jump.status)
    assert.equal(turns + 1, jump.expanded)
    that(jump.expanded * 10 < plain.expanded, "%d expansions with jumps, %d without", jump.expanded, plain.expanded)
    check.near(plain:cost(b), jump:cost(b), "cost")
  end)

  it("has paths with all cells", function()
    local s = map:search(map:cell(20, 50), map:cell(120, 52), { jump = true })
    s:run()
    local path, cost = s:path()
    local straight, slanted = walk(path, open)
    assert.near(straight + slanted * root, cost, 1e-9)
    assert.equal(straight + slanted + 1, #path)
    assert.near(cost, path.length, 1e-9)
    for i, node in path:nodes() do
      assert.equal(path[i], node)
      assert.is_not_nil(node.col)
    end
  end)

  it("knows the way to each cell that it reached", function()
    local a = map:cell(20, 50)
    local s = map:search(a, map:cell(120, 52), { jump = true })
    s:run()
    local count = 0
    for node, state, cost, estimate in s:nodes() do
      if state ~= "excluded" then
        count = count + 1
        local path, c = s:path(node)
        that(c == cost and path[1] == a and path[#path] == node, "the path to %s", node)
        local straight, slanted = walk(path, open)
        check.near(straight + slanted * root, cost, "cost of %s", node)
        that(cost + estimate >= 100, "f")
        if node ~= a then
          that(s:parent(node) ~= nil and s:cost(s:parent(node)) < cost, "the parent of %s", node)
        end
      end
    end
    that(count >= s.expanded, "%d cells touched, %d expanded", count, s.expanded)
    assert.equal("none", s:state(map:cell(64, 5)))
    assert.is_nil((s:path(map:cell(1, 100))))
  end)

  it("expands in the order of f", function()
    local s = map:search(map:cell(20, 50), map:cell(120, 52), { jump = true })
    local last = 0
    for _, cost, estimate in s:steps() do
      that(cost + estimate >= last - 1e-9, "f falls from %.17g to %.17g", last, cost + estimate)
      last = cost + estimate
    end
    assert.equal("found", s.status)
  end)

  it("ends as unreachable", function()
    for row = 1, 100 do
      map:block(65, row)
    end
    local s = map:search(map:cell(20, 50), map:cell(120, 52), { jump = true })
    assert.equal("unreachable", s:run())
    assert.same({ nil, "unreachable" }, { s:path() })
  end)

  it("ends by a limit", function()
    local s = map:search(map:cell(20, 50), map:cell(120, 52), { jump = true, max_steps = 2 })
    assert.equal("limit", s:run())
    assert.equal(2, s.expanded)
    s = map:search(map:cell(20, 50), map:cell(120, 52), { jump = true, max_cost = 50 })
    assert.equal("limit", s:run())
  end)

  it("turns stale by an edit, and begins anew", function()
    local s = map:search(map:cell(20, 50), map:cell(120, 52), { jump = true })
    s:step(2)
    map:block(64, 19)
    assert.equal("stale", s.status)
    open[19][64] = false
    s:restart()
    assert.equal("found", s:run())
    local straight, slanted = walk((s:path()), open)
    check.near(select(2, map:path(map:cell(20, 50), map:cell(120, 52), { jump = false })), straight + slanted * root, "cost")
    s:restart(map:cell(1, 1), map:cell(130, 100))
    assert.equal("found", s:run())
    check.near(select(2, map:path(map:cell(1, 1), map:cell(130, 100), { jump = false })), select(2, s:path()), "cost")
  end)

  it("begins anew where jump points do not serve any more, and where they do again", function()
    local a, b = map:cell(20, 50), map:cell(120, 52)
    local s = map:search(a, b, { jump = true })
    s:run()
    local few = s.expanded
    map:wall(map:cell(1, 1), map:cell(2, 1))
    s:restart()
    assert.equal("found", s:run())
    check.near(select(2, map:path(a, b, { jump = false })), select(2, s:path()), "cost")
    map:wall(map:cell(1, 1), map:cell(2, 1), false)
    s:restart()
    assert.equal("found", s:run())
    assert.equal(few, s.expanded)
  end)

  it("stands beside plain ones on the same map", function()
    local searches, answers = {}, {}
    local rng = random.new(random.seed)
    for i = 1, 20 do
      local a, b = map:cell(rng:int(1, 60), rng:int(1, 100)), map:cell(rng:int(70, 130), rng:int(1, 100))
      searches[i] = map:search(a, b, { jump = i % 2 == 0 })
      answers[i] = select(2, map:path(a, b, { jump = i % 2 == 1 }))
    end
    local running = true
    while running do
      running = false
      for _, s in ipairs(searches) do
        running = s:step(7) == "searching" or running
      end
    end
    for i, s in ipairs(searches) do
      assert.equal("found", s.status)
      check.near(answers[i], select(2, s:path()), "cost")
    end
  end)

  it("from a cell to itself, to a neighbour, to a cell in sight", function()
    for _, goal in ipairs({ { 20, 50 }, { 21, 50 }, { 21, 51 }, { 20, 49 }, { 60, 50 }, { 20, 1 }, { 40, 70 } }) do
      local path = compare(map, open, 20, 50, goal[1], goal[2])
      that(#path == 1 + math.max(math.abs(goal[1] - 20), math.abs(goal[2] - 50)), "%d cells", #path)
    end
  end)

  it("leaves a blocked start, and does not enter a blocked goal", function()
    open[50][65] = false
    local path, cost = map:path(map:cell(65, 50), map:cell(70, 50))
    assert.equal(5, cost)
    assert.equal(6, #path)
    path = compare(map, open, 65, 50, 60, 45)
    that(path, "no way out")
    assert.same({ nil, "unreachable" }, { map:path(map:cell(20, 50), map:cell(65, 50)) })
    map:block(20, 50)
    open[50][20] = false
    compare(map, open, 20, 50, 120, 52)
    compare(map, open, 120, 52, 20, 50)
    map:unit("man", { plain = 1, sea = false })
    map:set(20, 50, "sea")
    map:block(20, 50, false)
    compare(map, open, 20, 50, 120, 52, { unit = "man" })
    compare(map, open, 120, 52, 20, 50, { unit = "man" })
  end)
end)

describe("the option jump", function()
  it("is a boolean", function()
    local map = astar.grid({ width = 4, height = 4 })
    local a, b = map:cell(1, 1), map:cell(4, 4)
    for _, bad in ipairs({ 1, 0, "yes", {}, print }) do
      check.refuses({ "bad argument #3 to 'path' (option 'jump': boolean expected" }, map, "path", a, b, { jump = bad })
      check.refuses({ "bad argument #3 to 'search' (option 'jump': boolean expected" }, map, "search", a, b, { jump = bad })
    end
  end)

  it("is without effect on graphs", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 0)
    g:link(a, b)
    assert.equal(1, select(2, g:path(a, b, { jump = true })))
    assert.equal(1, select(2, g:path(a, b, { jump = false })))
    assert.equal("found", g:search(a, b, { jump = true }):run())
  end)
end)
