-- A crowd that runs out of memory in a call does in the next one what it would have done, to the last bit.

local astar = require "astar"
local check = require "spec.support.check"
local crowds = require "spec.support.crowds"
local memory = require "spec.support.memory"
local random = require "spec.support.random"

local that, list = check.that, crowds.list

-- Moves a crowd within so many bytes, and once more if these are not enough; and its twin. They have to be the same then.
-- Returns whether they were.
local function compare(bytes, crowd, twin, what)
  local enough = memory.within(bytes, crowd.step, crowd)
  if not enough then crowd:step() end
  twin:step()
  that(crowds.dump_agents(crowd) == crowds.dump_agents(twin), "%s: it goes on otherwise after %d bytes", what, bytes)
  that(crowd:save() == twin:save(), "%s: it is saved otherwise after %d bytes", what, bytes)
  return enough
end

-- make() → a map and a new crowd on it. Its step number `before` + 1 has ever more bytes, until they are enough for long.
local function at_each_allocation(what, before, make)
  local stride = random.size(16, 160)
  local bytes, most = nil, 0
  repeat
    local map, crowd = make()
    local twin = map:crowd(crowd:save())
    for _ = 1, before do
      crowd:step()
      twin:step()
    end
    bytes = bytes and bytes + stride or memory.module() - memory.GRAPH
    if not compare(bytes, crowd, twin, what) then most = bytes end
    for _ = 1, 3 do compare(math.huge, crowd, twin, what) end
  until bytes > most + 2000
end

describe("a crowd that runs out of memory", function()
  it("goes on with the searches of its agents", function()
    at_each_allocation("searches", 1, function()
      local map = astar.grid { width = 3, height = 3 }
      local crowd = map:crowd { expansions = 5 }
      crowd:add(map:cell(3, 2), { goal = map:cell(2, 3) })
      crowd:add(map:cell(1, 1), { goal = map:cell(2, 1), priority = 1 })
      return map, crowd
    end)
  end)

  it("carries out the orders of its groups once", function()
    at_each_allocation("orders", 0, function()
      local map = astar.grid { width = 5, height = 3 }
      local crowd = map:crowd()
      local units = {}
      for row = 1, 3 do units[row] = crowd:add(map:cell(1, row)) end
      crowd:group(units).goal = map:cell(4, 2)
      return map, crowd
    end)
  end)

  it("gives no places anew that no edit has closed", function()
    at_each_allocation("places", 0, function()
      local map = astar.grid { width = 5, height = 3 }
      local crowd = map:crowd()
      local units = {}
      for row = 1, 3 do units[row] = crowd:add(map:cell(1, row)) end
      crowd:group(units, { formation = "line" }).goal = map:cell(4, 2)
      crowd:step(2)
      map:block(1, 1)
      return map, crowd
    end)
  end)

  it("lets members of groups exchange their places once", function()
    random.cases("exchanges without memory", 120, function(rng)
      local graph, n, units = astar.graph(), {}, {}
      for i = 1, rng:int(5, 12) do n[i] = graph:add(rng:int(0, 9), rng:int(0, 2)) end
      for _ = 1, rng:int(#n, 2 * #n) do
        local a, b = rng:pick(n), rng:pick(n)
        if a ~= b then graph:link(a, b, { oneway = rng:chance(0.6) }) end
      end
      local crowd = graph:crowd { patience = 8 }
      for i = 1, rng:int(2, math.min(8, #n - 1)) do units[i] = crowd:add(n[i], { speed = rng:pick { 1, 2, 3 } }) end
      crowd:group(units, { formation = "line" }).goal = rng:pick(n)
      crowd:update(20) -- from then on some are held up
      local twin = graph:crowd(crowd:save())
      for _ = 1, 40 do
        if rng:chance(0.3) then rng:pick(n).z = rng:int(0, 1) end
        local bytes = rng:chance(0.7) and memory.module() - memory.GRAPH + rng:int(0, 6000) or math.huge
        -- What runs out of memory has taken the time, and is still to be made.
        if not memory.within(bytes, crowd.update, crowd, 1) then crowd:update(0) end
        twin:update(1)
        that(crowd:save() == twin:save(), "after %d bytes it is saved otherwise", bytes)
      end
    end)
  end)

  it("at any moment", function()
    random.cases("crowds without memory", 400, function(rng)
      local map = astar.grid { width = rng:int(2, 4), height = rng:int(1, 3) }
      local cells = #map
      local crowd = map:crowd { expansions = rng:pick { 5, 1000, math.huge }, patience = rng:pick { 2, 8 } }
      for _ = 1, rng:int(1, cells) do
        local cell = map:node(rng:int(1, cells))
        if not crowd:at(cell) then crowd:add(cell, { goal = map:node(rng:int(1, cells)), priority = rng:int(0, 1) }) end
      end
      local twin = map:crowd(crowd:save())
      local taken = memory.module() - memory.GRAPH
      for _ = 1, rng:int(1, 15) do
        local dice = rng:int(1, 6)
        if dice == 1 then
          local cell = map:node(rng:int(1, cells))
          cell.blocked = not cell.blocked
        elseif dice == 2 then
          local k, goal = rng:int(1, #crowd), map:node(rng:int(1, cells))
          for _, each in ipairs { crowd, twin } do list(each)[k].goal = goal end
        elseif dice == 3 then
          local k, goal = rng:int(1, #crowd), map:node(rng:int(1, cells))
          for _, each in ipairs { crowd, twin } do
            local units = list(each)
            each:group({ units[k], units[k % #units + 1] ~= units[k] and units[k % #units + 1] or nil }).goal = goal
          end
        else
          compare(rng:chance(0.7) and taken + rng:int(0, 8000) or math.huge, crowd, twin, "at random")
        end
      end
    end)
  end)
end)
