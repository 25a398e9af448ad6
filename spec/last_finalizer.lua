-- A program whose last finalizers, run while the state closes, make graphs. LuaJIT and Lua 5.1 have unloaded the module by
-- then, so this ends in a crash unless the module keeps itself in memory: see src/lua/pin.c. Takes any Lua from 5.1 on.

local astar

local function finalizer()
  local g = astar.graph()
  g:link(g:add(0, 0), g:add(3, 4))
  KEPT = { g, g:path(g:node(1), g:node(2)), astar.grid { width = 2, height = 2 }, astar.plane() } -- luacheck: ignore
end

local newproxy = rawget(_G, "newproxy")

local function finalized()
  if not newproxy then return setmetatable({}, { __gc = finalizer }) end
  local proxy = newproxy(true)
  getmetatable(proxy).__gc = finalizer
  return proxy
end

-- Finalizers run in reverse order. What unloads the module was made when the module was loaded: between these two.
BEFORE = finalized() -- luacheck: ignore
astar = require "astar"
AFTER = finalized() -- luacheck: ignore

print("last finalizer: ok")
