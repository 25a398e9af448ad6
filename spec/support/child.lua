-- Runs a script in a new process of the same Lua, for what might bring down
-- the whole process or happens only when a state is closed.

local temporary = require "spec.support.temporary"

local child = {}

local windows = package.config:sub(1, 1) == "\\"

local args = rawget(_G, "arg") or {}
local lowest = 0
while args[lowest - 1] do
  lowest = lowest - 1
end

local interpreter = lowest < 0 and args[lowest] or nil

local function quote(text)
  if windows then return '"' .. text .. '"' end
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

function child.available()
  local there = interpreter and os.execute()
  return there == true or type(there) == "number" and there ~= 0
end

-- Says whether it ended well, and what it wrote. With `may_leak` a leak checker is told to look away: what has lost its
-- metatable is never finalized, whatever a module does.
function child.run(script, may_leak)
  local name, log = temporary.name(), temporary.name()
  local file = assert(io.open(name, "wb"))
  file:write(("package.path, package.cpath = %q, %q\n"):format(package.path, package.cpath), script)
  file:close()
  local command = quote(interpreter) .. " " .. quote(name) .. " >" .. quote(log) .. " 2>&1"
  if windows then
    -- The shell takes away the first and the last quote.
    command = '"' .. command .. '"'
  elseif may_leak then
    command = "ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\" " .. command
  end
  local done = os.execute(command)
  local output = assert(io.open(log, "r"))
  local text = output:read("*a")
  output:close()
  os.remove(name)
  os.remove(log)
  return done == true or done == 0, text
end

-- The script has to end well and to print "done" as its last line.
function child.passes(script, may_leak)
  local well, output = child.run(script, may_leak)
  if not well or not output:match("done%s*$") then
    error(("the child process %s and wrote:\n%s"):format(well and "ended" or "failed", output), 2)
  end
end

-- A test that a script in a child passes; `it` and `pending` are busted's.
function child.it(it, pending, what, script, may_leak)
  it(what, function()
    if not child.available() then
      pending("no way to start another process")
      return
    end
    child.passes(script, may_leak)
  end)
end

-- For scripts: finalizer(f) makes an object that calls f when it is collected. On 5.1 and LuaJIT only newproxy can.
child.FINALIZER = [[
local function finalizer(f)
  if newproxy then
    local p = newproxy(true)
    getmetatable(p).__gc = f
    return p
  end
  return setmetatable({}, { __gc = f })
end
]]

return child
