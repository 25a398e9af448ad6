-- The colours and sizes of pictures: the defaults, and what becomes of them with a user's own.

local astar = require "astar"
local check = require "astar.base.check"

local floor = math.floor

local theme = {}

-- Colours are "#rrggbb", "#rrggbbaa" or { r, g, b [, a] } with parts from 0 to 1. What is a `size` counts in pixels on
-- the screen, what is a `share` in parts of a cell.
theme.default = {
  background = "#171c22",  -- behind an SVG picture
  ground = "#262d36",      -- the free ground of a plane
  obstacle = "#56657a",
  outline = "#8c9db3",     -- of an obstacle
  blocked = "#1d222a",     -- nobody can enter: what the colour of the terrain fades to
  wall = "#f0ead8",        -- a step between two cells that is closed

  none = "#ffffff",        -- a node that a search has not touched
  open = "#ffd23f",
  current = "#2fd6e8",
  closed = "#8f9aa8",
  excluded = "#7a4659",
  cross = "#ffe9ee",       -- over what is excluded

  link = "#7d8896",        -- a link that a search has not come to
  tree = "#ffffff99",      -- from where a node was reached
  ray = "#57c98a",         -- one that found nothing in its way
  ray_hit = "#d9884a",
  route = "#e63946",
  casing = "#0e1216c0",    -- a rim that sets routes and texts off from what lies below
  start = "#7df58c",
  goal = "#d65dff",
  mark = "#ffffff",
  spot = "#ffffff",        -- the rim of a place to stand on
  shade = "#d6204ed0",     -- the strongest value of a layer
  range = "#fff4b060",     -- what is in reach, in the first turn and in the last one; its rim is opaque
  range_far = "#d6338c80",
  flow = "#ffffff",        -- arrows of a flow
  text = "#eef2f6",
  ink = "#10141a",         -- text on what is light

  -- One kind of ground a line. Kinds are told apart by colour-blind eyes (spec/picture/theme_spec.lua).
  terrain = {
    default = "#a2c573",
    grass = "#93bd5d", plain = "#a0c46b", field = "#9ec163", meadow = "#98c464", lawn = "#8fba58", heath = "#a3b768", ground = "#a0c46b",
    forest = "#2f6a41", wood = "#2f6a41", woods = "#2f6a41", trees = "#2a6239", tree = "#2a6239", jungle = "#27603f", bush = "#337044",
    water = "#2f72b4", river = "#3f84c8", lake = "#2f72b4", sea = "#27609f", ocean = "#205487", pond = "#3579bd",
    shallow = "#78c0dc", shallows = "#78c0dc", ford = "#78c0dc", coast = "#82c6e0", reef = "#70bbd6",
    sand = "#ecd691", desert = "#ecd691", beach = "#f0dca0", dune = "#e8d088",
    road = "#c0966e", path = "#c49c76", street = "#bb926c", trail = "#c49c76", track = "#c0966e", bridge = "#b98d62",
    swamp = "#638237", marsh = "#688639", bog = "#5d7c34", moor = "#6a8540",
    hill = "#aba136", hills = "#aba136", slope = "#aba136",
    mountain = "#84747a", mountains = "#84747a", rock = "#8a7b80", rocks = "#8a7b80", stone = "#8a7b80", cliff = "#7d6d73",
    snow = "#f4f9fa", ice = "#bfdeee", glacier = "#bfdeee",
    wall = "#3c3736", walls = "#3c3736", fence = "#443e3c", void = "#0d1014",
    lava = "#d13c23", magma = "#d13c23", fire = "#d13c23", danger = "#d13c23",
    town = "#b55056", city = "#b55056", village = "#b55056", castle = "#ac4a52", house = "#b55056",
    dirt = "#6c3e23", mud = "#6c3e23", earth = "#724328", soil = "#6c3e23",
    floor = "#b9b3ad", pavement = "#b9b3ad", corridor = "#b4aea8", room = "#beb8b2",
  },

  gap_share = 0.04,        -- between cells
  state_share = 0.68,      -- of a cell that shows its state
  node_size = 7,           -- radius of a waypoint
  place_size = 3.5,        -- radius of a place that a search on a plane touched
  end_size = 6,            -- radius of start and goal
  mark_size = 6,
  spot_size = 10,          -- radius of the places to stand on
  route_size = 4,          -- widths, from here on
  link_size = 1.5,
  tree_size = 1.5,
  ray_size = 1,
  range_size = 3,          -- of the rim of what is in reach
  wall_size = 3.5,
  outline_size = 1.5,
  label_size = 12,         -- height of texts beside waypoints
  legend_size = 14,        -- height of texts in the legend
  margin_size = 12,        -- around an SVG picture
}

-- How wide the rim of what lies over the ground is, in pixels: on a ground whose colour is like its own, it is the rim that shows.
theme.RIM = 1.5

local COLOUR = "colour expected (\"#rrggbb\", \"#rrggbbaa\", or {r, g, b [, a]} with parts from 0 to 1), got "

local function show(value)
  if type(value) == "table" and type(rawget(value, 1)) == "number" then
    local parts = {}
    for i = 1, 4 do
      local part = rawget(value, i)
      if part ~= nil then parts[#parts + 1] = type(part) == "number" and tostring(part) or type(part) end
    end
    return "{" .. table.concat(parts, ", ") .. "}"
  end
  return type(value) == "string" and ("%q"):format(value) or check.show(value)
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
    local opacity = rawget(value, 4)
    result = { rawget(value, 1), rawget(value, 2), rawget(value, 3), opacity == nil and 1 or opacity }
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

-- The light that a part of a colour stands for (sRGB), from 0 to 1.
local function light_of(part)
  return part <= 0.04045 and part / 12.92 or ((part + 0.055) / 1.055) ^ 2.4
end

-- Whether dark text has more contrast with a colour than light text (the relative luminance of WCAG 2).
function theme.is_light(colour)
  return 0.2126 * light_of(colour[1]) + 0.7152 * light_of(colour[2]) + 0.0722 * light_of(colour[3]) > 0.18
end

-- A colour that is made of a name: always the same one, and never grey.
local function colour_of(name)
  local hash = 7
  for i = 1, #name do hash = (hash * 33 + name:byte(i)) % 65521 end
  local hue, strength, light = hash % 360 / 60, 0.2, 0.42 + floor(hash / 360) % 5 * 0.06
  local function part(shift)
    local at = (hue + shift) % 6
    local height = at < 1 and at or at < 3 and 1 or at < 4 and 4 - at or 0
    return light + strength * (2 * height - 1)
  end
  return { part(2), part(0), part(4), 1 }
end

-- Words that make the colour of another darker or lighter, and by how much.
local SHADES = { deep = -0.3, dark = -0.25, dense = -0.25, thick = -0.25, old = -0.15, light = 0.25, pale = 0.25, thin = 0.2, high = 0.15 }

local BLACK, LIGHT, GREY = { 0, 0, 0, 1 }, { 1, 1, 1, 1 }, { 0.5, 0.5, 0.5, 1 }

-- The colour of a name that holds a known one: "Tall_Grass", "stone wall", "waters", "forest2". The last word decides, and the
-- whole name shifts its shade, so that "water" and "holy water" differ. Nil where no word is known.
local function kin_of(name, known)
  local result, shade = nil, 0
  for word in name:gsub("(%l)(%u)", "%1 %2"):lower():gmatch("[%a\128-\255]+") do
    local single = word:match("^(.+)s$")
    result = known[word] or single and known[single] or result
    shade = SHADES[word] or shade
  end
  if not result then return nil end
  if shade ~= 0 then return theme.mix(result, shade < 0 and BLACK or LIGHT, shade < 0 and -shade or shade) end
  local is_plain = not name:find("[%s_%-%d]") and not name:find("%l%u")
  return is_plain and result or theme.mix(result, colour_of(name), 0.16)
end

---- Resolving ------------------------------------------------------------------------------------------------

-- Colours and sizes that are asked for again and again, the same tables each time.
local Resolved = {}
Resolved.__index = Resolved

-- The colour of a terrain, and of a cell of it that is blocked.
function Resolved:of_terrain(terrain, blocked)
  local store = blocked and self.barred or self.open_colours
  local colour = store[terrain]
  if not colour then
    local open = self.open_colours[terrain] or self.terrain[terrain] or kin_of(terrain, self.terrain) or colour_of(terrain)
    self.open_colours[terrain] = open
    self.barred[terrain] = theme.mix(open, self.blocked, 0.9)
    colour = store[terrain]
  end
  return colour
end

-- The rim of a cell that is blocked, in which the terrain is to be seen.
function Resolved:rim_of(terrain)
  local colour = self.rims[terrain]
  if not colour then
    colour = theme.mix(theme.mix(self:of_terrain(terrain), self.blocked, 0.55), GREY, 0.35)
    self.rims[terrain] = colour
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
  if type(own) ~= "table" then check.wrong("theme.terrain", "table", show(own)) end
  local result = {}
  for name, colour in pairs(theme.default.terrain) do result[name] = theme.colour(colour, "theme.terrain." .. name) end
  for name, colour in next, own do result[name] = theme.colour(colour, "theme.terrain." .. tostring(name)) end
  return result
end

local function size(value, key)
  if type(value) ~= "number" or not (value >= 0 and value < math.huge) then
    check.wrong("theme." .. key, "number >= 0", show(value))
  end
  return value
end

-- The defaults with a user's table over them. Raises for keys that there are not, and for values that are none.
function theme.resolve(own)
  if own ~= nil and type(own) ~= "table" then check.wrong("theme", "table", show(own)) end
  for key in next, own or {} do
    if theme.default[key] == nil then
      error(("theme: there is no colour or size '%s'%s"):format(tostring(key), astar._hint(key, theme.default)), 0)
    end
  end
  local result = setmetatable({ own = copy(own, DEPTH), open_colours = {}, barred = {}, rims = {} }, Resolved)
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
