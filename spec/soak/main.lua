-- A long night: plays rounds of everything at random for some time, and checks, beside what the rounds check, that the same
-- seed has the same results each time and that memory is flat.
--
--   .ci/soak [SECONDS [SEED]]    0 seconds: one round, that of the seed
--
-- Prints each round that fails, with the seed that plays it alone, the longest call of each kind, and `N passed, N failed`.

local memory = require "spec.support.memory"
local rounds = require "spec.soak.rounds"
local tally = require "spec.soak.tally"

local seconds = tonumber(arg[1] or 60)
local first = tonumber(arg[2] or os.getenv("ASTAR_SEED") or os.time() % 1000003)
if not seconds or not first then
  io.stderr:write("usage: .ci/soak [SECONDS [SEED]]\n")
  os.exit(2)
end

local AGAIN = 25 -- after so many rounds the first one is played again

local night, passed, failed = tally.new(), 0, 0

local function fail(seed, message)
  failed = failed + 1
  print(("round %d FAILED: %s\n  .ci/soak 0 %d plays it again"):format(seed, message, seed))
  io.stdout:flush()
end

-- Plays a round and forgets all of it; its digest, or nil. In a coroutine, so that nothing is left on the stack.
local function play(seed)
  local map, at = "", ""
  local thread = coroutine.create(function()
    return rounds.play(seed, function(text)
      if map == "" then map = text else at = text end
    end)
  end)
  local ok, result = coroutine.resume(thread)
  if ok then
    night:add(result, seed)
    passed = passed + 1
    return result.digest
  end
  local message = type(result) == "table" and result.message or tostring(result)
  fail(seed, ("%s, %s: %s"):format(map, at, debug.traceback(thread, message)))
end

-- Traces of LuaJIT hold objects.
local flush = rawget(_G, "jit") and require("jit").flush or function() end

print(("seed %d, %s"):format(first, rawget(_G, "jit") and require("jit").version or _VERSION))
local began, n = os.time(), 0
local empty = memory.module()
local digest, kilobytes, least, most = nil, {}, math.huge, 0
repeat
  local seed = first + n
  local again = n > 0 and n % AGAIN == 0
  local got = play(again and first or seed)
  flush()
  local left = memory.lua()
  local taken = memory.module()
  if taken ~= empty then
    fail(seed, ("%d bytes of the module are not given back"):format(taken - empty))
    empty = taken
  end
  if n == 0 then digest = got end
  if not again then night:note(got) end
  if again and got ~= digest then fail(first, ("played again it has the digest %s, not %s"):format(got, digest)) end
  if again or n == 0 then
    kilobytes[#kilobytes + 1] = left
    least, most = math.min(least, left), math.max(most, left)
  end
  n = n + 1
until os.difftime(os.time(), began) >= seconds

-- Later rounds load nothing more, so what Lua holds after the same round is the same but for tables of strings and traces.
local grown = #kilobytes > 2 and kilobytes[#kilobytes] - kilobytes[2] or 0
if grown > 1024 then fail(first, ("%.0f KB more of Lua are taken than after the second time"):format(grown)) end

local names, calls = night:names()
for _, name in ipairs(names) do
  local longest = night.longest[name]
  print(("  %-36s %9d%s"):format(name, night.counts[name],
    longest and (", longest %.1f ms in round %d"):format(1000 * longest, night.seed[name]) or ""))
end
print(("%d rounds in %d s, %.0f seconds of game time, %d calls, digest %d"):format(n, os.difftime(os.time(), began), night.seconds,
  calls, night.digest))
print(("Lua holds %.0f to %.0f KB after the first round, the process %s KB"):format(least, most, tostring(memory.process() or "?")))
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and passed > 0)
