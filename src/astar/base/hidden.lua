-- Classes in Lua whose objects keep their state where scripts cannot reach it without the library debug: it is not a
-- field of the object, and getmetatable() does not return the metatable. Called by the modules of astar only.
--
-- The state is in the table that is __index of the object, under a key that only this file has. Only members of the
-- class are indexed by that key: any other table could have a function __index, which would see it. The table of
-- members has weak keys and refers to no state, so an object to which its state refers is collected on Lua 5.1, too.

local check = require "astar.base.check"

local hidden = {}

-- A class; getmetatable() returns `name` for its objects, errors call one `what`. Returns three functions:
--   new(object, state, index, meta)   Makes the table `object` an object, and returns it. `index` is the table in which
--                                     fields that it lacks are looked up; `meta` has its other metamethods. Both become
--                                     the object's: do not use them for another one.
--   state_of(value)                   The state of an object; nil for any other value.
--   check_self(value, method)         The same for the object on which a method was called; raises for any other value.
function hidden.class(name, what)
  local KEY, members = {}, setmetatable({}, { __mode = "k" })

  local function new(object, state, index, meta)
    index[KEY] = state
    meta.__index, meta.__metatable = index, name
    members[object] = true
    return setmetatable(object, meta)
  end

  local function state_of(value)
    return members[value] and value[KEY]
  end

  local function check_self(value, method)
    if not members[value] then
      error(("calling '%s' on bad self (%s expected, got %s)"):format(method, what, check.kind_of(value)), 3)
    end
    return value[KEY]
  end

  return new, state_of, check_self
end

return hidden
