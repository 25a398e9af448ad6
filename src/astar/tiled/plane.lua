-- Makes a plane of the objects of a map: open ground in which they are the obstacles. Called by astar.tiled only.

local astar = require "astar"
local tiledfield = require "astar.tiled.field"
local tiledobject = require "astar.tiled.object"
local tiledshapes = require "astar.tiled.shapes"

local tiledplane = {}

local fail, describe = tiledfield.fail, tiledfield.describe

---- Options -----------------------------------------------------------------------------------------------

local function check_filter(value)
  if type(value) ~= "function" then return "function expected", value end
end

local function check_corners(value)
  if not tiledfield.is_whole(value, 3, 65536) then return "whole number from 3 to 65536 expected", value end
end

-- The options of info:plane, and what checks each.
tiledplane.options = { layers = tiledfield.check_layers, filter = check_filter, corners = check_corners }

local function read_options(options)
  local o = { corners = 16 }
  for name, value in next, options do
    local wrong, got = tiledplane.options[name](value)
    if wrong then fail("bad argument #1 to 'plane' (option '%s': %s, got %s)", name, wrong, describe(got)) end
    o[name] = type(value) == "table" and tiledfield.plain(value) or value
  end
  return o
end

---- Choosing the objects ----------------------------------------------------------------------------------

-- Each object layer to true if its objects are wanted whether they are visible or not; nil if none was named.
local function find_groups(job, names)
  if not names then return nil end
  local named, found = {}, {}
  for _, name in ipairs(names) do named[name] = true end
  -- by layer or group whether it is wanted; each is looked at once, after what it is in
  local wanted = {}
  local function find(layer)
    if not layer.name then return false end
    if wanted[layer] == nil then
      found[layer.name] = true
      wanted[layer] = find(layer.outer) or named[layer.name] or false
    end
    return wanted[layer]
  end
  for _, group in ipairs(job.groups) do find(group) end
  for _, name in ipairs(names) do
    if not found[name] then
      fail("bad argument #1 to 'plane' (option 'layers': the map has no object layer, or group of such, %s)",
        tiledfield.quote(name))
    end
  end
  return wanted
end

local function is_wanted(element, groups, filter)
  local object = element.object
  if groups and not groups[element.group] or not groups and not object.visible then return false end
  return not filter or filter(object)
end

---- The plane ---------------------------------------------------------------------------------------------

-- A plane as large as the map. That of an isometric map has the edge of a grid, which is no box.
local function new_plane(job)
  local shape = job.shape
  if not shape.extent then
    return astar.plane { grid = astar.grid { width = shape.width, height = shape.height, layout = shape.layout,
      cell = job.cell, origin = job.origin } }
  end
  local x1, y1, x2, y2 = shape.extent()
  local world = job.world
  return astar.plane { bounds = { world.x + x1 * world.scale_x, world.y + y1 * world.scale_y,
    world.x + x2 * world.scale_x, world.y + y2 * world.scale_y } }
end

local function add(plane, label, data, points)
  -- called so that the message does not name a line of this file
  local fine, rock = pcall(plane.polygon, plane, points)
  if not fine then
    local about = type(rock) == "string" and rock:match("bad argument #1 to 'polygon' %((.*)%)$")
    if about then fail("%s: %s", label, about) end
    error(rock, 0)
  end
  rock.data = data
end

-- `elements`: what tiledobject.read gives. The names of the options have been checked.
function tiledplane.make(job, elements, options)
  local o = read_options(options)
  local groups, plane = find_groups(job, o.layers), new_plane(job)
  for _, element in ipairs(elements) do
    if is_wanted(element, groups, o.filter) then
      local points = tiledobject.outline(job, element, o.corners)
      if points then add(plane, element.label, element.object, points) end
    end
  end
  if job.options.shapes then
    tiledshapes.each(job, o.corners, function(points, data, label) add(plane, label, data, points) end,
      function(element) return is_wanted(element, groups, o.filter) end)
  end
  return plane
end

return tiledplane
