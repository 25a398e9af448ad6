-- path:valid on graphs and grids, against each step asked for one by one. Planes: spec/plane/place_spec.lua.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that, refuses = check.that, check.refuses

-- The index after which a path is broken, or nil, by a path of one step for each of its steps.
local function broken_at(g, path, unit)
  for i = 1, #path - 1 do
    local a, b = path[i], path[i + 1]
    local step = g:path(a, b, { unit = unit, max_steps = 1000 })
    -- the step itself must be there, not only a way round
    local s = g:search(a, nil, { unit = unit, jump = false })
    s:step(1)
    local direct = s:state(b) == "open" and s:parent(b) == a
    if not (step and direct) then
      return i
    end
  end
end

local function compare(g, path, unit, where)
  local ok, at = path:valid(unit)
  local want = broken_at(g, path, unit)
  that(ok == (want == nil) and at == want, "%s %s, but it breaks after %s: %s", ok, at, want, where)
end

describe("path:valid", function()
  it("on grids follows every edit of the way", function()
    random.cases("valid grids", 120, function(rng)
      local layout = rng:pick({ "square", "square", "isometric", "odd-r", "even-q" })
      local square = layout == "square" or layout == "isometric"
      local w, h = rng:int(1, 12), rng:int(2, 6) * 2
      if not square then
        w = rng:int(1, 6) * 2
      end
      local eight = square and rng:chance(0.7)
      local map = astar.grid({ width = w, height = h, layout = layout, neighbours = square and (eight and 8 or 4) or nil,
        corners = eight and rng:pick({ "never", "one", "always" }) or nil, wrap = rng:chance(0.3) and rng:pick({ "x", "y", "xy" }) or nil })
      map:unit("horse", { mud = 3, wood = false })
      for _ = 1, w * h / 5 do
        map:set(rng:int(1, w), rng:int(1, h), rng:pick({ "mud", "wood", "default" }))
      end
      local paths = {}
      for _ = 1, 4 do
        local a, b = map:cell(rng:int(1, w), rng:int(1, h)), map:cell(rng:int(1, w), rng:int(1, h))
        local unit = rng:pick({ "horse", false }) or nil
        local path = map:path(a, b, { unit = unit, partial = true })
        paths[#paths + 1] = path and { path, unit }
      end
      for edit = 0, 6 do
        local col, row = rng:int(1, w), rng:int(1, h)
        local cell = map:cell(col, row)
        local dice = edit == 0 and 0 or rng:int(1, 4)
        if dice == 1 then
          cell.blocked = true
        elseif dice == 2 then
          map:set(col, row, "wood")
        elseif dice == 3 then
          cell.blocked = false
        elseif dice == 4 and #paths > 0 then
          local path = rng:pick(paths)[1]
          if #path > 1 then
            path[rng:int(2, #path)].blocked = rng:chance(0.7)
          end
        end
        for _, each in ipairs(paths) do
          local where = check.later(function()
            return ("%s, %d by %d, edit %d"):format(layout, w, h, edit)
          end)
          if edit == 0 then
            that((each[1]:valid()), "a new path is not valid: %s", where)
          end
          local ok, at = each[1]:valid()
          local same, again = each[1]:valid(each[2])
          that(ok == same and at == again, "another answer for its own unit: %s", where)
          compare(map, each[1], each[2], where)
          compare(map, each[1], "horse", where)
        end
      end
    end)
  end)

  it("on graphs follows links and nodes", function()
    random.cases("valid graphs", 120, function(rng)
      local g = astar.graph()
      g:unit("horse", { mud = 3, wood = false }, { climb = 1 })
      local nodes = {}
      for i = 1, rng:int(2, 12) do
        nodes[i] = g:add(rng:int(0, 9), rng:int(0, 9), rng:int(0, 2))
      end
      local function link()
        local a, b = rng:pick(nodes), rng:pick(nodes)
        if a ~= b then
          g:link(a, b, { oneway = rng:chance(0.3), terrain = rng:pick({ "mud", "wood", "default" }) })
        end
      end
      for _ = 1, #nodes * 3 do
        link()
      end
      local paths = {}
      for _ = 1, 4 do
        local unit = rng:pick({ "horse", false }) or nil
        local path = g:path(rng:pick(nodes), rng:pick(nodes), { unit = unit })
        paths[#paths + 1] = path and { path, unit }
      end
      for edit = 0, 6 do
        local dice = edit == 0 and 0 or rng:int(1, 4)
        if dice == 1 then
          g:unlink(rng:pick(nodes), rng:pick(nodes))
        elseif dice == 2 then
          rng:pick(nodes).blocked = rng:chance(0.7)
        elseif dice == 3 then
          link()
        elseif dice == 4 and rng:chance(0.3) then
          g:optimize()
        end
        for _, each in ipairs(paths) do
          compare(g, each[1], each[2], "edit " .. edit)
          compare(g, each[1], "horse", "edit " .. edit)
        end
      end
    end)
  end)

  it("of a removed node is false, also if another has its id", function()
    local g = astar.graph()
    local a, b, c = g:add(0, 0), g:add(1, 0), g:add(2, 0)
    g:link(a, b)
    g:link(b, c)
    local path = g:path(a, c)
    assert.is_true(path:valid())
    b:remove()
    assert.same({ false, 1 }, { path:valid() })
    b = nil -- luacheck: ignore
    check.collect()
    b = g:add(1, 0)
    g:link(a, b)
    g:link(b, c)
    assert.same({ false, 1 }, { path:valid() })
    local alone = g:path(a, a)
    assert.is_true(alone:valid())
    a.blocked = true
    assert.is_true(alone:valid())
    a:remove()
    assert.same({ false, 1 }, { alone:valid() })
  end)

  it("needs a unit that there is", function()
    local g = astar.graph()
    local a, b = g:add(0, 0), g:add(1, 0)
    g:link(a, b)
    local path = g:path(a, b)
    refuses("bad argument #1 to 'valid'", path, "valid", "horse")
    refuses("bad argument #1 to 'valid'", path, "valid", 3)
    refuses("bad argument #1 to 'valid'", path, "valid", {})
    check.raises("path expected", path.valid, g)
  end)

  it("knows the ends of a path that are points on links", function()
    random.cases("valid points", 150, function(rng)
      local g, n = astar.graph(), {}
      g:unit("cart", { mud = 2, wood = false })
      for i = 1, rng:int(3, 12) do n[i] = g:add(rng:real(0, 9), rng:real(0, 9), rng:chance(0.3) and rng:real(0, 3) or 0) end
      for _ = 1, #n * 2 do
        local a, b = rng:pick(n), rng:pick(n)
        if a ~= b then g:link(a, b, { oneway = rng:chance(0.2) }) end
      end
      local function place() return rng:chance(0.7) and { x = rng:real(0, 9), y = rng:real(0, 9) } or rng:pick(n) end
      for _ = 1, 6 do
        local unit = rng:chance(0.5) and "cart" or nil
        local path = g:path(place(), place(), unit)
        if path then
          that(path:valid(), "a path is not valid at first")
          if #path > 1 then
            -- Without any links nothing is left of it, but a point on a node that is the next one.
            for node in g:nodes() do node:unlink() end
            local ok, at = path:valid()
            that(ok == false and at >= 1 and at < #path, "valid without links: %s %s", ok, at)
            return
          end
        end
      end
    end)
  end)

  it("tells that a link under a point was cut, or may not be walked", function()
    local g = astar.graph()
    local a, b, c = g:add(0, 0), g:add(10, 0), g:add(20, 0)
    g:link(a, b)
    g:link(b, c)
    g:unit("cart", { wood = false })
    local path = g:path({ x = 3, y = 1 }, { x = 17, y = -1 }, "cart")
    assert.equal(3, #path)
    assert.is_true(path:valid())
    g:add(3, 5)
    assert.is_true(path:valid())
    c.terrain = "wood"
    assert.same({ false, 2 }, { path:valid() })
    c.terrain = nil
    g:unlink(a, b)
    assert.same({ false, 1 }, { path:valid() })
    g:link(b, a, { oneway = true })
    assert.same({ false, 1 }, { path:valid() })
    g:link(a, b)
    assert.is_true(path:valid())
    a.x = -1
    assert.is_true(path:valid())
    a.y = 4
    assert.same({ false, 1 }, { path:valid() })
    local short = g:path({ x = 12, y = 0 }, { x = 14, y = 0 })
    assert.equal(2, #short)
    assert.is_true(short:valid())
    g:unlink(b, c)
    assert.same({ false, 1 }, { short:valid() })
  end)
end)

describe("path:valid from an index on", function()
  it("looks at the rest of the way only", function()
    local map = astar.grid { width = 9, height = 1 }
    local path = map:path(map:cell(1, 1), map:cell(9, 1))
    assert.is_true(path:valid(nil, 9))
    map:block(3, 1)
    assert.same({ false, 2 }, { path:valid() })
    assert.same({ false, 2 }, { path:valid(nil, 2) })
    assert.is_true(path:valid(nil, 3))
    map:block(8, 1)
    assert.same({ false, 7 }, { path:valid(nil, 3) })
    assert.is_true(path:valid(nil, 8))
    refuses("bad argument #2 to 'valid'", path, "valid", nil, 0)
    refuses("bad argument #2 to 'valid'", path, "valid", nil, 10)
    refuses("bad argument #2 to 'valid'", path, "valid", nil, 1.5)
    local plane = astar.plane()
    plane:box(5, 0, 2, 6)
    local way = plane:path(0, 0, 10, 0)
    plane:box(2, 1.5, 0.5, 1)
    plane:box(2, -1.5, 0.5, 1)
    assert.same({ false, 1 }, { way:valid() })
    assert.is_true(way:valid(nil, 2))
  end)
end)
