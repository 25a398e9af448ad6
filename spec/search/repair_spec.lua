-- Edits under searches, ranges and flows: which make them stale, and what repair makes of them, against slow oracles and new
-- searches on random graphs and grids of every layout.

local astar = require "astar"
local answers = require "spec.support.answers"
local check = require "spec.support.check"
local fields = require "spec.support.fields"
local quests = require "spec.support.quests"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local tiles = require "spec.support.tiles"
local world = require "spec.support.world"

local that = check.that
local with = shapes.with

local ALL = { terrain = true, walls = true, links = true, heights = true, waypoints = true, wrap = true, odd = true }
local MAY = { lists = 0.25, stop = 0.2, layers = 0.4, max_cost = 0.25, near = 0.2 }

local function random_world(rng)
  if rng:chance(0.4) then return world.random(rng, rng:int(2, 30), rng:real(1, 4)) end
  return tiles.random(rng, with(ALL, { size = rng:int(2, 12) }))
end

local live, are_live = quests.live, quests.are_live

local function edit(w, rng) quests.edit(w, rng, ALL) end

-- Whether what a search knows is what follows from the nodes that it has expanded: where it is not, an edit has a reason to
-- make it stale. Only for searches forward.
local function is_consistent(w, s, start, rules)
  for _, r in ipairs(w.list) do
    local best
    for _, from in ipairs(w.list) do
      if s:state(from.node) == "closed" and (from == start or not (rules.stop and rules.stop[from])) then
        local step = fields.least(w, from, r, rules)
        local cost = step and s:cost(from.node) + step
        if cost and cost <= (rules.max_cost or check.inf) and (not best or cost < best) then best = cost end
      end
    end
    local state, known = s:state(r.node), s:cost(r.node)
    if r ~= start and ((best ~= nil) ~= (known ~= nil) or best and not check.close(best, known)) then return false end
    if r ~= start and not best and state == "excluded" then
      if not (rules.avoid or rules.only) and fields.step(w, start, { to = r, from = start }, rules) then return false end
    end
  end
  return true
end

describe("a running search", function()
  it("turns stale by an edit that concerns it, and else ends with what is right then", function()
    local stale, groundless = 0, 0
    random.cases("edits under searches", 1500, function(rng)
      local w = random_world(rng)
      local rules, given = quests.rules(w, rng, MAY)
      local start = rng:pick(w.list)
      local goals, nodes = quests.goals(w, rng)
      local s = w.g:search(start.node, nodes, given)
      while s.status == "searching" do
        s:step(rng:int(0, 6) + 1)
        if s.status ~= "searching" then break end
        -- Setting units, and renumbering, end all searches of the unit; nearness is not looked into.
        edit(w, rng)
        if not are_live(w, goals) or not are_live(w, { start }) then
          that(s.status == "stale", "an end was removed")
          return
        end
        if s.status == "stale" then
          if not rules.near and not rules.adjacent then
            stale = stale + 1
            if is_consistent(w, s, start, rules) then groundless = groundless + 1 end
          end
          return
        end
      end
      answers.check(w, s, start, goals, rules, "in spite of edits")
    end)
    -- Some edits concern estimates or the unit, and what `excluded` nodes are is not asked here.
    that(groundless <= 0.4 * stale + 10, "%d of %d searches are stale without a reason", groundless, stale)
  end)

  it("with callbacks", function()
    random.cases("edits under callbacks", 400, function(rng)
      local w = random_world(rng)
      local rules, given = quests.rules(w, rng, { layers = 0.3, cost = 1 })
      local start = rng:pick(w.list)
      local goals, nodes = quests.goals(w, rng)
      local s = w.g:search(start.node, nodes, given)
      while s.status == "searching" do
        s:step(rng:int(1, 4))
        if s.status == "searching" and rng:chance(0.5) then
          edit(w, rng)
          if not are_live(w, goals) or not are_live(w, { start }) then return end
          if s.status == "stale" then
            if s:repair() == "stale" then return end
          end
        end
      end
      answers.check(w, s, start, goals, rules, "callback")
    end)
  end)
end)

describe("repair", function()
  it("of a search to goals", function()
    random.cases("repaired searches", 1200, function(rng)
      local w = random_world(rng)
      local rules, given = quests.rules(w, rng, MAY)
      if rng:chance(0.2) then given.heuristic = rng:pick({ "zero", "auto", "euclidean" }) end
      local start = rng:pick(w.list)
      local goals, nodes = quests.goals(w, rng)
      local s = w.g:search(start.node, nodes, given)
      for round = 1, rng:int(1, 6) do
        s:step(rng:int(1, 30))
        for _ = 1, rng:int(0, 3) do edit(w, rng) end
        if not are_live(w, { start }) then
          that(not pcall(s.repair, s), "a start that was removed")
          return
        end
        local status
        if not are_live(w, goals) or rng:chance(0.25) then
          goals, nodes = quests.goals(w, rng)
          status = s:repair(nil, nodes)
        else
          status = s:repair()
        end
        that(status == s.status and status ~= "stale", "status %s", status)
        if rng:chance(0.6) then
          s:run()
          answers.check(w, s, start, goals, rules, "round " .. round)
        end
      end
    end)
  end)

  it("finds what got cheaper than the goal that was to be expanded next", function()
    local g = astar.graph()
    local a, b, c, goal = g:add(0, 0), g:add(0, 0), g:add(0, 0), g:add(0, 0)
    for _, link in ipairs({ { a, b, 1 }, { b, goal, 9 }, { a, c, 20 }, { c, goal, 1 } }) do
      g:link(link[1], link[2], { cost = link[3], oneway = true })
    end
    local s = g:search(a, goal)
    s:step(2)
    g:link(a, c, { cost = 3, oneway = true })
    s:repair()
    s:run()
    assert.equal(4, select(2, s:path()))
  end)

  it("of ranges, flows, and searches in both directions that explore all: the same as a new one, to the last bit", function()
    random.cases("repaired fields", 1500, function(rng)
      local w = random_world(rng)
      local rules, given = quests.rules(w, rng, MAY)
      local start = rng:pick(w.list)
      local goals, nodes = quests.goals(w, rng)
      local kind = rng:int(1, 4)
      if kind <= 2 then given.near, given.adjacent, rules.near, rules.adjacent = nil, nil, nil, nil end
      if kind == 1 then given.stop, rules.stop = nil, nil end
      local function make()
        local options = live(w, given)
        if kind == 1 then return w.g:reach(start.node, nil, options) end
        if kind == 2 then return w.g:search(start.node, nil, options) end
        if kind == 3 then return w.g:flow(nodes, options) end
        return w.g:search(nodes, nil, with(options, { reverse = true }))
      end
      local s = make()
      for round = 1, rng:int(1, 6) do
        if rng:chance(0.8) then s:step(rng:int(1, 40)) end
        for _ = 1, rng:int(0, 3) do edit(w, rng) end
        if kind <= 2 and not are_live(w, { start }) then return end
        if kind >= 3 and (not are_live(w, goals) or rng:chance(0.25)) then
          goals, nodes = quests.goals(w, rng)
          s:repair(nodes)
        else
          s:repair()
        end
        if kind == 1 or kind == 3 then that(s.status == "done", "not finished, but %s", s.status) end
        if rng:chance(0.7) then
          s:run()
          local new = make()
          new:run()
          answers.check_same(w, s, new, ("kind %d, round %d"):format(kind, round))
        end
      end
    end)
  end)

  it("of flows leads the same way as a new one, where no step is free", function()
    random.cases("ways of repaired flows", 300, function(rng)
      local map = astar.grid { width = rng:int(2, 30), height = rng:int(2, 30), layout = rng:pick(tiles.LAYOUTS) }
      map:unit("man", { mud = 2, road = 0.5 })
      local goal = map:cell(rng:int(1, map.width), rng:int(1, map.height))
      local flow = map:flow(goal, "man")
      for _ = 1, 8 do
        for _ = 1, rng:int(1, 6) do
          local col, row = rng:int(1, map.width), rng:int(1, map.height)
          if rng:chance(0.5) then map:block(col, row, rng:chance(0.7))
          else map:set(col, row, rng:pick({ "mud", "road", "plain" })) end
        end
        flow:repair()
        local new = map:flow(goal, "man")
        for id = 1, map.width * map.height do
          local cell = map:node(id)
          that(flow:next(cell) == new:next(cell), "from %s", cell)
        end
      end
    end)
  end)

  it("of a search backwards follows a start that moves", function()
    random.cases("moving starts", 400, function(rng)
      local w = random_world(rng)
      local rules, given = quests.rules(w, rng, { layers = 0.3 })
      local goal, at = rng:pick(w.list), rng:pick(w.list)
      local s = w.g:search(goal.node, at.node, with(given, { reverse = true }))
      for _ = 1, 8 do
        s:run()
        local best = fields.costs_from(w, at, rules)[goal]
        local path, cost = s:path()
        that((path ~= nil) == (best ~= nil), "from %s: %s", at.node, s.status)
        if path then
          check.near(best, cost, "from %s", at.node)
          that(path[1] == at.node and path[#path] == goal.node, "ends")
          check.near(best, fields.walk(w, path:table(), rules), "sum")
          if #path > 1 then at = w.by_node[path[2]] end
        end
        for _ = 1, rng:int(0, 2) do edit(w, rng) end
        if not are_live(w, { goal, at }) then return end
        s:repair(nil, at.node)
      end
    end)
  end)

  it("leaves a finished search that the edits do not concern finished", function()
    local map = astar.grid { width = 40, height = 5 }
    local s = map:search(map:cell(20, 3), map:cell(25, 3))
    assert.equal("found", s:run())
    map:block(1, 1)
    map:set(40, 5, "mud")
    assert.equal("found", s:repair())
    local range = map:reach(map:cell(3, 3), 4)
    local expanded = range.expanded
    map:block(38, 2)
    assert.equal("done", range:repair())
    assert.equal(expanded, range.expanded)
    map:block(5, 3)
    assert.equal("done", range:repair())
    assert.is_nil(range:cost(map:cell(5, 3)))
  end)

  it("where nothing was edited looks at no node", function()
    local map = astar.grid { width = 60, height = 60 }
    local flow, range = map:flow(map:cell(30, 30)), map:reach(map:cell(30, 30), 20)
    local expanded = { flow.expanded, range.expanded }
    astar.limit { expansions = 1 }
    local fine, message = pcall(function() for _ = 1, 3 do flow:repair() range:repair() end end)
    assert.are.same(expanded, { flow.expanded, range.expanded })
    map:block(29, 30)
    local edited = pcall(flow.repair, flow)
    astar.limit { expansions = math.huge }
    that(fine, "%s", message)
    assert.is_false(edited)
  end)

  it("computes only the nodes whose costs an edit changes", function()
    local map = astar.grid { width = 200, height = 200 }
    local goal = map:cell(20, 20)
    local flow = map:flow(goal)
    map:block(190, 190)
    map:block(195, 180)
    astar.limit { expansions = 300 }
    local fine, message = pcall(flow.repair, flow)
    local anew = pcall(map.flow, map, goal)
    astar.limit { expansions = math.huge }
    that(fine, "%s", message)
    assert.is_false(anew)
    assert.are.same(map:flow(goal):costs(), flow:costs())
  end)

  it("begins anew where it cannot do better, and says so by its count of expansions only", function()
    local map = astar.grid { width = 30, height = 30 }
    map:unit("man", {})
    local function ways(options)
      local s = map:search(map:cell(1, 1), map:cell(30, 30), options)
      s:run()
      map:block(15, 15)
      s:repair()
      assert.equal("found", s:run())
      map:block(15, 15, false)
      return s
    end
    for _, options in ipairs({ { max_steps = 5000 }, { weight = 1.5 }, { moves = 3 }, { cost = function(_, _, c) return c end },
      { heuristic = "manhattan" }, { jump = true } }) do
      ways(options):close()
    end
    local s = ways("man")
    map:unit("man", { default = 3 })
    s:repair()
    assert.equal("found", s:run())
    assert.near(3 * 29 * 2 ^ 0.5, select(2, s:path()), 1e-9)
  end)

  it("survives a million edits in between", function()
    local map = astar.grid { width = 20, height = 20 }
    local flow, s = map:flow(map:cell(3, 3)), map:search(map:cell(1, 1), map:cell(20, 20))
    s:step(5)
    for i = 1, random.size(1000000, 20000) do map:set(i % 20 + 1, math.floor(i / 20) % 20 + 1, i % 2 == 0 and "mud" or "sand") end
    map:block(4, 4)
    assert.equal("done", flow:repair())
    assert.is_nil(flow:cost(map:cell(4, 4)) and flow:next(map:cell(5, 5)) == map:cell(4, 4) or nil)
    assert.equal("stale", s.status)
    assert.equal("searching", s:repair())
    assert.equal("found", s:run())
  end)

  it("raises where it has to", function()
    local g, n = shapes.chain(5)
    local s = g:search(n[1], n[5])
    s:run()
    local other = astar.graph():add(0, 0)
    assert.has.errors(function() s:repair(other) end)
    assert.has.errors(function() s:repair(nil, {}) end)
    assert.equal("found", s.status)
    g:remove(n[5])
    local fine, message = pcall(s.repair, s)
    assert.is_false(fine)
    assert.matches("node 5 was removed", message, 1, true)
    assert.equal("searching", s:repair(nil, n[4]))
    assert.equal("found", s:run())
    s:close()
    fine, message = pcall(s.repair, s)
    assert.is_false(fine)
    assert.matches("closed", message, 1, true)
    local busy
    busy = g:search(n[1], n[4], { cost = function(_, _, c)
      assert.matches("busy", select(2, pcall(busy.repair, busy)), 1, true)
      return c
    end })
    assert.equal("found", busy:run())
  end)

  it("on a plane begins anew only if the edit may matter", function()
    local plane = astar.plane()
    plane:box(5, 0, 2, 8)
    local s = plane:search(0, 0, 10, 0)
    assert.equal("found", s:run())
    local length = select(2, s:path())
    plane:box(5, 40, 2, 2)
    assert.equal("found", s:repair())
    assert.equal(length, select(2, s:path()))
    local wall = plane:box(5, 4, 2, 4)
    assert.equal("searching", s:repair())
    assert.equal("found", s:run())
    wall:remove()
    s:repair()
    s:run()
    assert.near(length, select(2, s:path()), 1e-9)
    assert.equal("searching", s:repair(nil, nil, 10, 1))
    assert.equal("found", s:run())
  end)

  -- A plane on which boxes come and go: empty, or made from a grid, whose own obstacles go, too.
  local function busy_plane(rng, from_grid)
    local size = 30
    local rocks = {}
    local plane
    if from_grid then
      local map = astar.grid { width = size, height = size }
      for _ = 1, rng:int(0, 40) do map:block(rng:int(1, size), rng:int(1, size)) end
      plane = astar.plane { grid = map }
      for rock in plane:obstacles() do rocks[#rocks + 1] = rock end
    else
      plane = astar.plane()
    end
    local function place() return rng:real(0, size), rng:real(0, size) end
    local function add()
      local x, y = place()
      -- Places of former boxes come again, and so do corners.
      if rng:chance(0.3) then x, y = math.floor(x), math.floor(y) end
      local straight = rng:chance(0.3)
      rocks[#rocks + 1] = plane:box(x, y, straight and 3 or rng:real(0.5, 5), straight and 2 or rng:real(0.5, 5),
        straight and 0 or rng:real(0, 3))
    end
    local function change()
      if #rocks > 0 and rng:chance(0.5) then table.remove(rocks, rng:int(1, #rocks)):remove() else add() end
    end
    for _ = 1, rng:int(0, 25) do add() end
    return plane, place, change
  end

  -- What a search has found is what a new one finds: its cost is the length of its route, whose legs are all clear.
  local function agrees(plane, s, from, to, options)
    local path, cost = s:path()
    local best_path, best = plane:path(from[1], from[2], to[1], to[2], options)
    if not path or not best_path then
      that(not path and not best_path and s.status == best, "%s, should be %s", s.status, best)
      return
    end
    check.near(best, cost, "cost")
    check.near(best, path.length, "length")
    that(path:valid(), "not valid")
    that(path.partial == best_path.partial, "partial")
  end

  for _, from_grid in ipairs { false, true } do
    local what = from_grid and "planes made from grids" or "planes"
    it("on " .. what .. ": searches go on where edits are far away, and end with what is right", function()
      local went_on = 0
      random.cases("edits of " .. what, from_grid and 120 or 300, function(rng)
        local plane, place, change = busy_plane(rng, from_grid)
        local options = { radius = rng:chance(0.4) and rng:real(0.1, 1) or nil, partial = rng:chance(0.2) or nil }
        local from, to = { place() }, { place() }
        local s = plane:search(from[1], from[2], to[1], to[2], options)
        local edited, steps, often = false, rng:int(1, 4), rng:real(0, 0.9)
        while s.status == "searching" do
          s:step(rng:int(1, steps))
          if s.status == "searching" and rng:chance(often) then
            edited = true
            change()
          end
          if s.status == "stale" then s:repair() end
        end
        if edited and s.status == "found" then went_on = went_on + 1 end
        agrees(plane, s, from, to, options)
        for _ = 1, 3 do
          change()
          if rng:chance(0.3) then to = { place() } end
          s:repair(nil, nil, to[1], to[2])
          s:step(rng:int(1, 9))
          if rng:chance(0.5) then change() end
          repeat
            s:repair()
            s:run()
          until s.status ~= "stale"
          agrees(plane, s, from, to, options)
        end
      end)
      that(went_on > 0 or random.scale < 0.1, "no search went on")
    end)
  end

  it("on a plane finds the way past the near side of a large obstacle that went", function()
    local plane = astar.plane()
    plane:box(-1.5, 10, 7, 2)
    local large = plane:box(51, 0, 98, 200)
    local s = plane:search(0, 0, 0, 20)
    s:run()
    assert.near(2 + 2 * math.sqrt(5 * 5 + 9 * 9), select(2, s:path()), 1e-9)
    large:remove()
    s:repair()
    s:run()
    assert.near(2 + 2 * math.sqrt(2 * 2 + 9 * 9), select(2, s:path()), 1e-9)
  end)

  it("on a plane does not take a corner for the one that had its slot before", function()
    random.cases("slots of corners", 200, function(rng)
      local plane = astar.plane()
      for _ = 1, rng:int(3, 10) do
        plane:box(rng:real(3, 27), rng:real(-4, 4), rng:real(0.5, 5), rng:real(0.5, 5), rng:real(0, 3))
      end
      -- Boxes beside the way, each of which stands in place of one that is gone.
      local boxes = {}
      local function add()
        local angle, away = rng:real(0, 2 * math.pi), rng:real(3, 25)
        boxes[#boxes + 1] = plane:box(15 + 1.2 * away * math.cos(angle), away * math.sin(angle), 1, 1, rng:real(0, 3))
      end
      for _ = 1, rng:int(1, 10) do add() end
      local options = rng:chance(0.4) and { radius = rng:real(0.1, 1) } or nil
      local s = plane:search(0, 0, 30, 0, options)
      while s.status == "searching" do
        s:step()
        if s.status == "searching" then
          for _ = 1, rng:int(0, 2) do
            table.remove(boxes, rng:int(1, #boxes)):remove()
            add()
          end
        end
        if s.status == "stale" then s:repair() end
      end
      agrees(plane, s, { 0, 0 }, { 30, 0 }, options)
    end)
  end)
end)
