-- Queues: the order of answers, budgets, tickets, edits meanwhile, and callbacks that do what they should not.

local astar = require "astar"
local check = require "spec.support.check"
local new_queue = require "astar.queue"
local random = require "spec.support.random"

local that = check.that

local function open_map(size)
  return astar.grid { width = size, height = size }
end

describe("a queue", function()
  it("answers in the order of asking, the highest priority first", function()
    local map, queue, answers = open_map(20), new_queue(), {}
    local function ask(name, priority)
      return queue:push(map:search(map:cell(1, 1), map:cell(20, 20)), function(path, cost, ticket)
        that(#path == 20 and check.close(cost, 19 * 2 ^ 0.5), "a wrong path")
        assert.equal("answered", ticket.status)
        answers[#answers + 1] = name
      end, priority)
    end
    assert.equal(0, #queue)
    assert.is_true(queue:run(0.001))
    ask("a")
    ask("b", -1)
    ask("c", 5)
    ask("d")
    local ticket = ask("e", 5)
    assert.equal(5, #queue)
    assert.equal("waiting", ticket.status)
    assert.equal(5, ticket.priority)
    assert.equal("queue (5 waiting)", tostring(queue))
    assert.equal("ticket (waiting)", tostring(ticket))
    assert.is_true(queue:run())
    assert.same({ "c", "e", "a", "d", "b" }, answers)
    assert.equal(0, #queue)
    assert.equal("ticket (answered)", tostring(ticket))
  end)

  it("gives nil and the status where there is no path", function()
    local map, queue = open_map(9), new_queue()
    map:fill(5, 1, 1, 9, "sea")
    map:unit("man", { sea = false })
    local got = {}
    local function ask(search)
      queue:push(search, function(path, status) got[#got + 1] = path and "path" or status end)
      return search
    end
    local a, b = map:cell(1, 1), map:cell(9, 9)
    ask(map:search(a, b, "man"))
    ask(map:search(a, b, { max_steps = 3 }))
    ask(map:search(a, nil, { max_cost = 2 }))
    ask(map:search(a, b)):close()
    ask(map:flow(b))
    local g = astar.graph()
    local from, to = g:add(0, 0), g:add(1, 0)
    g:link(from, to)
    local search = ask(g:search(from, to))
    search:step()
    g:remove(to)
    queue:run()
    assert.same({ "unreachable", "limit", "done", "closed", "done", "stale" }, got)
  end)

  it("does a little each time, however short the time", function()
    local map, queue = open_map(60), new_queue()
    local found
    queue:push(map:search(map:cell(1, 1), map:cell(60, 60), { heuristic = "zero" }), function(path) found = path end)
    local turns = 0
    while not queue:run(0) do turns = turns + 1 end
    assert.equal(60, #found)
    that(turns > 10, "%d turns", turns)
  end)

  it("repairs searches that the map leaves behind, so that all end though it changes all the time", function()
    random.cases("a queue on a changing map", 8, function(rng)
      local map, queue = open_map(80), new_queue()
      map:unit("man", { mud = 3, road = 0.5 })
      local goal, answered = map:cell(70, 75), 0
      for _ = 1, 25 do
        local from = map:cell(rng:int(1, 20), rng:int(1, 80))
        queue:push(map:search(from, goal, "man"), function(path, cost)
          answered = answered + 1
          local best, least = map:path(from, goal, "man")
          that((path == nil) == (best == nil), "from %s: %s", from, path or cost)
          if path then
            check.near(least, cost, "from %s", from)
            that(path:valid("man"), "the path does not hold")
          end
        end)
      end
      for _ = 1, 100000 do
        if queue:run(20e-6) then break end
        local col, row = rng:int(1, 80), rng:int(1, 80)
        if rng:chance(0.5) then map:set(col, row, rng:pick({ "mud", "road", "plain" }))
        elseif col + row < 130 then map:block(col, row, rng:chance(0.4)) end
      end
      assert.equal(25, answered)
    end)
  end)

  it("lets a function make the search when its turn comes", function()
    local map, queue, made, answers = open_map(9), new_queue(), {}, {}
    local at = map:cell(1, 1)
    for i = 1, 3 do
      local ticket = queue:push(function()
        made[#made + 1] = i
        if i ~= 2 then return map:search(at, map:cell(9, 9)) end
      end, function(path, _, ticket)
        answers[#answers + 1] = path[1].col
        assert.equal(at, ticket.search.start)
        at = map:cell(5, 5)
      end)
      assert.is_false(ticket.search)
    end
    assert.equal(0, #made)
    assert.is_true(queue:run())
    assert.same({ { 1, 2, 3 }, { 1, 5 } }, { made, answers })
    local stats = queue:stats()
    assert.same({ 2, 1 }, { stats.answered, stats.cancelled })
    queue:push(function() return 7 end, function() end)
    local fine, message = pcall(queue.run, queue)
    assert.is_false(fine)
    assert.matches("must return a search or nil, not 7", message, 1, true)
    assert.equal(0, #queue)
    local ticket
    ticket = queue:push(function()
      ticket:cancel()
      return map:search(at, at)
    end, function() error("it was cancelled") end)
    assert.is_true(queue:run())
    assert.equal("cancelled", ticket.status)
  end)

  it("forgets cancelled tickets", function()
    local map, queue, answers = open_map(9), new_queue(), {}
    local tickets = {}
    for i = 1, 9 do
      tickets[i] = queue:push(map:search(map:cell(1, 1), map:cell(9, i)), function(_, _, ticket)
        answers[#answers + 1] = i
        assert.is_false(ticket:cancel())
      end, i % 3)
    end
    for _, i in ipairs({ 1, 5, 9, 4 }) do
      assert.is_true(tickets[i]:cancel())
      assert.is_false(tickets[i]:cancel())
      assert.equal("cancelled", tickets[i].status)
    end
    assert.equal(5, #queue)
    queue:run()
    assert.same({ 2, 8, 7, 3, 6 }, answers)
    queue:push(map:search(map:cell(1, 1), map:cell(9, 9)), function() error("never") end)
    queue:clear()
    assert.equal(0, #queue)
    assert.is_true(queue:run())
    local stats = queue:stats()
    assert.same({ 10, 5, 5, 0 }, { stats.pushed, stats.answered, stats.cancelled, stats.waiting })
  end)

  it("passes errors on and loses no other ticket", function()
    local map, queue, answers = open_map(9), new_queue(), {}
    local function search(options) return map:search(map:cell(1, 1), map:cell(9, 9), options) end
    queue:push(search(), function() error("in the callback", 0) end)
    queue:push(search { cost = function() error("in the search", 0) end }, function() answers[#answers + 1] = "no" end)
    queue:push(search(), function() answers[#answers + 1] = "yes" end)
    assert.same({ false, "in the callback" }, { pcall(queue.run, queue) })
    assert.equal(2, #queue)
    assert.same({ false, "in the search" }, { pcall(queue.run, queue) })
    assert.equal(1, #queue)
    assert.is_true(queue:run())
    assert.same({ "yes" }, answers)
  end)

  it("bears callbacks that push, cancel, run it again, close their search and edit the map", function()
    local map, queue, answers = open_map(30), new_queue(), {}
    local tickets = {}
    local function ask(name, act)
      tickets[name] = queue:push(map:search(map:cell(1, 1), map:cell(30, 30)), function(path, cost, ticket)
        answers[#answers + 1] = name
        if act then act(path, cost, ticket) end
      end)
    end
    ask("push", function() ask("pushed") end)
    ask("cancel", function() tickets.victim:cancel() end)
    ask("victim")
    ask("run", function() queue:run() end)
    ask("close", function(_, _, ticket) ticket.search:close() end)
    ask("edit", function()
      for i = 2, 29 do map:block(i, i) end
      map:remove(map:add(3, 3))
    end)
    ask("collect", function() check.collect() end)
    ask("last", function(path) that(path:valid(), "the path does not hold") end)
    queue:run()
    assert.same({ "push", "cancel", "run", "close", "edit", "collect", "last", "pushed" }, answers)
    assert.equal(0, #queue)
    -- from within a search
    local ticket
    ticket = queue:push(map:search(map:cell(1, 1), map:cell(3, 3), { cost = function(_, _, c)
      ticket:cancel()
      queue:run()
      return c
    end }), function() error("was cancelled") end)
    assert.is_true(queue:run())
    assert.equal("cancelled", ticket.status)
  end)

  it("tells what it has done", function()
    local map, queue = open_map(50), new_queue()
    local stats = queue:stats()
    for _, value in pairs(stats) do assert.equal(0, value) end
    for i = 1, 3 do queue:push(map:search(map:cell(1, 1), map:cell(50, 50 - i), { heuristic = "zero" }), function() end) end
    queue:run(0)
    map:block(1, 2)
    local into = {}
    assert.equal(into, queue:stats(into))
    assert.equal(3, into.waiting)
    that(into.oldest > 0 and into.last > 0 and into.longest >= into.last, "times")
    queue:run()
    queue:stats(into)
    assert.same({ 0, 3, 3, 0, 1, 0 }, { into.waiting, into.pushed, into.answered, into.cancelled, into.repaired, into.oldest })
    that(into.wait > 0 and into.longest_wait >= into.wait, "waits")
  end)

  -- A hook with a count raises between any two instructions; LuaJIT's compiled code calls none.
  local function broken_off(after, f)
    local function stop()
      debug.sethook()
      error("broken off", 0)
    end
    local fine, message = pcall(function()
      debug.sethook(stop, "", after)
      f()
      debug.sethook()
    end)
    if not fine and message ~= "broken off" then error(message, 0) end
    return fine
  end

  it("is whole again after a debug hook has broken it off anywhere", function()
    local map, compiler = open_map(9), rawget(_G, "jit")
    if compiler then compiler.off() compiler.flush() end
    local function search() return map:search(map:cell(1, 1), map:cell(9, 9)) end
    for _, call in ipairs { "push", "push alone", "run", "run a little", "cancel", "clear" } do
      local after, fine = 0, false
      while not fine do
        local queue, answers, tickets = new_queue(), {}, {}
        local function push(i, priority)
          local made = search()
          tickets[i] = queue:push(i % 2 == 0 and made or function() return made end, function() answers[i] = true end, priority)
        end
        for i = 1, call == "push alone" and 0 or 5 do push(i, i % 3) end
        local another, nothing = search(), function() answers.another = true end
        after = after + 1
        fine = broken_off(after, function()
          if call == "run" then queue:run()
          elseif call == "run a little" then queue:run(0)
          elseif call == "cancel" then tickets[3]:cancel()
          elseif call == "clear" then queue:clear()
          else queue:push(another, nothing, 1) end
        end)
        local waiting, stats = 0, queue:stats()
        for _, ticket in pairs(tickets) do waiting = waiting + (ticket.status == "waiting" and 1 or 0) end
        that(stats.waiting == #queue, "%d waiting, #queue is %d", stats.waiting, #queue)
        that(#queue == waiting or #queue == waiting + 1 and call:find("push"), "%d tickets wait, %d in the queue, %d of %s",
          waiting, #queue, after, call)
        push(6, 2)
        that(queue:run() and #queue == 0, "not empty")
        local lost = 0
        for i, ticket in pairs(tickets) do
          if not answers[i] and ticket.status ~= "cancelled" then lost = lost + 1 end
        end
        -- One may have been broken off in its function or its callback.
        that(lost <= (call:find("run") and 1 or 0), "%d tickets lost, after %d instructions of %s", lost, after, call)
      end
    end
    if compiler then compiler.on() end
  end)

  it("gives a ticket its turn again, also if its function has run the queue", function()
    local compiler = rawget(_G, "jit")
    if compiler then compiler.off() compiler.flush() end
    for _, kind in ipairs { "function", "cost" } do
      local map, queue, answers, back = open_map(9), new_queue(), {}, false
      local function run_others()
        queue:push(map:search(map:cell(1, 1), map:cell(2, 2)), function() answers[#answers + 1] = "other" end, 1)
        queue:run(0)
        back = true
      end
      local options = kind == "cost" and { cost = function(_, _, cost)
        if not back then run_others() end
        return cost
      end } or nil
      local ticket = queue:push(function()
        if kind == "function" and not back then run_others() end
        return map:search(map:cell(1, 1), map:cell(9, 9), options)
      end, function() answers[#answers + 1] = "own" end)
      local fine, message = pcall(function()
        debug.sethook(function()
          if not back or debug.getinfo(2, "f").func ~= astar._clock then return end
          debug.sethook()
          error("broken off", 0)
        end, "c")
        queue:run()
      end)
      debug.sethook()
      assert.same({ false, "broken off" }, { fine, message })
      assert.equal(1, queue:stats().waiting)
      assert.equal("waiting", ticket.status)
      assert.is_true(queue:run())
      assert.same({ "other", "own" }, answers)
    end
    if compiler then compiler.on() end
  end)

  it("raises for what is wrong", function()
    local map, queue = open_map(3), new_queue()
    local search = map:search(map:cell(1, 1), map:cell(3, 3))
    local function refuses(message, fn, ...)
      local fine, got = pcall(fn, ...)
      assert.is_false(fine)
      assert.matches(message, got, 1, true)
      assert.equal(0, #queue)
    end
    local function nothing() end
    refuses("bad argument #1 to 'push' (search or function expected, got nil)", queue.push, queue)
    refuses("bad argument #1 to 'push' (search or function expected, got table)", queue.push, queue, {}, nothing)
    refuses("bad argument #2 to 'push' (function expected, got nil)", queue.push, queue, search)
    refuses("bad argument #2 to 'push' (function expected, got search)", queue.push, queue, search, search)
    refuses("bad argument #3 to 'push' (number expected, got string)", queue.push, queue, search, nothing, "high")
    refuses("bad argument #3 to 'push' (number expected, got nan)", queue.push, queue, search, nothing, 0 / 0)
    refuses("bad argument #1 to 'run' (seconds >= 0 expected, got -1)", queue.run, queue, -1)
    refuses("bad argument #1 to 'run' (seconds >= 0 expected, got nan)", queue.run, queue, 0 / 0)
    refuses("bad argument #1 to 'run' (seconds >= 0 expected, got string)", queue.run, queue, "1")
    refuses("bad argument #1 to 'stats' (table expected, got 1)", queue.stats, queue, 1)
    refuses("calling 'push' on bad self (queue expected, got table)", queue.push, {}, search, nothing)
    refuses("calling 'run' on bad self (queue expected, got nil)", queue.run)
    refuses("field 'x' of a queue cannot be assigned", function() queue.x = 1 end)
    refuses("a queue has no field 'pusch' (did you mean 'push'?)", function() return queue.pusch end)
    local ticket = queue:push(search, nothing, -math.huge)
    local cancel = ticket.cancel
    ticket:cancel()
    refuses("calling 'cancel' on bad self (ticket expected, got search)", cancel, search)
    refuses("field 'status' of a ticket cannot be assigned", function() ticket.status = 1 end)
    refuses("a ticket has no field 'state' (did you mean 'status'?)", function() return ticket.state end)
    search:close()
    refuses("bad argument #1 to 'push' (the search was closed)", queue.push, queue, search, nothing)
  end)
end)
