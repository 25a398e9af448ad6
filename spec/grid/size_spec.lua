-- Units that cover several cells: on maps of any size against a second map on which each cell stands for a square, made
-- cell by cell in Lua. (Small maps of every kind are in optimal_spec, against a Dijkstra over squares.)

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"

local that = check.that
local with = shapes.with

local COSTS = { forest = 3, road = 0.5, sea = false }
local ALL = { terrain = true, walls = true, links = true, heights = true, waypoints = true, wrap = true, sizes = true }

describe("a unit of several cells", function()
  local function map_of(rows, options)
    options = options or {}
    options.rows = rows
    options.legend = { ["."] = "plain", ["~"] = "mud", ["#"] = false }
    return astar.grid(options)
  end

  local function route(map, from, to, unit, options)
    options = options or {}
    options.unit = unit
    local path, cost = map:path(map:cell(from[1], from[2]), map:cell(to[1], to[2]), options)
    return path and table.concat(path:cells(), " ") or cost, path and cost
  end

  it("needs room for all of them", function()
    local map = map_of({ ".....", "..#..", ".....", "....." }, { neighbours = 4 })
    map:unit("ogre", {}, { size = 2 })
    assert.equal("1 1 1 2 1 3 2 3 3 3 4 3 4 2 4 1", (route(map, { 1, 1 }, { 4, 1 }, "ogre")))
    assert.equal("unreachable", (route(map, { 1, 1 }, { 5, 1 }, "ogre")))
    assert.equal("unreachable", (route(map, { 1, 1 }, { 2, 2 }, "ogre")))
    map:block(3, 4)
    assert.equal("unreachable", (route(map, { 1, 1 }, { 4, 1 }, "ogre")))
    map:block(3, 4, false)
    map:block(3, 2, false)
    assert.equal("1 1 2 1 3 1 4 1", (route(map, { 1, 1 }, { 4, 1 }, "ogre")))
  end)

  it("pays for the dearest, and may start anywhere", function()
    local map = map_of({ "....", "...~", "...." }, { neighbours = 4 })
    map:unit("ogre", { mud = 5 }, { size = 2 })
    assert.same({ "1 1 2 1 3 1", 6 }, { route(map, { 1, 1 }, { 3, 1 }, "ogre") })
    map:set(3, 3, "mud")
    map:unit("ogre", { mud = 0.5 }, { size = 2 })
    assert.same({ "1 1 2 1 3 1", 2 }, { route(map, { 1, 1 }, { 3, 1 }, "ogre") })
    assert.equal("4 1 3 1", (route(map, { 4, 1 }, { 3, 1 }, "ogre"))) -- partly off the map
    assert.equal("unreachable", (route(map, { 4, 3 }, { 3, 1 }, "ogre")))
  end)

  it("goes round corners as a whole", function()
    for corners, want in pairs({ never = "1 1 1 2 2 2", one = "1 1 2 2", always = "1 1 2 2" }) do
      local map = map_of({ "..#", "...", "..." }, { corners = corners })
      map:unit("ogre", {}, { size = 2 })
      assert.equal(want, (route(map, { 1, 1 }, { 2, 2 }, "ogre")))
    end
    local map = map_of({ "..#", "...", "#.." }, { corners = "one" })
    map:unit("ogre", {}, { size = 2 })
    assert.equal("unreachable", (route(map, { 1, 1 }, { 2, 2 }, "ogre")))
    map = map_of({ "..#", "...", "#.." }, { corners = "always" })
    map:unit("ogre", {}, { size = 2 })
    assert.equal("1 1 2 2", (route(map, { 1, 1 }, { 2, 2 }, "ogre")))
  end)

  it("is stopped by walls within and between its squares", function()
    local map = map_of({ ".....", "....." }, { neighbours = 4 })
    map:unit("ogre", {}, { size = 2 })
    map:wall(map:cell(3, 2), map:cell(4, 2))
    assert.equal("1 1 2 1", (route(map, { 1, 1 }, { 2, 1 }, "ogre")))
    assert.equal("unreachable", (route(map, { 1, 1 }, { 3, 1 }, "ogre")))
    assert.equal("unreachable", (route(map, { 1, 1 }, { 4, 1 }, "ogre")))
    map:wall(map:cell(3, 2), map:cell(4, 2), false)
    map:wall(map:cell(3, 1), map:cell(3, 2))
    assert.equal("unreachable", (route(map, { 1, 1 }, { 2, 1 }, "ogre")))
    local tall = map_of({ "....", "....", "...." }, { neighbours = 4 })
    tall:unit("ogre", {}, { size = 2 })
    tall:wall(tall:cell(2, 1), tall:cell(3, 1))
    assert.equal("2 1 2 2", (route(tall, { 2, 1 }, { 2, 2 }, "ogre"))) -- the start is not tested, and no cell crosses it
    assert.equal("2 1 2 2 3 2", (route(tall, { 2, 1 }, { 3, 2 }, "ogre")))
    assert.equal("2 1 2 2 3 2 3 1", (route(tall, { 2, 1 }, { 3, 1 }, "ogre")))
  end)

  it("passes what is closed one way only in the other", function()
    local map = map_of({ ".....", "....." }, { neighbours = 4 })
    map:unit("ogre", {}, { size = 2 })
    map:unlink(map:cell(3, 2), map:cell(2, 2), { oneway = true }) -- a ledge
    assert.equal("1 1 2 1 3 1 4 1", (route(map, { 1, 1 }, { 4, 1 }, "ogre")))
    assert.equal("unreachable", (route(map, { 4, 1 }, { 1, 1 }, "ogre")))
  end)

  it("has the height of its own cell", function()
    local map = astar.grid { width = 4, height = 2, neighbours = 4,
      ground = function(col, row) return row == 2 and 9 or col == 3 and 1 or 0 end }
    map:unit("ogre", {}, { size = 2, climb = 0.5 })
    map:unit("goat", {}, { size = 2, climb = 1 })
    assert.equal("unreachable", (route(map, { 1, 1 }, { 3, 1 }, "ogre")))
    assert.equal("1 1 2 1 3 1", (route(map, { 1, 1 }, { 3, 1 }, "goat")))
    map:cell(3, 1).z = 0.5
    assert.equal("1 1 2 1 3 1", (route(map, { 1, 1 }, { 3, 1 }, "ogre")))
  end)

  it("gets heights that come later", function()
    local map = astar.grid { width = 5, height = 2, neighbours = 4 }
    map:unit("ogre", {}, { size = 2, climb = 0.5 })
    assert.equal("1 1 2 1 3 1", (route(map, { 1, 1 }, { 3, 1 }, "ogre")))
    map:cell(2, 1).z = 1
    assert.equal("unreachable", (route(map, { 1, 1 }, { 3, 1 }, "ogre")))
    map:cell(2, 1).z = 0
    assert.equal("1 1 2 1 3 1", (route(map, { 1, 1 }, { 3, 1 }, "ogre")))
  end)

  it("takes links from its cell to the square at the other end", function()
    local map = map_of({ "..#..", "..#..", "..#.~" }, { neighbours = 4 })
    map:unit("ogre", { mud = 4 }, { size = 2 })
    map:link(map:cell(1, 1), map:cell(5, 2), { cost = 1 })
    assert.equal("unreachable", (route(map, { 1, 1 }, { 4, 1 }, "ogre")))
    map:link(map:cell(1, 2), map:cell(4, 2), { cost = 1 })
    assert.same({ "1 1 1 2 4 2 4 1", 6 }, { route(map, { 1, 1 }, { 4, 1 }, "ogre") })
    local post = map:add(9, 9)
    map:link(map:cell(1, 1), post, { cost = 1 })
    map:link(post, map:cell(4, 1), { cost = 1 })
    local path, cost = map:path(map:cell(1, 1), map:cell(4, 1), "ogre")
    assert.equal(3, #path)
    assert.equal(2, cost)
  end)

  it("reaches around the edges where the map wraps", function()
    local map = map_of({ "....", "####", "#..." }, { neighbours = 4, wrap = "xy" })
    map:unit("ogre", {}, { size = 2 })
    assert.equal("unreachable", (route(map, { 2, 3 }, { 4, 3 }, "ogre")))
    map:block(1, 3, false)
    assert.equal("3 3 4 3 1 3", (route(map, { 3, 3 }, { 1, 3 }, "ogre")))
    map:unit("whale", {}, { size = 3 })
    assert.equal("unreachable", (route(map, { 1, 1 }, { 2, 1 }, "whale")))
    map:fill(1, 2, 4, 1, nil)
    for col = 1, 4 do
      map:block(col, 2, false)
    end
    assert.equal("1 1 2 1", (route(map, { 1, 1 }, { 2, 1 }, "whale")))
  end)

  it("covers columns and rows of hexagons", function()
    local map = map_of({ ".....", "...#.", "....." }, { layout = "odd-r" })
    map:unit("ogre", {}, { size = 2 })
    assert.equal("1 1 2 1", (route(map, { 1, 1 }, { 2, 1 }, "ogre")))
    for _, cell in ipairs({ { 3, 1 }, { 4, 1 }, { 3, 2 }, { 4, 2 } }) do
      assert.equal("unreachable", (route(map, { 1, 1 }, cell, "ogre")))
    end
  end)

  it("reads back its size, and keeps it when saved", function()
    local map = map_of({ "...", "...", "..." })
    map:unit("ogre", { mud = 2 }, { size = 3, climb = 1 })
    map:unit("man", {}, { size = 1 })
    for _, m in ipairs({ map, (astar.load(map:save())) }) do
      local costs, limits = m:unit("ogre")
      assert.same({ mud = 2 }, costs)
      assert.same({ size = 3, climb = 1 }, limits)
      assert.same({}, select(2, m:unit("man")))
    end
    local small = map_of({ "...", "...", "..." })
    small:unit("man", {}, { climb = 2 })
    local before = small:save()
    small:unit("man", {}, { climb = 2, size = 1 })
    assert.equal(before, small:save())
    small:unit("man", {}, { climb = 2, size = 2 })
    assert.is_true(before ~= small:save())
  end)

  it("must fit the map", function()
    local map = astar.grid { width = 7, height = 4, wrap = "x" }
    map:unit("ogre", {}, { size = 4 })
    local function refused(what, value, g)
      local ok, message = pcall(function() (g or map):unit("new", {}, { size = value }) end)
      assert.is_false(ok)
      assert.is_truthy(message:find("bad argument #3 to 'unit'", 1, true) and message:find("'size'", 1, true), message)
      assert.is_truthy(message:find(what, 1, true), message)
      assert.is_nil((map:unit("new")))
    end
    refused("1 to 4 expected, got 5: the map has 7 x 4 cells", 5)
    refused("1 to 4 expected, got 5000000000: the map has 7 x 4 cells", 5e9)
    refused("1 to 4 expected, got inf: the map has 7 x 4 cells", math.huge)
    refused("number >= 1 expected, got 0", 0)
    refused("number >= 1 expected, got -1", -1)
    refused("whole number expected, got 1.5", 1.5)
    refused("number expected, got nan", 0 / 0)
    refused("number expected, got string", "2")
    refused("number expected, got boolean", true)
    refused("1 expected, got 2: only cells have sizes", 2, astar.graph())
    astar.graph():unit("man", {}, { size = 1 })
    local one = astar.grid { width = 1, height = 1 }
    one:unit("man", {}, { size = 1 })
    refused("1 to 1 expected, got 2: the map has 1 x 1 cells", 2, one)
  end)

  it("is as large as the map", function()
    for _, wrap in ipairs({ false, "x", "y", "xy" }) do
      local map = astar.grid { width = 5, height = 5, wrap = wrap or nil }
      map:unit("god", {}, { size = 5 })
      local s = map:search(map:cell(1, 1), nil, "god")
      assert.equal("done", s:run())
      local closed = 0
      for _ in s:nodes("closed") do
        closed = closed + 1
      end
      assert.equal(({ [false] = 1, x = 5, y = 5, xy = 25 })[wrap], closed)
    end
  end)

  it("does not change planes made from the map", function()
    local map = map_of({ ".....", ".....", "..#..", ".....", "....." })
    map:unit("ogre", {}, { size = 3 })
    map:unit("man", {})
    local function length(unit)
      return select(2, astar.plane({ grid = map, unit = unit }):path(0.5, 2.5, 4.5, 2.5))
    end
    assert.equal(length("man"), length("ogre"))
  end)

  it("turns running searches stale when it is set again", function()
    local map = astar.grid { width = 9, height = 9 }
    map:unit("ogre", {}, { size = 2 })
    local s = map:search(map:cell(1, 1), map:cell(8, 8), "ogre")
    s:step(3)
    map:unit("ogre", {}, { size = 3 })
    assert.equal("stale", s:run())
    s:restart(map:cell(1, 1), map:cell(7, 7))
    assert.equal("found", s:run())
    s:restart(map:cell(1, 1), map:cell(8, 8))
    assert.equal("unreachable", s:run())
  end)

  it("keeps many views apart, while searches on them run", function()
    local map = astar.grid { width = 40, height = 40 }
    local rng = random.new(5)
    for _ = 1, 60 do
      map:block(rng:int(1, 40), rng:int(1, 40))
    end
    local searches = {}
    for size = 1, 14 do
      map:unit("u" .. size, {}, { size = size })
      searches[size] = false
    end
    for size = 1, 14 do
      searches[size] = map:search(map:cell(1, 1), nil, "u" .. size)
      searches[size]:step()
    end
    for size = 1, 14 do
      local s = searches[size]
      assert.equal("done", s:run())
      local again = map:search(map:cell(1, 1), nil, { unit = "u" .. size })
      again:run()
      assert.equal(again.expanded, s.expanded)
      if size > 1 then
        assert.is_true(s.expanded <= searches[size - 1].expanded)
      end
    end
  end)

  it("prepares like others", function()
    random.cases("prepared sizes", 40, function(rng)
      local t = tiles.random(rng, ALL)
      local unit = t:any_unit(rng)
      for _ = 1, 4 do
        if unit then
          t.map:prepare(unit)
        end
        for _ = 1, 3 do
          local a, b = rng:pick(t.list), rng:pick(t.list)
          local _, cost = t.map:path(a.node, b.node, unit)
          local s = t.map:search(a.node, b.node, { unit = unit })
          if s:run() == "found" then
            check.near(s:cost(b.node), cost, "prepared")
          elseif a ~= b then
            that(cost == "unreachable", "%s", cost)
          end
        end
        t:edit(rng, ALL)
      end
    end)
  end)

  it("is led by a flow only along steps that are open to all of it, also after edits", function()
    local features = { terrain = true, walls = true, wrap = true, heights = true, sizes = true }
    random.cases("flows of squares", 60, function(rng)
      local t = tiles.random(rng, with(features, { size = rng:pick({ 3, 8, 40 }) }))
      for _ = 1, 3 do
        local unit = t:any_unit(rng)
        local flow = t.map:flow(rng:pick(t.list).node, unit)
        for edits = 0, 3 do
          for _ = 1, 15 do
            local r = rng:pick(t.list)
            local next_node = flow:next(r.node)
            local x = flow:direction(r.x, r.y, r.level)
            if x and next_node then
              that(t:least(r, t.by_node[next_node], { unit = unit }), "%d edits later from %s to %s", edits, r.node, next_node)
            end
            that(edits > 0 or (x ~= nil) == (next_node ~= nil), "direction at %s", r.node)
          end
          if rng:chance(0.5) then
            t:block(rng:pick(t.list), true)
          else
            t:random_wall(rng)
          end
        end
      end
    end)
  end)

  it("is found near by where it fits", function()
    random.cases("near squares", 200, function(rng)
      local features = { terrain = true, walls = true, links = true, waypoints = true, wrap = true, sizes = true,
        size = rng:pick({ 3, 8, 8, 30 }) }
      local t = tiles.random(rng, features)
      for _ = 1, 5 do
        local unit = t:any_unit(rng)
        local at = rng:pick(t.list)
        local x, y = at.x + rng:real(-2, 2) * t.cell_w, at.y + rng:real(-2, 2) * t.cell_h
        local best, least
        for _, r in ipairs(t.list) do
          local d = math.sqrt((r.x - x) ^ 2 + (r.y - y) ^ 2)
          if (not unit or t:enterable(unit, r)) and (not best or d < best - 1e-9 * best) then
            best, least = d, r
          end
        end
        local node, distance = t.map:nearest(x, y, { unit = unit })
        that((node == nil) == (least == nil), "nearest gave %s, should be %s", tostring(node), least and tostring(least.node))
        if node then
          check.near(best, distance, "distance")
          that(not unit or t:enterable(unit, t.by_node[node]), "%s does not fit", node)
        end
        t:edit(rng, features)
      end
    end)
  end)
end)

-- A map on which each cell is what the square of `map` is for a unit of a size, walls included; only squares.
local function by_squares(map, options, size, closed)
  local twin = astar.grid(options)
  local width, height = options.width, options.height
  local function cell(col, row)
    if (options.wrap or ""):find("x", 1, true) then
      col = (col - 1) % width + 1
    end
    if (options.wrap or ""):find("y", 1, true) then
      row = (row - 1) % height + 1
    end
    return map:cell(col, row)
  end
  for row = 1, height do
    for col = 1, width do
      local dearest, most = nil, 0
      for y = row, row + size - 1 do
        for x = col, col + size - 1 do
          local c = cell(x, y)
          local cost = c and not c.blocked and COSTS[c.terrain]
          if c and not c.blocked and cost == nil then
            cost = 1
          end
          if not cost then
            most = math.huge
          elseif cost > most then
            dearest, most = c.terrain, cost
          end
          if closed and c then
            for _, step in ipairs({ { 1, 0 }, { 0, 1 }, { 1, 1 }, { -1, 1 } }) do
              local u, v = x + step[1], y + step[2]
              local other = cell(u, v)
              if other and u >= col and u < col + size and v < row + size and closed[c.id .. " " .. other.id] then
                most = math.huge
              end
            end
          end
        end
      end
      if most == math.huge then
        twin:block(col, row)
      else
        twin:set(col, row, dearest)
      end
    end
  end
  for key in pairs(closed or {}) do
    local a, b = key:match("(%d+) (%d+)")
    a, b = map:node(tonumber(a)), map:node(tonumber(b))
    for y = 0, size - 1 do
      for x = 0, size - 1 do
        local p, q = cell(a.col - x, a.row - y), cell(b.col - x, b.row - y)
        if p and q then
          twin:unlink(twin:node(p.id), twin:node(q.id), { oneway = true })
        end
      end
    end
  end
  twin:unit("u", COSTS)
  return twin
end

describe("units of several cells on larger maps", function()
  local function compare(rng, map, twin, size, width, height)
    for _ = 1, 8 do
      local a, b = rng:int(1, width * height), rng:int(1, width * height)
      local _, want = twin:path(twin:node(a), twin:node(b), "u")
      for _, jump in ipairs({ "default", true, false }) do
        local options = { unit = "u" }
        if jump ~= "default" then
          options.jump = jump
        end
        local _, cost = map:path(map:node(a), map:node(b), options)
        if type(want) == "number" then
          check.near(want, cost, "size %d from %d to %d", size, a, b)
        else
          that(cost == want, "size %d from %d to %d: %s, should be %s", size, a, b, cost, want)
        end
      end
    end
    local start = rng:int(1, width * height)
    local s, other = map:search(map:node(start), nil, "u"), twin:search(twin:node(start), nil, "u")
    s:run()
    other:run()
    for id = 1, width * height do
      local c, d = s:cost(map:node(id)), other:cost(twin:node(id))
      that((c == nil) == (d == nil) and (c == nil or math.abs(c - d) <= 1e-9 * (1 + c)), "cost of %d: %s, should be %s", id,
        tostring(c), tostring(d))
    end
  end

  local function play(label, cases, kind)
    it(label, function()
      random.cases(label, cases, function(rng)
        local width, height = rng:int(2, rng:chance(0.2) and random.size(300, 30) or 40), rng:int(2, 40)
        local options = { width = width, height = height, wrap = rng:pick({ false, "x", "y", "xy" }) or nil,
          corners = rng:pick({ "never", "one", "always" }), neighbours = 8 }
        if rng:chance(0.2) then
          options.neighbours, options.corners = 4, nil
        end
        if width < 3 or height < 3 or kind == "blocked" and rng:chance(0.7) then
          options.wrap = nil
        end
        local map = astar.grid(options)
        local size = rng:int(1, math.min(width, height, rng:pick({ 3, 4, 9 })))
        local closed = kind == "walls" and {} or nil
        map:unit("u", COSTS, { size = size })
        local function edit()
          local col, row = rng:int(1, width), rng:int(1, height)
          local dice = rng:int(1, 10)
          if dice <= 4 then
            map:block(col, row, not rng:chance(0.4))
          elseif dice <= 6 and kind ~= "blocked" then
            map:fill(col - 3, row - 3, rng:int(1, 14), rng:int(1, 14), rng:pick({ "forest", "road", "plain", "new" }))
          elseif dice == 7 and kind ~= "blocked" then
            map:set(col, row, rng:pick({ "forest", "road", "sea" }))
          elseif closed then
            local a, b = map:cell(col, row), map:cell(col + rng:int(0, 1), row + rng:int(0, 1))
            local next_to = b and a ~= b and (options.neighbours == 8 or a.col == b.col or a.row == b.row)
            if next_to then
              local close = rng:chance(0.7) or nil
              closed[a.id .. " " .. b.id], closed[b.id .. " " .. a.id] = close, close
              map:wall(a, b, close or false)
            end
          end
        end
        local edits = math.floor(width * height / rng:pick({ 20, 60, 200 }) / size)
        for _ = 1, edits do
          edit()
        end
        for _ = 1, 2 do
          compare(rng, map, by_squares(map, options, size, closed), size, width, height)
          for _ = 1, rng:int(1, 6) do
            edit()
          end
        end
        compare(rng, map, by_squares(map, options, size, closed), size, width, height)
      end)
    end)
  end

  -- What a unit of a size finds on hexagons: its square is that of columns and rows, and a step takes each of its cells one
  -- way, where that leads to a cell of the next square.
  local function walk_hexagons(map, size, walls, from)
    local width, height = map.width, map.height
    local function square(cell)
      local cells = {}
      for row = cell.row, cell.row + size - 1 do
        for col = cell.col, cell.col + size - 1 do
          local part = col <= width and row <= height and map:cell(col, row)
          if not part or part.blocked then return nil end
          cells[#cells + 1] = part
        end
      end
      for _, p in ipairs(cells) do
        for _, q in ipairs(cells) do
          if walls[p.id .. " " .. q.id] and walls[q.id .. " " .. p.id] then return nil end
        end
      end
      return cells
    end
    local function may_step(a, b, before, after)
      local inside = {}
      for _, cell in ipairs(after) do inside[cell] = true end
      for _, cell in ipairs(before) do
        local to = map:at(cell.x + b.x - a.x, cell.y + b.y - a.y)
        if to and inside[to] and walls[cell.id .. " " .. to.id] then return false end
      end
      return true
    end
    -- Each step costs 1; a unit may start where it does not fit.
    local costs, wave, cost = { [from] = 0 }, { from }, 0
    while #wave > 0 do
      local nodes = wave
      wave, cost = {}, cost + 1
      for _, a in ipairs(nodes) do
        for b in map:nodes() do
          local near = a ~= b and a:distance(b) < 1.1
          local after = near and not costs[b] and square(b)
          if after then
            local before = {}
            for row = a.row, math.min(a.row + size - 1, height) do
              for col = a.col, math.min(a.col + size - 1, width) do before[#before + 1] = map:cell(col, row) end
            end
            if may_step(a, b, before, after) then
              costs[b] = cost
              wave[#wave + 1] = b
            end
          end
        end
      end
    end
    return costs
  end

  it("find their ways between walls on hexagons", function()
    random.cases("large units, walls and hexagons", 60, function(rng)
      local map = astar.grid { width = rng:int(2, 7), height = rng:int(2, 7), layout = rng:pick { "odd-r", "even-r", "odd-q", "even-q" } }
      local size, walls = rng:int(2, math.min(3, map.width, map.height)), {}
      map:unit("ogre", {}, { size = size })
      local function any() return map:cell(rng:int(1, map.width), rng:int(1, map.height)) end
      for _ = 1, rng:int(0, 12) do
        local a, b = any(), any()
        if a ~= b and a:distance(b) < 1.1 then
          local oneway = rng:chance(0.3)
          map:wall(a, b)
          walls[a.id .. " " .. b.id], walls[b.id .. " " .. a.id] = true, true
          if oneway then
            map:link(b, a, { oneway = true })
            walls[b.id .. " " .. a.id] = nil
          end
        end
      end
      for _ = 1, rng:int(0, 3) do any().blocked = true end
      local from = any()
      local want = walk_hexagons(map, size, walls, from)
      local s = map:reach(from, nil, "ogre")
      for cell in map:nodes() do
        that(want[cell] == s:cost(cell), "%s from %s: %s, should be %s", cell, from, s:cost(cell), want[cell])
        local _, cost = map:path(from, cell, "ogre")
        that(cost == (want[cell] or "unreachable"), "path to %s: %s", cell, cost)
      end
    end)
  end)

  play("find the routes of a unit of one cell on a map of squares", 30, "terrain")
  play("do so with walls", 25, "walls")
  play("do so by jump points", 30, "blocked")

  it("keep up with edits all over the map", function()
    random.cases("many edits", 3, function(rng)
      local options = { width = 40, height = 30 }
      local map = astar.grid(options)
      map:unit("u", COSTS, { size = 3 })
      for _ = 1, 4 do
        map:path(map:cell(1, 1), map:cell(20, 20), "u")
        for _ = 1, 3000 do
          map:set(rng:int(1, 40), rng:int(1, 30), rng:pick({ "plain", "plain", "plain", "forest", "road" }))
        end
        map:block(rng:int(1, 40), rng:int(1, 30))
        compare(rng, map, by_squares(map, options, 3), 3, 40, 30)
      end
    end)
  end)
end)
