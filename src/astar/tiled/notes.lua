-- Notes of what looks like a wall on a map and was not used, for who wonders why something does not block. Called by astar.tiled
-- only.

local check = require "astar.base.check"
local tiledfield = require "astar.tiled.field"
local tiledset = require "astar.tiled.set"

local tilednotes = {}

local note, quote = tiledfield.note, tiledfield.quote

local WORDS = { "wall", "collis", "collid", "solid", "obstacle", "impass", "block", "bound", "barrier" }
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

-- Values that authors take for true and false, beside the booleans and their texts of old exports.
local TRUE = { [true] = true, [1] = true, ["true"] = true, ["1"] = true, yes = true, on = true }
local FALSE = { [false] = true, [0] = true, ["false"] = true, ["0"] = true, no = true, off = true }

local function member(list, value) return list[type(value) == "string" and value:lower() or value] end

-- The names of properties that look like walls and say so, in the order in which they are met, with how many say it. Those
-- within properties of a class are named as 'class.name'; of a table that several share they count once.
local function count_properties(counts, properties, prefix)
  local names = {}
  for name in next, properties do names[#names + 1] = name end
  table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
  for _, name in ipairs(names) do
    local value, full = properties[name], (prefix or "") .. tostring(name)
    if type(value) == "table" and not prefix and not counts.met[value] then
      counts.met[value] = true
      count_properties(counts, value, full .. ".")
    end
    local says = member(TRUE, value) and looks_like_wall(name)
      or member(FALSE, value) and has_word(name, OPEN_WORDS) and not looks_like_wall(name)
    if says then
      if not counts[full] then counts[#counts + 1] = full end
      counts[full] = (counts[full] or 0) + 1
    end
  end
end

-- Calls visit(id, tile) for each tile that the map uses, once however it is turned, by rising ids.
local function each_tile(job, visit)
  local ids, met = {}, {}
  for id in next, job.tiles do ids[#ids + 1] = id end
  table.sort(ids)
  for _, id in ipairs(ids) do
    local unturned = tiledfield.unturned(id)
    if not met[unturned] then visit(id, job.tiles[id]) end
    met[unturned] = true
  end
end

-- How many of these have collision shapes. Those that cannot be read have none.
local function count_shaped(job)
  local count = 0
  each_tile(job, function(id)
    local fine, shapes = check.attempt(tiledset.collision, job, id)
    if fine and shapes then count = count + 1 end
  end)
  return count
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

-- Whether a property would be used if it had another type.
local function is_wall_name(job, name)
  local names = job.options.names
  for _, list in ipairs { names.solid, names.blocked } do
    for _, each in ipairs(list) do
      if name == each or names.any_case and name:lower() == each then return true end
    end
  end
  return false
end

local function note_properties(job)
  local of_tiles, of_objects, of_layers = { met = {} }, { met = {} }, { met = {} }
  each_tile(job, function(_, tile)
    if not tile.blocked then count_properties(of_tiles, tile.properties) end
  end)
  for _, element in ipairs(job.elements) do
    if not element.wall then count_properties(of_objects, element.object.properties) end
  end
  for _, about in ipairs(job.abouts) do
    if about.blocks == nil and not about.solid then count_properties(of_layers, about.properties) end
  end
  for _, list in ipairs { { of_tiles, "tile" }, { of_objects, "object" }, { of_layers, "layer" } } do
    for _, name in ipairs(list[1]) do
      local why = is_wall_name(job, name) and "only one of type bool counts" or "see the option 'blocked'"
      note(job, "the property %s of %s looks like walls, but was not used: %s", quote(name), counted(list[1][name], list[2]), why)
    end
  end
end

-- The walls of each layer that cover too little of each cell.
local function note_thin(job)
  local counts, groups = {}, {}
  for _, element in ipairs(job.elements) do
    if element.thin then
      if not counts[element.group] then groups[#groups + 1] = element.group end
      counts[element.group] = (counts[element.group] or 0) + 1
    end
  end
  for _, group in ipairs(groups) do
    local one = counts[group] == 1
    note(job, "%s: %s that should block cover%s less than %g of each cell, and so block%s none: see the option 'cover'", group.label,
      counted(counts[group], "object"), one and "s" or "", job.options.cover, one and "s" or "")
  end
end

-- Adds to job.notes; after tiledwall.close.
function tilednotes.add(job)
  for _, unread in ipairs(job.unread) do
    note(job, "the template %s of %s cannot be read: %s", quote(unread.name), counted(unread.count, "object"), unread.why)
  end
  note_layers(job)
  note_objects(job)
  note_thin(job)
  note_properties(job)
  local shaped = count_shaped(job)
  if shaped > 0 and not job.options.shapes then
    note(job, "collision shapes of %s were not used: shapes = true makes them block", counted(shaped, "tile"))
  end
end

return tilednotes
