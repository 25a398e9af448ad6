-- Hex tactics: figures with movement points, zones of control that stop them beside an enemy, friends whom they pass,
-- and for each of them the way that brings it soonest to a hexagon from which it can strike.
--
--   lua5.4 examples/recipes/hex_tactics.lua

local astar = require "astar"

-- Letters are figures: K and L knights, O and P orcs. The 2nd, 4th, ... column lies half a hexagon lower.
local rows = {
  "....%%......",
  ".K..%....^^.",
  "....%.O..^^.",
  ".L......P...",
  "...~~.......",
  "..~~~....%%.",
}
local legend = { ["."] = "grass", ["%"] = "forest", ["^"] = "hill", ["~"] = "water" }
for _, letter in ipairs { "K", "L", "O", "P" } do legend[letter] = "grass" end
local map = astar.grid { rows = rows, legend = legend, layout = "odd-q" }
map:unit("knight", { forest = 2, hill = 3, water = false })
map:unit("orc", { hill = 2, water = false })

local MOVES = 4 -- points of a figure in a turn

local figures = {}
for col, row in map:tiles() do
  local letter = rows[row]:sub(col, col)
  if letter:find "%u" then
    local figure = { name = letter, kind = letter:find "[KL]" and "knight" or "orc", health = 2 }
    figure.cell = map:cell(col, row)
    figures[#figures + 1] = figure
  end
end

local function enemies_of(figure)
  local enemies = {}
  for _, other in ipairs(figures) do
    if other.kind ~= figure.kind then enemies[#enemies + 1] = other end
  end
  return enemies
end

-- Who stands where, but for the figure itself: a start is not tested.
local function others_by_cell(figure)
  local others = {}
  for _, other in ipairs(figures) do
    if other ~= figure then others[other.cell] = other end
  end
  return others
end

-- The hexagons beside enemies: who enters one has to stop there until the next turn.
local function zone_against(figure)
  local zone = {}
  for _, enemy in ipairs(enemies_of(figure)) do
    for neighbour in enemy.cell:links() do zone[#zone + 1] = neighbour end
  end
  return zone
end

-- How it moves: not into the hexagons of enemies; past friends, but no turn ends where one stands; and with any points
-- left one step more, whatever that costs.
local function options_of(figure)
  local avoid, pass = {}, {}
  for cell, other in pairs(others_by_cell(figure)) do
    local list = other.kind == figure.kind and pass or avoid
    list[#list + 1] = cell
  end
  return {
    unit = figure.kind, moves = MOVES, left = figure.points, overdraw = true,
    stop = zone_against(figure), avoid = avoid, pass = pass,
  }
end

---- A turn ----------------------------------------------------------------------------------------

-- The hexagons to which a figure can move in this turn, for the game to mark.
local function cells_in_reach(figure)
  local options, others = options_of(figure), others_by_cell(figure)
  options.max_turns = 1
  local range = map:reach(figure.cell, nil, options)
  local cells = {}
  for cell in range:nodes "closed" do
    if cell ~= figure.cell and not others[cell] then cells[#cells + 1] = cell end
  end
  range:close()
  return cells
end

-- Walks towards the enemy beside whom it can be soonest, as far as its points go in this turn. Returns that enemy if it
-- is beside him then; else nil and the turn in which it will be.
local function approach(figure)
  local goals, others, options = {}, others_by_cell(figure), options_of(figure)
  for i, enemy in ipairs(enemies_of(figure)) do goals[i] = enemy.cell end

  options.adjacent = true
  local search = map:search(figure.cell, goals, options)
  search:run()
  local path = search:path()
  if not path then return nil end
  local reached, points = figure.cell, figure.points
  for _, cell in path:nodes() do
    local turn, left = search:turns(cell)
    if turn == 1 and not others[cell] then reached, points = cell, left end
  end
  search:close()

  figure.cell, figure.points = reached, points
  if path.turns > 1 then return nil, path.turns end
  for neighbour in reached:links() do
    local other = others[neighbour]
    if other and other.kind ~= figure.kind then return other end
  end
end

local function strike(enemy)
  enemy.health = enemy.health - 1
  if enemy.health > 0 then return end
  enemy.cell = nil
  for i = #figures, 1, -1 do
    if figures[i] == enemy then table.remove(figures, i) end
  end
end

for round = 1, 4 do
  for _, figure in ipairs { (table.unpack or unpack)(figures) } do
    local from = figure.cell
    if from and #enemies_of(figure) > 0 then
      figure.points = MOVES
      local choice = #cells_in_reach(figure)
      local enemy, turns = approach(figure)
      if enemy then strike(enemy) end
      print(("round %d: %s may go to %2d hexagons, goes from %2d,%d to %2d,%d, %d points left%s"):format(
        round, figure.name, choice, from.col, from.row, figure.cell.col, figure.cell.row, figure.points,
        enemy and (", and strikes %s%s"):format(enemy.name, enemy.cell and "" or " down")
        or turns and (", and can strike in turn %d"):format(turns) or ""))
    end
  end
end
print(#enemies_of(figures[1]) == 0 and ("The %ss have won."):format(figures[1].kind) or "Nobody has won yet.")
