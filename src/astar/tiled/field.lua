-- Reads fields of the tables that a map is made of. It owns what is checked of a value before it is used, and how a
-- mistake in a map is raised. No metatable of a map is asked for anything. Called by the modules of astar.tiled only.

local check = require "astar.base.check"

local tiledfield = {}

local rawlen = rawlen or function(t) return #t end

local MOST = 2 ^ 31 - 1 -- of every size and coordinate, so that sums and products stay exact
tiledfield.MOST, tiledfield.rawlen = MOST, rawlen

---- Errors ------------------------------------------------------------------------------------------------

-- What is wrong with the map or the options is raised as a table of this class, so that public functions can tell
-- it from errors of the caller's own functions and name the caller's line.
local Failure = {}

local function fail(...)
  error(setmetatable({ message = string.format(...) }, Failure), 0)
end
tiledfield.fail = fail

-- The message, if an error is one that `fail` raised; or one of a limit, without a line of these files.
function tiledfield.message_of(problem)
  if type(problem) == "string" then return (problem:match("limit of %d+ %a+ exceeded$")) end
  return getmetatable(problem) == Failure and problem.message or nil
end

-- What a person should know beside errors, once: job.notes is the array of such texts, job.said has them as keys.
function tiledfield.note(job, ...)
  local text = string.format(...)
  if not job.said[text] then job.notes[#job.notes + 1] = text end
  job.said[text] = true
end

-- A value in a message: numbers as such, of all others but the empty text their type.
local function describe(value)
  return value == "" and "''" or check.show(value)
end
tiledfield.describe = describe

local LONGEST = 60 -- bytes of a name in a message, so that what is said of each of many things is short

-- A name in quotes, cut where it is long; not within a character.
function tiledfield.quote(name)
  if #name <= LONGEST then return "'" .. name .. "'" end
  local stop = LONGEST
  while stop > LONGEST - 4 and name:find("^[\128-\191]", stop + 1) do stop = stop - 1 end
  return "'" .. name:sub(1, stop) .. "...'"
end

---- Values ------------------------------------------------------------------------------------------------

-- The table without its metatable, so that nothing else is asked for what is in it.
local function plain(t)
  if getmetatable(t) == nil then return t end
  local copy = {}
  for key, value in next, t do copy[key] = value end
  return copy
end
tiledfield.plain = plain

function tiledfield.nonempty(value)
  return type(value) == "string" and value ~= ""
end

local function is_whole(value, low, high)
  return type(value) == "number" and value >= low and value <= high and value % 1 == 0
end
tiledfield.is_whole = is_whole

-- Without its four highest bits, which tell how the tile is turned, a tile id is one that a tileset has.
function tiledfield.unturned(id)
  return math.floor(id % 2 ^ 28)
end

function tiledfield.is_tile_id(value)
  return is_whole(value, 0, 2 ^ 32 - 1)
end

---- Fields ------------------------------------------------------------------------------------------------

-- Field `name`, which has to be of that type; `default` if there is none.
local function field(t, name, kind, where, default)
  local value = t[name]
  if value == nil then value = default end
  if type(value) ~= kind then fail("%s: '%s': %s expected, got %s", where, name, kind, describe(value)) end
  return kind == "table" and plain(value) or value
end
tiledfield.field = field

-- A text, or nil where there is none or an empty one: Tiled writes both.
local function text_field(t, name, where)
  local value = field(t, name, "string", where, "")
  return value ~= "" and value or nil
end
tiledfield.text_field = text_field

function tiledfield.whole_field(t, name, low, where, default)
  local value = t[name]
  if value == nil then value = default end
  if not is_whole(value, low, MOST) then
    fail("%s: '%s': whole number from %d to %d expected, got %s", where, name, low, MOST, describe(value))
  end
  return value
end

function tiledfield.number_field(t, name, where, default)
  local value = field(t, name, "number", where, default)
  if not (value >= -MOST and value <= MOST) then
    fail("%s: '%s': number of a sensible size expected, got %s", where, name, describe(value))
  end
  return value
end

-- The elements of an array, each of which has to be a table: for i, element in each(list, where).
local function each(list, where)
  local i = 0
  return function()
    i = i + 1
    if i > rawlen(list) then return nil end
    local element = list[i]
    if type(element) ~= "table" then fail("%s, element %d: table expected, got %s", where, i, describe(element)) end
    return i, plain(element)
  end
end
tiledfield.each = each

-- What was expected of an option that names layers, and what stands in its place; nil if it does name layers.
function tiledfield.check_layers(value)
  if type(value) ~= "table" or rawlen(value) == 0 then return "array of names expected", value end
  for i = 1, rawlen(value) do
    local name = rawget(value, i)
    if type(name) ~= "string" then return ("element %d: name expected"):format(i), name end
  end
end

---- Properties --------------------------------------------------------------------------------------------

-- A value; of tables a copy, with copies of the tables in them. What stands in it twice does so in the copy.
local function copied(value)
  if type(value) ~= "table" then return value end
  local list, copies = { value }, { [value] = {} }
  local function copy_of(part)
    if type(part) ~= "table" then return part end
    if not copies[part] then
      list[#list + 1], copies[part] = part, {}
    end
    return copies[part]
  end
  local i = 1
  while list[i] do
    local copy = copies[list[i]]
    for key, part in next, list[i] do copy[copy_of(key)] = copy_of(part) end
    i = i + 1
  end
  return copies[value]
end

-- The custom properties of anything, as a table of its own by name.
-- JSON has them as an array of { name, type, value }, Lua by name.
function tiledfield.read_properties(t, where)
  local list, out = field(t, "properties", "table", where, {}), {}
  if rawlen(list) == 0 then
    for name, value in next, list do out[name] = copied(value) end
    return out
  end
  for _, property in each(list, where .. ": 'properties'") do
    out[field(property, "name", "string", where .. ": a property")] = copied(property.value)
  end
  return out
end

-- Tiled 1.9 called every class "class"; before and since, those of tiles and objects are called "type".
function tiledfield.read_class(t, where)
  return text_field(t, "class", where) or text_field(t, "type", where)
end

---- Walls -----------------------------------------------------------------------------------------------

-- The names of classes and boolean properties by which authors of maps say that something is a wall, under whatever else.
local SOLID = { "collidable", "collides", "solid" }

-- What the option `blocked` stands for: { blocked, solid }, arrays of names: those of what blocks as the topmost tile only, and
-- of what blocks under other tiles, too; `vague`, by name whether it may have another meaning, so that a value that is no
-- boolean says nothing; `any_case`: "Solid" is the same as "solid".
function tiledfield.wall_names(option)
  if not option then
    return { blocked = { "blocked" }, solid = SOLID, vague = { collides = true, solid = true }, any_case = true }
  end
  for _, name in ipairs(SOLID) do
    if name == option then return { blocked = {}, solid = { name }, vague = {} } end
  end
  return { blocked = { option }, solid = {}, vague = {} }
end

local words = { ["true"] = true, ["false"] = false } -- old exports have texts only

-- What a boolean property says; nil if it says nothing.
local function truth(names, properties, name, where)
  local value = properties[name]
  for other, its in next, value == nil and names.any_case and properties or {} do
    if type(other) == "string" and other:lower() == name then value = its end
  end
  if words[value] ~= nil then return words[value] end
  if value ~= nil and type(value) ~= "boolean" then
    if not where or names.vague[name] then return nil end
    fail("%s: property '%s': boolean expected, got %s", where, name, describe(value))
  end
  return value
end

-- Whether properties and a class, which may be nil, say that something is a wall: "solid", "blocked", "open" (`blocked` is
-- false), or nil. `names` are those of wall_names. Without `where`, properties that are no booleans say nothing.
function tiledfield.read_wall(names, properties, class, where)
  for _, name in ipairs(names.solid) do
    if class == name or names.any_case and class and class:lower() == name or truth(names, properties, name, where) then return "solid" end
  end
  local found
  for _, name in ipairs(names.blocked) do
    local value = truth(names, properties, name, where)
    if value ~= nil then found = value and "blocked" or "open" end
  end
  return found
end

return tiledfield
