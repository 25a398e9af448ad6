-- compare.lua: has all contestants search the same pairs, checks that they find routes of
-- the same cost, and prints the tables.
--
--   lua5.4 bench/compare.lua quick|full [GROUP NAME FILE]…
--
-- The groups: "size" for the graphs of generate.c, in growing order, whose NAME is how many nodes were asked for;
-- "small" for those on which a plain Lua A* takes part; "built" for those of generate_built.c.
-- Called by bench/run, which sets in the environment, besides what common.sh sets:
--
--   BENCH_BOOST, BENCH_NODE   what to run these with; nothing where there is none
--   BENCH_PEERS               the folder with ngraph's node_modules
--
-- The contestants of one input stand ready at the same time, each in a process of its own
-- (see worker.h for what they are told). They take turns: A B C, A B C, and so on, each finding
-- the caches as another has left them; what counts is the median of the rounds.

local contest = dofile("bench/contest.lua")
local fail, note, median, sum, thousands = contest.fail, contest.note, contest.median, contest.sum, contest.thousands
local agree, target = contest.agree, contest.target

local dir, lua, luajit, base = contest.dir, contest.lua, contest.luajit, contest.base
local boost, node, peers = os.getenv("BENCH_BOOST"), os.getenv("BENCH_NODE"), os.getenv("BENCH_PEERS")
local quick = arg[1] == "quick"
-- What takes less is repeated within a round, since clocks are coarse.
local shortest = quick and 0 or 0.02

local groups = { size = {}, small = {}, built = {} }
for i = 2, #arg, 3 do
  local group = groups[arg[i]]
  group[#group + 1] = { name = arg[i + 1], asked = tonumber(arg[i + 1]), file = arg[i + 2] }
end

-- ---------------------------------------------------------------- contestants

local lines = {}

-- A line of the tables: its name; how to run the program ("" if that cannot be); its arguments with
-- %s for input and variant; the mode; a key to find the results by; the key of the line that tells
-- how many nodes were expanded, where its own program cannot; the groups besides "size" that it takes part in. Lines
-- with the same command share a process. The first line is what the others are measured against. Those of the base
-- have a table of their own.
local function line(l)
  if l.runner == "" then return end
  l.program = l.runner .. " " .. l.arguments
  l.groups = l.groups or ""
  lines[#lines + 1] = l
end

local lua_program, optimized = "bench/module.lua %s %s", "bench/module.lua %s %s optimize"
local prepared = "bench/module.lua %s %s prepare"
local plain_program = "bench/graph_baseline.lua %s %s"
local core_program = dir .. "/core"
local ngraph_program = "--expose-gc --max-old-space-size=8192 bench/ngraph.mjs %s %s "

line { name = "`g:path`, Lua 5.4", runner = lua, arguments = lua_program, mode = "path", key = "path", counted = "route",
  groups = "small built" }
line { name = "… every node visited", runner = lua, arguments = lua_program, mode = "nodes", key = "nodes",
  counted = "route" }
line { name = "… and `path:points()`", runner = lua, arguments = lua_program, mode = "points", counted = "route" }
line { name = "… after `g:optimize()`", runner = lua, arguments = optimized, mode = "path", key = "path_optimized",
  counted = "route_optimized" }
line { name = "… after `g:prepare()` ²", runner = lua, arguments = prepared, mode = "path", key = "prepared",
  counted = "route_prepared", groups = "built" }
line { name = "`g:search`, run at once, and its path", runner = lua, arguments = lua_program, mode = "search",
  key = "lua_search", groups = "small built" }
line { name = "`g:path`, LuaJIT", runner = luajit, arguments = lua_program, mode = "path", key = "jit", counted = "route",
  groups = "small built" }
line { name = "… every node visited", runner = luajit, arguments = lua_program, mode = "nodes", counted = "route" }
line { name = "… and `path:points()`", runner = luajit, arguments = lua_program, mode = "points", counted = "route" }
line { name = "`g:search`, run at once, and its path", runner = luajit, arguments = lua_program, mode = "search",
  groups = "small" }
line { name = "the core alone, `astar_finder`", runner = core_program, arguments = "%s %s route", mode = "core",
  key = "route", groups = "small built" }
line { name = "… optimized", runner = core_program, arguments = "%s %s route optimize", mode = "core", key = "route_optimized" }
line { name = "… prepared ²", runner = core_program, arguments = "%s %s route prepare", mode = "core",
  key = "route_prepared", groups = "built" }
line { name = "the core alone, `astar_search`", runner = core_program, arguments = "%s %s search", mode = "core",
  key = "search", groups = "built" }
line { name = "… optimized", runner = core_program, arguments = "%s %s search optimize", mode = "core", key = "search_optimized" }
line { name = "A* in plain Lua, LuaJIT", runner = luajit, arguments = plain_program, mode = "path", key = "plain_jit",
  groups = "small", only = "small" }
line { name = "A* in plain Lua, Lua 5.4", runner = lua, arguments = plain_program, mode = "path", key = "plain_lua",
  groups = "small", only = "small" }
line { name = "Boost, CSR", runner = boost, arguments = "%s %s csr", mode = "boost", key = "csr", groups = "built" }
line { name = "Boost, CSR, `astar_search_no_init`", runner = boost, arguments = "%s %s csr-no-init", mode = "boost",
  groups = "small built" }
line { name = "Boost, adjacency_list", runner = boost, arguments = "%s %s adjacency", mode = "boost" }
line { name = "ngraph.path A*", runner = node, arguments = ngraph_program .. "astar " .. peers, mode = "ngraph",
  key = "ngraph", slow = true, groups = "small built" }
line { name = "ngraph.path NBA*", runner = node, arguments = ngraph_program .. "nba " .. peers, mode = "ngraph",
  key = "nba", slow = true }
line { base = true, runner = base, arguments = lua_program, mode = "path", key = "base_path", groups = "small built" }
line { base = true, runner = base, arguments = lua_program, mode = "nodes", key = "base_nodes" }
line { base = true, runner = base, arguments = lua_program, mode = "search", key = "base_search", groups = "small built" }

-- ---------------------------------------------------------------- one input

local function header(file)
  local f = assert(io.open(file))
  local nodes, links, pair_count = f:read("*n", "*n", "*n")
  f:close()
  return nodes, links, pair_count
end

-- How many times as long a contestant takes as another, on the pairs that both have taken.
local function how_many_times(a, b)
  local part = a.worker.pairs == b.worker.pairs and "all" or "few"
  return median(a[part]) / median(b[part])
end

local function takes_part(l, group)
  if group == "size" then return not l.only end
  return l.groups:find(group, 1, true) ~= nil
end

-- Measures the contestants of a group on a file. Returns the lines that took part, with what was measured.
local function measure(file, variant, group)
  local nodes, _, pair_count = header(file)
  local rounds = quick and 1 or nodes < 5e4 and 7 or nodes < 5e5 and 5 or 3
  -- A slow contestant takes the first few pairs only. The others take these by themselves and
  -- then the rest, so that its ratio rests on the same work.
  local few = math.min(pair_count, math.max(10, math.floor(1e7 / nodes)))
  local spans = { { 1, few } }
  if few < pair_count then spans[2] = { few + 1, pair_count } end

  local workers, order, results = {}, {}, {}
  local expected
  for _, l in ipairs(lines) do
    local command = l.program:format(file, variant)
    local w = workers[command]
    if not takes_part(l, group) then goto next end
    if not w then
      note("  %s", command)
      w = contest.start(command)
      workers[command] = w
      order[#order + 1] = w
      w.pairs = l.slow and few or pair_count
      -- This also is the round that warms up.
      local costs = w:ask("costs 1 %d", w.pairs)
      expected = expected or costs
      contest.check_costs(command, costs, expected, w.pairs)
    end
    -- Lines of the same process come one in each pass, lest the first warm the caches for the others.
    w.lines = (w.lines or 0) + 1
    results[#results + 1] = { line = l, worker = w, turn = w.lines * #lines + #results, all = {}, few = {} }
    ::next::
  end
  local turns = { table.unpack(results) }
  table.sort(turns, function(a, b) return a.turn < b.turn end)

  for round = 1, rounds do
    note("  round %d of %d", round, rounds)
    for _, result in ipairs(turns) do
      local total = 0
      for i, span in ipairs(spans) do
        if span[2] <= result.worker.pairs then
          local seconds, repeats = 0, 0
          while repeats == 0 or seconds < shortest and repeats < 1000 do
            local answer = result.worker:ask("run %s %d %d", result.line.mode, span[1], span[2])
            if not agree(answer[2], sum(expected, span[1], span[2])) then
              fail("%s: the costs add up to %.17g", result.line.name or "the base", answer[2])
            end
            seconds, repeats = seconds + answer[1], repeats + 1
          end
          total = total + seconds / repeats
          if i == 1 then result.few[round] = seconds / repeats end
        end
      end
      result.all[round] = total
    end
  end

  for _, w in ipairs(order) do
    w.expanded = w:ask("count 1 %d", w.pairs)[1]
    w.build, w.resident = table.unpack(w:ask("about"))
    w:quit()
  end

  local found = { pairs = pair_count, few = few, lines = {}, by_key = {} }
  for _, result in ipairs(results) do
    if result.line.key then found.by_key[result.line.key] = result end
    if not result.line.base then found.lines[#found.lines + 1] = result end
  end
  for _, result in ipairs(results) do
    local counter = found.by_key[result.line.counted] or result
    local count = result.worker.pairs
    result.us = median(result.all) / count * 1e6
    result.expansions = counter.worker.expanded / count
    result.ns = result.us / result.expansions * 1e3
    result.ratio = how_many_times(result, results[1])
  end
  return found
end

local function print_table(title, found)
  print("### " .. title .. "\n")
  print("| | µs a query | expansions | ns an expansion | build, s | resident MB | × `g:path` |")
  print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
  local fewer, prepares = false, false
  for _, result in ipairs(found.lines) do
    local w = result.worker
    local mark = ""
    prepares = prepares or result.line.key == "prepared"
    if w.pairs < found.pairs then mark, fewer = " ¹", true end
    print(("| %s%s | %s | %s | %.0f | %.2f | %s | %.2f |"):format(result.line.name, mark,
      contest.microseconds(result.us), thousands(result.expansions),
      result.ns, w.build, w.resident > 0 and ("%.0f"):format(w.resident) or "–", result.ratio))
  end
  if fewer then
    print(("\n¹ The first %d pairs only; the last column compares the same pairs."):format(found.few))
  end
  if prepares then print("\n² The seconds are those of preparing alone.") end
  print()
end

-- ---------------------------------------------------------------- single calls

local function print_single_calls(nodes, core, from_lua, from_luajit)
  local n = thousands(nodes)
  local rows = {
    { "search between neighbours, " .. n .. " nodes, µs", "neighbours_us", "%.2f" },
    { "the same by `g:path`, µs", "path_us", "%.2f" },
    { "the same on ten nodes, µs", "path_ten_us", "%.2f" },
    { "memory of such a search, KB", "neighbours_kb", "%.1f" },
    { "start and end of a search on " .. n .. " nodes, ns", "start_ns", "%.0f" },
    { "the same on ten nodes, ns", "start_ten_ns", "%.0f" },
    { "`s:step(1)` above the expansion itself, ns", "step_ns", "%.0f" },
    { "`g:optimize()` of " .. n .. " nodes, s", "optimize_s", "%.2f" },
    { "adding the nodes, s", "add_s", "%.2f" },
    { "linking them, s", "link_s", "%.2f" },
    { "bytes a node", "node_bytes", "%.1f" },
    { "… more once there was a path", "hot_bytes", "%.1f" },
    { "… more for each unit prepared", "prepared_bytes", "%.1f" },
    { "preparing a unit, s", "prepare_s", "%.2f" },
    { "bytes a link, both ways", "link_bytes", "%.1f" },
    { "the whole graph, optimized, MB", "graph_mb", "%.0f" },
  }
  contest.print_single_calls(rows, core, from_lua, from_luajit)
end

-- ---------------------------------------------------------------- all of it

local sizes = groups.size
local everything = {} -- { title, what was found }

local function measure_input(input, variant, group, title)
  local nodes, links, pair_count = header(input.file)
  note("%s%s nodes, %s", title, thousands(nodes), variant)
  local found = measure(input.file, variant, group)
  input.nodes, input[variant] = nodes, found
  title = ("%s%s nodes, %s links, %d pairs"):format(title, thousands(nodes), thousands(links), pair_count)
  if variant == "terrain" then title = title .. ", terrain that costs 1, 1.5, 2 or 4" end
  found.title = title
  everything[#everything + 1] = found
  print_table(title, found)
end

for _, variant in ipairs { "plain", "terrain" } do
  for _, size in ipairs(sizes) do measure_input(size, variant, "size", "") end
end
for _, input in ipairs(groups.built) do measure_input(input, "plain", "built", input.name .. ": ") end
for _, input in ipairs(groups.small) do measure_input(input, "plain", "small", "") end

local function times(found, slower, faster)
  local a, b = found.by_key[slower], found.by_key[faster]
  return a and b and how_many_times(a, b)
end

if base ~= "" then
  local rows = {}
  for i, found in ipairs(everything) do rows[i] = { name = found.title, found = found } end
  local function column(slower, faster)
    return function(row) return times(row.found, slower, faster) end
  end
  contest.print_table("How many times as fast as the base", rows, {
    { "`g:path`", column("base_path", "path"), contest.ratio },
    { "… every node visited", column("base_nodes", "nodes"), contest.ratio },
    { "… prepared", column("base_path", "prepared"), contest.ratio },
    { "`g:search`", column("base_search", "lua_search"), contest.ratio },
  })
end

local largest = sizes[#sizes]
note("single calls")
local core = contest.values_of(dir .. "/micro " .. largest.file)
local calls = " bench/micro.lua " .. largest.file .. " " .. sizes[1].file
local from_lua = contest.values_of(lua .. calls)
local from_luajit = luajit ~= "" and contest.values_of(luajit .. calls) or {}
print_single_calls(largest.nodes, core, from_lua, from_luajit)

if quick then return end

contest.print_targets()

local function ratio(asked, slower, faster, variant)
  for _, size in ipairs(sizes) do
    if size.asked == asked then return times(size[variant or "plain"], slower, faster) end
  end
end

local function expansion(asked, key)
  for _, size in ipairs(sizes) do
    if size.asked == asked then return size.plain.by_key[key].ns end
  end
end

local function at_a_million(values, name) return largest.asked == 1000000 and values[name] or nil end

target("`g:path`, Lua 5.4, 100k: times as fast as Boost CSR", "%.1f", 4, ratio(100000, "csr", "path"))
target("… after `g:optimize()`", "%.1f", 4, ratio(100000, "csr", "path_optimized"))
target("`g:path`, Lua 5.4, 100k: times as fast as ngraph.path", "%.1f", 50, ratio(100000, "ngraph", "path"))
target("… after `g:optimize()`", "%.1f", 50, ratio(100000, "ngraph", "path_optimized"))
target("`g:path`, Lua 5.4, 1M: times as fast as Boost CSR", "%.1f", 7, ratio(1000000, "csr", "path"))
target("… after `g:optimize()`", "%.1f", 7, ratio(1000000, "csr", "path_optimized"))
target("`astar_finder`, 100k: ns an expansion", "%.0f", 75, expansion(100000, "route"), true)
target("… optimized", "%.0f", 75, expansion(100000, "route_optimized"), true)
target("`astar_search`, 100k: ns an expansion", "%.0f", 75, expansion(100000, "search"), true)
target("… optimized", "%.0f", 75, expansion(100000, "search_optimized"), true)
target("neighbours on 1M, the core: µs", "%.2f", 10, at_a_million(core, "neighbours_us"), true)
target("neighbours on 1M, Lua 5.4: µs", "%.2f", 10, at_a_million(from_lua, "neighbours_us"), true)
target("neighbours on 1M, LuaJIT: µs", "%.2f", 10, at_a_million(from_luajit, "neighbours_us"), true)
target("neighbours on 1M, the core: KB", "%.1f", 64, at_a_million(core, "neighbours_kb"), true)
target("neighbours on 1M, Lua 5.4: KB", "%.1f", 64, at_a_million(from_lua, "neighbours_kb"), true)
target("`s:step(1)` above the expansion, Lua 5.4: ns", "%.0f", 150, from_lua.step_ns, true)
target("`s:step(1)` above the expansion, LuaJIT: ns", "%.0f", 150, from_luajit.step_ns, true)
for _, values in ipairs { { "Lua 5.4", from_lua }, { "LuaJIT", from_luajit } } do
  target("`g:path` between neighbours on ten nodes, " .. values[1] .. ": µs", "%.2f", 0.3, values[2].path_ten_us, true)
end
for _, input in ipairs(groups.small) do
  target(("`g:path`, LuaJIT, %d nodes: times as fast as plain Lua"):format(input.nodes), "%.2f", 1.5,
    times(input.plain, "plain_jit", "jit"))
end
if base ~= "" then
  for _, wanted in ipairs { { 1000, 1.8 }, { 10000, 1.8 }, { 100000, 1.6 }, { 1000000, 1.6 } } do
    for _, group in ipairs { sizes, groups.small } do
      for _, input in ipairs(group) do
        if input.asked == wanted[1] then
          local name = thousands(input.asked) .. " nodes: times as fast as the base, "
          target(name .. "`g:path`", "%.2f", wanted[2], times(input.plain, "base_path", "path"))
          target(name .. "prepared", "%.2f", 4, times(input.plain, "base_path", "prepared"))
          target(name .. "`g:search`", "%.2f", 1.5, times(input.plain, "base_search", "lua_search"))
        end
      end
    end
  end
end
target("a node at 1M: bytes", "%.1f", 64, at_a_million(core, "node_bytes"), true)
target("… more once there was a path", "%.1f", 32, at_a_million(core, "hot_bytes"), true)
target("a link at 1M: bytes", "%.1f", 40, at_a_million(core, "link_bytes"), true)
