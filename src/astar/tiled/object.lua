-- The objects of a map: what a game is told of each, and the outline of those that have an inside. Called by astar.tiled
-- and astar.tiled.plane only.

local astar = require "astar"
local tiledfield = require "astar.tiled.field"
local tiledset = require "astar.tiled.set"
local tiledtemplate = require "astar.tiled.template"
local turn = require "astar.tiled.turn"

local tiledobject = {}

local fail, field, text_field, number_field = tiledfield.fail, tiledfield.field, tiledfield.text_field, tiledfield.number_field
local describe, each = tiledfield.describe, tiledfield.each
local min = math.min

---- Places ------------------------------------------------------------------------------------------------

-- Which part of its picture a tile that is placed as an object has at its x, y: 0 is left or top, 1 right or bottom.
local alignments = {
  topleft = { 0, 0 }, top = { 0.5, 0 }, topright = { 1, 0 },
  left = { 0, 0.5 }, center = { 0.5, 0.5 }, right = { 1, 0.5 },
  bottomleft = { 0, 1 }, bottom = { 0.5, 1 }, bottomright = { 1, 1 },
}

local function rotate(x, y, degrees)
  if degrees == 0 then return x, y end
  local s, c = turn(degrees)
  return x * c - y * s, x * s + y * c
end

-- Where something drawn at a pixel is in the world.
local function to_world(job, x, y)
  local world = job.world
  return world.x + x * world.scale_x, world.y + y * world.scale_y
end

-- Where something is that lies dx, dy from an object's place x, y, before the object was turned: Tiled turns what it draws, on
-- the screen.
local function place(job, x, y, dx, dy, rotation)
  local to_x, to_y = job.shape.project(x + dx, y + dy)
  if rotation ~= 0 then
    local from_x, from_y = job.shape.project(x, y)
    local turned_x, turned_y = rotate(to_x - from_x, to_y - from_y, rotation)
    to_x, to_y = from_x + turned_x, from_y + turned_y
  end
  return to_world(job, to_x, to_y)
end

---- Reading -----------------------------------------------------------------------------------------------

local function read_shape(t, where)
  if t.gid ~= nil then return "tile" end
  for _, shape in ipairs({ "polygon", "polyline", "point", "ellipse", "text" }) do
    if t[shape] then return shape end
  end
  return field(t, "shape", "string", where, "rectangle")
end

-- A place of the picture of a tile object, on the screen: 0, 0 is its upper left corner and 1, 1 its lower right one. It lies
-- so many pixels lower than that.
local function in_picture(job, t, object, part_x, part_y, lower)
  local picture = tiledset.picture(job, t.gid)
  local usual = job.orientation == "isometric" and "bottom" or "bottomleft"
  local anchor = alignments[picture.alignment or usual] or alignments[usual]
  local wide = picture.width > 0 and object.width / picture.width or 1
  local high = picture.height > 0 and object.height / picture.height or 1
  local x, y = job.shape.project(t.x, t.y)
  local dx, dy = rotate((part_x - anchor[1]) * object.width + picture.dx * wide,
    (part_y - anchor[2]) * object.height + picture.dy * high + lower, object.rotation)
  return x + dx, y + dy
end

local function check_tile(job, t, where)
  if not tiledfield.is_whole(t.gid, 1, 2 ^ 32 - 1) then
    fail("%s: 'gid': tile id expected, got %s", where, describe(t.gid))
  end
  if not tiledset.find(job, tiledfield.unturned(t.gid)) then
    fail("%s: no tileset has the tile %d", where, tiledfield.unturned(t.gid))
  end
end

-- Files of before Tiled 1.0 do not say how large it is: then it is as large as its tile.
local function set_size(job, t, object)
  if object.width > 0 or object.height > 0 then return end
  local picture = tiledset.picture(job, t.gid)
  object.width, object.height = picture.width, picture.height
end

-- The place whose cell is the object's.
local function find_middle(job, t, object)
  local shape = object.shape
  -- under the foot of a tile: half a cell above the middle of its lower edge
  if shape == "tile" then return to_world(job, in_picture(job, t, object, 0.5, 1, -min(object.height, job.tile_height) / 2)) end
  local dx, dy = 0, 0
  if shape == "rectangle" or shape == "ellipse" or shape == "text" then
    dx, dy = object.width / 2, object.height / 2
  end
  return place(job, t.x, t.y, dx, dy, object.rotation)
end

local function read_points(job, t, object, where)
  local points = {}
  for i, point in each(field(t, object.shape, "table", where), where .. ": points") do
    local name = ("%s: point %d"):format(where, i)
    points[2 * i - 1], points[2 * i] = place(job, t.x, t.y, number_field(point, "x", name), number_field(point, "y", name),
      object.rotation)
  end
  return points
end

local function read_object(job, t, group, where)
  local object = {
    id = t.id, name = text_field(t, "name", where), template = text_field(t, "template", where),
    class = tiledfield.read_class(t, where), layer = group.name,
    shape = read_shape(t, where), visible = field(t, "visible", "boolean", where, true) and group.visible,
    width = number_field(t, "width", where, 0), height = number_field(t, "height", where, 0),
    rotation = number_field(t, "rotation", where, 0), properties = tiledfield.read_properties(t, where),
  }
  number_field(t, "x", where)
  number_field(t, "y", where)
  if object.shape == "tile" then
    check_tile(job, t, where)
    set_size(job, t, object)
  end
  if object.shape == "polygon" or object.shape == "polyline" then
    object.points = read_points(job, t, object, where)
  end
  object.x, object.y = place(job, t.x, t.y, 0, 0, 0)
  return object, find_middle(job, t, object)
end

-- All objects of object layers, which are job.groups of astar.tiled.layer. Gives an array of
-- { object, t, x, y, middle_x, middle_y, group, label }: t, x, y as the map has it, the middle in the world.
function tiledobject.read(job, groups)
  local list = {}
  for _, group in ipairs(groups) do
    for i, t in each(field(group.layer, "objects", "table", group.label, {}), group.label .. ": 'objects'") do
      local label = ("%s, object %d"):format(group.label, i)
      t = tiledtemplate.resolve(job, t, label)
      local object, middle_x, middle_y = read_object(job, t, group, label)
      if object.name then label = ("%s (%s)"):format(label, tiledfield.quote(object.name)) end
      list[#list + 1] = { object = object, t = t, x = t.x, y = t.y, middle_x = middle_x, middle_y = middle_y,
        group = group, label = label }
    end
  end
  return list
end

---- Outlines ----------------------------------------------------------------------------------------------

local square = { -1, -1, 1, -1, 1, 1, -1, 1 }

-- The points of a regular polygon of so many corners that is drawn around a circle of radius 1: that of Plane:circle.
local function around_circle(corners)
  return (astar.plane():circle(0, 0, 1, corners):points())
end

-- The outline of a rectangle or ellipse of that size, as a flat array, around its middle and half as large; or nil.
local function half_outline(shape, w, h, corners)
  if shape ~= "rectangle" and shape ~= "ellipse" or w == 0 or h == 0 then return nil end
  local points = {}
  for i, value in ipairs(shape == "ellipse" and around_circle(corners) or square) do
    points[i] = value * (i % 2 == 1 and w or h) / 2
  end
  return points
end

-- The outline of an element of that list in the world, as a flat array, or nil if it has no inside. An ellipse becomes a
-- polygon of so many corners that is drawn around it.
function tiledobject.outline(job, element, corners)
  local object = element.object
  local w, h = object.width, object.height
  if object.shape == "polygon" then return object.points end
  local points = half_outline(object.shape, w, h, corners)
  for i = 1, points and #points or 0, 2 do
    points[i], points[i + 1] = place(job, element.x, element.y, w / 2 + points[i], h / 2 + points[i + 1], object.rotation)
  end
  return points
end

---- Tiles -----------------------------------------------------------------------------------------------

-- The place in the world of a part of the picture of a tile that was placed as an object: 0, 0 is its upper left corner
-- and 1, 1 its lower right one.
function tiledobject.in_picture(job, element, part_x, part_y)
  return to_world(job, in_picture(job, element.t, element.object, part_x, part_y, 0))
end

-- The outline of an object of the collision shapes of a tile in pixels of the tile's picture, or nil if it has no inside.
function tiledobject.outline_in_tile(t, where, corners)
  local shape = read_shape(t, where)
  local x, y = number_field(t, "x", where), number_field(t, "y", where)
  local w, h = number_field(t, "width", where, 0), number_field(t, "height", where, 0)
  local degrees = number_field(t, "rotation", where, 0)
  local points
  if shape == "polygon" then
    points = {}
    for i, point in each(field(t, "polygon", "table", where), where .. ": points") do
      local name = ("%s: point %d"):format(where, i)
      points[2 * i - 1], points[2 * i] = number_field(point, "x", name), number_field(point, "y", name)
    end
    w, h = 0, 0
  else
    points = half_outline(shape, w, h, corners)
  end
  for i = 1, points and #points or 0, 2 do
    local dx, dy = rotate(w / 2 + points[i], h / 2 + points[i + 1], degrees)
    points[i], points[i + 1] = x + dx, y + dy
  end
  return points
end

return tiledobject
