-- Classes in Lua whose objects keep their state where no script can reach it: the state is neither a field of the
-- object, nor is the metatable given away. Called by the modules of astar only.
--
-- The state lies in a table that is the object's __index, under a key that no script knows. Only members of the class
-- are asked for that key, for any other table could have an __index that sees it. The list of members holds no state,
-- so an object whose state leads back to it can be collected on Lua 5.1 too.

local hidden = {}

-- A class: `name` is what getmetatable gives of its objects. Gives two functions:
--   new(object, state, index, meta)   makes an object of a table: `index` is where fields that the object has not are
--                                     looked up, a table of its own; `meta` has its other metamethods, and is its own too
--   state_of(value)                   the state of an object; nil or false for all else
function hidden.class(name)
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

  return new, state_of
end

return hidden
