-- Programs that are not Lua, started by specs. What is preloaded into this process (.ci/spec: a sanitizer) is not for
-- them: it would report their leaks as ours. A child of spec/support/child.lua keeps it, as the module needs it there.

local program = {}

local posix = package.config:sub(1, 1) == "/"

-- Whether a line for the shell ends well; what it writes is dropped. On other systems nothing is started.
function program.succeeds(command)
  if not posix then return false end
  local result = os.execute("unset LD_PRELOAD; " .. command .. " >/dev/null 2>&1")
  return result == true or result == 0
end

function program.is_there(name)
  return program.succeeds("command -v " .. name)
end

return program
