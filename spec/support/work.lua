-- Counts the work of calls, so that specs can tell how their cost grows: basic blocks of the module (see
-- .ci/work_counter.c) and instructions of Lua. No time is measured: the same program counts the same each time.
--
-- The specs are spec/work/SUBJECT_work.lua; they take the variant of the module that counts:
--   make LUA=5.4 NAME=work module && .ci/spec work [spec/work/SUBJECT_work.lua]
-- (`make work` does both). A spec reads like this:
--   it("links to a hub", function()
--     work.grows("unlinking all leaves", 500, work.LINEAR, function(n)
--       local g, hub, leaves = star(n)                 -- is not counted
--       return function() unlink_all(g, hub, leaves) end -- is
--     end)
--   end)

local work = {}

local blocks = require "astar.work"

-- By what factor the work may grow when the size is multiplied by four. n log n grows 4.9 times from 500 to 2,000,
-- which leaves a margin for tables that double in steps; sqrt(n) grows 2 times, n² 16 times.
work.CONSTANT = 1.6 -- also for log n
work.LINEAR = 7     -- also for n log n
work.SQRT = 3

local STRIDE = 100 -- instructions of Lua between two hooks

-- The work of fn(), then its first result. Finalizers of earlier garbage do not count.
function work.of(fn)
  local hooks = 0
  collectgarbage()
  collectgarbage()
  debug.sethook(function() hooks = hooks + 1 end, "", STRIDE)
  local before = blocks()
  local result = fn()
  local after = blocks()
  debug.sethook()
  return after - before + hooks * STRIDE, result
end

-- Less work than this counts as this much: in so little, constant parts outweigh growth.
local LEAST = 20000

-- Raises unless the work of make(4n)() is at most `growth` times that of make(n)(), which counts as LEAST or more. The
-- calls of make() are not counted.
function work.grows(what, n, growth, make)
  local small = math.max(work.of(make(n)), LEAST)
  local large = work.of(make(4 * n))
  if large > small * growth then
    error(("%s: work %.0f at %d, %.0f at %d: %.1f times, more than %.1f"):format(
      what, small, n, large, 4 * n, large / small, growth), 2)
  end
end

return work
