-- grid_micro.lua: what single calls cost from Lua on a large grid.
--
--   grid_micro.lua SIDE       prints `name value` lines
local worker = dofile("bench/worker.lua")
local astar = require "astar"

local side = tonumber((...))
local ROUNDS, CALLS = 5, 20000

local function report(name, format, value)
  print(name .. " " .. format:format(value))
end

local function seconds(f)
  local began = os.clock()
  f()
  return os.clock() - began
end

local function median_seconds(f)
  local took = {}
  for i = 1, ROUNDS do took[i] = seconds(f) end
  table.sort(took)
  return took[(ROUNDS + 1) / 2]
end

local function clean()
  collectgarbage()
  collectgarbage()
end

-- 0 <= result < n, the same on every version of Lua.
local state = 20
local function random(n)
  state = state * 16807 % 2147483647
  return state % n
end

-- A fifth of the cells blocked, the others of three terrains.
local characters = { "#", ".", ".", "~", "^" }
local function make_rows()
  local rows, row = {}, {}
  for r = 1, side do
    for c = 1, side do row[c] = characters[random(5) + 1] end
    rows[r] = table.concat(row)
  end
  return rows
end

local legend = { ["."] = "plain", ["~"] = "sea", ["^"] = "forest", ["#"] = false }
local map

do
  local rows = make_rows()
  local function from_rows() return astar.grid { rows = rows, legend = legend } end
  clean()
  -- Before anything has left memory behind that a grid could take.
  local before = worker.resident()
  map = from_rows()
  clean()
  if before > 0 then report("cell_bytes", "%.2f", (worker.resident() - before) * 1048576 / side ^ 2) end

  local text = ("type octile\nheight %d\nwidth %d\nmap\n%s\n"):format(side, side, table.concat(rows, "\n"))
  report("create_s", "%.4f", median_seconds(function() return astar.grid { width = side, height = side } end))
  report("rows_s", "%.4f", median_seconds(from_rows))
  report("map_s", "%.4f", median_seconds(function() return astar.grid { map = text, legend = legend } end))
end

-- Cells all over the map whose right neighbour is open like themselves.
local from, to = {}, {}
while #from < CALLS do
  local col, row = 1 + random(side - 1), 1 + random(side)
  local cell, right = map:cell(col, row), map:cell(col + 1, row)
  if not cell.blocked and not right.blocked then from[#from + 1], to[#to + 1] = cell, right end
end
clean()

report("search_us", "%.3f", median_seconds(function()
  for i = 1, CALLS do
    local s = map:search(from[i], to[i])
    s:run()
    s:close()
  end
end) / CALLS * 1e6)

-- The first one makes what the others use.
report("prepare_ms", "%.3f", seconds(function() map:path(from[1], to[1]) end) * 1e3)

report("path_us", "%.3f", median_seconds(function()
  for i = 1, CALLS do map:path(from[i], to[i]) end
end) / CALLS * 1e6)

do -- On a map that fits the caches.
  local small = astar.grid { width = 50, height = 50 }
  local a, b = small:cell(25, 25), small:cell(26, 25)
  report("small_path_us", "%.3f", median_seconds(function()
    for _ = 1, CALLS do small:path(a, b) end
  end) / CALLS * 1e6)
end

local cols, rows = {}, {}
for i = 1, CALLS do cols[i], rows[i] = from[i].col, from[i].row end
report("edit_ns", "%.0f", median_seconds(function()
  for i = 1, CALLS do
    map:block(cols[i], rows[i])
    map:block(cols[i], rows[i], false)
  end
end) / (2 * CALLS) * 1e9)
-- Each followed by a path, so that nothing can be put off.
report("edit_path_us", "%.3f", median_seconds(function()
  for i = 1, CALLS do
    map:block(cols[i], rows[i])
    map:path(from[i % CALLS + 1], to[i % CALLS + 1])
    map:block(cols[i], rows[i], false)
  end
end) / CALLS * 1e6)
