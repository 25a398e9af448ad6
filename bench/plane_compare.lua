-- plane_compare.lua: has planes and grids of the same ground solve the same problems, checks that no
-- route on a plane made from a grid is longer than on the grid, and prints the tables.
--
--   lua5.4 bench/plane_compare.lua quick|full [GROUP NAME FILE SCEN]…
--
-- The groups: "boxes" and "rocks", whose FILE is from plane_scenes.c and SCEN is -; "maps". Called by
-- bench/plane; see common.sh for what that sets in the environment.
--
-- The contestants of one input stand ready at the same time, each in a process of its own (plane_core.c
-- and plane_module.lua tell what they can be asked for). They take turns: A B C, A B C, and so on; what
-- counts is the median of the rounds.

local contest = dofile("bench/contest.lua")
local fail, note, median, sum = contest.fail, contest.note, contest.median, contest.sum
local agree, microseconds, thousands, target = contest.agree, contest.microseconds, contest.thousands, contest.target
local print_table, ratio, few = contest.print_table, contest.ratio, contest.few

local dir, lua, luajit, base = contest.dir, contest.lua, contest.luajit, contest.base
local quick = arg[1] == "quick"
local rounds = quick and 1 or 5
-- What takes less is repeated within a round, since clocks are coarse.
local shortest = quick and 0 or 0.02
-- Lengths are sums of square roots, taken in another order on a grid.
local ROUNDING = 1e-9

local groups = { boxes = {}, rocks = {}, maps = {} }
for i = 2, #arg, 4 do
  local group = groups[arg[i]]
  local problems = arg[i + 3] ~= "-" and arg[i + 3] or nil
  group[#group + 1] = { name = arg[i + 1], file = arg[i + 2], problems = problems }
end

-- ---------------------------------------------------------------- contestants

-- How to run a program, and its mode. The modes of plane_core share a process, in which they are apart
-- in the lists below, lest one warm the caches for the next. `length` says whose lengths a mode must find.
local core, module = dir .. "/plane_core ", " bench/plane_module.lua "
local contestants = {
  cold = { command = core, mode = "cold", length = "plane" },
  first = { command = core, mode = "first", length = "plane" },
  warm = { command = core, mode = "warm", length = "plane" },
  astar = { command = core, mode = "astar", length = "grid" },
  jump = { command = core, mode = "jump", length = "grid" },
  lua = { command = lua .. module, mode = "plane", length = "plane" },
  lua_grid = { command = lua .. module, mode = "grid", length = "grid" },
  lua_ray = { command = lua .. module, mode = "ray" },
  jit = { command = luajit .. module, mode = "plane", length = "plane" },
  jit_grid = { command = luajit .. module, mode = "grid", length = "grid" },
  jit_ray = { command = luajit .. module, mode = "ray" },
  lua_first = { command = lua .. module, mode = "first", length = "plane" },
  base_first = { command = base .. module, mode = "first", length = "plane" },
  base = { command = base .. module, mode = "plane", length = "plane" },
  base_ray = { command = base .. module, mode = "ray" },
}

local modes_of = {
  boxes = { "cold", "astar", "lua", "base", "jit", "first", "jump", "lua_grid", "jit_grid", "warm", "lua_ray", "base_ray",
    "jit_ray" },
  rocks = { "cold", "lua", "base", "jit", "first", "lua_ray", "base_ray", "jit_ray", "warm" },
  maps = { "first", "astar", "lua", "base", "jit", "warm", "jump", "lua_grid", "jit_grid", "lua_ray", "base_ray", "jit_ray" },
}
-- What is measured only for the comparison with the base.
if base ~= "" then
  for _, keys in pairs(modes_of) do
    keys[#keys + 1] = "lua_first"
    keys[#keys + 1] = "base_first"
  end
end

-- ---------------------------------------------------------------- measuring

local function count_problems(input)
  local count = 0
  for line in io.lines(input.problems or input.file) do
    local more = input.problems and (line:find("^%d+\t") and 1) or line:match("^scene %S+ %d+ (%d+)$")
    count = count + (tonumber(more) or 0)
  end
  return count
end

-- The lengths on the plane, and on the grid if there is one. On a plane made from a grid no problem may take
-- longer. Where a grid stands for boxes its steps may cut off a bit of a box, so there it may.
local function find_lengths(input, group, worker, count)
  local plane = worker:ask("costs warm 1 %d", count)
  input.length = { plane = sum(plane) }
  if not input.has_grid then return plane end
  local grid = worker:ask("costs astar 1 %d", count)
  for i = 1, group == "maps" and count or 0 do
    if plane[i] > grid[i] * (1 + ROUNDING) then
      fail("%s: problem %d is %.17g long on the plane, %.17g on the grid", input.name, i, plane[i], grid[i])
    end
  end
  input.length.grid = sum(grid)
  return plane
end

local function measure(input, group)
  note("%s", input.name)
  local count = count_problems(input)
  input.count, input.seconds, input.counts, input.has_grid = count, {}, {}, group ~= "rocks"
  local by_command, taken, keys = {}, {}, {}
  for _, key in ipairs(modes_of[group]) do
    local runner = key:find("jit") and luajit or key:find("^base") and base
    if runner ~= "" then keys[#keys + 1] = key end
  end

  local arguments = input.file .. (input.problems and " " .. input.problems or "")
  local alone = contest.start(core .. arguments)
  by_command[core] = alone
  local lengths = find_lengths(input, group, alone, count)
  for _, key in ipairs(keys) do
    local c = contestants[key]
    if not by_command[c.command] then
      local w = contest.start(c.command .. arguments)
      by_command[c.command] = w
      contest.check_costs(c.command, w:ask("costs 1 %d", count), lengths, count)
    end
    local w = by_command[c.command]
    local took = w:ask("run %s 1 %d", c.mode, count)[1]
    taken[key] = { worker = w, repeats = math.max(1, math.min(1000, math.ceil(shortest / math.max(took, 1e-6)))) }
    -- To make a plane for every problem takes much longer than to solve it.
    if key == "cold" or key:find("first") then taken[key].repeats = math.min(taken[key].repeats, 20) end
  end

  local builds, moves = {}, { {}, {}, {} }
  for round = 1, rounds do
    for _, key in ipairs(keys) do
      local c, t = contestants[key], taken[key]
      local seconds = 0
      for _ = 1, t.repeats do
        local answer = t.worker:ask("run %s 1 %d", c.mode, count)
        local expected = input.length[c.length] or answer[2]
        if not agree(answer[2], expected) then
          fail("%s on %s: the lengths add up to %.17g, not %.17g", key, input.name, answer[2], expected)
        end
        seconds = seconds + answer[1]
      end
      t[round] = seconds / t.repeats
    end
    builds[round] = alone:ask("build")[1]
    if group == "rocks" then
      for i, seconds in ipairs(alone:ask("move 1 %d", count)) do moves[i][round] = seconds end
    end
  end

  for _, key in ipairs(keys) do
    input.seconds[key] = median(taken[key])
    if contestants[key].command == core then input.counts[key] = alone:ask("count %s 1 %d", contestants[key].mode, count) end
  end
  input.build = median(builds)
  if group == "rocks" then
    input.seconds.move, input.seconds.after, input.seconds.before = median(moves[1]), median(moves[2]), median(moves[3])
  end
  local about = alone:ask("about")
  input.corners, input.megabytes = about[1], about[2]
  for _, w in pairs(by_command) do w:quit() end
end

-- All problems of several inputs, as if of one.
local function total(name, inputs)
  local all = { name = name, count = 0, seconds = {}, counts = {}, length = { plane = 0, grid = 0 } }
  for _, input in ipairs(inputs) do
    all.count = all.count + input.count
    all.length.plane, all.length.grid = all.length.plane + input.length.plane, all.length.grid + input.length.grid
    for key, seconds in pairs(input.seconds) do all.seconds[key] = (all.seconds[key] or 0) + seconds end
    for key, counts in pairs(input.counts) do
      local so_far = all.counts[key] or { 0, 0 }
      all.counts[key] = { so_far[1] + counts[1], so_far[2] + counts[2] }
    end
  end
  return all
end

-- ---------------------------------------------------------------- tables

local function us(key)
  return function(input) return input.seconds[key] and input.seconds[key] / input.count * 1e6 end
end

local function times(slower, faster)
  return function(input)
    return input.seconds[slower] and input.seconds[faster] and input.seconds[slower] / input.seconds[faster]
  end
end

local function expanded(key)
  return function(input) return input.counts[key] and input.counts[key][1] / input.count end
end

local function rays(key)
  return function(input) return input.counts[key] and input.counts[key][2] / input.count end
end

local function length_ratio(input) return input.length.plane / input.length.grid end
local function corners(input) return input.corners end
local function build_ms(input) return input.build and input.build * 1e3 end

local function thousandth(value) return ("%.3f"):format(value) end
local function hundredth(value) return ("%.2f"):format(value) end

local function append(list, more)
  for _, value in ipairs(more) do list[#list + 1] = value end
  return list
end

for _, group in ipairs { "boxes", "rocks", "maps" } do
  for _, input in ipairs(groups[group]) do measure(input, group) end
end

print_table("Boxes at any angle, the core alone: µs a query", groups.boxes, {
  { "plane, cold", us "cold", microseconds },
  { "first", us "first", microseconds },
  { "warm", us "warm", microseconds },
  { "grid, A*", us "astar", microseconds },
  { "grid, jump points", us "jump", microseconds },
  { "A* / cold", times("astar", "cold"), ratio },
  { "A* / first", times("astar", "first"), ratio },
  { "A* / warm", times("astar", "warm"), ratio },
  { "jump points / warm", times("jump", "warm"), ratio },
})
print_table("What they do for it, a query", groups.boxes, {
  { "plane: nodes expanded", expanded "cold", few },
  { "rays, cold", rays "cold", few },
  { "rays, warm", rays "warm", few },
  { "grid: nodes expanded, A*", expanded "astar", few },
  { "jump points", expanded "jump", few },
  { "length, plane / grid", length_ratio, thousandth },
})
print_table("Many obstacles, the core alone: µs", groups.rocks, {
  { "a query, cold", us "cold", microseconds },
  { "first", us "first", microseconds },
  { "warm", us "warm", microseconds },
  { "building the plane", function(input) return input.build * 1e6 end, microseconds },
  { "moving an obstacle", us "move", microseconds },
  { "the query after it", us "after", microseconds },
  { "nodes expanded", expanded "cold", few },
  { "rays, cold", rays "cold", few },
  { "rays, warm", rays "warm", few },
})

local game_maps, games = {}, { den520d = true, lak303d = true, London_0_512 = true }
for _, map in ipairs(groups.maps) do
  if games[map.name] then game_maps[#game_maps + 1] = map end
end
local map_rows = append({}, groups.maps)
local all_games = #game_maps == 3 and total("**den520d, lak303d, London_0_512**", game_maps) or nil
if all_games then map_rows[#map_rows + 1] = all_games end
if #groups.maps > 1 then map_rows[#map_rows + 1] = total("**all maps**", groups.maps) end

print_table("Planes from grids, the core alone: µs a query", map_rows, {
  { "plane, first", us "first", microseconds },
  { "warm", us "warm", microseconds },
  { "grid, A*", us "astar", microseconds },
  { "grid, jump points", us "jump", microseconds },
  { "A* / first", times("astar", "first"), ratio },
  { "A* / warm", times("astar", "warm"), ratio },
  { "jump points / warm", times("jump", "warm"), ratio },
})
print_table("What they do for it, a query", map_rows, {
  { "corners", corners, thousands },
  { "building, ms", build_ms, hundredth },
  { "MB, warm", function(input) return input.megabytes end, hundredth },
  { "plane: nodes expanded", expanded "first", few },
  { "rays, first", rays "first", few },
  { "rays, warm", rays "warm", few },
  { "grid: nodes expanded, A*", expanded "astar", few },
  { "length, plane / grid", length_ratio, thousandth },
})
print_table("From Lua: µs a call", append(append(append({}, groups.boxes), groups.rocks), map_rows), {
  { "`plane:path`, Lua 5.4", us "lua", microseconds },
  { "LuaJIT", us "jit", microseconds },
  { "`map:path`, Lua 5.4", us "lua_grid", microseconds },
  { "LuaJIT", us "jit_grid", microseconds },
  { "`plane:raycast`, Lua 5.4", us "lua_ray", hundredth },
  { "LuaJIT", us "jit_ray", hundredth },
})

local all_rows = append(append(append({}, groups.boxes), groups.rocks), map_rows)
if base ~= "" then
  print_table("How many times as fast as the base, from Lua 5.4", all_rows, {
    { "first", times("base_first", "lua_first"), ratio },
    { "warm", times("base", "lua"), ratio },
    { "`plane:raycast`", times("base_ray", "lua_ray"), ratio },
  })
end

if quick then return end

-- ---------------------------------------------------------------- targets

contest.print_targets()
local wanted_times = { [5] = { [101] = 10, [1001] = 20 }, [10] = { [101] = 10, [1001] = 20 }, [60] = { [101] = 1, [1001] = 1 } }
for _, input in ipairs(groups.boxes) do
  local side, boxes = input.name:match("^(%d+) × %d+, (%d+) boxes$")
  local wanted = wanted_times[tonumber(boxes)] and wanted_times[tonumber(boxes)][tonumber(side)]
  if wanted then
    for _, key in ipairs { "cold", "first", "warm" } do
      target(("%s, %s: times as fast as A*"):format(input.name, key), "%.1f", wanted, times("astar", key)(input))
    end
  end
end
for _, input in ipairs(groups.rocks) do
  target(input.name .. ", cold: µs", "%.0f", 2000, us "cold" (input), true)
  target(input.name .. ", warm: µs", "%.0f", 300, us "warm" (input), true)
  target(input.name .. ": building, times moving one", "%.0f", 10, input.build / us "move" (input) * 1e6)
end
if all_games then
  target("the three game maps, first: times as fast as A*", "%.2f", 1, times("astar", "first")(all_games))
  target("… warm", "%.2f", 1, times("astar", "warm")(all_games))
end
if base ~= "" and #groups.maps > 0 then
  local everything = total("", groups.maps)
  target("planes from grids, first: times as fast as the base", "%.2f", 4, times("base_first", "lua_first")(everything))
  target("… warm", "%.2f", 1.3, times("base", "lua")(everything))
end
