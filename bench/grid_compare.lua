-- grid_compare.lua: has all contestants solve the same problems on grids, checks that they find
-- routes of the same cost, and prints the tables.
--
--   lua5.4 bench/grid_compare.lua quick|full SIDE [GROUP NAME FILE SCEN]…
--
-- The groups: "movingai" and "made" for the maps of the tables; "small" for those where expansions
-- are counted; "terrain" for maps beside whose FILE lies FILE.terrain, the same with terrain. SIDE is of the
-- grid on which single calls are measured, 0 for none. Called by bench/grid; see common.sh for what
-- that sets in the environment.
--
-- The contestants of one map stand ready at the same time, each in a process of its own (see worker.h
-- for what they are told). They take turns: A B C, A B C, and so on; what counts is the median of the
-- rounds.

local contest = dofile("bench/contest.lua")
local fail, note, median, sum, thousands = contest.fail, contest.note, contest.median, contest.sum, contest.thousands
local agree, microseconds, target = contest.agree, contest.microseconds, contest.target
local print_table, ratio, few = contest.print_table, contest.ratio, contest.few

local dir, lua, luajit, base = contest.dir, contest.lua, contest.luajit, contest.base
local peer = os.getenv("BENCH_PEER")
local quick = arg[1] == "quick"
local side = tonumber(arg[2])
local rounds = quick and 1 or 5
-- What takes less is repeated within a round, since clocks are coarse and caches cold.
local shortest = quick and 0 or 0.02

local groups = { movingai = {}, made = {}, small = {}, terrain = {} }
for i = 3, #arg, 4 do
  local group = groups[arg[i]]
  group[#group + 1] = { name = arg[i + 1], file = arg[i + 2], problems = arg[i + 3] }
end

-- ---------------------------------------------------------------- contestants

-- How to run a program on a map, and its mode; `rounds` if it takes fewer than others, 0 for the first
-- one only, in which all warm up; `plain` if it takes the map without terrain; `counts` if its
-- expansions are told too, as those of the core always are. Contestants of one command share a
-- process. They are apart in the lists below, lest the first warm the caches for the next.
local core, module, baseline = dir .. "/grid_core %s %s ", " bench/grid_module.lua %s %s", " bench/grid_baseline.lua %s %s"
local contestants = {
  astar = { command = core .. "astar", mode = "core" },
  astar_path = { command = core .. "astar path", mode = "core" },
  ordered = { command = core .. "ordered", mode = "core" },
  plain = { command = core .. "astar", mode = "core", plain = true },
  jump = { command = core .. "jump", mode = "core" },
  jump_path = { command = core .. "jump path", mode = "core" },
  strict = { command = dir .. "/grid_strict %s %s", mode = "strict", counts = true },
  lua = { command = lua .. module, mode = "path" },
  lua_cells = { command = lua .. module, mode = "cells" },
  jit = { command = luajit .. module, mode = "path" },
  jit_cells = { command = luajit .. module, mode = "cells" },
  lua_search = { command = lua .. module, mode = "search" },
  lua_looked = { command = lua .. module, mode = "looked" },
  plain_lua = { command = lua .. baseline, mode = "path", rounds = 0, counts = true },
  plain_jit = { command = luajit .. baseline, mode = "path", rounds = 1, counts = true },
  base = { command = base .. module, mode = "path" },
  base_cells = { command = base .. module, mode = "cells" },
  base_search = { command = base .. module, mode = "search" },
  peer = { command = peer .. " %s %s", mode = "path", counts = true, tolerance = 1e-5 },
}

local on_maps = { "astar", "lua", "base", "jit", "jump", "plain_jit", "plain_lua", "peer", "astar_path", "lua_cells",
  "base_cells", "jit_cells", "jump_path", "lua_search", "base_search", "ordered", "lua_looked" }
local on_small_maps = { "astar", "ordered", "jump", "strict", "plain_lua" }
local on_terrain = { "astar", "plain", "lua", "base", "jit", "plain_jit", "plain_lua", "lua_search", "base_search" }

local function present(key)
  if key:find("jit") then return luajit ~= "" end
  if key:find("^base") then return base ~= "" end
  return key ~= "peer" or peer ~= ""
end

-- ---------------------------------------------------------------- one map

local function count_problems(file)
  local count = 0
  for line in io.lines(file) do
    if line:find("^%d+\t") then count = count + 1 end
  end
  return count
end

-- Measures these contestants on a map. Gives it the number of problems, and for each contestant the
-- median seconds of a round over all of them, and the expansions.
local function measure(map, keys)
  note("%s", map.name)
  local count = count_problems(map.problems)
  map.count, map.seconds, map.expanded, map.workers = count, {}, {}, {}
  local by_command, expected, taken = {}, {}, {}

  for _, key in ipairs(keys) do
    local c = contestants[key]
    local file = map.terrain and not c.plain and map.file .. ".terrain" or map.file
    local command = c.command:format(file, map.problems)
    local w = by_command[command]
    if not w then
      w = contest.start(command)
      by_command[command] = w
      local costs = w:ask("costs 1 %d", count)
      expected[file] = expected[file] or costs
      contest.check_costs(command, costs, expected[file], count, c.tolerance)
    end
    local took = w:ask("run %s 1 %d", c.mode, count)
    local repeats = math.min(1000, math.ceil(shortest / math.max(took[1], 1e-6)))
    taken[key] = { worker = w, expected = sum(expected[file]), repeats = math.max(1, repeats), took[1] }
    map.workers[key] = w
  end

  for round = 1, rounds do
    for _, key in ipairs(keys) do
      local c, t = contestants[key], taken[key]
      if round <= (c.rounds or rounds) then
        local seconds = 0
        for _ = 1, t.repeats do
          local answer = t.worker:ask("run %s 1 %d", c.mode, count)
          if not agree(answer[2], t.expected, c.tolerance) then fail("%s on %s: the costs add up to %.17g", key, map.name, answer[2]) end
          seconds = seconds + answer[1]
        end
        t[round] = seconds / t.repeats
      end
    end
  end

  for _, key in ipairs(keys) do
    local c = contestants[key]
    map.seconds[key] = median(taken[key])
    if c.mode == "core" or c.counts and not map.terrain then
      map.expanded[key] = map.workers[key]:ask("count 1 %d", count)[1]
    end
  end
end

local function finish(map)
  for _, w in pairs(map.workers) do
    if w.commands then w:quit() end
    w.commands = nil
  end
end

local function us(map, key) return map.seconds[key] and map.seconds[key] / map.count * 1e6 end
local function ns(map, key) return map.seconds[key] and map.seconds[key] / map.expanded[key] * 1e9 end
local function expansions(map, key) return map.expanded[key] and map.expanded[key] / map.count end
local function times(map, slower, faster)
  return map.seconds[slower] and map.seconds[faster] and map.seconds[slower] / map.seconds[faster]
end

-- All problems of several maps, as if of one.
local function total(name, maps)
  local all = { name = name, count = 0, seconds = {}, expanded = {} }
  for _, map in ipairs(maps) do
    all.count = all.count + map.count
    for key in pairs(map.seconds) do
      all.seconds[key] = (all.seconds[key] or 0) + map.seconds[key]
      all.expanded[key] = map.expanded[key] and (all.expanded[key] or 0) + map.expanded[key]
    end
  end
  return all
end

-- ---------------------------------------------------------------- tables

local function column(name, of, form, ...)
  local keys = { ... }
  return { name, function(map) return of(map, keys[1], keys[2]) end, form }
end

local function whole(value) return ("%.0f"):format(value) end

-- ---------------------------------------------------------------- maps

-- What was measured, with the totals.
local rows = {}
local everything

local measured = {}
local keys = {}
for _, key in ipairs(on_maps) do
  if present(key) then keys[#keys + 1] = key end
end
for _, group in ipairs { "movingai", "made" } do
  for _, map in ipairs(groups[group]) do
    measure(map, keys)
    finish(map)
    measured[#measured + 1], rows[#rows + 1] = map, map
  end
  if #groups[group] > 1 then
    rows[#rows + 1] = total(group == "made" and "**all made maps**" or "**all MovingAI maps**", groups[group])
  end
end
if #measured > 0 then
  everything = total("**all maps**", measured)
  if #groups.movingai > 0 and #groups.made > 0 then rows[#rows + 1] = everything end

  print_table("µs a query", rows, {
    column("`map:path`, Lua 5.4", us, microseconds, "lua"),
    column("LuaJIT", us, microseconds, "jit"),
    column("no jumps, Lua 5.4", us, microseconds, "lua_cells"),
    column("LuaJIT", us, microseconds, "jit_cells"),
    column("core, A*", us, microseconds, "astar"),
    column("core, jumps", us, microseconds, "jump"),
    column("plain Lua, LuaJIT", us, microseconds, "plain_jit"),
    column("Lua 5.4", us, microseconds, "plain_lua"),
  })
  print_table("How many times as fast `map:path` is", rows, {
    column("as the core's A*, from Lua 5.4", times, ratio, "astar", "lua"),
    column("LuaJIT", times, ratio, "astar", "jit"),
    column("as plain Lua, Lua 5.4", times, ratio, "plain_lua", "lua"),
    column("LuaJIT", times, ratio, "plain_jit", "jit"),
    column("no jumps, as plain Lua, Lua 5.4", times, ratio, "plain_lua", "lua_cells"),
    column("LuaJIT", times, ratio, "plain_jit", "jit_cells"),
  })
  print_table("A search object from Lua 5.4, and its path: µs, and as a multiple of `map:path`", rows, {
    column("`s:run()`", us, microseconds, "lua_search"),
    column("×", times, ratio, "lua_search", "lua"),
    column("… and its cells looked at", us, microseconds, "lua_looked"),
    column("×", times, ratio, "lua_looked", "lua"),
  })
  print_table("The core alone", rows, {
    column("A*: expansions", expansions, few, "astar"),
    column("ns an expansion", ns, whole, "astar"),
    column("… and its cells read", ns, whole, "astar_path"),
    column("in the order of searches: expansions", expansions, few, "ordered"),
    column("ns an expansion", ns, whole, "ordered"),
    column("jump points: expansions", expansions, few, "jump"),
    column("µs", us, microseconds, "jump"),
    column("… and its cells read", us, microseconds, "jump_path"),
    column("plain Lua: expansions", expansions, few, "plain_lua"),
    column("LuaJIT: ns an expansion", ns, whole, "plain_jit"),
    column("Lua 5.4", ns, whole, "plain_lua"),
  })
end

-- How many times as fast as the other version, or as the peer.
local function print_rivals(title, list)
  if base ~= "" then
    print_table(title .. "how many times as fast as the base", list, {
      column("`map:path`", times, ratio, "base", "lua"),
      column("… no jumps", times, ratio, "base_cells", "lua_cells"),
      column("`map:search`", times, ratio, "base_search", "lua_search"),
    })
  end
  if peer ~= "" and list[1].seconds.peer then
    print_table(title .. "the peer", list, {
      column("µs", us, microseconds, "peer"),
      column("expansions", expansions, few, "peer"),
      column("times as fast is `map:path`", times, ratio, "peer", "lua"),
      column("… no jumps", times, ratio, "peer", "lua_cells"),
      column("core, A*", times, ratio, "peer", "astar"),
      column("core, jump points", times, ratio, "peer", "jump"),
    })
  end
end

if #measured > 0 then print_rivals("All costs equal: ", rows) end

-- ---------------------------------------------------------------- terrain

keys = {}
for _, key in ipairs(on_terrain) do
  if present(key) then keys[#keys + 1] = key end
end
for _, map in ipairs(groups.terrain) do
  map.terrain = true
  measure(map, keys)
  finish(map)
end
local all_terrain = #groups.terrain > 0 and total("**all of these**", groups.terrain)
if all_terrain then
  local terrain_rows = { table.unpack(groups.terrain) }
  if #terrain_rows > 1 then terrain_rows[#terrain_rows + 1] = all_terrain end
  print_table("Terrain that costs 1, 2, 3 or 5, in patches", terrain_rows, {
    column("core, A*: expansions", expansions, few, "astar"),
    column("ns an expansion", ns, whole, "astar"),
    column("… without terrain", ns, whole, "plain"),
    column("times", function(map, a, b) return ns(map, a) / ns(map, b) end, ratio, "astar", "plain"),
    column("`map:path`, Lua 5.4: µs", us, microseconds, "lua"),
    column("LuaJIT", us, microseconds, "jit"),
    column("times as fast as plain Lua, Lua 5.4", times, ratio, "plain_lua", "lua"),
    column("LuaJIT", times, ratio, "plain_jit", "jit"),
  })
  print_rivals("Terrain: ", terrain_rows)
end

-- ---------------------------------------------------------------- small maps

for _, map in ipairs(groups.small) do
  measure(map, on_small_maps)
  map.more = 0
  for i = 1, map.count do
    local astar, strict = map.workers.astar:ask("count %d %d", i, i), map.workers.strict:ask("count %d %d", i, i)
    if astar[1] > strict[1] then map.more = map.more + 1 end
  end
  finish(map)
end
if #groups.small > 0 then
  print_table("Expansions on small open maps, 49 × 49", groups.small, {
    column("lower f, then lower h, strictly", expansions, few, "strict"),
    column("core, A*", expansions, few, "astar"),
    column("problems that took it more", function(map) return map.more end, whole),
    column("core, in the order of searches", expansions, few, "ordered"),
    column("core, jump points", expansions, few, "jump"),
    column("plain Lua", expansions, few, "plain_lua"),
    column("core, A*: µs", us, microseconds, "astar"),
    column("jump points: µs", us, microseconds, "jump"),
  })
end

-- ---------------------------------------------------------------- single calls

local alone
if side > 0 then
  note("single calls")
  local call = " bench/grid_micro.lua " .. side
  local large = quick and side or 4096
  alone = contest.values_of(dir .. "/grid_micro " .. side)
  for name, value in pairs(contest.values_of(dir .. "/grid_micro across " .. large)) do alone[name] = value end
  local size = thousands(side) .. " × " .. thousands(side)
  contest.print_single_calls({
    { "a grid of " .. size .. " cells, all open: s", "create_s", "%.3f" },
    { "… from `rows` with a legend: s", "rows_s", "%.3f" },
    { "… from a MovingAI map: s", "map_s", "%.3f" },
    { "bytes a cell", "cell_bytes", "%.1f" },
    { "… more for jump points", "jump_bytes", "%.1f" },
    { "the first path by jump points, or making ready for them: ms", "prepare_ms", "%.2f" },
    { "path between neighbours: µs", "path_us", "%.2f" },
    { "the same on 50 × 50 cells: µs", "small_path_us", "%.2f" },
    { "search between neighbours, cell by cell: µs", "search_us", "%.2f" },
    { "its memory: KB", "search_kb", "%.1f" },
    { "blocking or opening a cell: ns", "edit_ns", "%.0f" },
    { "blocking, a path elsewhere, opening: µs", "edit_path_us", "%.2f" },
    { "a path across " .. large .. " × " .. large .. " by jump points: ms", "across_ms", "%.1f" },
    { "… jump points expanded", "across_expanded", "%.0f" },
    { "… memory of what found it: MB", "across_mb", "%.1f" },
    { "… memory of the map for jump points: MB", "across_map_mb", "%.1f" },
  }, alone, contest.values_of(lua .. call), luajit ~= "" and contest.values_of(luajit .. call) or {})
end

if quick or not everything then return end

-- ---------------------------------------------------------------- targets

contest.print_targets()
if base ~= "" then
  target("no jumps, all maps: times as fast as the base", "%.2f", 2.5, times(everything, "base_cells", "lua_cells"))
  target("jump points, all maps: times as fast as the base", "%.2f", 1, times(everything, "base", "lua"))
  for _, map in ipairs(measured) do
    if map.name == "open" or map.name == "boxes" then
      target("… " .. map.name, "%.2f", 1.15, times(map, "base", "lua"))
    end
  end
  target("`map:search`, all maps: times as fast as the base", "%.2f", 2, times(everything, "base_search", "lua_search"))
  if all_terrain then
    target("terrain, `map:path`: times as fast as the base", "%.2f", 1.7, times(all_terrain, "base", "lua"))
    target("… `map:search`", "%.2f", 1.5, times(all_terrain, "base_search", "lua_search"))
  end
end
target("core, A*, all maps: ns an expansion", "%.0f", 40, ns(everything, "astar"), true)
if #groups.small > 0 then
  local small = total("", groups.small)
  local strict = small.expanded.strict
  target("small open maps: expansions, times those of strict order", "%.3f", 1, small.expanded.astar / strict, true)
  target("… in the order of searches", "%.3f", 1, small.expanded.ordered / strict, true)
end
for _, runner in ipairs { { "lua", "Lua 5.4" }, { "jit", "LuaJIT" } } do
  local function faster(map, wanted)
    target(("`map:path`, %s, %s: times as fast as the core's A*"):format(runner[2], map.name:gsub("%*", "")), "%.1f",
      wanted, times(map, "astar", runner[1]))
  end
  faster(everything, 2.5)
  for _, map in ipairs(groups.movingai) do
    local wanted = ({ den520d = 8, lak303d = 8, London_0_512 = 40 })[map.name]
    if wanted then faster(map, wanted) end
  end
end
if all_terrain then
  target("terrain: ns an expansion, times that without", "%.2f", 1.3, ns(all_terrain, "astar") / ns(all_terrain, "plain"),
    true)
end
if alone then target("bytes a cell", "%.1f", 8, alone.cell_bytes, true) end
