-- What the examples for the terminal share: finding the module, and colour.

local terminal = {}

-- Lua 5.2 and later answer true, Lua 5.1 and LuaJIT answer 0.
local function succeeds(command)
  local result = os.execute(command)
  return result == true or result == 0
end

local function option(name)
  for i = 1, #arg do
    if arg[i] == name then return true end
  end
  return false
end

-- The options --color and --plain decide; without them, a terminal that has colour gets colour.
-- See https://no-color.org for NO_COLOR.
local function wants_colour()
  if option("--plain") then return false end
  if option("--color") then return true end
  if (os.getenv("NO_COLOR") or "") ~= "" then return false end

  local term = os.getenv("TERM") or ""
  local monochrome = term == "" or term == "dumb" or term:find("^vt%d") ~= nil
  if monochrome and not os.getenv("COLORTERM") then return false end

  local windows = package.config:sub(1, 1) == "\\"
  return not windows and succeeds("test -t 1")
end

terminal.option = option
terminal.colour = wants_colour()

-- Writes text in one of the terminal's 256 colours on another; either may be nil.
-- Where there is no colour, the text stays as it is.
function terminal.paint(text, ink, paper)
  if not terminal.colour or not (ink or paper) then return text end
  local codes = {}
  if ink then codes[#codes + 1] = "38;5;" .. ink end
  if paper then codes[#codes + 1] = "48;5;" .. paper end
  return "\27[" .. table.concat(codes, ";") .. "m" .. text .. "\27[0m"
end

function terminal.bold(text)
  return terminal.colour and "\27[1m" .. text .. "\27[0m" or text
end

-- Loads the module from the repository's build folder for this Lua, or else from where Lua finds it.
function terminal.load_astar(repository)
  local lua = type(rawget(_G, "jit")) == "table" and "luajit" or _VERSION:match("%d+%.%d+")
  package.cpath = repository .. "build/" .. lua .. "/?.so;" .. package.cpath

  local loaded, astar = pcall(require, "astar")
  if loaded then return astar end

  local reason = tostring(astar)
  if reason:find("module 'astar' not found", 1, true) then
    reason = "The module astar is not built for this Lua. In the folder of the repository, say\n\n"
      .. (lua == "5.4" and "  make\n" or ("  make LUA=%s\n"):format(lua))
  end
  io.stderr:write(reason, "\n")
  os.exit(1)
end

return terminal
