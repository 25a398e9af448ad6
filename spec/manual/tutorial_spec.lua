-- What the tutorials do, done with grids: the worked example of A*, units and their terrain, roads, a tower
-- defence map from a CSV file, and ground whose heights come from a function.

local astar = require "astar"
local check = require "spec.support.check"

local that = check.that

-- The route as text, for cells by columns A, B, ... and rows.
local function label(node)
  return ("ABCDEFGHIJKLMNOPQRSTUVWXYZ"):sub(node.col, node.col) .. node.row
end

local function places(path)
  local out = {}
  for i, node in path:nodes() do
    out[i] = ("%d,%d"):format(node.col, node.row)
  end
  return table.concat(out, " ")
end

local function terrains(path)
  local out = {}
  for i, node in path:nodes() do
    out[i] = node.terrain
  end
  return table.concat(out, " ")
end

local function count(path, terrain)
  local n = 0
  for i, node in path:nodes() do
    if i > 1 and node.terrain == terrain then
      n = n + 1
    end
  end
  return n
end

describe("the worked example", function()
  local map

  before_each(function()
    map = astar.grid{
      rows = {
        --ABCDEFGH
        "........",
        "...###..",
        "...#.#..",
        ".....#..",
        "....##..",
        "........",
        "........",
      },
      legend = { ["."] = "ground", ["#"] = false },
      diagonal = 1.4, corners = "always",
    }
  end)

  it("is the map of the figure", function()
    local blocked = {}
    for node in map:nodes() do
      if node.blocked then
        blocked[#blocked + 1] = label(node)
      end
    end
    table.sort(blocked)
    assert.equal("D2 D3 E2 E5 F2 F3 F4 F5", table.concat(blocked, " "))
  end)

  local function search()
    return map:search(map:cell(2, 4), map:cell(8, 4))
  end

  it("expands B4, C4, D4, E4, then E3 and D5", function()
    local s = search()
    local order = {}
    for node in s:steps() do
      order[#order + 1] = label(node)
    end
    assert.equal("found", s.status)
    assert.equal("B4 C4 D4 E4 E3 D5", table.concat(order, " ", 1, 6))
    assert.equal("H4", order[#order])
  end)

  it("has four cells of equal f after E4, and E3 among them with the smallest h", function()
    local s = search()
    s:step(4)
    local best = {}
    for node, _, cost, estimate in s:nodes("open") do
      that(cost + estimate > 6.8 - 1e-9, "%s has f = %g", label(node), cost + estimate)
      if cost + estimate < 6.8 + 1e-9 then
        best[#best + 1] = node
      end
    end
    assert.equal(4, #best)
    for _, node in ipairs(best) do
      if label(node) ~= "E3" then
        that(s:estimate(node) > s:estimate(map:cell(5, 3)), "%s is as near as E3", label(node))
      end
    end
  end)

  it("estimates by straight steps and diagonals of 1.4", function()
    local s = search()
    s:run()
    for node, state, _, estimate in s:nodes() do
      if state ~= "excluded" then
        local dx, dy = math.abs(8 - node.col), math.abs(4 - node.row)
        assert.near(math.max(dx, dy) + 0.4 * math.min(dx, dy), estimate, 1e-9)
      end
    end
  end)

  it("finds a route that costs 7.6", function()
    local s = search()
    s:run()
    for i = 1, 3 do
      local path, cost
      if i == 1 then
        path, cost = s:path()
      else
        path, cost = map:path(map:cell(2, 4), map:cell(8, 4), { jump = i == 3 })
      end
      assert.near(7.6, cost, 1e-9)
      assert.equal(7, #path)
      local sum = 0
      for k = 2, #path do
        local dx, dy = math.abs(path[k].col - path[k - 1].col), math.abs(path[k].row - path[k - 1].row)
        that(math.max(dx, dy) == 1 and not path[k].blocked, "step %d", k)
        sum = sum + (dx + dy == 2 and 1.4 or 1)
      end
      assert.near(7.6, sum, 1e-9)
      assert.equal("B4", label(path[1]))
      assert.equal("H4", label(path[7]))
    end
  end)
end)

describe("a man and a horse", function()
  local function forest(rows)
    local map = astar.grid{ rows = rows, legend = { ["."] = "meadow", ["^"] = "forest" }, neighbours = 4 }
    map:unit("man", {})
    map:unit("horse", { forest = 5 })
    return map
  end

  it("part at a forest: the man goes through, the horse goes round", function()
    local map = forest{
      ".........",
      "...^^^...",
      "...^^^...",
      "...^^^...",
      ".........",
    }
    local a, b = map:cell(1, 3), map:cell(9, 3)
    local path, cost = map:path(a, b, "man")
    assert.equal(8, cost)
    assert.equal("1,3 2,3 3,3 4,3 5,3 6,3 7,3 8,3 9,3", places(path))
    path, cost = map:path(a, b, "horse")
    assert.equal(12, cost)
    assert.equal(0, count(path, "forest"))
    assert.equal(13, #path)
  end)

  it("meet at the thinnest part where there is no way round", function()
    local map = forest{
      "..^^^^^..",
      "..^^^^^..",
      "..^^^^^..",
      "..^^^^^..",
      "...^.^...",
      "....^....",
    }
    local a, b = map:cell(1, 1), map:cell(9, 1)
    local path, cost = map:path(a, b, "horse")
    assert.equal(1, count(path, "forest"))
    assert.equal(17 + 5, cost)
    assert.equal(8, select(2, map:path(a, b, "man")))
    assert.equal(5, count(map:path(a, b, "man"), "forest"))
  end)
end)

describe("infantry, tanks and ships", function()
  local map

  before_each(function()
    map = astar.grid{
      rows = {
        "~~~~~~~~~~",
        "~..^^..A.~",
        "~..^^..A.~",
        "~..^^..A.~",
        "~..^^....~",
        "~~~~~~~~~~",
      },
      legend = { ["~"] = "sea", ["."] = "field", ["^"] = "forest", ["A"] = "mountain" },
    }
    map:unit("infantry", { sea = false, mountain = 3 })
    map:unit("tank", { sea = false, mountain = false, forest = false })
    map:unit("ship", { default = false, sea = 1 })
  end)

  it("go where they can", function()
    local west, east = map:cell(2, 2), map:cell(9, 2)
    assert.equal(7 - 1 + 3, select(2, map:path(west, east, "infantry")))
    assert.same({ nil, "unreachable" }, { map:path(west, east, "tank") })
    assert.same({ nil, "unreachable" }, { map:path(west, east, "ship") })
    local path = map:path(map:cell(6, 2), east, "tank")
    assert.equal(0, count(path, "mountain") + count(path, "forest") + count(path, "sea"))
    assert.equal(count(path, "field"), #path - 1)
    path = map:path(map:cell(1, 1), map:cell(10, 6), "ship")
    assert.equal(14, path.cost)
    assert.equal(14, count(path, "sea"))
  end)

  it("leave ground that they could not enter", function()
    local path, cost = map:path(map:cell(4, 2), map:cell(2, 2), "tank")
    assert.equal(2, cost)
    assert.equal("forest field field", terrains(path))
    path = map:path(map:cell(2, 2), map:cell(1, 6), "ship")
    assert.equal("field", path[1].terrain)
    assert.equal(#path - 1, count(path, "sea"))
    assert.same({ nil, "unreachable" }, { map:path(map:cell(1, 1), map:cell(2, 2), "ship") })
  end)

  it("see the ground change", function()
    local west, east = map:cell(2, 2), map:cell(9, 2)
    map:fill(4, 3, 2, 1, "field")
    local path, cost = map:path(west, east, "tank")
    that(path, "no way for the tank through the clearing")
    local _, plain = map:path(west, east, { unit = "tank", jump = false })
    check.near(plain, cost, "cost")
    map:set(5, 3, "mountain")
    assert.same({ nil, "unreachable" }, { map:path(west, east, "tank") })
    map:fill(1, 3, 10, 1, "sea")
    that(map:path(map:cell(1, 1), map:cell(10, 1), "ship").cost == 9, "the ship's way")
    assert.same({ nil, "unreachable" }, { map:path(map:cell(2, 2), map:cell(2, 5), "infantry") })
  end)
end)

describe("roads", function()
  it("are preferred where all else is dearer", function()
    local map = astar.grid{
      rows = {
        ".............",
        "..+++++++++..",
        "..+.......+..",
        "..+.......+..",
        "+++.......+++",
      },
      legend = { ["."] = "grass", ["+"] = "road" }, neighbours = 4,
    }
    map:unit("walker", {})
    map:unit("carriage", { default = 3, road = 1 })
    local a, b = map:cell(1, 5), map:cell(13, 5)
    assert.equal(12, select(2, map:path(a, b, "walker")))
    local path, cost = map:path(a, b, "carriage")
    assert.equal(18, cost)
    assert.equal(18, count(path, "road"))
    -- over grass where the road is too long a way round
    a, b = map:cell(3, 4), map:cell(5, 4)
    path, cost = map:path(a, b, "carriage")
    assert.equal(6, cost)
    assert.equal(2, count(path, "grass"))
    assert.equal(3, #path)
  end)

  it("cheaper than all else serve as well", function()
    local map = astar.grid{ width = 30, height = 9 }
    map:unit("cart", { road = 0.2 })
    map:fill(1, 1, 30, 1, "road")
    local a, b = map:cell(1, 5), map:cell(30, 5)
    local path, cost = map:path(a, b, "cart")
    that(cost < 29, "the straight way costs 29, %g was found", cost)
    that(count(path, "road") > 15, "%d cells of road", count(path, "road"))
    check.near(select(2, map:path(a, b, { unit = "cart", heuristic = "zero" })), cost, "cost")
  end)
end)

-- 1 ground, 2 road, 100 start, 200 goal, 22 base of a turret, -1 nothing
local TOWER_DEFENCE = [[
-1,-1,1,1,1,1,1,1,-1,-1
1,1,1,1,1,1,1,1,1,1
100,2,2,2,1,22,1,1,1,1
1,1,1,2,1,1,1,2,2,200
1,22,1,2,2,2,2,2,22,1
1,1,1,1,22,1,1,1,1,1
-1,1,1,1,1,1,1,1,1,-1
]]

describe("a tower defence map", function()
  local LEGEND = { [1] = "ground", [2] = "road", [100] = "start", [200] = "goal", [22] = "turret", [-1] = false }

  local map, start, goal

  -- the cells of a terrain
  local function all(terrain)
    local out = {}
    for node in map:nodes() do
      if node.terrain == terrain then
        out[#out + 1] = node
      end
    end
    return out
  end

  before_each(function()
    map = astar.grid{ csv = TOWER_DEFENCE, legend = LEGEND, neighbours = 4, cell = 64 }
    map:unit("creep", { default = false, ground = 4, road = 1, start = 1, goal = 1 })
    start, goal = all("start")[1], all("goal")[1]
  end)

  it("is read from CSV", function()
    assert.equal(10, map.width)
    assert.equal(7, map.height)
    assert.same({ 1, 3, 32, 160 }, { start.col, start.row, start.x, start.y })
    assert.same({ 10, 4 }, { goal.col, goal.row })
    assert.equal(4, #all("turret"))
    assert.equal(11, #all("road"))
    assert.is_true(map:cell(1, 1).blocked)
    assert.is_true(map:cell(10, 7).blocked)
    assert.is_false(map:cell(3, 1).blocked)
    assert.equal("turret", map:get(6, 3))
  end)

  it("is read by numbers as text too, and by names of its own", function()
    local other = astar.grid{ csv = TOWER_DEFENCE, neighbours = 4,
      legend = { ["1"] = "ground", ["2"] = "road", ["100"] = "start", ["200"] = "goal", ["22"] = "turret", ["-1"] = false } }
    local bare = astar.grid{ csv = TOWER_DEFENCE }
    for node in map:nodes() do
      local twin = other:cell(node.col, node.row)
      assert.equal(node.terrain, twin.terrain)
      assert.equal(node.blocked, twin.blocked)
      local text = bare:get(node.col, node.row)
      assert.equal(node.terrain, LEGEND[tonumber(text)] or "default")
    end
    assert.equal("100", bare:get(1, 3))
    assert.equal("-1", bare:get(1, 1))
  end)

  it("has a way along the road", function()
    local path, cost = map:path(start, goal, "creep")
    assert.equal(64 * 12, cost)
    assert.equal(13, #path)
    assert.equal(11, count(path, "road"))
    for i = 2, #path do
      that(math.abs(path[i].col - path[i - 1].col) + math.abs(path[i].row - path[i - 1].row) == 1, "step %d is slanted", i)
    end
  end)

  it("sends the creeps round a turret that was placed", function()
    local _, before = map:path(start, goal, "creep")
    local tile = map:at(64 * 6 + 10, 64 * 4 + 50)
    assert.same({ 7, 5 }, { tile.col, tile.row })
    assert.equal("road", tile.terrain)
    tile.terrain = "turret"
    local path, cost = map:path(start, goal, "creep")
    that(cost > before, "the turret makes no difference")
    for _, node in path:nodes() do
      that(node ~= tile and node.terrain ~= "turret", "the way leads through a turret")
    end
    map:set(tile.col, tile.row, "road")
    assert.equal(before, select(2, map:path(start, goal, "creep")))
    map:block(tile.col, tile.row)
    assert.equal(cost, select(2, map:path(start, goal, "creep")))
    map:block(tile.col, tile.row, false)
    assert.equal(before, select(2, map:path(start, goal, "creep")))
  end)

  it("tells when a turret would close the way", function()
    for row = 1, 7 do
      if map:get(8, row) ~= "turret" then
        map:block(8, row)
      end
    end
    assert.same({ nil, "unreachable" }, { map:path(start, goal, "creep") })
    map:block(8, 7, false)
    that(map:path(start, goal, "creep"), "no way along the last row")
  end)

  it("makes a running search stale by a turret", function()
    local s = map:search(start, goal, "creep")
    s:step(3)
    map:block(7, 5) -- where it has not been
    assert.equal("searching", s.status)
    map:block(start.col + 1, start.row)
    assert.equal("stale", s.status)
    s:repair()
    assert.equal("found", s:run())
  end)
end)

describe("ground with heights", function()
  local SIZE, SPACING, AT = 20, 0.5, 5

  -- between -0.05 and 0.15
  local function height(x, y)
    return 0.05 + 0.1 * math.sin(x * 1.3) * math.cos(y * 0.9)
  end

  local BOX = { left = 8.4, top = 6.4, right = 9.6, bottom = 12.1 }

  -- whether the straight line between two places misses the box
  local function clear(ax, ay, _, bx, by)
    local from, to = 0, 1
    for _, side in ipairs({ { ax, bx, BOX.left, BOX.right }, { ay, by, BOX.top, BOX.bottom } }) do
      local d = side[2] - side[1]
      if d == 0 then
        if side[1] < side[3] or side[1] > side[4] then
          return true
        end
      else
        local enter, leave = (side[3] - side[1]) / d, (side[4] - side[1]) / d
        if enter > leave then
          enter, leave = leave, enter
        end
        from, to = math.max(from, enter), math.min(to, leave)
      end
    end
    return from > to
  end

  local map, asked, lines

  before_each(function()
    asked, lines = 0, 0
    map = astar.grid{
      width = SIZE, height = SIZE, cell = SPACING, origin = { AT, AT }, corners = "always",
      ground = function(col, row, x, y)
        asked = asked + 1
        assert(col >= 1 and col <= SIZE and row >= 1 and row <= SIZE)
        return height(x, y)
      end,
      sight = function(ax, ay, az, bx, by, bz)
        lines = lines + 1
        assert(az == height(ax, ay) and bz == height(bx, by))
        return clear(ax, ay, az, bx, by, bz)
      end,
    }
    -- what lies too high is cut off
    for node in map:nodes() do
      if node.z > 0.1 then
        node:unlink()
      end
    end
  end)

  it("asks for each cell, and once for each pair of neighbours", function()
    assert.equal(SIZE * SIZE, asked)
    assert.equal(2 * SIZE * (SIZE - 1) + 2 * (SIZE - 1) * (SIZE - 1), lines)
  end)

  it("lies where it was anchored", function()
    local first, last = map:cell(1, 1), map:cell(SIZE, SIZE)
    assert.same({ AT + SPACING / 2, AT + SPACING / 2 }, { first.x, first.y })
    assert.same({ AT + (SIZE - 0.5) * SPACING, AT + (SIZE - 0.5) * SPACING }, { last.x, last.y })
    assert.is_nil(map:at(AT - 0.01, AT + 1))
    assert.is_nil(map:at(AT + SIZE * SPACING, AT + 1))
    for node in map:nodes() do
      assert.equal(height(node.x, node.y), node.z)
      assert.equal(node, map:at(node.x, node.y))
    end
  end)

  it("links neither over hills nor through the box", function()
    local low, high, through = 0, 0, 0
    for node in map:nodes() do
      for other, cost in node:links() do
        that(node.z <= 0.1 and other.z <= 0.1, "%s is linked to %s", node, other)
        that(clear(node.x, node.y, 0, other.x, other.y), "%s is linked to %s through the box", node, other)
        check.near(node:distance(other), cost, "cost")
      end
      if node.z > 0.1 then
        high = high + 1
      else
        low = low + 1
        for _, d in ipairs({ { 1, 0 }, { 0, 1 } }) do
          local other = map:cell(node.col + d[1], node.row + d[2])
          if other and other.z <= 0.1 then
            local seen = clear(node.x, node.y, 0, other.x, other.y)
            that(map:linked(node, other) == seen, "%s and %s: linked %s", node, other, tostring(not seen))
            if not seen then
              through = through + 1
            end
          end
        end
      end
    end
    that(low > 50 and high > 50 and through > 3, "%d low, %d high, %d blocked", low, high, through)
  end)

  -- The largest connected part, as an array of nodes.
  local function mainland()
    local best = {}
    for node in map:nodes() do
      local s = map:search(node)
      s:run()
      if s.expanded > #best then
        best = {}
        for n in s:nodes("closed") do
          best[#best + 1] = n
        end
      end
    end
    return best
  end

  it("gives the node nearest to a click, among those with links", function()
    local rng = require("spec.support.random").new(17)
    local linked = {}
    for node in map:nodes() do
      local link, state = node:links()
      if link(state) then linked[#linked + 1] = { node = node, x = node.x, y = node.y } end
    end
    for _ = 1, 200 do
      local x, y = rng:real(AT - 1, AT + SIZE * SPACING + 1), rng:real(AT - 1, AT + SIZE * SPACING + 1)
      local best, least
      for _, r in ipairs(linked) do
        local d = (r.x - x) ^ 2 + (r.y - y) ^ 2
        if not least or d < least then
          best, least = r.node, d
        end
      end
      local node, distance = map:nearest(x, y, { linked = true })
      assert.equal(best, node)
      assert.near(math.sqrt(least), distance, 1e-9)
    end
  end)

  it("finds ways that go round the box and the hills", function()
    local land = mainland()
    that(#land > 30, "only %d cells are connected", #land)
    for i = 1, #land, 7 do
      local path, cost = map:path(land[1], land[i])
      local sum = 0
      for k = 2, #path do
        that(map:linked(path[k - 1], path[k]), "step %d is no link", k)
        sum = sum + path[k]:distance(path[k - 1])
      end
      check.near(sum, cost, "cost")
      check.near(path.length, cost, "length")
      local s = map:search(land[1], land[i], { heuristic = "zero" })
      s:run()
      check.near(s:cost(land[i]), cost, "cost by Dijkstra")
      assert.equal(2 * #path, #path:points())
      assert.equal(3 * #path, #path:points(3))
    end
  end)

  it("is walked by two agents at once", function()
    local land = mainland()
    local agents = {
      { s = map:search(land[1], land[#land]), position = {} },
      { s = map:search(land[#land], land[1]), position = {} },
    }
    -- search a little in each frame, then walk
    local frames, walking = 0, 2
    while walking > 0 and frames < 10000 do
      frames = frames + 1
      for _, agent in ipairs(agents) do
        if not agent.path then
          if agent.s:step(3) == "found" then
            agent.path, agent.gone = agent.s:path(), 0
          end
        elseif agent.gone < agent.path.length then
          agent.gone = agent.gone + 0.11
          local x, y, z = agent.path:at(agent.gone)
          agent.position = { x, y, z }
          local cell = map:at(x, y)
          that(cell and cell.z <= 0.15, "an agent left the map")
          if agent.gone >= agent.path.length then
            walking = walking - 1
          end
        end
      end
    end
    assert.equal(0, walking)
    assert.same({ land[#land].x, land[#land].y, land[#land].z }, agents[1].position)
    assert.same({ land[1].x, land[1].y, land[1].z }, agents[2].position)
    check.near(agents[1].path.cost, agents[2].path.cost, "there and back")
  end)
end)
