-- The folder astar in a fused game on Windows, without LÖVE: love.filesystem is a stand-in for the few functions that the
-- loader asks, with the answers of a game that is part of game.exe. LuaJIT runs it, in the folder that the executable
-- would lie in, with the game in the folder given: luajit.exe windows.lua GAME
local game = arg[1]

local function current_folder()
  local pipe = assert(io.popen("cd"))
  local line = pipe:read()
  pipe:close()
  return (line:gsub("\\", "/"):gsub("%s+$", ""))
end

local base = current_folder()

love = { filesystem = {
  getSource = function() return base .. "/game.exe" end,
  getRealDirectory = function() return base .. "/game.exe" end,
  getSourceBaseDirectory = function() return base end,
  getSaveDirectory = function() return base .. "/nowhere" end,
  getInfo = function() return nil end,
  isFused = function() return true end,
  getCRequirePath = function() return "??" end,
  setCRequirePath = function() end,
  mount = function() return false end,
  unmount = function() end,
} }

-- LÖVE's loader of Lua modules: what it reads is named by its place within the game.
package.path, package.cpath = "", ""
table.insert(package.loaders, 2, function(name)
  local inside = name:gsub("%.", "/")
  for _, place in ipairs { inside .. ".lua", inside .. "/init.lua" } do
    local file = io.open(game .. "/" .. place, "rb")
    if file then
      local text = file:read("*a")
      file:close()
      return assert(loadstring(text, "@" .. place))
    end
  end
end)

assert(jit.os == "Windows" and debug.getinfo(1).source, "it is Windows")
local loaded, astar = pcall(require, "astar")
if not loaded then
  print(astar)
  os.exit(1)
end
assert(require "astar.tiled" and require "astar.svg" and require "astar.follow")
print(jit.version .. ", " .. jit.os .. " on " .. jit.arch .. ": " .. astar._VERSION)
dofile(arg[2])
