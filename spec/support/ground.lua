-- Random small maps of every layout, with terrains, walls and heights, and a unit that walks on them.

local astar = require "astar"

local ground = {}

local LAYOUTS = { "square", "square", "square", "isometric", "odd-r", "even-r", "odd-q", "even-q" }

-- A map, the options that it was made with, and what the unit "man" is like. `plain`: without wrapping, heights, walls,
-- and sizes. `diagonals`: of any length.
function ground.map(rng, plain, diagonals)
  local layout = rng:pick(LAYOUTS)
  local hexagons = layout:find "%-" ~= nil
  local width, height = rng:int(2, 12), rng:int(2, 12)
  local options = { layout = layout, cell = { 1, 1 }, origin = { rng:int(-2, 2), rng:int(-2, 2) } }
  if not hexagons then
    options.neighbours = rng:chance(0.2) and 4 or 8
    if options.neighbours == 8 then options.corners = rng:pick { "never", "never", "one", "always" } end
  end
  if layout == "isometric" then options.cell = { 4, 2 } end
  if layout == "square" and rng:chance(0.3) then options.cell = { rng:int(1, 3), rng:int(1, 3) } end
  if diagonals and options.neighbours == 8 and options.cell[1] == options.cell[2] and rng:chance(0.3) then
    options.diagonal = rng:pick { 1, 1.4, 2 }
  end
  if not plain and rng:chance(0.25) then
    options.wrap = rng:pick { "x", "y", "xy" }
    if layout:find "%-r" then height = height + height % 2 end
    if layout:find "%-q" then width = width + width % 2 end
  end
  options.width, options.height = width, height
  local made = {}
  for k, v in pairs(options) do made[k] = v end
  if hexagons then made.cell = options.cell[1] end
  local map = astar.grid(made)
  local unit = { costs = {}, limits = {}, size = 1 }
  local density = rng:real(0, 0.35)
  local terrain = rng:chance(0.5)
  for row = 1, height do
    for col = 1, width do
      if rng:chance(density) then map:block(col, row) end
      if terrain and rng:chance(0.4) then map:set(col, row, rng:pick { "wet", "wood", "road" }) end
    end
  end
  unit.costs = { wet = rng:chance(0.3) and false or rng:real(1, 4), wood = rng:real(1, 2), road = rng:real(0.3, 1) }
  if not plain and rng:chance(0.2) then
    unit.size = rng:int(2, 3)
    if unit.size > math.min(width, height) then unit.size = 1 end
    unit.limits.size = unit.size
  end
  if not plain and rng:chance(0.25) then
    for row = 1, height do
      for col = 1, width do map:cell(col, row).z = rng:int(0, 2) / 2 end
    end
    if rng:chance(0.7) then unit.limits.climb, unit.limits.drop = rng:int(0, 2) / 2, rng:int(0, 2) / 2 end
  end
  map:unit("man", unit.costs, unit.limits)
  if not plain and rng:chance(0.4) then
    for _ = 1, rng:int(1, width * height / 2) do
      local a = map:cell(rng:int(1, width), rng:int(1, height))
      local near = {}
      for b in a:links() do near[#near + 1] = b end
      if #near > 0 then
        local b = rng:pick(near)
        if rng:chance(0.6) then map:wall(a, b) else map:unlink(a, b, { oneway = true }) end
      end
    end
  end
  return map, options, unit
end

return ground
