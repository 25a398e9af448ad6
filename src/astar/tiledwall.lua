-- Walls that are no tiles of a tile layer: which objects and collision shapes are walls, and which cells they close; and notes
-- of what looks like a wall but was not used. Called by astar.tiled only.

local tiledcover = require "astar.tiledcover"
local tiledfield = require "astar.tiledfield"
local tiledobject = require "astar.tiledobject"
local tiledset = require "astar.tiledset"
local tiledshapes = require "astar.tiledshapes"

local tiledwall = {}

local fail, quote, read_wall = tiledfield.fail, tiledfield.quote, tiledfield.read_wall

local CORNERS = 64 -- of the polygon around an ellipse: 0.1 % larger

---- Which objects are walls -----------------------------------------------------------------------------

-- What the tile of an object is, and whether it blocks under others; nil if it is none, or one that cannot be read, which
-- spoils nothing but that.
local function tile_of(job, element)
  if element.object.shape ~= "tile" then return nil end
  local fine, tile, solid = pcall(tiledset.tile, job, element.t.gid)
  if fine then return tile, solid end
  local why = tiledfield.message_of(tile) or tostring(tile)
  if not job.said[why] then job.notes[#job.notes + 1] = ("%s: %s"):format(element.label, why) end
  job.said[why] = true
end

local function is_wall(job, element)
  local o, object = job.options, element.object
  local says = read_wall(o.names, object.properties, object.class)
  if element.group.solid or says == "solid" or says == "blocked" and o.blocked then return true end
  local tile = tile_of(job, element)
  -- a placed tile lies above all others
  return tile ~= nil and tile.blocked
end

---- The cells that they close ---------------------------------------------------------------------------

local function check_effort(fine, label)
  if not fine then fail("%s: the objects up to this one cover too many cells of the map", label) end
end

local picture = { 0, 0, 1, 0, 1, 1, 0, 1 }

local function outline_of(job, element)
  if element.object.shape ~= "tile" then return tiledobject.outline(job, element, CORNERS) end
  local points = {}
  for i = 1, 8, 2 do
    points[i], points[i + 1] = tiledobject.in_picture(job, element, picture[i], picture[i + 1])
  end
  return points
end

local function add(job, cover, element)
  if element.object.shape == "polyline" then return check_effort(cover:cross(element.object.points), element.label) end
  local points = outline_of(job, element)
  if points then check_effort(cover:add(points), element.label) end
end

-- Blocks the cells of the grid that walls close. job.map is made; each element of job.elements gets `wall`.
function tiledwall.close(job)
  local cover = tiledcover.new(job.map, job.options.cover)
  for _, element in ipairs(job.elements) do
    element.wall = is_wall(job, element)
    if element.wall then add(job, cover, element) end
  end
  if job.options.shapes then
    tiledshapes.each(job, CORNERS, function(points, _, label) check_effort(cover:add(points), label) end,
      function(element) return element.object.visible end)
  end
  cover:each(function(cell) cell.blocked = true end)
end

---- Notes -----------------------------------------------------------------------------------------------

local WORDS = { "wall", "collis", "collid", "solid", "obstacle", "impass", "block" }
local OPEN_WORDS = { "walkable", "passable" }

local function has_word(name, list)
  name = type(name) == "string" and name:lower() or ""
  for _, word in ipairs(list) do
    if name:find(word, 1, true) then return true end
  end
  return false
end

local function looks_like_wall(name) return has_word(name, WORDS) and not has_word(name, { "unblock", "nonsolid" }) end

local function counted(count, word) return count .. " " .. word .. (count == 1 and "" or "s") end

local function note(job, ...) job.notes[#job.notes + 1] = string.format(...) end

-- The names of properties that look like walls and say so, in the order in which they are met, with how many say it.
local function count_properties(counts, properties)
  local names = {}
  for name in next, properties do names[#names + 1] = name end
  table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
  for _, name in ipairs(names) do
    local value = properties[name]
    local says = (value == true or value == "true") and looks_like_wall(name)
      or (value == false or value == "false") and has_word(name, OPEN_WORDS) and not looks_like_wall(name)
    if says then
      if not counts[name] then counts[#counts + 1] = name end
      counts[name] = (counts[name] or 0) + 1
    end
  end
end

-- Whether a tile of a layer blocks its cell.
local function any_blocks(job, about)
  for _, block in ipairs(job.blocks) do
    for i = 1, block.about == about and block.width * block.height or 0 do
      local tile = job.tiles[block.data[i]]
      if tile and tile.blocked then return true end
    end
  end
  return false
end

local function has_walls(job, about)
  for _, element in ipairs(job.elements) do
    if element.group == about and element.wall then return true end
  end
  return false
end

local function note_layers(job)
  for _, about in ipairs(job.abouts) do
    local used = about.solid or about.blocks ~= nil
    if not used and (looks_like_wall(about.name) or looks_like_wall(about.class)) and about.kind ~= "imagelayer" then
      used = about.kind == "group" or about.kind == "tilelayer" and any_blocks(job, about) or has_walls(job, about)
      if not used then
        about.noted = true
        note(job, "%s looks like walls, but blocks nothing: walls = { %s } makes it do so", about.label, quote(about.name))
      end
    end
  end
end

-- The objects of each layer that look like walls by their name or class.
local function note_objects(job)
  local counts = {}
  for _, element in ipairs(job.elements) do
    local object, group = element.object, element.group
    local named = looks_like_wall(object.class) and object.class or looks_like_wall(object.name) and object.name
    if not element.wall and not group.noted and named and object.shape ~= "point" then
      if not counts[group] then counts[#counts + 1] = { group = group, name = named, count = 0 } end
      counts[group] = counts[group] or counts[#counts]
      counts[group].count = counts[group].count + 1
    end
  end
  for _, each in ipairs(counts) do
    note(job, "%s: %s that look%s like walls, such as %s, block%s nothing: walls = { %s } makes all of the layer do so",
      each.group.label, counted(each.count, "object"), each.count == 1 and "s" or "", quote(each.name),
      each.count == 1 and "s" or "", quote(each.group.name))
  end
end

local function note_properties(job)
  local of_tiles, of_objects, of_layers = {}, {}, {}
  for _, tile in next, job.tiles do
    if not tile.blocked then count_properties(of_tiles, tile.properties) end
  end
  table.sort(of_tiles)
  for _, element in ipairs(job.elements) do
    if not element.wall then count_properties(of_objects, element.object.properties) end
  end
  for _, about in ipairs(job.abouts) do
    if about.blocks == nil and not about.solid then count_properties(of_layers, about.properties) end
  end
  for _, list in ipairs { { of_tiles, "tile" }, { of_objects, "object" }, { of_layers, "layer" } } do
    for _, name in ipairs(list[1]) do
      note(job, "the property %s of %s looks like walls, but was not used: see the option 'blocked'", quote(name),
        counted(list[1][name], list[2]))
    end
  end
end

-- Fills job.notes with what a person should know who wonders why something does not block.
function tiledwall.note(job)
  for _, unread in ipairs(job.unread) do
    note(job, "the template %s of %s cannot be read: %s", quote(unread.name), counted(unread.count, "object"), unread.why)
  end
  note_layers(job)
  note_objects(job)
  note_properties(job)
  local shaped = not job.options.shapes and tiledshapes.count(job) or 0
  if shaped > 0 then note(job, "collision shapes of %s were not used: shapes = true makes them block", counted(shaped, "tile")) end
end

return tiledwall
