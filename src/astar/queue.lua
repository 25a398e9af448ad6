-- Searches that share a time budget: each frame the queue runs them for so long, one after the other.
--
-- Always true: a ticket is in the list of its priority exactly while it waits; the list runs from `first` to `last` along
-- `after`. A ticket leaves its list before its search or its callback runs, so that whatever these do or raise, the queue is
-- whole. Lists of priorities without tickets are dropped. `levels` has the others, the highest priority first.
--
-- A change may be broken off, by a lack of memory before anything is linked, or anywhere by a debug hook that raises. Then
-- `torn` or `running` stay set, and the next call makes the queue whole again. What is allocated is so before the change, for
-- finalizers may run there, and use the queue; the change itself only assigns to fields that exist, which is why these are
-- false instead of nil.
--
-- The object of a queue has `true` at 1, 2, ... for each ticket that waits: so #queue works on LuaJIT, too, which does
-- not ask for __len of tables.

local astar = require "astar"
local check = require "astar.base.check"
local hidden = require "astar.base.hidden"

local clock = astar._clock
local max = math.max

local Queue, Ticket = {}, {}
local new_queue, queue_of, check_queue = hidden.class("astar.queue", "queue")
local new_ticket, ticket_of, check_ticket = hidden.class("astar.ticket", "ticket")

local HUGE = math.huge

local function is_callable(value)
  if type(value) == "function" then return true end
  local meta = getmetatable(value)
  return type(meta) == "table" and type(rawget(meta, "__call")) == "function"
end

---- Lists of tickets --------------------------------------------------------------------------------------

-- A ticket: callback, queue (the state of its queue), priority, pushed (when), before, after; its object; what that shows:
-- status, search, priority; and `make`, until it has made the search.
-- A level: priority, first, last.

-- Where the level of a priority is, or is to be.
local function place_of(queue, priority)
  local levels, at = queue.levels, 1
  while levels[at] and levels[at].priority > priority do at = at + 1 end
  return at
end

-- The level of a priority, or nil.
local function level_of(queue, priority)
  local level = queue.levels[place_of(queue, priority)]
  return level and level.priority == priority and level or nil
end

-- Makes the level of a ticket, unless there is one, and room for the ticket in the object of its queue.
local function reserve(ticket)
  local queue = ticket.queue
  while true do
    local count = queue.count + 1
    if not level_of(queue, ticket.priority) then
      local level = { priority = ticket.priority, first = false, last = false }
      if not level_of(queue, ticket.priority) then
        table.insert(queue.levels, place_of(queue, ticket.priority), level)
      end
    end
    rawset(queue.object, count, true)
    local level = level_of(queue, ticket.priority)
    if level and queue.count + 1 == count then return level end
    rawset(queue.object, count, count <= queue.count and true or nil)
  end
end

local function enter(ticket, in_front)
  local queue = ticket.queue
  queue.torn = true
  local level = reserve(ticket)
  local before, after = level.last, false
  if in_front then before, after = false, level.first end
  ticket.before, ticket.after = before, after
  if before then before.after = ticket else level.first = ticket end
  if after then after.before = ticket else level.last = ticket end
  ticket.shown.status = "waiting"
  queue.count = queue.count + 1
  queue.torn = false
end

local function leave(ticket, status)
  local queue = ticket.queue
  local level = level_of(queue, ticket.priority)
  queue.torn = true
  ticket.shown.status = status
  if ticket.before then ticket.before.after = ticket.after else level.first = ticket.after end
  if ticket.after then ticket.after.before = ticket.before else level.last = ticket.before end
  ticket.before, ticket.after = false, false
  rawset(queue.object, queue.count, nil)
  queue.count = queue.count - 1
  if not level.first then table.remove(queue.levels, place_of(queue, ticket.priority)) end
  queue.torn = false
end

-- Makes the list of a level whole, by `after`. A ticket whose status is another one was about to leave, or to come; if it is
-- "running", its turn had not begun. Returns the number of tickets.
local function mend_level(level)
  local last, ticket, count = false, level.first, 0
  while ticket do
    local status = ticket.shown.status
    if status == "waiting" or status == "running" then
      ticket.shown.status, ticket.before = "waiting", last
      last, count = ticket, count + 1
    elseif last then
      last.after = ticket.after
    else
      level.first = ticket.after
    end
    ticket = ticket.after
  end
  level.last = last
  return count
end

-- The queue on which a method was called, whole.
local function whole(object, method)
  local queue = check_queue(object, method)
  if queue.torn then
    local levels, count = queue.levels, 0
    for at = #levels, 1, -1 do
      -- LuaJIT's table.insert and table.remove may be broken off, too, and leave an item twice.
      local again = levels[at] == levels[at + 1]
      if not again then count = count + mend_level(levels[at]) end
      if again or not levels[at].first then table.remove(levels, at) end
    end
    queue.count = count
    while rawget(queue.object, count + 1) do
      count = count + 1
      rawset(queue.object, count, nil)
    end
    for at = 1, queue.count do rawset(queue.object, at, true) end
    queue.torn = false
  end
  -- A ticket that left its list, and whose search or callback was not called, or had returned: it gets its turn again.
  local ticket = queue.running
  if ticket and not queue.inside then
    if ticket.shown.status == "running" then enter(ticket, true) end
    queue.running = false
  end
  return queue
end

---- Fields ------------------------------------------------------------------------------------------------

local function refuse(object, name)
  check.fixed_field(ticket_of(object) and "ticket" or "queue", name, "")
end

local function show_ticket(object)
  return ("ticket (%s)"):format(ticket_of(object).shown.status)
end

local function show_queue(object)
  return ("queue (%d waiting)"):format(queue_of(object).count)
end

-- The metatable of shown fields: what they lack is a method, or a mistake.
local function members(methods, what, fields)
  return { __index = function(_, name)
    if methods[name] then return methods[name] end
    if type(name) == "string" then check.no_field(what, name, methods, fields) end
  end }
end

local no_ticket_field = members(Ticket, "ticket", { status = true, search = true, priority = true })
local no_queue_field = members(Queue, "queue", {})

---- Running -----------------------------------------------------------------------------------------------

-- The function or the search of a ticket has returned. It may have run the queue itself, which then ran other tickets.
local function came_back(ticket)
  local queue = ticket.queue
  queue.running = ticket
  queue.inside = false
end

-- Lets a ticket make its search. Returns it, or nil if there is nothing to search any more.
local function make_search(ticket)
  local queue = ticket.queue
  queue.inside = true
  local search = ticket.make()
  came_back(ticket)
  if not search then
    ticket.shown.status, queue.cancelled = "cancelled", queue.cancelled + 1
    return nil
  end
  if getmetatable(search) ~= "astar.search" then
    queue.running = false
    error(("the function of a ticket must return a search or nil, not %s"):format(check.show(search)), 0)
  end
  ticket.shown.search = search
  ticket.make = nil
  return search
end

-- Runs the search of a ticket for so many seconds. Returns its status; "stale" if its start or goal is gone.
local function advance(ticket, seconds)
  local queue, search = ticket.queue, ticket.shown.search
  local status = search.status
  queue.inside = true
  if status == "stale" then
    local fine, result = check.attempt_live(search.repair, search) -- its start or goal may have been removed
    if not fine then
      came_back(ticket)
      return "stale"
    end
    queue.repaired = queue.repaired + 1
    status = result
  end
  if status == "searching" then
    if seconds < HUGE then status = search:run(seconds) else status = search:run() end
  end
  came_back(ticket)
  return status == "stale" and "searching" or status -- it was edited by its own callback
end

-- Gives the answer of a search to the callback of its ticket.
local function answer(ticket, status, now)
  local queue, search = ticket.queue, ticket.shown.search
  local waited, path, cost = now - ticket.pushed, nil, status
  if status ~= "stale" and status ~= "closed" then path, cost = search:path() end
  queue.answered, queue.waits, queue.longest_wait = queue.answered + 1, queue.waits + waited, max(queue.longest_wait, waited)
  ticket.shown.status, queue.running = "answered", false
  ticket.callback(path, cost, ticket.object)
end

---Runs searches until all have ended or the time is over.
function Queue:run(seconds)
  local queue = whole(self, "run")
  if seconds == nil then seconds = HUGE end
  if type(seconds) ~= "number" or seconds ~= seconds or seconds < 0 then
    check.bad_argument(1, "run", "seconds >= 0", check.show(seconds))
  end
  local begun = clock()
  local now = begun
  -- However short the time, something is done: else a queue might never get on.
  while queue.levels[1] do
    local ticket = queue.levels[1].first
    queue.inside, queue.running = false, ticket
    leave(ticket, "running")
    local search = ticket.shown.search or make_search(ticket)
    if ticket.shown.status ~= "running" then search = nil end
    local status = search and advance(ticket, max(begun + seconds - now, 0))
    now = clock()
    -- It may have been cancelled meanwhile, by a function that it called.
    if status == "searching" then
      if ticket.shown.status == "running" then enter(ticket, true) end
    elseif search and ticket.shown.status == "running" then
      answer(ticket, status, now)
      now = clock()
    end
    queue.running = false
    if now >= begun + seconds then break end
  end
  queue.last, queue.longest = now - begun, max(queue.longest, now - begun)
  return queue.count == 0
end

---Adds a search, whose answer the callback gets.
function Queue:push(search, callback, priority)
  local queue = whole(self, "push")
  local make = type(search) == "function" and search or nil
  if not make and getmetatable(search) ~= "astar.search" then
    local got = getmetatable(search) == "astar.path" and "path: write map:search(...) in place of map:path(...)" or check.show(search)
    check.bad_argument(1, "push", "search or function", got)
  end
  if not make and search.status == "closed" then error("bad argument #1 to 'push' (the search was closed)", 2) end
  if not is_callable(callback) then check.bad_argument(2, "push", "function", check.show(callback)) end
  if priority == nil then priority = 0 end
  if type(priority) ~= "number" or priority ~= priority then
    check.bad_argument(3, "push", "number", check.show(priority))
  end
  local ticket = {
    make = make, callback = callback, queue = queue, priority = priority, pushed = clock(), before = false, after = false,
  }
  ticket.shown = setmetatable({ status = "new", search = not make and search or false, priority = priority }, no_ticket_field)
  ticket.object = new_ticket({}, ticket, ticket.shown, { __newindex = refuse, __tostring = show_ticket })
  enter(ticket, false)
  queue.pushed = queue.pushed + 1
  return ticket.object
end

---Removes all tickets; their callbacks are not called.
function Queue:clear()
  local queue = whole(self, "clear")
  while queue.levels[1] do
    leave(queue.levels[1].first, "cancelled")
    queue.cancelled = queue.cancelled + 1
  end
end

---What the queue has done so far.
function Queue:stats(into)
  local queue = whole(self, "stats")
  if into == nil then
    into = {}
  elseif type(into) ~= "table" then
    check.bad_argument(1, "stats", "table", check.show(into))
  end
  local oldest = 0
  for _, level in ipairs(queue.levels) do oldest = max(oldest, clock() - level.first.pushed) end
  into.waiting, into.pushed, into.answered, into.cancelled = queue.count, queue.pushed, queue.answered, queue.cancelled
  into.repaired, into.last, into.longest = queue.repaired, queue.last, queue.longest
  into.wait, into.longest_wait = queue.waits / max(queue.answered, 1), queue.longest_wait
  into.oldest = oldest
  return into
end

---- Tickets -----------------------------------------------------------------------------------------------

---Takes the ticket out of its queue.
function Ticket:cancel()
  local ticket = check_ticket(self, "cancel")
  whole(ticket.queue.object, "cancel")
  local status = ticket.shown.status
  if status ~= "waiting" and status ~= "running" then return false end
  if status == "waiting" then leave(ticket, "cancelled") end
  ticket.shown.status = "cancelled"
  ticket.queue.cancelled = ticket.queue.cancelled + 1
  return true
end

---- The module --------------------------------------------------------------------------------------------

---An empty queue.
local function new()
  local queue = {
    levels = {}, count = 0, torn = false, running = false, inside = false,
    pushed = 0, answered = 0, cancelled = 0, repaired = 0, waits = 0, longest_wait = 0, last = 0,
    longest = 0,
  }
  queue.object = new_queue({}, queue, setmetatable({}, no_queue_field), { __newindex = refuse, __tostring = show_queue })
  return queue.object
end

return new
