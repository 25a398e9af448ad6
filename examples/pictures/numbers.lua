-- A bar chart of measured speed, with the numbers that the manual prints.

local sheet = require "support.sheet"

local pictures = {}
local repository

local WIDTH = 820
local colours = sheet.colours

-- The lines of the page that has the benchmarks.
local function page_lines()
  local file = io.open(repository .. "docs/speed.md", "r") or assert(io.open(repository .. "README.md", "r"))
  local lines = {}
  for line in file:lines() do lines[#lines + 1] = line end
  file:close()
  return lines
end

-- The cells of a row of a table, without their spaces.
local function cells_of(line)
  local cells = {}
  for cell in line:gmatch("|%s*([^|]-)%s*%f[|]") do cells[#cells + 1] = cell end
  return cells
end

-- The number in a column of the first row with that name, below the first table whose head holds a text.
local function number_in(lines, head, row, column)
  local below, at = false, nil
  for _, line in ipairs(lines) do
    if line:find("^|") then
      local cells = cells_of(line)
      if not below and line:find(head, 1, true) then
        below = true
        for i, cell in ipairs(cells) do
          if cell == column then at = i end
        end
      elseif below and cells[1] == row then
        local text = assert(cells[assert(at, "no column " .. column)], "no cell"):gsub("[,%s]", "")
        return assert(tonumber(text), "no number: " .. text)
      end
    end
  end
  error(("there is no row '%s' below '%s'"):format(row, head))
end

local function with_commas(value)
  local text = ("%.0f"):format(value)
  return text:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", "")
end

local function chart(on, y, title, bars)
  local longest = 0
  for _, bar in ipairs(bars) do longest = math.max(longest, bar[2]) end
  on:text(20, y, title, { size = 15, bold = true })
  for i, bar in ipairs(bars) do
    local top = y + 12 + (i - 1) * 26
    on:text(248, top + 15, bar[1], { size = 13, align = "end", mono = bar[3] })
    local long = math.max(3, bar[2] / longest * 460)
    on:box(258, top + 3, long, 17, bar[3] and colours.green or "#7a8898", nil, 3)
    on:text(258 + long + 8, top + 16, with_commas(bar[2]) .. " µs", { size = 12, colour = colours.quiet })
  end
end

function pictures.speed()
  local lines = page_lines()
  local on = sheet.new(WIDTH, 292)
  local function graph(row) return (number_in(lines, "expansions | ns an expansion", row, "µs a query")) end
  chart(on, 30, "a path through 99,027 waypoints", {
    { "g:path, Lua 5.4", graph "`g:path`, Lua 5.4", true },
    { "Boost, CSR (C++)", graph "Boost, CSR" },
    { "Boost, adjacency_list (C++)", graph "Boost, adjacency_list" },
    { "ngraph.path A* (JavaScript)", graph "ngraph.path A* ¹" },
  })
  local function grid(column) return (number_in(lines, "no jumps, Lua 5.4 |", "**all MovingAI maps**", column)) end
  chart(on, 174, "a path on tile maps of 512 × 512 and the like", {
    { "map:path, Lua 5.4", grid "`map:path`, Lua 5.4", true },
    { "no jumps, Lua 5.4", grid "no jumps, Lua 5.4", true },
    { "A* in plain Lua, LuaJIT", grid "plain Lua, LuaJIT" },
  })
  return on:text_of()
end

return function(folder)
  repository = folder
  return pictures
end
