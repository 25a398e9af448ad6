-- Objects that are made of templates: what the template says, and over it what the map says. Called by astar.tiledobject only.

local tiledfield = require "astar.tiledfield"
local tiledset = require "astar.tiledset"
local tiledtext = require "astar.tiledtext"

local tiledtemplate = {}

local fail, describe, field, text_field = tiledfield.fail, tiledfield.describe, tiledfield.field, tiledfield.text_field

-- What is in the file of a template. Raises where that cannot be read.
local function read_file(job, name)
  local o = job.options
  local found = o.tilesets and o.tilesets[name]
  if not found and o.read then found = tiledset.ask(o.read, name) end
  if not found then fail("there is no text for it: pass a function that reads files in the option 'read'") end
  local t = type(found) == "string" and tiledtext.read(found, "", fail) or tiledfield.plain(found)
  if type(t.object) ~= "table" then fail("it has no object, but %s", describe(t.object)) end
  return { object = field(t, "object", "table", "template"), tileset = field(t, "tileset", "table", "template", {}) }
end

-- The template of that name, or nil if it cannot be read; then job.unread says why, and counts the objects.
local function find(job, name)
  local known = job.templates[name]
  if known == nil then
    local fine, found = pcall(read_file, job, name)
    known = fine and found
    job.templates[name] = known
    if not fine then job.unread[#job.unread + 1] = { name = name, why = tiledfield.message_of(found) or tostring(found), count = 0 } end
  end
  if known then return known end
  for _, unread in ipairs(job.unread) do
    if unread.name == name then unread.count = unread.count + 1 end
  end
end

local function base_name(path) return path:match("[^/\\]*$") end

-- The tile id that the map has for the tile of a template, or nil.
local function translate(job, template, where)
  local gid, set = template.object.gid, template.tileset
  local file = text_field(set, "source", where) or text_field(set, "filename", where)
  if not tiledfield.is_tile_id(gid) or not file then return nil end
  local first = tiledfield.whole_field(set, "firstgid", 1, where, 1)
  for _, other in ipairs(job.tilesets) do
    local own = other.t.source or other.t.filename
    if type(own) == "string" and base_name(own) == base_name(file) then return gid - first + other.first end
  end
end

local function merge_properties(base, over)
  if base == nil or over == nil then return over or base end
  local list = {}
  for _, properties in ipairs { tiledfield.read_properties({ properties = base }, "template"),
    tiledfield.read_properties({ properties = over }, "object") } do
    for name, value in next, properties do list[name] = value end
  end
  return list
end

-- An object of a map, with what its template says.
function tiledtemplate.resolve(job, t, where)
  local name = text_field(t, "template", where)
  local template = name and find(job, name)
  if not template then return t end
  local whole = {}
  for key, value in next, template.object do whole[key] = value end
  whole.gid = translate(job, template, where)
  for key, value in next, t do whole[key] = value end
  whole.properties = merge_properties(template.object.properties, t.properties)
  return whole
end

return tiledtemplate
