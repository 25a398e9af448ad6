-- Read before busted: what is global in a spec is found at once. Busted looks for each global among those of the test, its
-- describe blocks and the file first, by several calls each time, which takes longer than most of what specs do with it.
-- Only Lua's own functions are given, which no spec sets; `assert` is busted's.

local compatibility = require "busted.compatibility"
local make = require "busted.environment"

local NAMES = { "collectgarbage", "coroutine", "debug", "error", "getmetatable", "io", "ipairs", "math", "next", "os", "pairs",
  "pcall", "rawequal", "rawget", "rawset", "select", "setmetatable", "string", "table", "tonumber", "tostring", "type", "xpcall" }

package.loaded["busted.environment"] = function(context)
  local environment = make(context)
  local function probe() return type end -- any function that has globals
  environment.wrap(probe)
  local globals = compatibility.getfenv(probe)
  for _, name in ipairs(NAMES) do rawset(globals, name, _G[name]) end
  return environment
end
