-- Real maps: all problems of MovingAI's benchmark files in ../shared/data/movingai, whose lengths are known,
-- and maps of The Battle for Wesnoth in ../shared/data/wesnoth with the movement costs of its units, against
-- a plain Dijkstra. Skipped where the files are not there.
--
-- The problems are shared out among the Lua versions: see `every`.

local astar = require "astar"
local check = require "spec.support.check"
local files = require "spec.support.files"
local random = require "spec.support.random"

local that = check.that

local DATA = "../shared/data/"
local root = math.sqrt(2)

local function is_there(name)
  local file = io.open(DATA .. name, "rb")
  return file ~= nil and file:close() ~= nil
end

-- Declares the tests of each map whose files are all there: `list(name)` gives them. The other maps are skipped,
-- which is reported in one line.
local function each_map(names, list, declare)
  local skipped = {}
  for _, name in ipairs(names) do
    local complete = true
    for _, file in ipairs(list(name)) do
      complete = complete and is_there(file)
    end
    if complete then
      declare(name)
    else
      skipped[#skipped + 1] = name
    end
  end
  if #skipped > 0 then
    pending(table.concat(skipped, ", ") .. ": not in " .. DATA)
  end
end

-- The module differs between versions in its binding only, so A* answers a fifth of the problems on each of
-- Lua 5.4, LuaJIT, 5.1, 5.2 and 5.3, other ones on each; jump points, which are quick, answer all of them on
-- the first two and a part on the others. Where fewer random cases are drawn than all (`make test`, and slow hosts:
-- valgrind, eager collectors, sanitizers), a small sample of the smaller maps has to do.
local slow = random.scale < 1 or os.getenv("ASAN_OPTIONS") ~= nil
local compiled = check.jit and rawget(_G, "jit").status()
local first = ({ ["5.4"] = 0, ["5.1"] = check.jit and 1 or 2, ["5.2"] = 3, ["5.3"] = 4 })[check.version] or 0
local every = { jump = 10, plain = 5, search = 100 }
if slow or check.jit and not compiled then
  every = { jump = 20, plain = 40, search = 100 }
elseif check.jit or check.version == "5.4" then
  every.jump = 1
end

-- MovingAI -------------------------------------------------------------------------------------------------

local MAPS = { "arena", "lak303d" }
if not slow then
  MAPS = { "arena", "lak303d", "den520d", "8room_000", "maze512-4-0", "random512-25-0", "London_0_512" }
end

-- open[row * 4096 + col], counted from 0, told from the text by itself
local function read_open(text)
  local open = {}
  local body = text:match("map\r?\n(.*)$")
  local row = 0
  for line in body:gmatch("[^\r\n]+") do
    for col = 1, #line do
      local c = line:sub(col, col)
      open[row * 4096 + col - 1] = c == "." or c == "G" or c == "S"
    end
    row = row + 1
  end
  return open
end

local function read_problems(text)
  local out = {}
  for line in text:gmatch("[^\r\n]+") do
    local fields = {}
    for field in line:gmatch("%S+") do
      fields[#fields + 1] = field
    end
    if #fields == 9 then
      out[#out + 1] = { tonumber(fields[5]), tonumber(fields[6]), tonumber(fields[7]), tonumber(fields[8]), fields[9] }
    end
  end
  return out
end

-- The files print lengths with six significant digits or with eight decimals. Those were added up with a root
-- of two that was a little short, which shows where many diagonals add up.
local PRINTED = {
  { format = "%.6g", diagonal = 1.41421353816986083984375 },
  { format = "%.8f", diagonal = 1.414213562 },
}

-- The straight and the slanted steps of a route; each must be allowed.
local function walk(path, open)
  local points = path:points()
  local straight, slanted = 0, 0
  local col, row = points[1] - 0.5, points[2] - 0.5
  for i = 3, #points, 2 do
    local c, r = points[i] - 0.5, points[i + 1] - 0.5
    local dc, dr = c - col, r - row
    if not open[r * 4096 + c] then
      error(("the path goes through %d, %d"):format(c, r))
    end
    if dc ~= 0 and dr ~= 0 then
      slanted = slanted + 1
      if dc * dc + dr * dr ~= 2 or not open[row * 4096 + c] or not open[r * 4096 + col] then
        error(("the path goes from %d, %d to %d, %d"):format(col, row, c, r))
      end
    else
      straight = straight + 1
      if dc * dc + dr * dr ~= 1 then
        error(("the path goes from %d, %d to %d, %d"):format(col, row, c, r))
      end
    end
    col, row = c, r
  end
  return straight, slanted
end

local function movingai_files(name)
  return { "movingai/" .. name .. ".map", "movingai/" .. name .. ".map.scen" }
end

describe("MovingAI's map", function()
  each_map(MAPS, movingai_files, function(name)
    describe(name, function()
      local file = "movingai/" .. name .. ".map"
      local map, text, open, problems, printed

      setup(function()
        text = files.read(DATA .. file)
        map = astar.grid{ map = text }
        open = read_open(text)
        problems = read_problems(files.read(DATA .. file .. ".scen"))
        printed = PRINTED[1]
        for _, p in ipairs(problems) do
          if #p[5]:gsub("%.", "") > 6 then
            printed = PRINTED[2]
          end
        end
      end)

      teardown(function()
        map, text, open, problems = nil, nil, nil, nil
      end)

      it("is read as it is", function()
        assert.equal(tonumber(text:match("width (%d+)")), map.width)
        assert.equal(tonumber(text:match("height (%d+)")), map.height)
        for row = 1, map.height, slow and 7 or 1 do
          for col = 1, map.width do
            if map:cell(col, row).blocked == open[(row - 1) * 4096 + col - 1] then
              error(("column %d, row %d is wrong"):format(col, row))
            end
          end
        end
      end)

      local function solve(part, ask)
        local solved = 0
        for i = 1 + first % part, #problems, part do
          local p = problems[i]
          local a, b = map:cell(p[1] + 1, p[2] + 1), map:cell(p[3] + 1, p[4] + 1)
          local path, cost = ask(a, b)
          that(path, "problem %d: %s", i, cost)
          that(path[1] == a and path[#path] == b, "problem %d: other ends", i)
          local straight, slanted = walk(path, open)
          local sum, length = straight + slanted * root, straight + slanted * printed.diagonal
          that(printed.format:format(length) == p[5], "problem %d: length %.17g, the file says %s", i, sum, p[5])
          that(math.abs(sum - cost) <= 1e-9, "problem %d: cost %.17g, sum of the steps %.17g", i, cost, sum)
          that(math.abs(path.length - cost) <= 1e-9, "problem %d: length %.17g", i, path.length)
          solved = solved + 1
        end
        that(solved > 0 or #problems < part, "no problem was solved")
      end

      it("by jump points", function()
        solve(every.jump, function(a, b)
          return map:path(a, b)
        end)
      end)

      it("without jump points", function()
        solve(every.plain, function(a, b)
          return map:path(a, b, { jump = false })
        end)
      end)

      it("by searches", function()
        for i = 1, 2 do
          solve(every.search, function(a, b)
            local s = map:search(a, b, { jump = i == 2 })
            that(s:run() == "found", "the search ended as %s", s.status)
            return s:path()
          end)
        end
      end)
    end)
  end)
end)

-- Wesnoth --------------------------------------------------------------------------------------------------

local BATTLES = { "2p_Fallenstar_Lake", "4p_Isars_Cross", "6p_Team_Survival", "9p_Merkwuerdigliebe" }

local function split(line)
  local fields = {}
  for field in (line .. ","):gmatch("([^,]*),") do
    fields[#fields + 1] = field
  end
  return fields
end

local function read_table(text)
  local rows = {}
  for line in text:gmatch("[^\r\n]+") do
    rows[#rows + 1] = split(line)
  end
  return rows
end

-- unit → terrain → cost; a terrain that is not there cannot be entered
local function read_movement(text)
  local rows = read_table(text)
  local names, units = {}, {}
  for i = 2, #rows do
    local name = rows[i][1]
    names[#names + 1], units[name] = name, {}
    for k = 2, #rows[1] do
      units[name][rows[1][k]] = tonumber(rows[i][k])
    end
  end
  return names, units
end

-- Columns from 1: the 2nd, 4th, … lies half a cell lower.
local AROUND = {
  [0] = { { 0, -1 }, { 0, 1 }, { -1, 0 }, { 1, 0 }, { -1, 1 }, { 1, 1 } },
  [1] = { { 0, -1 }, { 0, 1 }, { -1, 0 }, { 1, 0 }, { -1, -1 }, { 1, -1 } },
}

-- Cells are row * width + col, from 0.
local function read_neighbours(width, height)
  local around = {}
  for row = 0, height - 1 do
    for col = 0, width - 1 do
      local list = {}
      for _, d in ipairs(AROUND[(col + 1) % 2]) do
        local c, r = col + d[1], row + d[2]
        if c >= 0 and c < width and r >= 0 and r < height then
          list[#list + 1] = r * width + c
        end
      end
      around[row * width + col] = list
    end
  end
  return around
end

-- All costs are small whole numbers: cells wait in a list for each cost.
local function dijkstra(start, around, price)
  local dist, done = { [start] = 0 }, {}
  local waiting = { [0] = { start } }
  local d, last = 0, 0
  while d <= last do
    local list = waiting[d] or {}
    for i = 1, #list do
      local cell = list[i]
      if not done[cell] then
        done[cell] = true
        local near = around[cell]
        for k = 1, #near do
          local to = near[k]
          local p = price[to]
          if p and (not dist[to] or d + p < dist[to]) then
            dist[to] = d + p
            waiting[d + p] = waiting[d + p] or {}
            table.insert(waiting[d + p], to)
            last = math.max(last, d + p)
          end
        end
      end
    end
    d = d + 1
  end
  return dist
end

local function wesnoth_files(name)
  return { "wesnoth/" .. name .. ".csv", "wesnoth/movement.csv" }
end

describe("Wesnoth's map", function()
  each_map(BATTLES, wesnoth_files, function(name)
    it(name .. " has the cheapest ways for every unit", function()
      local text = files.read(DATA .. "wesnoth/" .. name .. ".csv")
      local cells = read_table(text)
      local width, height = #cells[1], #cells
      local names, units = read_movement(files.read(DATA .. "wesnoth/movement.csv"))
      local map = astar.grid{ csv = text, layout = "odd-q" }
      assert.equal(width, map.width)
      assert.equal(height, map.height)
      for row = 1, height do
        for col = 1, width do
          assert.equal(cells[row][col], map:get(col, row))
        end
      end
      local around = read_neighbours(width, height)
      random.cases(name, 1, function(rng)
        local chosen = {}
        for i = 1, slow and 8 or 40 do
          chosen[i] = rng:int(0, width * height - 1)
        end
        for _, unit in ipairs(names) do
          local costs = { default = false }
          for terrain, cost in pairs(units[unit]) do
            costs[terrain] = cost
          end
          map:unit(unit, costs)
          local price = {}
          for row = 1, height do
            for col = 1, width do
              price[(row - 1) * width + col - 1] = units[unit][cells[row][col]]
            end
          end
          for _, a in ipairs(chosen) do
            local dist = dijkstra(a, around, price)
            local from = map:node(a + 1)
            for _, b in ipairs(chosen) do
              if a ~= b then
                local path, cost = map:path(from, map:node(b + 1), unit)
                local want = dist[b]
                if want then
                  that(path and math.abs(cost - want) < 1e-9, "%s from %d to %d: %s, should be %d", unit, a, b, cost, want)
                  local at, sum = a, 0
                  local way = path:table()
                  that(way[1] == from and way[#way].id == b + 1, "%s from %d to %d: other ends", unit, a, b)
                  for i = 2, #way do
                    local to = way[i].id - 1
                    local near, found = around[at], false
                    for k = 1, #near do
                      found = found or near[k] == to
                    end
                    that(found and price[to], "%s from %d to %d: step from %d to %d", unit, a, b, at, to)
                    sum, at = sum + price[to], to
                  end
                  that(sum == want, "%s from %d to %d: the steps cost %d, not %d", unit, a, b, sum, want)
                else
                  that(not path and cost == "unreachable", "%s from %d to %d: %s, should be unreachable", unit, a, b, cost)
                end
              end
            end
          end
        end
      end)
    end)

    -- A turn begins wherever one may have waited, with all points: of a man 5, of a horse 8. Some cells end the turn.
    it(name .. " is crossed in as few turns as can be", function()
      local text = files.read(DATA .. "wesnoth/" .. name .. ".csv")
      local cells = read_table(text)
      local width, height = #cells[1], #cells
      local _, units = read_movement(files.read(DATA .. "wesnoth/movement.csv"))
      local map = astar.grid{ csv = text, layout = "odd-q" }
      local around = read_neighbours(width, height)
      random.cases(name .. " in turns", slow and 2 or 10, function(rng)
        local unit, moves = "smallfoot", 5
        if rng:chance(0.5) then unit, moves = "mounted", 8 end
        local costs = { default = false }
        for terrain, cost in pairs(units[unit]) do costs[terrain] = cost end
        map:unit(unit, costs)
        local price, stop, stops = {}, {}, {}
        for cell = 0, width * height - 1 do
          price[cell] = units[unit][cells[math.floor(cell / width) + 1][cell % width + 1]]
          if rng:chance(0.1) then
            stop[cell] = true
            stops[#stops + 1] = map:node(cell + 1)
          end
        end
        local start, left = rng:int(0, width * height - 1), rng:int(0, moves)
        local turns, best, reached = {}, {}, { [start] = left }
        for turn = 1, math.huge do
          local waiting, grown = {}, false
          for points = 0, moves do waiting[points] = {} end
          for cell, points in pairs(reached) do table.insert(waiting[points], cell) end
          local most = {}
          for points = moves, 0, -1 do
            local list = waiting[points]
            local i = 1
            while list[i] do
              local cell = list[i]
              if not most[cell] then
                most[cell] = points
                if not turns[cell] then turns[cell], best[cell], grown = turn, points, true end
                for _, to in ipairs(around[cell]) do
                  local p = price[to]
                  if p and p <= points and stop[to] then
                    if not turns[to] then turns[to], best[to], grown = turn, 0, true end
                  elseif p and p <= points and not most[to] then
                    table.insert(waiting[points - p], to)
                  end
                end
              end
              i = i + 1
            end
          end
          if not grown then break end
          reached = {}
          for cell in pairs(turns) do reached[cell] = moves end
        end
        local range = map:reach(map:node(start + 1), nil, { unit = unit, moves = moves, left = left, stop = stops })
        for cell = 0, width * height - 1 do
          local turn, points = range:turns(map:node(cell + 1))
          that(turn == turns[cell] and points == best[cell], "%s from %d: cell %d in turn %s with %s, should be %s with %s", unit,
            start, cell, tostring(turn), tostring(points), tostring(turns[cell]), tostring(best[cell]))
        end
        for _ = 1, 20 do
          local goal = rng:int(0, width * height - 1)
          local path = map:path(map:node(start + 1), map:node(goal + 1), { unit = unit, moves = moves, left = left, stop = stops })
          that((path and path.turns) == turns[goal] and (path and path.left) == best[goal], "%s from %d to %d", unit, start, goal)
        end
      end)
    end)
  end)
end)
