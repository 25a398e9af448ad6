-- Pictures of searches: what they know, and how much of a map they look at.

local astar = require "astar"
local sheet = require "support.sheet"
local svg = require "astar.svg"

local pictures = {}

local WIDTH = 820

function pictures.searches()
  local map = astar.grid {
    rows = {
      "............",
      "...##.......",
      "....#..%%...",
      "....#.%%%...",
      "....#.%%....",
      "....##......",
      "............",
    },
    legend = { ["."] = "grass", ["%"] = "forest", ["#"] = false },
  }
  map:unit("man", { forest = 2 })
  local search = map:search(map:cell(2, 4), map:cell(11, 3), "man")
  search:step(21)
  return svg(map, { width = WIDTH, search = search, labels = true, legend = true, theme = { state_share = 0.9 } })
end

-- What the first program of docs/drawing.md draws.
function pictures.drawn()
  local map = astar.grid {
    rows = {
      "..%%......~~",
      "..%%%..#...~",
      "...%...#....",
      "::::::::::::",
      "...#...%%...",
    },
    legend = { ["."] = "grass", ["%"] = "forest", ["~"] = "water", [":"] = "road", ["#"] = false },
  }
  map:unit("horse", { road = 0.5, forest = 3, water = false })
  local search = map:search(map:cell(1, 1), map:cell(12, 3), "horse")
  search:run()
  return svg(map, { width = WIDTH, search = search, path = search:path(), labels = true, legend = true })
end

---- Three ways to search the same map -----------------------------------------------------------------------------

local ROOMS = {
  "...........#............",
  "...........#............",
  "...........#............",
  "........................",
  "...........#......#####.",
  "...........#......#.....",
  "####..######......#.....",
  "...........#......#.....",
  "...........#......#.....",
  "...........########.....",
  "........................",
  "...........#............",
  "...........#............",
  "...........#............",
}

function pictures.sources()
  local map = astar.grid { rows = ROOMS, legend = { ["."] = "grass", ["#"] = false } }
  local from, to = map:cell(3, 3), map:cell(21, 7)
  local cases = {
    { "Dijkstra", "1959", { heuristic = "zero" } },
    { "A*", "Hart, Nilsson, Raphael 1968", {} },
    { "jump points", "Harabor, Grastien 2011", { jump = true } },
  }
  local on = sheet.new(WIDTH, 228)
  for i, case in ipairs(cases) do
    local search = map:search(from, to, case[3])
    search:run()
    local expanded = search.expanded -- read before the path, so that the path is drawn over cells that were expanded
    local x = 8 + (i - 1) * 270
    on:text(x + 6, 24, case[1], { size = 15, bold = true })
    on:text(x + 258, 24, case[2], { size = 11, align = "end", colour = sheet.colours.quiet })
    local _, height = on:picture(x, 30, svg(map, {
      width = 264, search = search, path = search:path(), current = false,
      theme = { margin_size = 6, open = "#ffd23f", closed = "#fffbe8", excluded = "#00000000", state_share = 0.62, route_size = 2.5 },
    }))
    on:text(x + 6, 30 + height + 16, ("%d cells expanded"):format(expanded), { size = 13, colour = sheet.colours.yellow })
  end
  return on:text_of()
end

return function()
  return pictures
end
