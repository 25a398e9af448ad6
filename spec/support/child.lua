-- Runs a script in a new process of the same Lua, for what might bring down
-- the whole process or happens only when a state is closed.

local child = {}

local args = rawget(_G, "arg") or {}
local lowest = 0
while args[lowest - 1] do
  lowest = lowest - 1
end

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function open(command)
  local ok, pipe = pcall(io.popen, command)
  return ok and pipe or nil
end

local interpreter = lowest < 0 and args[lowest] or nil

function child.available()
  return interpreter ~= nil and package.config:sub(1, 1) == "/" and open("true") ~= nil
end

-- Gives the exit status (nil after a signal) and what was written. With `may_leak` a leak checker
-- is told to look away: what has lost its metatable is never finalized, whatever a module does.
function child.run(script, may_leak)
  local name = os.tmpname()
  local file = assert(io.open(name, "wb"))
  file:write(("package.path, package.cpath = %q, %q\n"):format(package.path, package.cpath), script)
  file:close()
  local prefix = may_leak and "ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\" " or ""
  local pipe = assert(open(prefix .. quote(interpreter) .. " " .. quote(name) .. " 2>&1; echo \"status $?\""))
  local text = pipe:read("*a")
  pipe:close()
  os.remove(name)
  local output, status = text:match("^(.-)status (%d+)%s*$")
  return tonumber(status), output or text
end

-- The script has to end well and to print "done" as its last line.
function child.passes(script, may_leak)
  local status, output = child.run(script, may_leak)
  if status ~= 0 or not output:match("done%s*$") then
    error(("the child process ended with status %s and wrote:\n%s"):format(tostring(status), output), 2)
  end
end

return child
