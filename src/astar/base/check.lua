-- How the modules in Lua check what they are given, and what they say of it. Called by the modules of astar only.
--
-- Errors name the line that called the function which checks. wrong() names none: it is for options, which pictures read long
-- after they were given.

local astar = require "astar"

local check = {}

-- "grid", "node", "path", ... for objects of the module, else the type.
local function kind_of(value)
  local name = type(value) == "userdata" and getmetatable(value)
  return type(name) == "string" and name:match("^astar%.(%a+)$") or type(value)
end
check.kind_of = kind_of

-- The same, but a number as such: for one that is out of range.
local function show(value)
  if type(value) ~= "number" then return kind_of(value) end
  return value == value and ("%.14g"):format(value) or "nan"
end
check.show = show

-- Raises that an argument of the function `name` is not what was expected; `got` says what it is. `level` is that of error(), if
-- another function lies between.
local function bad_argument(index, name, expected, got, level)
  error(("bad argument #%d to '%s' (%s expected, got %s)"):format(index, name, expected, got), level or 3)
end
check.bad_argument = bad_argument

-- Raises that an option, or a part of it, is not what was expected.
function check.wrong(what, expected, got)
  error(("%s: %s expected, got %s"):format(what, expected, got), 0)
end

-- A finite number, and not below `least` if that is given; if it is none, `message` has a place for what is wrong.
function check.number(value, least, message)
  if type(value) ~= "number" or value - value ~= 0 or least and value < least then
    local expected = least and ("finite number >= %d"):format(least) or "finite number"
    error(message:format(("%s expected, got %s"):format(expected, show(value))), 3)
  end
end

local function is_text(message, part)
  return type(message) == "string" and message:find(part, 1, true) ~= nil
end

-- Whether an error says that a node or something else was removed: an outcome of the game, not a mistake.
function check.is_removal(message)
  return is_text(message, "was removed")
end

local function is_lack(message)
  return is_text(message, "not enough memory") or type(message) == "string" and message:find("limit of %d+ %a+ exceeded$")
end

local function unless_memory(fine, ...)
  if not fine and is_lack((...)) then error(..., 0) end
  return fine, ...
end

local function if_removal(fine, ...)
  if not fine and not check.is_removal(...) then error(..., 0) end
  return fine, ...
end

-- As pcall, for a function whose errors are an outcome; but a lack of memory raises, as does a limit.
function check.attempt(f, ...)
  return unless_memory(pcall(f, ...))
end

-- As pcall, for a function that is given nodes which may have been removed; any other error raises.
function check.attempt_live(f, ...)
  return if_removal(pcall(f, ...))
end

-- A copy of a table of options, which may be nil and is read raw. The keys of `known` and `also` are those that there are.
function check.options(options, index, name, known, also)
  if options ~= nil and type(options) ~= "table" then bad_argument(index, name, "table", kind_of(options), 4) end
  local copy = {}
  for key, value in next, options or {} do
    if not (known[key] or also and also[key]) then
      error(("bad argument #%d to '%s' (unknown option '%s'%s)"):format(index, name, tostring(key), astar._hint(key, known, also or {})), 3)
    end
    copy[key] = value
  end
  return copy
end

-- Raises that a class has no field of that name. The keys of `known` and `also` are those that it has.
function check.no_field(what, name, known, also)
  error(("a %s has no field '%s'%s"):format(what, tostring(name), astar._hint(name, known, also)), 3)
end

-- Raises that a field is for reading only; `instead` says what to do, or is empty.
function check.fixed_field(what, name, instead)
  error(("field '%s' of a %s cannot be assigned%s"):format(tostring(name), what, instead), 3)
end

return check
