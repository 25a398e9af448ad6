-- The colours and sizes of pictures: the defaults, and what becomes of them with a user's own.

local astar = require "astar"

local theme = {}

-- Colours are "#rrggbb", "#rrggbbaa" or { r, g, b [, a] } with parts from 0 to 1. What is a `size` counts in pixels on
-- the screen, what is a `share` in parts of a cell.
theme.default = {
  background = "#171c22",  -- behind an SVG picture
  ground = "#262d36",      -- the free ground of a plane
  obstacle = "#56657a",
  outline = "#8c9db3",     -- of an obstacle
  blocked = "#12161b",     -- nobody can enter; tints the colour of the terrain
  wall = "#f0ead8",        -- a step between two cells that is closed

  none = "#ffffff",        -- a node that a search has not touched
  open = "#ffd23f",
  current = "#2fd6e8",
  closed = "#8f9aa8",
  excluded = "#2a2f37",

  link = "#7d8896",        -- a link that a search has not come to
  tree = "#ffffff99",      -- from where a node was reached
  ray = "#57c98a",         -- one that found nothing in its way
  ray_hit = "#d9884a",
  route = "#e63946",
  casing = "#0e1216c0",    -- a rim that sets routes and texts off from what lies below
  start = "#34c759",
  goal = "#ff5d8f",
  mark = "#ffffff",
  text = "#eef2f6",
  ink = "#10141a",         -- text on what is light

  terrain = {
    default = "#48535f",
    plain = "#7f9a5b", field = "#8aa35f", grass = "#7da05a", meadow = "#86a865", ground = "#79905c", heath = "#8e9163",
    forest = "#3f6d45", wood = "#3f6d45", woods = "#3f6d45", trees = "#35603d", jungle = "#2f5d43",
    hill = "#9c8b62", hills = "#9c8b62", rock = "#7c7a78", rocks = "#7c7a78", mountain = "#86807b", mountains = "#86807b",
    sand = "#cdb989", desert = "#cdb989", beach = "#d8c695", snow = "#dde5ea", ice = "#b9d7e2",
    swamp = "#56684c", mud = "#6b5b45", lava = "#b5432a",
    water = "#3f77ad", sea = "#34699c", ocean = "#2b5a8a", lake = "#4180b5", river = "#4b8cc2", ford = "#7fb0cf",
    road = "#bda982", path = "#b39f78", street = "#9a978f", bridge = "#a5825a", town = "#b08a6a", floor = "#6c7480",
    danger = "#a8474f", void = "#0d1014",
  },

  gap_share = 0.04,        -- between cells
  state_share = 0.68,      -- of a cell that shows its state
  node_size = 7,           -- radius of a waypoint
  place_size = 3.5,        -- radius of a place that a search on a plane touched
  end_size = 6,            -- radius of start and goal
  mark_size = 6,
  route_size = 4,          -- widths, from here on
  link_size = 1.5,
  tree_size = 1.5,
  ray_size = 1,
  wall_size = 3.5,
  outline_size = 1.5,
  label_size = 12,         -- height of texts beside waypoints
  margin_size = 12,        -- around an SVG picture
}

local COLOUR = "colour expected (\"#rrggbb\", \"#rrggbbaa\", or {r, g, b [, a]} with parts from 0 to 1), got "

local function show(value)
  if type(value) == "table" and type(value[1]) == "number" then
    local parts = {}
    for i, part in ipairs(value) do parts[i] = tostring(part) end
    return "{" .. table.concat(parts, ", ") .. "}"
  end
  return type(value) == "string" and ("%q"):format(value) or type(value) == "number" and tostring(value) or type(value)
end

-- A colour in any of its forms → { r, g, b, a }. `what` names it in errors.
function theme.colour(value, what)
  local result
  if type(value) == "string" then
    local digits = value:match("^#(%x+)$")
    if digits and (#digits == 6 or #digits == 8) then
      result = { 0, 0, 0, 1 }
      for i = 1, #digits / 2 do result[i] = tonumber(digits:sub(2 * i - 1, 2 * i), 16) / 255 end
    end
  elseif type(value) == "table" then
    result = { value[1], value[2], value[3], value[4] == nil and 1 or value[4] }
    for i = 1, 4 do
      local part = result[i]
      if type(part) ~= "number" or not (part >= 0 and part <= 1) then result = nil break end
    end
  end
  if not result then error(what .. ": " .. COLOUR .. show(value), 0) end
  return result
end

-- Between two colours: the first at 0, the second at 1. Keeps the first one's opacity.
function theme.mix(a, b, share)
  return { a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share, a[3] + (b[3] - a[3]) * share, a[4] }
end

-- Whether dark text is easier to read on a colour than light text.
function theme.is_light(colour)
  return 0.299 * colour[1] + 0.587 * colour[2] + 0.114 * colour[3] > 0.5
end

-- A calm colour for a terrain that has none: always the same one for a name.
local function colour_of(name)
  local hash = 7
  for i = 1, #name do hash = (hash * 33 + name:byte(i)) % 65521 end
  local hue, strength, light = hash % 360 / 60, 0.12, 0.47
  local function part(shift)
    local at = (hue + shift) % 6
    local height = at < 1 and at or at < 3 and 1 or at < 4 and 4 - at or 0
    return light + strength * (2 * height - 1)
  end
  return { part(2), part(0), part(4), 1 }
end

---- Resolving ------------------------------------------------------------------------------------------------

-- Colours and sizes that are asked for again and again, the same tables each time.
local Resolved = {}
Resolved.__index = Resolved

-- The colour of a terrain, and of a cell of it that is blocked.
function Resolved:of_terrain(terrain, blocked)
  local store = blocked and self.barred or self.terrain
  local colour = store[terrain]
  if not colour then
    local open = self.terrain[terrain] or colour_of(terrain)
    self.terrain[terrain] = open
    self.barred[terrain] = theme.mix(open, self.blocked, 0.72)
    colour = store[terrain]
  end
  return colour
end

-- A theme, its terrains, their colours: tables that lie deeper say nothing.
local DEPTH = 3

local function copy(value, depth)
  if type(value) ~= "table" or depth == 0 then return value end
  local result = {}
  for key, entry in next, value do result[key] = copy(entry, depth - 1) end
  return result
end

local function same(a, b, depth)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  if depth == 0 then return true end
  for key, entry in next, a do
    if not same(entry, rawget(b, key), depth - 1) then return false end
  end
  for key in next, b do
    if a[key] == nil then return false end
  end
  return true
end

local function terrain_colours(own)
  if type(own) ~= "table" then error("theme.terrain: table expected, got " .. show(own), 0) end
  local result = {}
  for name, colour in pairs(theme.default.terrain) do result[name] = theme.colour(colour, "theme.terrain." .. name) end
  for name, colour in next, own do result[name] = theme.colour(colour, "theme.terrain." .. tostring(name)) end
  return result
end

local function size(value, key)
  if type(value) ~= "number" or not (value >= 0 and value < math.huge) then
    error(("theme.%s: number >= 0 expected, got %s"):format(key, show(value)), 0)
  end
  return value
end

-- The defaults with a user's table over them. Raises for keys that there are not, and for values that are none.
function theme.resolve(own)
  if own ~= nil and type(own) ~= "table" then error("theme: table expected, got " .. show(own), 0) end
  for key in next, own or {} do
    if theme.default[key] == nil then
      error(("theme: there is no colour or size '%s'%s"):format(tostring(key), astar._hint(key, theme.default)), 0)
    end
  end
  local result = setmetatable({ own = copy(own, DEPTH), barred = {} }, Resolved)
  for key, default in pairs(theme.default) do
    local value = own and rawget(own, key)
    if value == nil then value = default end
    if key == "terrain" then
      result.terrain = terrain_colours(value)
    elseif type(default) == "number" then
      result[key] = size(value, key)
    else
      result[key] = theme.colour(value, "theme." .. key)
    end
  end
  return result
end

-- Whether a resolved theme is still what a user's table says.
function theme.is_current(resolved, own)
  return same(resolved.own, own, DEPTH)
end

return theme
