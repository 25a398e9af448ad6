-- Units of discs: each disc has the obstacles and ways of its own; and the flows that they follow. In random worlds no disc
-- ever enters what its unit cannot.

local astar = require "astar"
local check = require "spec.support.check"
local crowds = require "spec.support.crowds"
local random = require "spec.support.random"

local run, all_arrived, dump = crowds.run, crowds.all_arrived, crowds.dump_discs
local that, raises, refuses = check.that, check.raises, check.refuses

-- A meadow with a strip of forest across it, which tanks cannot enter, and a ford at its lower end.
local function strip()
  local map = astar.grid { width = 20, height = 10 }
  map:unit("man", { forest = 1.5 })
  map:unit("tank", { forest = false })
  map:fill(10, 1, 2, 8, "forest")
  return map, map:crowd { radius = 0.4, unit = "man" }
end

describe("a unit of a disc", function()
  it("is that of the crowd, unless it is given", function()
    local map, crowd = strip()
    assert.equal("man", crowd.unit)
    local a, b = crowd:add(2, 2), crowd:add(2, 5, { unit = "tank" })
    assert.same({ "man", "tank" }, { a.unit, b.unit })
    a.unit = "tank"
    b.unit = nil
    assert.same({ "tank", "man" }, { a.unit, b.unit })
    crowd = map:crowd { radius = 0.4 }
    a = crowd:add(2, 2)
    assert.equal(nil, a.unit)
    assert.equal(nil, crowd.unit)
    a.unit = "man"
    assert.equal("man", a.unit)
    a.unit = nil
    assert.equal(nil, a.unit)
  end)

  it("decides what is in its way", function()
    local map, crowd = strip()
    local man = crowd:add(10, 2)
    refuses("a disc of radius 0.4 cannot stand at (10, 2): a cell that cannot be entered is too near", crowd, "add", 10, 2,
      { unit = "tank" })
    assert.equal(1, #crowd)
    raises("field 'unit' of a disc: a disc of radius 0.4 cannot stand at (10, 2)", function() man.unit = "tank" end)
    assert.equal("man", man.unit)
    local tank = crowd:add(5, 5, { unit = "tank", speed = 3, goal = { 17, 2 } })
    man.goal, man.speed = { 17, 5 }, 3
    refuses("a cell that cannot be entered is too near", tank, "place", 10, 2)
    local forded
    that(run(crowd, 20, function()
      that(map:at(tank.x, tank.y).terrain ~= "forest", "it is in the forest")
      forded = forded or tank.y > 8.3
      return all_arrived(crowd)
    end), "%s and %s", man, tank)
    that(forded, "it has not come by the ford")
  end)

  it("follows what the map says of it", function()
    local map, crowd = strip()
    local man, tank = crowd:add(10, 2), crowd:add(5, 5, { unit = "tank", speed = 3 })
    map:unit("tank", {})
    tank.goal = { 17, 5 }
    that(run(crowd, 7, function() return tank.status == "arrived" end), "%s at %g, %g", tank, tank.x, tank.y)
    map:unit("man", { forest = false })
    crowd:update(0.05)
    assert.same({ "stuck", "arrived" }, { man.status, tank.status })
    that(run(crowd, 5, function() return map:at(man.x, man.y).terrain ~= "forest" end), "%s is still in the forest", man)
    tank:place(10, 2)
    man.unit = "tank"
    man:place(10, 4)
  end)

  it("decides whose path it takes after a change", function()
    local map, crowd = strip()
    local a = crowd:add(5, 5, { speed = 3, goal = { 17, 5 } })
    run(crowd, 1)
    a.unit = "tank"
    that(run(crowd, 20, function()
      that(map:at(a.x, a.y).terrain ~= "forest", "it is in the forest")
      return a.status == "arrived"
    end), "%s at %g, %g", a, a.x, a.y)
  end)

  it("refuses what it cannot be", function()
    local map, crowd = strip()
    local a = crowd:add(2, 2)
    refuses("bad argument #3 to 'add' (no unit named 'tanc' (did you mean 'tank'?))", crowd, "add", 5, 5, { unit = "tanc" })
    refuses("option 'unit': string expected, got number", crowd, "add", 5, 5, { unit = 3 })
    raises("no unit named 'x'", function() a.unit = "x" end)
    raises("field 'unit' of a disc: string expected, got boolean", function() a.unit = true end)
    raises("field 'unit' of a crowd cannot be assigned", function() crowd.unit = "man" end)
    local plane = astar.plane({ grid = map, unit = "man" }):crowd { radius = 0.4 }
    local b = plane:add(2, 2)
    refuses("option 'unit': a crowd on a plane has no units: make it over the map, by map:crowd { radius = 0.4 }", plane, "add", 5, 5,
      { unit = "man" })
    raises("field 'unit' of a disc: a crowd on a plane has no units", function() b.unit = "man" end)
    raises("field 'unit' of a disc: a crowd on a plane has no units", function() b.unit = nil end)
    assert.equal(nil, b.unit)
    assert.equal(nil, plane.unit)
  end)
end)

describe("the save of discs of several units", function()
  it("has them by name", function()
    local map, crowd = strip()
    crowd:add(2, 2, { unit = "tank" }):remove()
    crowd:add(2, 2, { unit = "tank", goal = { 17, 2 } })
    crowd:add(2, 5, { goal = { 17, 5 } })
    local text = crowd:save()
    local other = astar.grid { width = 20, height = 10 }
    refuses("a disc has the unit 'man', which the map does not have", other, "crowd", text)
    other:unit("tank", {})
    refuses("a disc has the unit 'man', which the map does not have", other, "crowd", text)
    other:unit("man", {})
    local loaded = other:crowd(text)
    assert.equal("man", loaded.unit)
    assert.equal(dump(crowd), dump(loaded))
    assert.equal(text, map:crowd(text):save())
    assert.equal(2, #astar.plane({ grid = map }):crowd(text))
    for a in crowd:agents() do a:remove() end
    text = crowd:save()
    other = astar.grid { width = 5, height = 5 }
    refuses("the crowd is one for the unit 'man', which the map does not have", other, "crowd", text)
    other:unit("man", {})
    assert.equal(0, #other:crowd(text))
  end)
end)

describe("a disc that is off its flow", function()
  it("goes back to the nearest cell from which the flow leads", function()
    local map, crowd = strip()
    local flow = map:flow(map:cell(19, 5), "tank")
    local a = crowd:add(10.5, 3.5, { speed = 2, goal = flow })
    crowd:update(0.05)
    assert.equal("moving", a.status)
    that(run(crowd, 2, function() return map:at(a.x, a.y).terrain ~= "forest" end), "%s at %g, %g", a, a.x, a.y)
    that(math.abs(a.y - 3.5) < 1, "it has left by another way")
    that(run(crowd, 30, function()
      that(map:at(a.x, a.y).terrain ~= "forest", "it is back in the forest")
      return a.status == "arrived"
    end), "%s at %g, %g", a, a.x, a.y)
  end)

  it("goes round what is between", function()
    local map = astar.grid { rows = { "ff##......", "ff##......", "ff##......", "ff##......", "ffffff....", "ffffff...." },
      legend = { f = "forest", ["."] = "grass", ["#"] = false } }
    map:unit("tank", { forest = false })
    local crowd = map:crowd { radius = 0.4 }
    local a = crowd:add(1.5, 0.5, { speed = 2, goal = map:flow(map:cell(10, 1), "tank") })
    that(run(crowd, 20, function() return a.status == "arrived" end), "%s at %g, %g", a, a.x, a.y)
  end)

  it("is stuck if there is no way, and goes when one opens", function()
    local map = astar.grid { rows = { "ff#.......", "ff#.......", "ff#......." },
      legend = { f = "forest", ["."] = "grass", ["#"] = false } }
    map:unit("tank", { forest = false })
    local crowd = map:crowd { radius = 0.4, patience = 1 }
    local a = crowd:add(1.5, 0.5, { speed = 2, goal = map:flow(map:cell(10, 1), "tank") })
    run(crowd, 2)
    assert.equal("stuck", a.status)
    local loaded = map:crowd(crowd:save())
    local b
    for disc in loaded:agents() do b = disc end
    b.goal = a.goal
    map:block(3, 2, false)
    that(run(crowd, 20, function() return a.status == "arrived" end), "%s at %g, %g", a, a.x, a.y)
    that(run(loaded, 20, function() return b.status == "arrived" end), "%s at %g, %g", b, b.x, b.y)
  end)

  it("comes back where others have pushed it", function()
    local rows = {}
    for r = 1, 12 do rows[r] = r <= 2 and ("#"):rep(60) or r <= 4 and ("."):rep(60) or ("f"):rep(60) end
    local map = astar.grid { rows = rows, legend = { ["#"] = false, ["."] = "grass", f = "forest" } }
    map:unit("man", { forest = 1.5 })
    map:unit("tank", { forest = false })
    local flow = map:flow(map:places(map:cell(1, 4), 5, "tank"), "tank")
    local men = map:flow(map:places(map:cell(55, 4), 80, "man"), "man")
    for _, unit in ipairs { "man", "tank" } do
      local crowd = map:crowd { radius = 0.4, unit = "man", horizon = 1 }
      local tanks = {}
      for i = 1, 5 do tanks[i] = crowd:add(40.5 + i, 3.5, { speed = 2, goal = flow, unit = unit }) end
      for i = 0, 79 do crowd:add(4.5 + i % 20, 2.5 + math.floor(i / 20), { speed = 3, goal = men }) end
      that(run(crowd, 150, function()
        local arrived = true
        for _, tank in ipairs(tanks) do
          arrived = arrived and tank.status == "arrived"
          that(unit == "man" or map:at(tank.x, tank.y + 0.39).terrain ~= "forest", "%s is in the forest", tank)
        end
        return arrived
      end), "tanks among men, as %s, have not arrived", unit)
    end
  end)
end)

describe("a disc on the flow of a unit of several cells", function()
  it("passes where the unit does, also if it is as wide", function()
    for n = 2, 4 do
      for layout, part in pairs { square = 0.48, isometric = 0.33, ["odd-r"] = 0.4, ["even-q"] = 0.4 } do
        local map = astar.grid { width = 12 * n, height = 5 * n, layout = layout }
        map:unit("big", {}, { size = n })
        for col = 5 * n + 1, 6 * n do
          for row = 1, 5 * n do
            if row <= 2 * n or row > 3 * n + (layout:find("-") and 1 or 0) then map:block(col, row) end
          end
        end
        local goal, start = map:cell(11 * n, 4 * n), map:cell(n, 2 * n)
        local crowd = map:crowd { radius = part * n, unit = "big" }
        local a = crowd:add(start.x, start.y, { speed = 2, goal = map:flow(goal, "big") })
        that(run(crowd, 120, function() return a.status == "arrived" end), "%d, %s: %s at %g, %g", n, layout, a, a.x, a.y)
        local at = map:at(a.x, a.y)
        that(at.col >= goal.col and at.col < goal.col + n and at.row >= goal.row and at.row < goal.row + n,
          "%d, %s: it is in %s, not on %s", n, layout, at, goal)
      end
    end
  end)

  it("finds its way close to walls, however small it is", function()
    local map = astar.grid { width = 20, height = 20 }
    map:unit("big", {}, { size = 2 })
    for col = 1, 14 do map:block(col, 10) end
    local crowd = map:crowd { radius = 0.2, unit = "big" }
    local flow = map:flow(map:cell(2, 17), "big")
    for i = 1, 13 do crowd:add(i, i % 2 == 0 and 8.75 or 0.25, { speed = 2, goal = flow }) end
    that(run(crowd, 60, function() return all_arrived(crowd) end), "not all have arrived")
  end)

  it("leaves a passage that is too narrow for its unit", function()
    local map = astar.grid { width = 12, height = 8 }
    map:unit("big", {}, { size = 2 })
    for col = 1, 6 do map:block(col, 3) map:block(col, 5) end
    local crowd = map:crowd { radius = 0.4, unit = "big" }
    local a = crowd:add(0.5, 3.5, { speed = 2, goal = map:flow(map:cell(10, 7), "big") })
    that(run(crowd, 20, function() return a.status == "arrived" end), "%s at %g, %g", a, a.x, a.y)
  end)
end)

describe("a crowd over a map refuses", function()
  it("paths and flows of another", function()
    local map, crowd = strip()
    local other = strip()
    local a = crowd:add(2, 2)
    local path, flow = other:path(other:cell(1, 1), other:cell(5, 5)), other:flow(other:cell(5, 5))
    refuses("option 'goal': the path is of another map than the crowd", crowd, "add", 5, 5, { goal = path })
    refuses("option 'goal': the flow is of another map than the crowd", crowd, "add", 5, 5, { goal = flow })
    raises("field 'goal' of a disc: the path is of another map than the crowd", function() a.goal = path end)
    raises("field 'goal' of a disc: the flow is of another map than the crowd", function() a.goal = flow end)
    assert.equal(nil, a.goal)
    assert.equal(1, #crowd)
    a.goal = astar.plane({ grid = map }):path(2, 2, 5, 5)
    a.goal = map:path(map:cell(1, 1), map:cell(5, 5))
    astar.plane({ grid = map }):crowd():add(2, 2, { goal = path }).goal = flow
  end)
end)

---- Random worlds ----------------------------------------------------------------------------------------------

local ENTERS = {
  man = { sea = false, forest = true }, horse = { sea = false, forest = true }, tank = { sea = false, forest = false },
  boat = { sea = true, forest = false, grass = false },
}

local function closed_to(unit)
  return function(terrain) return ENTERS[unit][terrain] == false end
end

local function set_units(map)
  map:unit("man", { sea = false, forest = 2 })
  map:unit("horse", { sea = false, forest = 3, grass = 0.5 })
  map:unit("tank", { sea = false, forest = false })
  map:unit("boat", { forest = false, grass = false, sea = 1 })
end

local UNITS, TERRAINS = { "man", "horse", "tank", "boat" }, { "sea", "sea", "forest", "forest", "grass" }

local function random_map(rng)
  local map = astar.grid { width = rng:int(5, 25), height = rng:int(5, 25) }
  map:fill(1, 1, map.width, map.height, "grass")
  set_units(map)
  for _ = 1, rng:int(0, 12) do
    map:fill(rng:int(1, map.width), rng:int(1, map.height), rng:int(1, 6), rng:int(1, 6), rng:pick(TERRAINS))
  end
  for _ = 1, rng:int(0, 20) do map:block(rng:int(1, map.width), rng:int(1, map.height)) end
  return map
end

local function any_goal(map, rng, flows)
  if rng:chance(0.5) then return rng:pick(flows) end
  return { rng:real(0, map.width), rng:real(0, map.height) }
end

local function add_any(map, crowd, rng, flows)
  local x, y, unit, radius = rng:real(0, map.width), rng:real(0, map.height), rng:pick(UNITS), rng:pick({ 0.2, 0.45, 0.7 })
  if crowds.room_at(map, x, y, closed_to(unit)) <= radius + 1e-6 then return end
  crowd:add(x, y, { unit = unit, radius = radius, speed = rng:pick({ 1, 3, 8 }), goal = any_goal(map, rng, flows),
    priority = rng:int(0, 1) })
end

-- A random edit. Whether discs may now stand where they cannot.
local function edit_any(map, rng)
  local dice, col, row = rng:int(1, 10), rng:int(1, map.width), rng:int(1, map.height)
  if dice <= 3 then map:block(col, row, rng:chance(0.6))
  elseif dice <= 8 then map:set(col, row, rng:pick(TERRAINS))
  elseif dice == 9 then map:fill(col, row, rng:int(1, math.min(5, map.width - col + 1)), 1, rng:pick(TERRAINS))
  else
    local unit = rng:pick(UNITS)
    local may = { sea = rng:chance(0.5), forest = rng:chance(0.5), grass = rng:chance(0.7) }
    ENTERS[unit] = may
    map:unit(unit, { sea = may.sea and 1, forest = may.forest and 2, grass = may.grass and 1 })
  end
end

local function change_any(map, a, rng, flows)
  local dice = rng:int(1, 5)
  if dice == 1 then
    local unit = rng:pick(UNITS)
    local room = crowds.room_at(map, a.x, a.y, closed_to(unit))
    local set = pcall(function() a.unit = unit end)
    that(set or room < a.radius * (1 + 1e-6), "it cannot be a %s at %g, %g", unit, a.x, a.y)
    that(not set or unit == a.unit, "it is a %s", a.unit)
  elseif dice == 2 then a:remove()
  else a.goal = any_goal(map, rng, flows) end
end

-- Which discs look for another way after an edit is seen by the queue, which is saved: of those that have no way to their
-- goals, one searches in an update, and the others wait.
describe("after edits discs look for other ways, of a loaded crowd the same", function()
  local STEPS = { climb = 1 } -- so that only a search can tell that there is no way

  -- Discs of these units whose goal, in the last column, is closed off.
  local function closed_off(map, ...)
    for row = 1, map.height do map:block(9, row) end
    local crowd = map:crowd { radius = 0.3 }
    for i, unit in ipairs { ... } do
      crowd:add(2.5, i - 0.5, { unit = unit, goal = { 9.5, i - 0.5 } })
    end
    run(crowd, 1)
    return crowd
  end

  local function check_same(one, two)
    for _ = 1, 3 do
      one:update(0)
      two:update(0)
      that(one:save() == two:save(), "they are saved otherwise")
    end
  end

  it("if nothing was edited that is in their way", function()
    for _, touch in ipairs {
      function(map) map:unlink(map:cell(1, 1), map:cell(5, 4)) end, -- there is no such step
      function(map) map:wall(map:cell(5, 1), map:cell(6, 1)) end,   -- it is there
    } do
      local map = astar.grid { width = 10, height = 4 }
      map:unit("man", {}, STEPS)
      map:wall(map:cell(5, 1), map:cell(6, 1))
      local crowd = closed_off(map, "man", "man", "man")
      touch(map)
      local again = map:crowd(crowd:save())
      map:add(3, 3)
      check_same(crowd, again)
    end
  end)

  it("whether or not there were walls before", function()
    local map = astar.grid { width = 10, height = 4, levels = 2 }
    map:unit("man", {}, STEPS)
    local a, b = map:cell(5, 1, 2), map:cell(6, 1, 2)
    map:wall(a, b)
    local crowd = closed_off(map, "man", "man", "man")
    map:wall(a, b, false)
    local again = map:crowd(crowd:save())
    map:block(5, 4)
    map:cell(5, 4).blocked = false
    check_same(crowd, again)
  end)

  it("where units part that had the same obstacles", function()
    local map = astar.grid { width = 10, height = 4 }
    map:unit("man", {}, STEPS)
    map:unit("tank", {}, STEPS)
    local crowd = closed_off(map, "tank", "tank", "man", "man")
    local again = map:crowd(crowd:save())
    map:unit("tank", { swamp = false }, STEPS)
    check_same(crowd, again)
  end)

  it("where one gets the obstacles of another that is gone", function()
    local map = astar.grid { width = 10, height = 4 }
    map:unit("man", {}, STEPS)
    map:unit("tank", { swamp = false }, STEPS)
    map:fill(1, 1, 1, 1, "swamp")
    local crowd = map:crowd { radius = 0.3, unit = "man" }
    for row = 1, 3 do crowd:add(2.5, row - 0.5, { goal = map:path(map:cell(2, row), map:cell(10, row)) }) end
    local tank = crowd:add(3.5, 3.5, { unit = "tank" })
    for row = 1, 4 do map:block(9, row) end
    run(crowd, 10)
    tank:remove()
    map:fill(5, 4, 1, 1, "swamp")
    local again = map:crowd(crowd:save())
    for _, one in ipairs { crowd, again } do
      for a in one:agents() do a.unit = "tank" end
    end
    check_same(crowd, again)
  end)
end)

describe("no disc enters what its unit cannot", function()
  it("whatever is done to the map and the units, and goes on so when loaded", function()
    random.cases("discs of several units", 60, function(rng)
      ENTERS.man, ENTERS.horse = { sea = false, forest = true }, { sea = false, forest = true }
      ENTERS.tank, ENTERS.boat = { sea = false, forest = false }, { sea = true, forest = false, grass = false }
      local map = random_map(rng)
      local crowd = map:crowd { radius = 0.4, unit = "man", patience = rng:pick({ 0.5, 2 }), expansions = rng:pick({ 1, 20000 }) }
      local flows, caught, again = {}, {}, nil
      for i = 1, 3 do flows[i] = map:flow(map:cell(rng:int(1, map.width), rng:int(1, map.height)), rng:pick(UNITS)) end
      for _ = 1, 15 do add_any(map, crowd, rng, flows) end
      for _ = 1, 60 do
        local edited = rng:chance(0.2)
        if edited then edit_any(map, rng) end
        if rng:chance(0.1) then for _, flow in ipairs(flows) do flow:repair() end end
        local touched = rng:chance(0.2)
        if touched then
          if rng:chance(0.5) then add_any(map, crowd, rng, flows) end
          for a in crowd:agents() do
            if rng:chance(0.1) then change_any(map, a, rng, flows) end
          end
        end
        if touched then again = nil end
        if not again and rng:chance(0.2) then
          again = map:crowd(crowd:save())
          -- Flows are not saved, and discs to which they are given begin anew.
          for _, one in ipairs { crowd, again } do
            local n = 0
            for a in one:agents() do
              n = n + 1
              if one == crowd and a.goal and type(a.goal) ~= "table" or one == again and not a.goal then
                a.goal = { 1, 1 }
                a.goal = flows[n % 3 + 1]
              end
            end
          end
        end
        crowd:update(0.1)
        if again then
          again:update(0.1)
          assert.equal(dump(crowd), dump(again))
        end
        local now = {}
        for a in crowd:agents() do
          local room = crowds.room_at(map, a.x, a.y, closed_to(a.unit))
          now[a] = room < a.radius * (1 - 1e-6)
          that(not now[a] or caught[a] or edited, "%s, a %s of radius %g at %g, %g, has %.17g", a, a.unit, a.radius, a.x, a.y, room)
        end
        caught = now
      end
    end)
  end)
end)
