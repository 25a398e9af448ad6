-- Objects that are made of templates: what the template says, and over it what the map says. Called by astar.tiled.object only.

local check = require "astar.base.check"
local tiledfield = require "astar.tiled.field"
local tiledset = require "astar.tiled.set"
local tiledtext = require "astar.tiled.text"

local tiledtemplate = {}

local fail, field, text_field = tiledfield.fail, tiledfield.field, tiledfield.text_field

-- What is in the file of a template. Raises where that cannot be read.
local function read_file(job, name)
  local o = job.options
  local found = o.tilesets and o.tilesets[name]
  local why
  if not found and o.read then found, why = tiledset.ask(o.read, name) end
  if not found and o.read then fail("option 'read' gave nothing%s", why) end
  if not found then fail("there is no text for it: pass a function that reads files in the option 'read'") end
  local t = type(found) == "string" and tiledtext.read(found, "", fail) or tiledfield.plain(found)
  if type(t.object) ~= "table" then fail("what stands there is no template") end
  return { object = field(t, "object", "table", "template"), tileset = field(t, "tileset", "table", "template", {}) }
end

-- The template of that name, or nil if it cannot be read; then job.unread says why, and counts the objects.
local function find(job, name)
  local known = job.templates[name]
  if known == nil then
    local fine, found = check.attempt(read_file, job, name)
    known = fine and found
    job.templates[name] = known
    if not fine then job.unread[#job.unread + 1] = { name = name, why = tiledfield.message_of(found) or tostring(found), count = 0 } end
  end
  if known then return known end
  for _, unread in ipairs(job.unread) do
    if unread.name == name then unread.count = unread.count + 1 end
  end
end

-- The name of a tileset: that of its file without folder and ending, which a map that embeds it has as a name.
local function name_of(set)
  local file = type(set.source) == "string" and set.source or type(set.filename) == "string" and set.filename
  return file and file:match("[^/\\]*$"):gsub("%.%w+$", "") or set.name
end

-- The tile id that the map has for the tile of a template, or nil.
local function translate(job, template)
  local gid, name, first = template.object.gid, name_of(template.tileset), template.tileset.firstgid or 1
  if not tiledfield.is_tile_id(gid) or not name or not tiledfield.is_whole(first, 1, tiledfield.MOST) then return nil end
  for _, other in ipairs(job.tilesets) do
    if name_of(other.t) == name then return gid - first + other.first end
  end
  tiledfield.note(job, "the map has no tileset %s of the tile of a template: it counts as a rectangle", tiledfield.quote(name))
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
  whole.gid = translate(job, template)
  for key, value in next, t do whole[key] = value end
  whole.properties = merge_properties(template.object.properties, t.properties)
  return whole
end

return tiledtemplate
