-- Uses an installed module: the route of the smallest graph, and every Lua module that came with it.
-- arg[1] is the source tree, which says what should have come.
local astar = require "astar"
local g = astar.graph()
local a, b = g:add(0, 0), g:add(3, 4)
g:link(a, b)
local path, cost = g:path(a, b)
assert(#path == 2 and cost == 5)

for file in io.popen("cd " .. arg[1] .. "/src && find astar -name '*.lua'"):lines() do
  local name = file:gsub("%.lua$", "")
  if not name:find(".", 1, true) then
    name = name:gsub("/", ".")
    local loaded, message = pcall(require, name)
    -- What draws in LÖVE is installed too, and says what it lacks here.
    assert(loaded or message:find(name .. " needs LÖVE", 1, true), message)
  end
end
print("installed and working on " .. (jit and jit.version or _VERSION))
