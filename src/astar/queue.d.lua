---@meta astar.queue

-- Types of the module astar.queue, as those in astar.d.lua.

---Searches that share a time budget: `run` runs them one after the other, for so long as it is told. Searches of the same
---priority are answered in the order in which they were pushed, those of a higher one before. Searches of graphs, grids and
---planes may be in one queue. `#queue` is the number of tickets that wait.
---
---A search whose map is edited where it has looked is repaired, not begun anew, so that all end though the map changes in
---each frame. What a callback is given is right for the map as it is then.
---@class astar.Queue
---@operator len: integer
local Queue = {}

---Adds a search: new, running, stale or finished, on any space; or a function that makes the search when its turn comes, so
---that it starts from where its unit is then, and that searches that wait take no memory. If the function returns nil, nothing
---is searched, and the ticket is cancelled. The answer is given to the callback: the path and its cost, or nil and the status, and the ticket. The status is "stale" if the start or the goal was removed meanwhile, "closed" if the
---search was closed, "done" if it has no goal.
---
---The search is not closed: close it in the callback if it is of no more use, as its memory then serves the next one. The callback may push,
---cancel, edit the map and run the queue. What it raises reaches the caller of `run`. O(priorities).
---
---Raises if the search was closed.
---@param search astar.Search|astar.PlaneSearch|fun(): astar.Search|astar.PlaneSearch|nil
---@param callback fun(path: astar.Path|astar.PlanePath|nil, cost: number|astar.Status, ticket: astar.Ticket)
---@param priority? number # any number but NaN; the highest goes first; default 0
---@return astar.Ticket
function Queue:push(search, callback, priority) end

---Runs searches until all have ended or the time is over. It looks at the clock every 64 expansions (on a plane after each),
---and between callbacks, whose time counts, too; so it takes some 10 microseconds more than it is given, or as long as one
---callback, or as one expansion on a plane. However short the time, it does a little. O(expansions).
---
---Raises what callbacks raise, and functions that a search calls; the ticket is gone then, and all others stay.
---@param seconds? number # >= 0; default: until all have ended
---@return boolean empty # whether no ticket waits any more
function Queue:run(seconds) end

---Cancels all tickets that wait. O(tickets).
function Queue:clear() end

---What the queue has done so far, for a panel. O(priorities).
---@param into? astar.QueueStats # to fill and return this table; default: a new one
---@return astar.QueueStats
function Queue:stats(into) end

---What Queue:stats gives. Times are in seconds, by the clock on the wall.
---@class astar.QueueStats
---@field waiting integer # tickets that wait
---@field pushed integer # so far
---@field answered integer # so far
---@field cancelled integer # so far
---@field repaired integer # how often a search was repaired
---@field last number # how long the last `run` took
---@field longest number # how long the longest took
---@field wait number # from push to answer, on average
---@field longest_wait number # the longest time from push to answer
---@field oldest number # how long the oldest ticket has waited

---A search in a queue.
---@class astar.Ticket
---@field search astar.Search|astar.PlaneSearch|false # false until its function has made it; read only
---@field priority number # read only
---@field status "waiting"|"running"|"answered"|"cancelled" # "running" while its search runs, and if that raised an error; read only
local Ticket = {}

---Takes the ticket out of its queue: its callback is not called. O(priorities).
---@return boolean cancelled # false: it was answered or cancelled before
function Ticket:cancel() end

---An empty queue. O(1).
---@return astar.Queue
local function queue() end

return queue
