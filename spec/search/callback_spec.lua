-- Cost and heuristic functions that raise, yield, answer nonsense, edit the
-- graph or meddle with the search that asks them.

local check = require "spec.support.check"
local random = require "spec.support.random"
local shapes = require "spec.support.shapes"
local world = require "spec.support.world"

local raises, that = check.raises, check.that
local chain = shapes.chain
local BUSY = "search is busy in its own callback"

-- Each kind of callback: opts(f) gives options whose function runs f, then
-- answers sensibly.
local KINDS = {
  cost = function(f)
    return { cost = function(from, to, c)
      f(from, to)
      return c
    end }
  end,
  heuristic = function(f)
    return { heuristic = function(node, goal)
      local h = math.abs(node.x - goal.x)
      f(node, goal)
      return h
    end }
  end,
}

local function each_kind(describe_kind)
  for _, kind in ipairs({ "cost", "heuristic" }) do
    describe_kind(kind, KINDS[kind])
  end
end

describe("an answer that makes no sense", function()
  local answers = {
    { "a string", function() return "5" end },
    { "a string that is no number", function() return "x" end },
    { "true", function() return true end },
    { "a table", function() return {} end },
    { "a function", function() return print end },
    { "a node", function(node) return node end },
    { "NaN", function() return check.nan end },
    { "a negative number", function() return -1 end },
    { "a tiny negative number", function() return -2 ^ -1074 end },
    { "minus infinity", function() return -check.inf end },
  }
  local for_heuristics = {
    { "infinity", function() return check.inf end },
    { "nil", function() return nil end },
    { "nothing", function() end },
    { "false", function() return false end },
  }

  local function refused(option, answer)
    local g, n = chain(4)
    local wild = true
    local function f(a, b, c)
      if wild then
        return answer(a, b, c)
      end
      return option == "cost" and c or 0
    end
    local opts = { [option] = f }
    local message = raises(option, g.path, g, n[1], n[4], opts)
    that(not message:find("bad argument #1", 1, true), "the message blames an argument: %s", message)
    wild = true
    local s
    local ok = pcall(function()
      s = g:search(n[1], n[4], opts)
      s:run()
    end)
    assert.is_false(ok)
    wild = false
    if s then
      assert.equal("searching", s.status)
      assert.is_false((s:path()) ~= nil)
      assert.equal("found", s:run())
      assert.equal(3, select(2, s:path()))
    end
    assert.equal(3, select(2, g:path(n[1], n[4], opts)))
  end

  for _, answer in ipairs(answers) do
    it("raises: " .. answer[1] .. " as a cost", function()
      refused("cost", answer[2])
    end)
    it("raises: " .. answer[1] .. " as an estimate", function()
      refused("heuristic", answer[2])
    end)
  end
  for _, answer in ipairs(for_heuristics) do
    it("raises: " .. answer[1] .. " as an estimate", function()
      refused("heuristic", answer[2])
    end)
  end

  it("does not raise where several values are given and the first is good", function()
    local g, n = chain(4)
    assert.equal(6, select(2, g:path(n[1], n[4], { cost = function() return 2, "x", nil, {} end })))
    assert.equal(3, select(2, g:path(n[1], n[4], { heuristic = function() return 0, "x" end })))
  end)
end)

each_kind(function(kind, options)
  describe("an error in a " .. kind .. " function", function()
    it("reaches the caller as it is", function()
      local g, n = chain(5)
      for _, value in ipairs({ {}, "text", 42, true, print }) do
        local opts = options(function() error(value, 0) end)
        local ok, e = pcall(g.path, g, n[1], n[5], opts)
        assert.is_false(ok)
        assert.is_true(rawequal(e, value))
        local s = g:search(n[1], n[5], { cost = opts.cost })
        if kind == "cost" then
          ok, e = pcall(s.run, s)
          assert.is_false(ok)
          assert.is_true(rawequal(e, value))
        end
      end
      local ok = pcall(g.path, g, n[1], n[5], options(function() error() end))
      assert.is_false(ok)
    end)

    it("keeps its position", function()
      local g, n = chain(5)
      local ok, e = pcall(g.path, g, n[1], n[5], options(function() error("my mistake") end))
      assert.is_false(ok)
      assert.is_truthy(e:match("callback_spec%.lua:%d+: my mistake$"))
      local _, count = e:gsub("callback_spec", "")
      assert.equal(1, count)
    end)

    it("shows the function in a traceback", function()
      local g, n = chain(5)
      local function culprit()
        error("lost")
      end
      local ok, trace = xpcall(function()
        g:path(n[1], n[5], options(function() culprit() end))
      end, debug.traceback)
      assert.is_false(ok)
      assert.is_truthy(trace:find("culprit", 1, true))
      ok, trace = xpcall(function()
        local s = g:search(n[1], n[5], options(function() culprit() end))
        s:run()
      end, debug.traceback)
      assert.is_false(ok)
      assert.is_truthy(trace:find("culprit", 1, true))
    end)

    it("leaves the search able to go on, and its result right", function()
      for fail_at = 1, 12 do
        local g, n = chain(7)
        g:link(n[1], n[7], { cost = 20 })
        local calls, armed = 0, true
        local s
        local opts = options(function()
          calls = calls + 1
          if armed and calls % fail_at == 0 then
            error("now and then", 0)
          end
        end)
        local made, message = pcall(function() s = g:search(n[1], n[7], opts) end)
        if made then
          local failures = 0
          while true do
            local ok, status = pcall(s.step, s)
            if not ok then
              assert.equal("now and then", status)
              assert.equal("searching", s.status)
              assert.same({ nil, "searching" }, { s:path() })
              failures = failures + 1
              -- where every call fails nothing can go on
              if failures > 20 then
                armed = false
              end
            elseif status ~= "searching" then
              break
            end
          end
          assert.equal("found", s.status)
          assert.equal(6, select(2, s:path()))
          assert.equal(7, #s:path())
        else
          assert.equal("now and then", message)
        end
      end
    end)

    it("leaves the search able to restart and to close", function()
      local g, n = chain(7)
      local armed = false
      local opts = options(function()
        if armed then
          error("armed", 0)
        end
      end)
      local s = g:search(n[1], n[7], opts)
      s:step(2)
      armed = true
      assert.is_false(pcall(s.run, s))
      armed = false
      s:restart()
      assert.equal("found", s:run())
      assert.equal(6, select(2, s:path()))
      s:restart()
      s:step()
      armed = true
      assert.is_false(pcall(s.run, s))
      s:close()
      assert.equal("closed", s.status)
    end)

    it("in path leaves nothing behind", function()
      local g, n = chain(30)
      local before = check.dump(g)
      for i = 1, random.size(300, 50) do
        local calls = 0
        assert.is_false(pcall(g.path, g, n[1], n[30], options(function()
          calls = calls + 1
          if calls == i % 25 + 1 then
            error("stop")
          end
        end)))
      end
      assert.equal(before, check.dump(g))
      assert.equal(29, select(2, g:path(n[1], n[30])))
    end)

    it("raised in steps ends the loop, which can be taken up again", function()
      local g, n = chain(9)
      local armed = false
      local s = g:search(n[1], n[9], options(function(node)
        if armed and node.x > 4 then
          error("armed", 0)
        end
      end))
      armed = true
      local seen = 0
      local ok, e = pcall(function()
        for _ in s:steps() do
          seen = seen + 1
        end
      end)
      assert.is_false(ok)
      assert.equal("armed", e)
      assert.equal("searching", s.status)
      armed = false
      for _ in s:steps() do
        seen = seen + 1
      end
      assert.equal("found", s.status)
      assert.equal(8, select(2, s:path()))
      assert.equal(9, s.expanded)
      assert.is_true(seen >= 8)
    end)
  end)

  describe("a " .. kind .. " function that yields", function()
    if check.yields then
      it("suspends path and resumes it with the same result", function()
        random.cases("yield in path " .. kind, 20, function(rng)
          local w = world.random(rng, 25, 4)
          local a, b = rng:pick(w.list).node, rng:pick(w.list).node
          local yields = 0
          local function options_with(f)
            if kind == "cost" then
              return { cost = function(_, _, c) f() return c end }
            end
            return { heuristic = function(n, goal) f() return (n.id + goal.id) % 5 / 1000 end }
          end
          local want, cost = w.g:path(a, b, options_with(function() end))
          local co = coroutine.create(function()
            return w.g:path(a, b, options_with(function()
              yields = yields + 1
              that(coroutine.yield(yields) == -yields, "yield gave a wrong value")
            end))
          end)
          local result = { coroutine.resume(co) }
          while coroutine.status(co) == "suspended" do
            that(result[2] == yields, "resume gave %s", result[2])
            result = { coroutine.resume(co, -yields) }
          end
          that(result[1], "%s", result[2])
          that(result[3] == cost, "cost %s, without yields %s", result[3], cost)
          that(not want or check.ids(want) == check.ids(result[2]), "another way")
        end)
      end)

      it("suspends step, run and steps", function()
        local g, n = chain(8)
        local function go(body)
          local s
          local co = coroutine.wrap(function()
            s = g:search(n[1], n[8], options(function() coroutine.yield("wait") end))
            body(s)
            return "end"
          end)
          local waits = 0
          while co() == "wait" do
            waits = waits + 1
            check.collect()
          end
          that(waits >= 7, "only %d waits", waits)
          assert.equal("found", s.status)
          assert.equal(7, select(2, s:path()))
          assert.equal(8, s.expanded)
        end
        go(function(s) s:run() end)
        go(function(s) s:run(10) end)
        go(function(s)
          repeat until s:step() ~= "searching"
        end)
        go(function(s) s:step(100) end)
        go(function(s)
          local turns = 0
          for node, cost in s:steps() do
            turns = turns + 1
            assert.equal(n[turns], node)
            assert.equal(turns - 1, cost)
          end
          assert.equal(8, turns)
        end)
        go(function(s)
          for _ in s:steps(3) do
            coroutine.yield("wait")
          end
        end)
      end)

      it("may raise after it was resumed", function()
        local g, n = chain(8)
        local armed = true
        local s
        local co = coroutine.create(function()
          s = g:search(n[1], n[8], options(function(node)
            coroutine.yield()
            if armed and node.x >= 4 then
              error("armed", 0)
            end
          end))
          local _, e = pcall(s.run, s)
          assert.equal("armed", e)
          assert.equal("searching", s.status)
          armed = false
          s:run()
          return select(2, s:path())
        end)
        local ok, value
        repeat
          ok, value = coroutine.resume(co)
          that(ok, "%s", value)
        until coroutine.status(co) == "dead"
        assert.equal(7, value)
      end)

      it("may be abandoned, after which the search can be closed or restarted, and nothing else", function()
        local g, n = chain(8)
        local wait = false
        for round = 1, 6 do
          local s = g:search(n[1], n[8], options(function()
            if wait then
              coroutine.yield()
            end
          end))
          s:step(2)
          wait = true
          local co = coroutine.create(function()
            if round % 3 == 0 then
              s:run()
            elseif round % 3 == 1 then
              s:step(5)
            else
              for _ in s:steps() do
                that(true)
              end
            end
          end)
          assert.is_true(coroutine.resume(co))
          assert.equal("suspended", coroutine.status(co))
          wait = false
          for _, call in ipairs({
            function() s:step() end, function() s:run() end, function() s:path() end, function() s:path(n[1]) end,
            function() s:state(n[1]) end, function() s:cost(n[1]) end, function() s:estimate(n[1]) end,
            function() s:parent(n[1]) end, function() s:closest() end,
            function() for _ in s:steps() do that(true) end end,
            function() for _ in s:nodes() do that(true) end end,
          }) do
            raises(BUSY, call)
          end
          assert.equal("string", type(tostring(s)))
          if round <= 2 then
            co = nil -- luacheck: ignore
            check.collect()
          end
          if round % 2 == 0 then
            s:close()
            assert.equal("closed", s.status)
            raises("closed search", s.step, s)
          else
            s:restart()
            assert.equal("searching", s.status)
            assert.equal("found", s:run())
            assert.equal(7, select(2, s:path()))
          end
          -- and the coroutine, should it wake after all, does no harm
          if co then
            pcall(coroutine.resume, co)
            if round % 2 == 1 then
              pcall(s.run, s)
            end
          end
        end
      end)

      it("may come back after a restart, and then its answer is not taken for another's", function()
        local g, n = chain(8)
        local extra = 0
        local s = g:search(n[1], n[8], kind == "cost" and { cost = function(_, _, c)
          return c + (coroutine.yield() or 0) + extra
        end } or { heuristic = function()
          return coroutine.yield() or extra
        end })
        local function start()
          local co = coroutine.create(function()
            return s:run()
          end)
          assert.is_true(coroutine.resume(co))
          return co
        end
        for round = 1, 3 do
          local first = start()
          for _ = 1, round do
            assert.is_true(coroutine.resume(first))
          end
          s:restart()
          local second = start()
          for _ = 1, round do
            assert.is_true(coroutine.resume(second))
          end
          -- a sum that would show in the path, an estimate that would show in s:estimate
          local ok, message = coroutine.resume(first, 1000)
          assert.is_false(ok)
          assert.equal("string", type(message))
          local value
          while coroutine.status(second) == "suspended" do
            ok, value = coroutine.resume(second)
            that(ok, "%s", value)
          end
          assert.equal("found", value)
          assert.equal(7, select(2, s:path()))
          for i = 1, 8 do
            assert.equal(0, s:estimate(n[i]))
          end
          s:restart()
        end
      end)

      it("may be left in path for good", function()
        local g, n = chain(8)
        for _ = 1, 50 do
          local co = coroutine.create(function()
            g:path(n[1], n[8], options(coroutine.yield))
          end)
          assert.is_true(coroutine.resume(co))
          coroutine.resume(co)
        end
        check.collect()
        assert.equal(7, select(2, g:path(n[1], n[8])))
      end)

      it("lets the graph be edited meanwhile", function()
        local g, n = chain(8)
        local co = coroutine.create(function()
          return g:path(n[1], n[8], options(coroutine.yield))
        end)
        coroutine.resume(co)
        g:remove(n[8])
        g:remove(n[2])
        check.collect()
        for i = 1, 20 do
          g:add(i, i)
        end
        g:optimize()
        local ok, path, status
        repeat
          ok, path, status = coroutine.resume(co)
          that(ok, "%s", path)
        until coroutine.status(co) == "dead"
        assert.is_nil(path)
        assert.equal("stale", status)
      end)

      it("lets many paths be under way at once", function()
        local g, n = chain(12)
        local running = {}
        for i = 1, 40 do
          local a, b = n[i % 6 + 1], n[12 - i % 5]
          running[i] = coroutine.create(function()
            return g:path(a, b, options(coroutine.yield))
          end)
        end
        local rng = random.new(random.seed)
        local left = 40
        while left > 0 do
          local i = rng:int(1, 40)
          if coroutine.status(running[i]) == "suspended" then
            local ok, path, cost = coroutine.resume(running[i])
            that(ok, "%s", path)
            if coroutine.status(running[i]) == "dead" then
              assert.equal(12 - i % 5 - i % 6 - 1, cost)
              left = left - 1
            end
          end
        end
      end)
    else
      it("gets a clear error, and the search goes on", function()
        local g, n = chain(8)
        local yield = true
        local s
        local co = coroutine.create(function()
          s = g:search(n[1], n[8], options(function()
            if yield then
              coroutine.yield("from the callback")
            end
          end))
          return s:run()
        end)
        local ok, message = coroutine.resume(co)
        if check.version == "5.2" and ok and message == "from the callback" then
          return
        end
        assert.is_false(ok)
        assert.is_truthy(tostring(message):find("yield", 1, true))
        yield = false
        if s then
          assert.equal("searching", s.status)
          assert.equal("found", s:run())
          assert.equal(7, select(2, s:path()))
        end
        yield = true
        co = coroutine.create(function()
          return g:path(n[1], n[8], options(coroutine.yield))
        end)
        ok, message = coroutine.resume(co)
        assert.is_false(ok)
        assert.is_truthy(tostring(message):find("yield", 1, true))
      end)
    end

    it("outside of any coroutine gets an error", function()
      local g, n = chain(4)
      local co, main = coroutine.running()
      if co == nil or main then
        raises("yield", g.path, g, n[1], n[4], options(function() coroutine.yield() end))
      end
    end)
  end)

  describe("a " .. kind .. " function that edits the graph", function()
    local edits = {
      add = function(g) g:add(0, 0) end,
      ["many adds"] = function(g)
        for i = 1, 200 do
          g:add(i, i)
        end
      end,
      link = function(g, n) g:link(n[1], n[5]) end,
      ["many links"] = function(g, n)
        for _ = 1, 50 do
          g:link(n[2], g:add(0, 0))
          g:link(n[3], g:add(0, 0))
        end
      end,
      unlink = function(g, n) g:unlink(n[2], n[3]) end,
      ["unlink everything"] = function(g)
        for node in g:nodes() do
          node:unlink()
        end
      end,
      move = function(_, n) n[3].x = 99 end,
      terrain = function(_, n) n[3].terrain = "mud" .. n[3].x end,
      block = function(_, n) n[3].blocked = not n[3].blocked end,
      unit = function(g) g:unit("man", { mud = 3 }) end,
      optimize = function(g) g:optimize() end,
      ["remove of the node asked about"] = function(g, _, a) g:remove(a) end,
      ["remove of all nodes"] = function(g)
        for node in g:nodes() do
          g:remove(node)
        end
        check.collect()
        g:add(1, 1)
      end,
    }
    local names = {}
    for name in pairs(edits) do
      names[#names + 1] = name
    end
    table.sort(names)

    for _, name in ipairs(names) do
      it("turns the search stale: " .. name, function()
        for when = 1, 4 do
          local g, n = chain(6)
          g:unit("man", {})
          local calls = 0
          local opts = options(function(a)
            calls = calls + 1
            if calls == when then
              edits[name](g, n, a)
            end
          end)
          opts.unit = "man"
          assert.same({ nil, "stale" }, { g:path(n[1], n[6], opts) })
          assert.is_true(calls >= when)

          g, n = chain(6)
          g:unit("man", {})
          calls = 0
          local ok, s = pcall(g.search, g, n[1], n[6], opts)
          if ok then
            assert.equal("stale", s:run())
            assert.equal("stale", s:step())
            assert.same({ nil, "stale" }, { s:path() })
            s:close()
          end
        end
      end)
    end

    it("and raises leaves a stale search", function()
      local g, n = chain(6)
      local armed = false
      local s = g:search(n[1], n[6], options(function()
        if armed then
          g:add(0, 0)
          error("edited", 0)
        end
      end))
      armed = true
      local ok, e = pcall(s.run, s)
      assert.is_false(ok)
      assert.equal("edited", e)
      assert.equal("stale", s.status)
      assert.equal("stale", s:run())
      armed = false
      s:restart()
      assert.equal("found", s:run())
    end)

    it("in steps ends the loop", function()
      local g, n = chain(9)
      local armed = false
      local s = g:search(n[1], n[9], options(function()
        if armed then
          armed = false
          n[9].y = 3
        end
      end))
      local turns = 0
      for _ in s:steps() do
        turns = turns + 1
        armed = turns == 3
        that(turns < 6, "the loop goes on")
      end
      assert.equal("stale", s.status)
    end)

    it("with names and data only does no harm", function()
      local g, n = chain(6)
      local count = 0
      local path = g:path(n[1], n[6], options(function(a, b)
        count = count + 1
        a.data = count
        b.name = "name " .. count
      end))
      assert.equal(6, #path)
    end)
  end)

  describe("a " .. kind .. " function that collects garbage", function()
    it("loses nothing", function()
      local g, n = chain(12)
      n = { n[1], n[12] }
      local path = g:path(n[1], n[2], options(check.collect))
      assert.equal(12, #path)
      local s = g:search(n[1], n[2], options(check.collect))
      check.collect()
      for _ in s:steps() do
        check.collect()
      end
      assert.equal(11, select(2, s:path()))
    end)

    it("may hold the last reference to the search", function()
      local g, n = chain(6)
      local holder = {}
      holder.s = g:search(n[1], n[6], options(function()
        holder.s = nil
        check.collect()
      end))
      assert.equal("found", holder.s:run())
      check.collect()
    end)
  end)

  describe("a " .. kind .. " function that uses its own search", function()
    local calls = {
      step = function(s) s:step() end,
      run = function(s) s:run() end,
      path = function(s) s:path() end,
      restart = function(s) s:restart() end,
      close = function(s) s:close() end,
      steps = function(s)
        for _ in s:steps() do
          that(true)
        end
      end,
      nodes = function(s)
        for _ in s:nodes() do
          that(true)
        end
      end,
      ["path of a node"] = function(s, n) s:path(n[1]) end,
      state = function(s, n) s:state(n[1]) end,
      cost = function(s, n) s:cost(n[1]) end,
      estimate = function(s, n) s:estimate(n[1]) end,
      parent = function(s, n) s:parent(n[1]) end,
      closest = function(s) s:closest() end,
      ["restart with nodes"] = function(s, n) s:restart(n[2], n[3]) end,
    }
    for name, call in pairs(calls) do
      it("raises: " .. name, function()
        local g, n = chain(6)
        local s
        local tried = 0
        s = g:search(n[1], n[6], options(function()
          if s then
            tried = tried + 1
            raises(BUSY, call, s, n)
          end
        end))
        assert.equal("found", s:run())
        assert.is_true(tried >= 4)
        assert.equal(5, select(2, s:path()))
        assert.equal(6, #s:path())
      end)
    end

    it("raises through to the caller where it is not caught", function()
      local g, n = chain(6)
      local s
      local armed = true
      s = g:search(n[1], n[6], options(function()
        if s and armed then
          s:step()
        end
      end))
      raises(BUSY, s.run, s)
      assert.equal("searching", s.status)
      armed = false
      assert.equal("found", s:run())
      assert.equal(5, select(2, s:path()))
    end)

    it("raises in an iterator that was made before", function()
      local g, n = chain(6)
      local s
      local iterate, state, control
      s = g:search(n[1], n[6], options(function()
        if iterate then
          raises(BUSY, iterate, state, control)
        end
      end))
      iterate, state, control = s:steps()
      assert.equal("found", s:run())
    end)

    it("may look at its string", function()
      local g, n = chain(6)
      local s
      s = g:search(n[1], n[6], options(function()
        if s then
          assert.equal("string", type(tostring(s)))
        end
      end))
      assert.equal("found", s:run())
    end)
  end)

  describe("a " .. kind .. " function that makes searches of its own", function()
    it("gets right answers, and so does the one that asked", function()
      local g, n = chain(7)
      local s = g:search(n[1], n[7], options(function(a)
        assert.equal(6, select(2, g:path(n[1], n[7])))
        local t = g:search(n[7], a)
        assert.equal("found", t:run())
        assert.equal(7 - a.x, select(2, t:path()))
      end))
      assert.equal("found", s:run())
      assert.equal(6, select(2, s:path()))
    end)

    it("may nest them", function()
      local g, n = chain(4)
      local deepest = 0
      local function go(depth)
        deepest = math.max(deepest, depth)
        local first = true
        local _, cost = g:path(n[1], n[4], options(function()
          if first and depth < 25 then
            first = false
            go(depth + 1)
          end
        end))
        assert.equal(3, cost)
      end
      go(1)
      assert.equal(25, deepest)
    end)

    it("gets an error, not a crash, when it never stops", function()
      local g, n = chain(4)
      local depth = 0
      local function go()
        depth = depth + 1
        return (g:path(n[1], n[4], options(go)))
      end
      assert.is_false(pcall(go))
      -- Deep enough for any game, and less than the smallest stack of C holds.
      that(depth > 100 and depth < 400, "it nests %d calls", depth)
      check.collect()
      assert.equal(3, select(2, g:path(n[1], n[4])))
    end)

    it("may step another search that steps this one", function()
      local g, n = chain(6)
      local s, t
      s = g:search(n[1], n[6], options(function()
        if t and t.status == "searching" then
          pcall(t.step, t)
        end
      end))
      t = g:search(n[6], n[1], options(function()
        pcall(s.step, s)
      end))
      assert.equal("found", s:run())
      assert.equal(5, select(2, s:path()))
      assert.equal("found", t:run())
      assert.equal(5, select(2, t:path()))
    end)
  end)
end)

describe("both callbacks at once", function()
  it("give what they give alone", function()
    local g, n = chain(9)
    local path, cost = g:path(n[1], n[9], {
      cost = function(_, _, c) return c * 2 end,
      heuristic = function(a, b) return 2 * math.abs(a.x - b.x) end,
    })
    assert.equal(16, cost)
    assert.equal(9, #path)
    local calls = 0
    local s = g:search(n[1], n[9], {
      cost = function(_, _, c)
        calls = calls + 1
        if calls == 4 then
          error("c", 0)
        end
        return c
      end,
      heuristic = function()
        calls = calls + 1
        if calls == 7 then
          error("h", 0)
        end
        return 0
      end,
    })
    local errors = {}
    repeat
      local ok, e = pcall(s.run, s)
      if not ok then
        errors[#errors + 1] = e
      end
      that(#errors < 5, "no end")
    until ok
    assert.equal("found", s.status)
    assert.equal(8, select(2, s:path()))
  end)

  it("ask for each node and goal once, though nodes are opened again", function()
    random.cases("estimates asked for", 60, function(rng)
      local w = world.random(rng, rng:int(2, 30), 4)
      local goals, asked = { w.list[1].node, w.list[2].node }, {}
      local options = { weight = rng:pick { 1, 1, 3 }, partial = rng:chance(0.5), heuristic = function(node, goal)
        local pair = node.id .. " " .. goal.id
        that(not asked[pair], "asked again for %s", pair)
        asked[pair] = true
        return node.id * 7 % 5
      end }
      local start = rng:pick(w.list).node
      if rng:chance(0.5) then w.g:path(start, goals, options) else w.g:search(start, goals, options):run() end
    end)
  end)

  it("with several goals ask for each of them", function()
    local g, n = chain(9)
    local asked = {}
    local s = g:search(n[5], { n[1], n[9], n[8] }, { heuristic = function(a, goal)
      asked[a.id .. " " .. goal.id] = true
      if a == n[6] and goal == n[9] and not asked.failed then
        asked.failed = true
        error("once", 0)
      end
      return math.abs(a.x - goal.x)
    end })
    local ok, e = pcall(s.run, s)
    assert.is_false(ok)
    assert.equal("once", e)
    assert.equal("found", s:run())
    assert.equal(n[8], s.goal)
    for i = 4, 8 do
      for _, goal in ipairs({ 1, 8, 9 }) do
        assert.is_true(asked[i .. " " .. goal], i .. " was not asked about for " .. goal)
      end
    end
  end)
end)

describe("errors, edits and restarts in any order", function()
  it("leave every search right", function()
    random.cases("mayhem", 60, function(rng)
      local w = world.random(rng, rng:int(4, 20), 4)
      local s
      local function mischief()
        local dice = rng:int(1, 40)
        if dice == 1 then
          error("mischief", 0)
        elseif dice == 2 then
          w:edit(rng)
        elseif dice == 3 then
          w.g:path(rng:pick(w.list).node, rng:pick(w.list).node)
        elseif dice == 4 and s then
          pcall(rng:pick({ s.step, s.run, s.restart, s.close, s.path }), s)
        elseif dice == 5 then
          collectgarbage("step", 10)
        end
      end
      local opts = {
        cost = rng:chance(0.7) and function(_, _, c)
          mischief()
          return c
        end or nil,
        heuristic = function()
          mischief()
          return 0
        end,
      }
      for _ = 1, 6 do
        local ok
        ok, s = pcall(w.g.search, w.g, rng:pick(w.list).node, rng:pick(w.list).node, opts)
        if not ok then
          that(s == "mischief", "%s", s)
          s = nil
        end
        for _ = 1, 60 do
          if not s or s.status == "closed" then
            break
          end
          local good, message = pcall(rng:chance(0.8) and s.step or s.run, s)
          that(good or message == "mischief", "%s", message)
          if s.status == "stale" then
            local a, b = rng:pick(w.list).node, rng:pick(w.list).node
            good, message = pcall(s.restart, s, a, b)
            that(good or message == "mischief", "%s", message)
          end
        end
        if s and s.status == "found" then
          local path, cost = s:path()
          local want, best = w.g:path(path[1], path[#path], { cost = opts.cost and function(_, _, c) return c end })
          that(want, "a path that is none")
          check.near(best, cost, "cost")
        end
        w:verify()
      end
    end)
  end)
end)

describe("a named heuristic beside a cost function", function()
  local astar = require "astar"

  it("is used as without the function, 'auto' as well", function()
    local map = astar.grid({ width = 40, height = 30 })
    local start, goal = map:cell(3, 4), map:cell(36, 25)
    local function expanded(heuristic, cost)
      local s = map:search(start, goal, { heuristic = heuristic, cost = cost })
      s:run()
      return s.expanded, (select(2, s:path()))
    end
    local function same(_, _, cost) return cost end
    for _, name in ipairs({ "auto", "euclidean", "octile", "zero" }) do
      assert.same({ expanded(name) }, { expanded(name, same) }, name)
    end
    assert.same({ expanded("zero") }, { expanded(nil, same) })
    assert.is_true(expanded("auto", same) < expanded("zero", same))
  end)

  it("gives the cheapest path where the function only adds", function()
    local map = astar.grid({ width = 25, height = 25 })
    local salt = 17
    local function dearer(from, to, cost) return cost + (from.id * 7 + to.id * 13 + salt) % 5 end
    for _ = 1, random.size(30, 6) do
      salt = salt + 1
      local a, b = map:cell(1 + salt % 25, 2), map:cell(24, 1 + salt * 3 % 25)
      local _, cost = map:path(a, b, { cost = dearer, heuristic = "auto" })
      local _, oracle = map:path(a, b, { cost = dearer })
      assert.near(oracle, cost, 1e-9 * oracle)
    end
  end)
end)
