-- Hilly ground: heights from a function, a wall between cells, a click on the map, and two walkers at once.
--
--   lua5.4 examples/heights.lua [--color | --plain]

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
local astar = terminal.load_astar(here .. "../")
local paint = terminal.paint

---- The ground ------------------------------------------------------------------------------------

local LOWEST, HIGHEST = -0.15, 0.1 -- of the ground that one can walk on

local function height(x, y)
  return 0.15 * math.sin(1.1 * x) * math.cos(0.8 * y)
end

-- A wall that is thinner than a cell: a box, seen from above.
local wall = { left = 9.45, right = 9.55, top = 7.1, bottom = 12.9 }

-- Whether the straight line from a to b meets a box: the part of the line that is left after cutting away what lies
-- before and beyond the box in x, and then in y.
local function meets(box, ax, ay, bx, by)
  local from, to = 0, 1
  for _, side in ipairs { { ax, bx - ax, box.left, box.right }, { ay, by - ay, box.top, box.bottom } } do
    local at, way, low, high = side[1], side[2], side[3], side[4]
    if way == 0 then
      if at < low or at > high then return false end
    else
      local enter, leave = (low - at) / way, (high - at) / way
      from = math.max(from, math.min(enter, leave))
      to = math.min(to, math.max(enter, leave))
    end
  end
  return from <= to
end

local map = astar.grid {
  width = 20, height = 20,
  origin = { 5, 5 }, cell = 0.5, -- the corner; so the first waypoint lies at 5.25, 5.25
  ground = function(_, _, x, y)
    local z = height(x, y)
    if z <= HIGHEST then return z end -- none: nobody gets up there
  end,
  sight = function(ax, ay, _, bx, by)
    return not meets(wall, ax, ay, bx, by) -- false: no step from a to b
  end,
}

map:unit("goat", {})
map:unit("cart", {}, { climb = 0.05, drop = 0.05 }) -- no steeper than this, in one step

---- Two walkers -----------------------------------------------------------------------------------

local START_X, START_Y = 6.4, 13.4
local CLICK_X, CLICK_Y = 12.9, 7.6

-- A click may hit a place that is too high, so it stands for the nearest waypoint that can be entered.
local under = map:at(CLICK_X, CLICK_Y)
local start = map:nearest(START_X, START_Y, { unit = "cart" })
local goal = map:nearest(CLICK_X, CLICK_Y, { unit = "cart" })

-- Both look for their way at once, ten waypoints each in a frame, as they would in a game.
local goat, cart = map:search(start, goal, "goat"), map:search(start, goal, "cart")
local frames = 0
repeat
  frames = frames + 1
  goat:step(10)
  cart:step(10)
until goat.status ~= "searching" and cart.status ~= "searching"

---- Drawing ---------------------------------------------------------------------------------------

-- From the lowest ground to the highest: a character, and two of a terminal's 256 colours.
local looks = {
  { ".", 65, 22 }, { ":", 71, 28 }, { "-", 107, 64 }, { "=", 143, 100 }, { "+", 179, 136 },
}
local too_high = { "#", 188, 94 }

local function look_of(cell)
  if cell.blocked then return too_high end
  return looks[math.floor((cell.z - LOWEST) / (HIGHEST - LOWEST) * #looks) + 1] or looks[#looks]
end

local function cells_of(path)
  local set = {}
  for _, cell in path:nodes() do set[cell] = true end
  return set
end

-- A cell is three characters wide: the goat's route, the cart's, and the wall if it stands right of the cell.
local function print_map()
  local goats, carts = cells_of(goat:path()), cells_of(cart:path())
  for row = 1, map.height do
    local line = {}
    for col = 1, map.width do
      local cell = map:cell(col, row)
      local look = look_of(cell)
      local x = 5 + col * 0.5
      local walled = x > wall.left and x < wall.right and cell.y > wall.top and cell.y < wall.bottom
      line[col] = (goats[cell] and paint("g", 16, 220) or paint(look[1], look[2], look[3]))
        .. (carts[cell] and paint("c", 16, 81) or paint(look[1], look[2], look[3]))
        .. paint(walled and "|" or " ", 196, look[3])
    end
    print((("  " .. table.concat(line)):gsub("%s+$", "")))
  end
end

print(terminal.bold("A goat (g) and a cart (c) on hills: . is low, + is high, # is too high, | is a wall"))
print()
print_map()
print()
print(("The click at %g, %g hits %s; the nearest cell to go to is %g, %g."):format(
  CLICK_X, CLICK_Y, under.blocked and "a place that is too high" or "free ground", goal.x, goal.y))
print(("The goat's way is %.2f long, the cart's %.2f. Both searches took %d frames."):format(
  goat:path().length, cart:path().length, frames))
