-- grid_input.lua: reads a map and its problems, both as MovingAI's benchmarks have them; besides
-- the usual characters a map may hold 2, 3 and 5: ground of that multiplier.
local input = {}

-- What it costs to enter a cell of a character; no other can be entered.
input.multipliers = { ["."] = 1, G = 1, S = 1, ["2"] = 2, ["3"] = 3, ["5"] = 5 }

local function read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- The text, and what it says: width, height, an array of rows, whether there is any terrain.
function input.read_map(name)
  local text = read(name)
  local height, width, body = text:match("height (%d+)%s+width (%d+)%s+map%s+(.*)")
  local map = { text = text, width = tonumber(width), height = tonumber(height), rows = {} }
  for row in body:gmatch("%S+") do map.rows[#map.rows + 1] = row end
  map.weighted = body:find("[235]") ~= nil
  return map
end

-- An array of problems: { start column, start row, goal column, goal row }, from 1.
function input.read_problems(name)
  local problems = {}
  for line in read(name):gmatch("[^\r\n]+") do
    local a, b, c, d = line:match("^%d+\t[^\t]*\t%d+\t%d+\t(%d+)\t(%d+)\t(%d+)\t(%d+)")
    if a then problems[#problems + 1] = { a + 1, b + 1, c + 1, d + 1 } end
  end
  return problems
end

return input
