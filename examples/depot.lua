-- A lorry depot: how a man, a tank and a lorry get from the gate to a loading ramp, and out again.
--
--   lua5.4 examples/depot.lua [--color | --plain]
--
-- A man turns as he likes. A tank turns on the spot, but loses time: each eighth of a turn costs it as much as two
-- steps. A lorry takes no more than an eighth of a turn between two steps. The map is the text below: draw on it and
-- run this again.

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
local astar = terminal.load_astar(here .. "../")
package.path = here .. "../src/?.lua;" .. package.path
local follow = require "astar.follow"
local paint = terminal.paint

local rows = {
  "..............................",
  ".......#########..............",
  ".......#########.....#####....",
  "G......#########.....#####....",
  ".....................#####....",
  "...........................R..",
  ".....#####...........#####....",
  ".....#####....###....#####....",
  ".....#####....###....#####....",
  "..............................",
}

local map = astar.grid { rows = rows, legend = { ["."] = "yard", G = "yard", R = "ramp", ["#"] = false } }
local gate, ramp
for col, row in map:tiles() do
  local letter = rows[row]:sub(col, col)
  if letter == "G" then gate = map:cell(col, row) end
  if letter == "R" then ramp = map:cell(col, row) end
end

-- Who comes in at the gate looks to the right. At the ramp they look at it.
local IN, AT_RAMP = { 1, 0 }, { 1, 0 }
local drivers = {
  { name = "a man", ink = 28, options = {} },
  { name = "a tank", ink = 130, options = { turn_cost = 2 } },
  { name = "a lorry", ink = 25, options = { turn_limit = 1 } },
}

-- How they drive: steps a second, and how fast they turn on the way.
drivers[1].speed, drivers[1].wheel = 1.5, {}
drivers[2].speed, drivers[2].wheel = 2, { turn_rate = math.pi / 4, slow = true, arrive = 1 }
drivers[3].speed, drivers[3].wheel = 4, { turn_rate = math.pi / 2, slow = true, arrive = 6 }

local function seconds_of(path, driver)
  local figure, seconds = follow(path, driver.speed, driver.wheel), 0
  while not figure.done do
    figure:update(1 / 60)
    seconds = seconds + 1 / 60
  end
  return seconds
end

-- By the difference of columns and rows.
local ARROWS = { ["0,-1"] = "↑", ["1,-1"] = "↗", ["1,0"] = "→", ["1,1"] = "↘", ["0,1"] = "↓", ["-1,1"] = "↙",
  ["-1,0"] = "←", ["-1,-1"] = "↖" }

local function with_heading(options, heading)
  local all = { heading = next(options) and heading or nil }
  for name, value in pairs(options) do all[name] = value end
  return all
end

local function draw(path, ink)
  local arrows, before = {}, nil
  for _, cell in path:nodes() do
    if before then arrows[before] = ARROWS[cell.col - before.col .. "," .. cell.row - before.row] end
    before = cell
  end
  arrows[before] = "o"
  for row = 1, map.height do
    local line = { "  " }
    for col = 1, map.width do
      local cell = map:cell(col, row)
      if arrows[cell] then line[#line + 1] = paint(arrows[cell], ink, 255)
      elseif cell.blocked then line[#line + 1] = paint("#", 240, 245)
      else line[#line + 1] = paint(".", 250, 255) end
    end
    print(table.concat(line))
  end
end

for _, driver in ipairs(drivers) do
  local path, cost = map:path(gate, ramp, with_heading(driver.options, IN))
  print(("\n%s comes in: %d cells, cost %.1f, %.1f seconds"):format(driver.name, #path, cost, seconds_of(path, driver)))
  draw(path, driver.ink)
  -- The lorry cannot turn on the spot, nor go backwards: it goes on to where it can turn round.
  local out, reason = map:path(ramp, gate, with_heading(driver.options, AT_RAMP))
  if out then
    local seconds = seconds_of(out, driver)
    print(("%s goes out: %d cells, cost %.1f, %.1f seconds"):format(driver.name, #out, out.cost, seconds))
    draw(out, driver.ink)
  else
    print(("%s cannot turn round there (%s)"):format(driver.name, reason))
  end
end
