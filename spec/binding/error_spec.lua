-- Mistakes: each one raises a clear error, and changes nothing.

local astar = require "astar"
local check = require "spec.support.check"
local child = require "spec.support.child"
local random = require "spec.support.random"

local raises, refuses, that, nan, inf = check.raises, check.refuses, check.that, check.nan, check.inf

local g, a, b, c, removed, foreign, other, s, path, closed

before_each(function()
  g = astar.graph()
  a, b, c = g:add(0, 0, { name = "a" }), g:add(3, 4, { name = "b", terrain = "mud", data = "d" }), g:add(6, 8, 1)
  removed = g:add(9, 9)
  g:link(a, b, { cost = 2, terrain = "road" })
  g:link(b, c)
  g:remove(removed)
  g:unit("man", { mud = 2, sea = false }, { climb = 1 })
  other = astar.graph()
  foreign = other:add(0, 0, { name = "foreign" })
  s = g:search(a, c)
  s:step()
  path = g:path(a, c)
  closed = g:search(a, c)
  closed:close()
end)

-- object:method(...) raises, and the graph and the search are as before.
local function harmless(want, object, method, ...)
  local expanded = s.expanded
  local message = check.harmless(g, want, object, method, ...)
  that(s.status == "searching" and s.expanded == expanded, "%s raised, but the search is %s", method, s.status)
  return message
end

-- Everything that is not a node of this graph, with what the message says.
local function not_nodes()
  return {
    { nil, "node expected" }, { 1, "node expected, got number" }, { 1.5, "node expected" },
    { true, "node expected" }, { false, "node expected" }, { print, "node expected" },
    { coroutine.create(function() end), "node expected" }, { io.stdout, "node expected" },
    { g, "node expected" }, { s, "node expected" }, { path, "node expected" },
    { foreign, "node of another graph" },
    { removed, "node " .. tostring(removed):match("%d+") .. " was removed" },
    { "nobody", "no node named 'nobody'" }, { "", "no node named ''" }, { "1", "no node named '1'" },
    { "foreign", "no node named 'foreign'" }, { ("x"):rep(10000), "no node named" },
  }
end

describe("a node that is none", function()
  -- name of the object, method, the argument that is wrong, whether it may be
  -- nil, whether it may be a table
  local places = {
    { "g", "link", 1 }, { "g", "link", 2 }, { "g", "unlink", 1 }, { "g", "unlink", 2 }, { "g", "linked", 1 },
    { "g", "linked", 2 }, { "g", "remove", 1 }, { "g", "path", 1 }, { "g", "path", 2, false, true },
    { "g", "search", 1 }, { "g", "search", 2, true, true }, { "a", "link", 1 }, { "a", "unlink", 1, true },
    { "a", "distance", 1 }, { "s", "state", 1 }, { "s", "cost", 1 }, { "s", "estimate", 1 }, { "s", "parent", 1 },
    { "s", "path", 1, true },
  }
  for _, place in ipairs(places) do
    local object, method, index, may_be_nil, may_be_table = place[1], place[2], place[3], place[4], place[5]
    it(("raises as argument %d of %s:%s"):format(index, object, method), function()
      local self = ({ g = g, a = a, s = s })[object]
      local bad = not_nodes()
      if not may_be_table then
        bad[#bad + 1] = { {}, "node expected" }
        bad[#bad + 1] = { { a }, "node expected" }
      end
      for i = 1, #bad do
        local value, want = bad[i][1], bad[i][2]
        if may_be_table then
          -- "node or array of nodes expected" will do
          want = want:gsub("node expected", "expected")
        end
        if value ~= nil or not may_be_nil then
          local where = ("bad argument #%d to '%s' ("):format(index, method)
          if value == removed then
            where = want
          end
          if index == 1 then
            harmless({ where, want }, self, method, value, b)
          else
            harmless({ where, want }, self, method, a, value)
          end
        end
      end
      if not may_be_nil then
        if index == 1 then
          harmless(("bad argument #1 to '%s' (node expected"):format(method), self, method)
        else
          harmless(("bad argument #2 to '%s' (node "):format(method), self, method, a)
        end
      end
    end)
  end

  it("raises in restart, which leaves the search as it was", function()
    for i, bad in ipairs(not_nodes()) do
      if i > 1 then
        for index = 1, 2 do
          local want = bad[1] == removed and bad[2] or { "bad argument #" .. index .. " to 'restart'", bad[2] }
          if index == 1 then
            refuses(want, s, "restart", bad[1], b)
          else
            want = type(want) == "table" and { want[1] } or want
            refuses(want, s, "restart", a, bad[1])
          end
        end
      end
    end
    s:restart()
    assert.equal("found", s:run())
  end)

  it("raises in an array of goals", function()
    for i, bad in ipairs(not_nodes()) do
      if i > 1 then
        for _, method in ipairs({ "path", "search" }) do
          local want = bad[1] == removed and bad[2] or { "bad argument #2 to '" .. method .. "'", bad[2] }
          harmless(want, g, method, a, { bad[1] })
          harmless(want, g, method, a, { b, c, bad[1] })
          harmless(want, g, method, a, { bad[1], b })
        end
        assert.is_false(pcall(s.restart, s, a, { b, bad[1] }))
      end
    end
    harmless("bad argument #2 to 'path'", g, "path", a, {})
    harmless("bad argument #2 to 'search'", g, "search", a, {})
    harmless("bad argument #2 to 'path'", g, "path", a, { { a } })
  end)

  it("raises in only and avoid", function()
    for _, option in ipairs({ "only", "avoid" }) do
      for i, bad in ipairs(not_nodes()) do
        if i > 1 then
          for _, method in ipairs({ "path", "search" }) do
            local want = bad[1] == removed and bad[2] or { "bad argument #3 to '" .. method .. "'", option, bad[2] }
            harmless(want, g, method, a, c, { [option] = { bad[1] } })
            harmless(want, g, method, a, c, { [option] = { b, c, bad[1] } })
          end
        end
      end
      for _, bad in ipairs({ 5, true, "a", print, a, g }) do
        harmless({ "bad argument #3 to 'path'", option }, g, "path", a, c, { [option] = bad })
      end
    end
  end)
end)

describe("a number that is none", function()
  local wrong = { nan, inf, -inf, "x", true, {}, print }

  it("raises in add", function()
    for _, bad in ipairs(wrong) do
      harmless("bad argument #1 to 'add' (", g, "add", bad, 0)
      harmless("bad argument #2 to 'add' (", g, "add", 0, bad)
      if type(bad) ~= "table" then
        harmless("bad argument #3 to 'add' (", g, "add", 0, 0, bad)
        harmless("bad argument #3 to 'add' (", g, "add", 0, 0, bad, { name = "new" })
      end
      if type(bad) == "number" then
        harmless("bad argument #1 to 'add' (finite number expected, got ", g, "add", bad, 0)
        harmless("bad argument #3 to 'add' (finite number expected, got ", g, "add", 0, 0, bad)
      end
    end
    harmless("bad argument #1 to 'add' (", g, "add")
    harmless("bad argument #1 to 'add' (", g, "add", nil, 0)
    harmless("bad argument #2 to 'add' (", g, "add", 0)
    harmless("bad argument #2 to 'add' (", g, "add", 0, {})
  end)

  it("raises in nearest and within", function()
    for _, bad in ipairs({ nan, "x", true, {}, print }) do
      harmless("bad argument #1 to 'nearest' (", g, "nearest", bad, 0)
      harmless("bad argument #2 to 'nearest' (", g, "nearest", 0, bad)
      if type(bad) ~= "table" then
        harmless("bad argument #3 to 'nearest' (", g, "nearest", 0, 0, bad)
      end
      harmless("bad argument #1 to 'within' (", g, "within", bad, 0, 1)
      harmless("bad argument #2 to 'within' (", g, "within", 0, bad, 1)
      harmless("bad argument #3 to 'within' (", g, "within", 0, 0, bad)
      harmless("bad argument #3 to 'within' (", g, "within", 0, 0, bad, 1)
      harmless("bad argument #4 to 'within' (", g, "within", 0, 0, 0, bad)
    end
    harmless("bad argument #1 to 'nearest' (", g, "nearest")
    harmless("bad argument #2 to 'nearest' (", g, "nearest", 0)
    harmless("bad argument #1 to 'within' (", g, "within")
    harmless("bad argument #3 to 'within' (", g, "within", 0, 0)
    harmless("bad argument #3 to 'within' (", g, "within", 0, 0, -1)
    harmless("bad argument #4 to 'within' (", g, "within", 0, 0, 0, -0.001)
  end)

  it("raises as the cost of a link, and neither way is made", function()
    for _, bad in ipairs({ nan, inf, -inf, -1, -2 ^ -1074, "x", true, false, {}, print }) do
      for _, extra in ipairs({ {}, { oneway = true }, { terrain = "ice" } }) do
        extra.cost = bad
        harmless({ "bad argument #3 to 'link'", "cost" }, g, "link", a, c, extra)
        harmless({ "bad argument #3 to 'link'", "cost" }, g, "link", a, b, extra)
        harmless({ "bad argument #2 to 'link'", "cost" }, a, "link", c, extra)
      end
    end
  end)

  it("raises as a multiplier", function()
    for _, bad in ipairs({ 0, -0.0, -1, nan, -inf, "2", "x", true, {}, print, a }) do
      harmless({ "bad argument #2 to 'unit'", "ice" }, g, "unit", "man", { ice = bad })
      harmless({ "bad argument #2 to 'unit'", "default" }, g, "unit", "new", { sea = 2, default = bad, mud = 3 })
    end
    assert.is_nil((g:unit("new")))
    for _, key in ipairs({ 1, true, a, 1.5 }) do
      harmless("bad argument #2 to 'unit'", g, "unit", "man", { [key] = 1 })
    end
  end)

  it("raises as a limit", function()
    for _, bad in ipairs({ nan, "x", true, {}, print }) do
      harmless({ "bad argument #3 to 'unit'", "climb" }, g, "unit", "man", {}, { climb = bad })
      harmless({ "bad argument #3 to 'unit'", "drop" }, g, "unit", "new", {}, { climb = 1, drop = bad })
    end
    assert.is_nil((g:unit("new")))
  end)

  it("raises as an option", function()
    for _, bad in ipairs({ nan, "x", true, {}, print }) do
      for _, option in ipairs({ "max_cost", "max_steps", "weight" }) do
        for _, method in ipairs({ "path", "search" }) do
          harmless({ "bad argument #3 to '" .. method .. "'", "'" .. option .. "'" }, g, method, a, c,
            { [option] = bad })
        end
      end
      harmless({ "bad argument #3 to 'nearest'", "'radius'" }, g, "nearest", 0, 0, { radius = bad })
    end
    for _, bad in ipairs({ 0.999, 0, -1, -inf }) do
      harmless({ "bad argument #3 to 'path'", "'weight'" }, g, "path", a, c, { weight = bad })
    end
    harmless({ "bad argument #3 to 'nearest'", "'radius'" }, g, "nearest", 0, 0, { radius = -1 })
    harmless({ "bad argument #4 to 'nearest'", "'radius'" }, g, "nearest", 0, 0, 0, { radius = -1 })
    harmless("bad argument #3 to 'path' (option 'max_cost': number expected, got string)", g, "path", a, c,
      { max_cost = "x" })
  end)

  it("raises as seconds", function()
    for _, bad in ipairs({ nan, "x", true, {} }) do
      harmless("bad argument #1 to 'run' (", s, "run", bad)
    end
  end)

  it("raises as an id, if it is not a number at all", function()
    for _, bad in ipairs({ true, {}, print }) do
      harmless("bad argument #1 to 'node' (", g, "node", bad)
    end
    harmless("bad argument #1 to 'node' (", g, "node")
  end)
end)

describe("a misspelt name", function()
  it("of a prop raises, naming it", function()
    harmless({ "bad argument #3 to 'add'", "unknown field 'colour'" }, g, "add", 0, 0, { colour = "red" })
    harmless({ "bad argument #4 to 'add'", "unknown field 'terain'" }, g, "add", 0, 0, 0,
      { terain = "mud", name = "new" })
    harmless({ "bad argument #3 to 'link'", "'onewya'" }, g, "link", a, c, { onewya = true })
    harmless({ "bad argument #2 to 'link'", "'Cost'" }, a, "link", c, { Cost = 1 })
    harmless({ "bad argument #3 to 'unlink'", "'onewya'" }, g, "unlink", a, b, { onewya = true })
    assert.is_nil(g:node("new"))
  end)

  it("of an option raises, naming it", function()
    for _, method in ipairs({ "path", "search" }) do
      harmless("bad argument #3 to '" .. method .. "' (unknown option 'max_setps' (did you mean 'max_steps'?))", g, method, a, c,
        { max_setps = 5 })
      harmless({ "bad argument #3 to '" .. method .. "'", "'Unit'" }, g, method, a, c, { Unit = "man", max_cost = 9 })
      harmless({ "bad argument #3 to '" .. method .. "'", "''" }, g, method, a, c, { [""] = 1 })
      harmless({ "bad argument #3 to '" .. method .. "'" }, g, method, a, c, { "man" })
      harmless({ "bad argument #3 to '" .. method .. "'" }, g, method, a, c, { [a] = 1 })
      harmless({ "bad argument #3 to '" .. method .. "'" }, g, method, a, c, { [true] = 1 })
      harmless({ "bad argument #3 to '" .. method .. "'" }, g, method, a, c, { [("x"):rep(10000)] = 1 })
    end
    harmless({ "bad argument #3 to 'nearest'", "'raduis'" }, g, "nearest", 0, 0, { raduis = 5 })
    harmless({ "bad argument #4 to 'nearest'", "'raduis'" }, g, "nearest", 0, 0, 0, { raduis = 5 })
    harmless({ "bad argument #3 to 'unit'", "'clmib'" }, g, "unit", "man", {}, { clmib = 5 })
  end)

  it("of a unit raises, naming it", function()
    for _, method in ipairs({ "path", "search" }) do
      harmless("bad argument #3 to '" .. method .. "' (no unit named 'hors')", g, method, a, c, "hors")
      harmless({ "bad argument #3 to '" .. method .. "'", "no unit named 'hors'" }, g, method, a, c,
        { unit = "hors" })
      harmless({ "bad argument #3 to '" .. method .. "'", "no unit named ''" }, g, method, a, c, "")
    end
    harmless({ "bad argument #3 to 'nearest'", "no unit named 'hors'" }, g, "nearest", 0, 0, { unit = "hors" })
    other:unit("hors", {})
    harmless("no unit named 'hors'", g, "path", a, c, "hors")
  end)

  it("of a heuristic raises", function()
    for _, bad in ipairs({ "euclid", "", "Zero", 5, true, {}, a }) do
      harmless({ "bad argument #3 to 'path'", "heuristic" }, g, "path", a, c, { heuristic = bad })
      harmless({ "bad argument #3 to 'search'", "heuristic" }, g, "search", a, c, { heuristic = bad })
    end
  end)

  it("of a field raises, naming it", function()
    raises("graph has no field 'foo'", function() return g.foo end)
    raises("graph has no field 'foo'", function() g.foo = 1 end)
    raises("field 'version' of a graph cannot be assigned", function() g.version = 1 end)
    assert.is_false(pcall(function() g.add = print end))
    assert.is_false(pcall(function() return g[1] end))
    assert.is_false(pcall(function() g[1] = a end))
    raises("path has no field 'foo'", function() return path.foo end)
    raises("search has no field 'foo'", function() return s.foo end)
    raises("node has no field 'foo'", function() return a.foo end)
    raises("node has no field 'foo'", function() a.foo = 1 end)
  end)

  it("of a state raises", function()
    harmless("bad argument #1 to 'nodes'", s, "nodes", "opened")
    harmless("bad argument #1 to 'nodes'", s, "nodes", {})
  end)
end)

describe("a value of the wrong type", function()
  it("raises as props of a node", function()
    for _, bad in ipairs({ 5, true, {}, print, a }) do
      harmless({ "bad argument #3 to 'add'", "'terrain'" }, g, "add", 0, 0, { terrain = bad })
      harmless({ "bad argument #3 to 'add'", "'name'" }, g, "add", 0, 0, { name = bad, terrain = "ice" })
      if bad ~= true then
        harmless({ "bad argument #3 to 'add'", "'blocked'" }, g, "add", 0, 0, { blocked = bad, name = "new" })
      end
    end
    harmless("bad argument #4 to 'add'", g, "add", 0, 0, 0, 5)
    harmless("bad argument #4 to 'add'", g, "add", 0, 0, 0, "mud")
    harmless("bad argument #4 to 'add'", g, "add", 0, 0, 0, true)
    assert.is_nil(g:node("new"))
  end)

  it("raises as a name in use", function()
    local message = harmless("bad argument #3 to 'add'", g, "add", 0, 0, { name = "b", data = {} })
    that(message:find("'b'", 1, true), "the message does not name it: %s", message)
    harmless("bad argument #4 to 'add'", g, "add", 0, 0, 0, { name = "b" })
    raises("b", function() c.name = "b" end)
    assert.is_nil(c.name)
  end)

  it("raises as props of a link", function()
    for _, bad in ipairs({ 5, true, {}, print, a }) do
      harmless({ "bad argument #3 to 'link'", "'terrain'" }, g, "link", a, c, { terrain = bad, cost = 1 })
      if bad ~= true then
        harmless({ "bad argument #3 to 'link'", "'oneway'" }, g, "link", a, c, { oneway = bad })
        harmless({ "bad argument #3 to 'unlink'", "'oneway'" }, g, "unlink", a, b, { oneway = bad })
      end
    end
    for _, bad in ipairs({ 5, true, "road", print, a }) do
      harmless("bad argument #3 to 'link'", g, "link", a, c, bad)
      harmless("bad argument #2 to 'link'", a, "link", c, bad)
      harmless("bad argument #3 to 'unlink'", g, "unlink", a, b, bad)
    end
  end)

  it("raises as a unit", function()
    for _, bad in ipairs({ 5, true, {}, print, a }) do
      harmless("bad argument #1 to 'unit'", g, "unit", bad, {})
      harmless({ "bad argument #3 to 'path'", "unit" }, g, "path", a, c, { unit = bad })
      harmless({ "bad argument #3 to 'nearest'", "unit" }, g, "nearest", 0, 0, { unit = bad })
    end
    harmless("bad argument #1 to 'unit'", g, "unit")
    harmless("bad argument #1 to 'unit'", g, "unit", nil, {})
    for _, bad in ipairs({ 5, true, "x", print, a }) do
      harmless("bad argument #2 to 'unit'", g, "unit", "man", bad)
      harmless("bad argument #3 to 'unit'", g, "unit", "man", {}, bad)
    end
  end)

  it("raises as options", function()
    for _, bad in ipairs({ 5, true, print, a, g }) do
      harmless("bad argument #3 to 'path'", g, "path", a, c, bad)
      harmless("bad argument #3 to 'search'", g, "search", a, c, bad)
    end
    for _, bad in ipairs({ 5, true, "x", {} }) do
      harmless({ "bad argument #3 to 'path'", "cost" }, g, "path", a, c, { cost = bad })
    end
    harmless("bad argument #3 to 'nearest'", g, "nearest", 0, 0, "man")
    harmless("bad argument #4 to 'nearest'", g, "nearest", 0, 0, 0, "man")
  end)
end)

describe("a list that is half right", function()
  it("changes nothing", function()
    -- a unit of which the last cost is wrong must not lose the first ones
    local costs = { mud = 7 }
    for i = 1, 50 do
      costs["t" .. i] = i
    end
    costs.t50 = -1
    harmless("bad argument #2 to 'unit'", g, "unit", "man", costs, { climb = 5 })
    harmless("bad argument #3 to 'unit'", g, "unit", "man", { mud = 7 }, { climb = 5, drop = "x" })
    local got, limits = g:unit("man")
    assert.same({ mud = 2, sea = false }, { mud = got.mud, sea = got.sea })
    assert.equal(1, limits.climb)
    assert.is_nil(limits.drop)
  end)
end)

describe("a call that fails after a hundred others", function()
  it("changes nothing either, though each brings new names", function()
    local before = check.dump(g)
    for i = 1, random.size(300, 30) do
      local new = "new" .. i
      assert.is_false(pcall(g.add, g, 0, 0, { terrain = new, name = "a" }))
      assert.is_false(pcall(g.add, g, 0, 0, { terrain = new, name = new, blocked = 5 }))
      assert.is_false(pcall(g.link, g, a, a, { terrain = new }))
      assert.is_false(pcall(g.link, g, a, b, { terrain = new, cost = -1 }))
      assert.is_false(pcall(g.link, g, a, removed, { terrain = new }))
      assert.is_false(pcall(g.unit, g, new, { [new] = 2, other = -1 }))
      assert.is_false(pcall(g.unit, g, new, { [new] = 2 }, { climb = nan }))
      assert.is_false(pcall(function() removed.terrain = new end))
      assert.is_false(pcall(function() a.name = "b" end))
      assert.is_false(pcall(g.path, g, a, b, { unit = new }))
    end
    assert.equal("searching", s.status)
    assert.equal(before, check.dump(g))
  end)
end)

describe("a method called on the wrong object", function()
  local methods = {
    graph = { "add", "link", "unlink", "remove", "node", "nodes", "linked", "connected", "nearest", "within", "unit", "units",
      "path", "search", "optimize" },
    node = { "links", "link", "unlink", "remove", "distance" },
    search = { "step", "run", "steps", "path", "state", "cost", "estimate", "parent", "nodes", "closest", "restart",
      "close" },
    path = { "nodes", "points", "table", "at" },
  }
  for class, names in pairs(methods) do
    it("says so for each method of a " .. class, function()
      local objects = { graph = g, node = a, search = s, path = path }
      local self = objects[class]
      local wrong = { 5, "a", true, {}, print, io.stdout, coroutine.create(function() end) }
      for kind, object in pairs(objects) do
        if kind ~= class then
          wrong[#wrong + 1] = object
        end
      end
      local before = check.dump(g)
      for _, name in ipairs(names) do
        local want = ("calling '%s' on bad self (%s expected, got "):format(name, class)
        raises(want, self[name])
        raises({ want .. "nil: ", (": write %s:%s(...), with a colon)"):format(class, name) }, self[name], nil)
        raises(want .. "nil: ", self[name], nil, a, b)
        for _, object in ipairs(wrong) do
          raises(want, self[name], object)
          raises(want, self[name], object, a, b, {})
          raises(want, self[name], object, 1, 2, 3)
        end
      end
      assert.equal(before, check.dump(g))
      assert.equal("searching", s.status)
    end)
  end

  it("counts arguments without self, with a dot too", function()
    raises("bad argument #2 to 'link'", g.link, g, a)
    raises("bad argument #1 to 'distance'", a.distance, a)
  end)
end)

describe("a node of another graph", function()
  it("is told from one of this graph with the same id", function()
    assert.equal(a.id, foreign.id)
    harmless("bad argument #1 to 'path' (node of another graph)", g, "path", foreign, c)
    harmless("bad argument #2 to 'link' (node of another graph)", g, "link", a, foreign)
    refuses("node of another graph", s, "state", foreign)
  end)
end)

describe("a closed search", function()
  it("raises whatever is asked of it", function()
    for _, call in ipairs({ { "step" }, { "step", 3 }, { "run" }, { "path" }, { "path", a }, { "state", a },
      { "cost", a }, { "estimate", a }, { "parent", a }, { "closest" }, { "restart" }, { "restart", a, b } }) do
      raises("attempt to use a closed search", closed[call[1]], closed, call[2], call[3])
    end
    assert.equal("closed", closed.status)
    closed:close()
  end)
end)

describe("loading the module again", function()
  it("leaves old objects as good as new ones", function()
    local loaded = package.loaded.astar
    package.loaded.astar = nil
    local again = require "astar"
    package.loaded.astar = loaded
    local h = again.graph()
    local n = h:add(0, 0)
    assert.equal("astar.graph", getmetatable(h))
    raises("node of another graph", g.link, g, a, n)
    raises("node of another graph", h.link, h, n, a)
    assert.equal(b, (g:nearest(3, 4)))
    check.collect()
    assert.equal(0, select(2, h:path(n, n)))
    assert.equal("found", s:run())
  end)
end)

-- What could bring down the process is done in another one -------------------

local PRELUDE = [[
local astar = require "astar"
local unpack = table.unpack or unpack
local g = astar.graph()
local a, b = g:add(0, 0, { name = "a", data = {} }), g:add(3, 4, 5, { name = "b", terrain = "mud" })
g:link(a, b, { cost = 2, terrain = "road" })
g:unit("man", { mud = 2 }, { climb = 9 })
local s = g:search(a, b)
s:step()
local p = g:path(a, b)
local methods = {
  graph = { "add", "link", "unlink", "remove", "node", "nodes", "linked", "connected", "nearest", "within", "unit", "units",
    "path", "search", "optimize" },
  node = { "links", "link", "unlink", "remove", "distance" },
  search = { "step", "run", "steps", "path", "state", "cost", "estimate", "parent", "nodes", "closest", "restart",
    "close" },
  path = { "nodes", "points", "table", "at" },
}
local fields = { "id", "x", "y", "z", "terrain", "blocked", "name", "data", "graph", "version", "status", "expanded",
  "start", "goal", "unit", "cost", "length", "partial", "foo", 1, 2, 0, -1, true }
local original = { graph = g, node = a, search = s, path = p }
local call = {}
for class, names in pairs(methods) do
  call[class] = {}
  for _, name in ipairs(names) do
    call[class][name] = original[class][name]
  end
end
local function collect()
  for _ = 1, 4 do
    collectgarbage()
  end
end
-- everything that a script could do with an object, whatever comes of it
local function abuse(object, clean)
  for _, key in ipairs(fields) do
    pcall(function() return object[key] end)
    if not clean then
      pcall(function() object[key] = 1 end)
      pcall(function() object[key] = "x" end)
    end
  end
  pcall(function() return #object end)
  pcall(tostring, object)
  pcall(function() return object == g, object == a, object == s, object == p end)
  pcall(function() for _ in pairs(object) do break end end)
  pcall(function() for _ in ipairs(object) do break end end)
  for class, functions in pairs(call) do
    for name, f in pairs(functions) do
      pcall(f, object)
      if name ~= "remove" and name ~= "close" then
        pcall(f, object, a, b)
        pcall(f, object, 1, 2, 3)
        pcall(f, original[class], a, object)
        pcall(f, original[class], a, b, object)
        pcall(f, original[class], a, { object })
        pcall(f, original[class], a, b, { only = { object }, avoid = { object } })
      end
      if class == "graph" or name ~= "remove" and name ~= "close" then
        pcall(f, original[class], object)
      end
      pcall(function()
        for _ in f(object) do
          break
        end
      end)
    end
  end
end
]]

local function in_child(what, script)
  child.it(it, pending, what, PRELUDE .. script .. "\ncollect()\nprint('done')\n", true)
end

describe("a forged object", function()
  in_child("made by newproxy is refused", [[
    if newproxy then
      local metas = {}
      for class, object in pairs(original) do
        metas[class] = debug.getmetatable(object)
      end
      for class, meta in pairs(metas) do
        local forged = newproxy()
        debug.setmetatable(forged, meta)
        for _, name in ipairs(methods[class]) do
          assert(not pcall(call[class][name], forged), class .. ":" .. name .. " takes a forged object")
        end
        abuse(forged)
        forged = nil
        collect()
      end
    end
  ]])

  in_child("made from a file is refused", [[
    for class, object in pairs(original) do
      local file = assert(io.open(arg[0]))
      local proper = debug.getmetatable(file)
      local meta = debug.getmetatable(object)
      debug.setmetatable(file, meta)
      for _, name in ipairs(methods[class]) do
        assert(not pcall(call[class][name], file), class .. ":" .. name .. " takes a file")
      end
      abuse(file)
      pcall(meta.__gc or print, file)
      debug.setmetatable(file, proper)
      file:close()
    end
  ]])

  in_child("of another class is refused", [[
    for class, object in pairs(original) do
      for other_class in pairs(original) do
        if class ~= other_class then
          local make = {
            graph = function() return astar.graph() end,
            node = function() return g:add(1, 1) end,
            search = function() return g:search(a, b) end,
            path = function() return g:path(a, a) end,
          }
          local victim = make[other_class]()
          local proper = debug.getmetatable(victim)
          debug.setmetatable(victim, debug.getmetatable(object))
          for _, name in ipairs(methods[class]) do
            assert(not pcall(call[class][name], victim), class .. ":" .. name .. " takes a " .. other_class)
          end
          abuse(victim)
          pcall(debug.getmetatable(object).__gc or print, victim)
          debug.setmetatable(victim, proper)
          abuse(victim, true)
          -- and one that goes to the collector as what it is not
          debug.setmetatable(make[other_class](), debug.getmetatable(object))
          collect()
        end
      end
    end
  ]])

  in_child("that is not even a userdata is refused", [[
    for class, object in pairs(original) do
      local meta = debug.getmetatable(object)
      for _, value in ipairs({ 5, true, print, coroutine.create(function() end), {} }) do
        local proper = debug.getmetatable(value)
        debug.setmetatable(value, meta)
        local ok = {}
        for i, name in ipairs(methods[class]) do
          ok[i] = pcall(call[class][name], value)
        end
        pcall(function() return value.x end)
        pcall(function() value.x = 1 end)
        pcall(function() return #value end)
        pcall(tostring, value)
        debug.setmetatable(value, proper)
        for i, name in ipairs(methods[class]) do
          assert(not ok[i], class .. ":" .. name .. " takes a " .. type(value))
        end
      end
    end
  ]])

  in_child("may lose its metatable, and the others go on", [[
    for _, object in pairs({ astar.graph(), g:add(1, 1), g:search(a, b), g:path(a, b) }) do
      debug.setmetatable(object, nil)
    end
    collect()
    assert(#g == 3 and g:path(a, b).cost == 2)
    debug.setmetatable(g, nil)
    collect()
    abuse(a)
    abuse(s)
    abuse(p)
  ]])
end)

describe("a metamethod called directly", function()
  in_child("does not crash, whatever it is given", [[
    for class, object in pairs(original) do
      local meta = debug.getmetatable(object)
      for name, f in pairs(meta) do
        if type(f) == "function" and name ~= "__gc" and name ~= "__close" then
          pcall(f)
          for _, x in ipairs({ 5, "x", true, {}, print, io.stdout, g, a, s, p }) do
            pcall(f, x)
            for _, y in ipairs({ 5, "x", "id", "status", true, {}, g, a, s, p }) do
              pcall(f, x, y)
              pcall(f, x, y, 1)
              pcall(f, y, x, nil)
            end
            pcall(f, nil, x)
          end
        end
      end
    end
    collect()
  ]])

  in_child("may be __gc or __close, with a wrong object or none", [[
    for class, object in pairs(original) do
      local meta = debug.getmetatable(object)
      for _, name in ipairs({ "__gc", "__close" }) do
        local f = meta[name]
        if f then
          pcall(f)
          for _, x in ipairs({ 5, "x", true, {}, print, io.stdout, coroutine.create(function() end) }) do
            pcall(f, x)
          end
        end
      end
    end
    assert(#g == 2 and a.x == 0 and #p == 2)
    assert(s.status == "searching" and s:run() == "found")
  ]])

  in_child("may be __gc or __close of another class", [[
    for class, object in pairs(original) do
      local meta = debug.getmetatable(object)
      for _, name in ipairs({ "__gc", "__close" }) do
        for _, x in pairs(original) do
          pcall(meta[name] or print, x)
          abuse(x)
        end
      end
    end
  ]])

  in_child("may be the __gc of a search, twice", [[
    local gc = debug.getmetatable(s).__gc
    gc(s)
    gc(s)
    abuse(s)
    gc(s)
    assert(#g >= 2 and p.cost)
  ]])

  in_child("may be the __gc of a path, twice", [[
    local gc = debug.getmetatable(p).__gc
    if gc then
      gc(p)
      abuse(p)
      gc(p)
    end
    assert(#g >= 2)
  ]])

  in_child("may be the __gc of a node, twice", [[
    local gc = debug.getmetatable(a).__gc
    if gc then
      gc(a)
      abuse(a)
      gc(a)
      collect()
      abuse(b)
      for _ = 1, 100 do
        g:add(0, 0)
      end
      abuse(a)
    end
    assert(#g >= 1)
  ]])

  in_child("may be the __gc of a graph, twice, while everything else lives", [[
    local gc = debug.getmetatable(g).__gc
    local steps, state, control = s:steps()
    local links, lstate, lcontrol = a:links()
    local all, astate, acontrol = g:nodes()
    local touched, tstate, tcontrol = s:nodes()
    local every, estate, econtrol = g:links()
    every(estate, econtrol)
    local map = astar.grid { width = 3, height = 3 }
    map:wall(map:cell(1, 1), map:cell(2, 2))
    map:wall(map:cell(2, 2), map:cell(3, 3))
    local run = map:search(map:cell(1, 1))
    run:run()
    local walks = { { map:tiles() }, { map:walls() }, { map:links() }, { run:tiles() } }
    for _, walk in ipairs(walks) do
      walk[1](walk[2], walk[3])
    end
    gc(map)
    gc(g)
    for _ = 1, 2 do
      abuse(a)
      abuse(s)
      abuse(p)
      abuse(g)
      pcall(steps, state, control)
      pcall(links, lstate, lcontrol)
      pcall(all, astate, acontrol)
      pcall(touched, tstate, tcontrol)
      assert(not pcall(every, estate, econtrol))
      for _, walk in ipairs(walks) do
        assert(not pcall(walk[1], walk[2], walk[3]))
      end
      gc(g)
      collect()
    end
    a, b, s, p = nil, nil, nil, nil
  ]])

  in_child("may be the __gc of a graph, from a callback of a search on it", [[
    local gc = debug.getmetatable(g).__gc
    for _, option in ipairs({ "cost", "heuristic" }) do
      for _, class in ipairs({ "graph", "search", "node" }) do
        local h = astar.graph()
        local n = {}
        for i = 1, 20 do
          n[i] = h:add(i, 0)
          if i > 1 then
            h:link(n[i - 1], n[i])
          end
        end
        local calls, search = 0, nil
        local opts = { [option] = function()
          calls = calls + 1
          if calls == 5 then
            if class == "graph" then
              gc(h)
            elseif class == "search" and search then
              debug.getmetatable(search).__gc(search)
            elseif class == "node" and debug.getmetatable(n[1]).__gc then
              for i = 1, 20 do
                debug.getmetatable(n[1]).__gc(n[i])
              end
            end
            collect()
          end
          return 0
        end }
        pcall(call.graph.path, h, n[1], n[20], opts)
        calls = 0
        local ok
        ok, search = pcall(call.graph.search, h, n[1], n[20], opts)
        if ok then
          pcall(call.search.run, search)
          pcall(call.search.step, search)
          pcall(call.search.path, search)
          pcall(call.search.restart, search)
          pcall(call.search.close, search)
        end
      end
    end
  ]])
end)

describe("iterators called with other arguments", function()
  in_child("do not crash", [[
    for _, make in ipairs({ function() return g:nodes() end, function() return a:links() end,
      function() return s:nodes() end, function() return s:steps() end, function() return p:nodes() end,
      function() return g:links() end, function() return astar.grid { width = 9, height = 9 }:tiles() end,
      function() return astar.grid { width = 9, height = 9, sight = function() end }:walls() end,
      function()
        local map = astar.grid { width = 3, height = 3 }
        return map:search(map:cell(1, 1)):tiles()
      end }) do
      local f, state, control = make()
      pcall(f)
      for _, x in ipairs({ 5, -1, 0, 1e300, 2 ^ 53, "x", true, {}, print, io.stdout, g, a, s, p }) do
        pcall(f, x)
        pcall(f, x, control)
        pcall(f, state, x)
        pcall(f, x, x)
        pcall(f, nil, x)
      end
      for _ = 1, 50 do
        pcall(f, state, control)
      end
    end
  ]])
end)

describe("tampering with what a userdata keeps beside it", function()
  in_child("does not crash", [[
    local get = debug.getuservalue or debug.getfenv
    local set = debug.setuservalue or debug.setfenv
    for _, object in ipairs({ g, a, s, p }) do
      local t = get(object)
      if type(t) == "table" and t ~= _G then
        for _, key in ipairs((function()
          local keys = {}
          for k in next, t do
            keys[#keys + 1] = k
          end
          return keys
        end)()) do
          local old = rawget(t, key)
          rawset(t, key, nil)
          abuse(object, true)
          rawset(t, key, {})
          abuse(object, true)
          rawset(t, key, old)
        end
      end
    end
    for _, object in ipairs({ p, s, a, g }) do
      pcall(set, object, {})
      abuse(object, true)
      collect()
    end
    g, original.graph = nil, astar.graph()
    collect()
    abuse(a, true)
    abuse(s, true)
    abuse(p, true)
  ]])
end)
