-- Finds and loads the compiled module astar: what `require "astar"` runs in a LÖVE game that has the folder astar.
--
-- The library may lie in this folder, beside the .love file or the fused executable, in the save directory, or where
-- package.cpath leads, and is taken from the first of these that has one this Lua can load. Nothing of the program's
-- settings is changed. If there is none, the error tells in plain words what was looked for, where, and what to do.

local module_name = ...

local jit = rawget(_G, "jit")
local filesystem = type(rawget(_G, "love")) == "table" and rawget(_G, "love").filesystem or nil

---- This system -------------------------------------------------------------------------------------------

local NAMES = { OSX = "macOS", x64 = "x86-64", x86 = "32-bit x86", arm = "32-bit ARM", arm64 = "ARM64" }

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local function name_of(word) return NAMES[word] or word end

-- Lua without `jit` tells no more than how its folders are written.
local windows = package.config:sub(1, 1) == "\\"
local system = jit and jit.os or windows and "Windows" or "Linux"
local this_lua = jit and jit.version or _VERSION

-- Two systems call their libraries .so, so macOS has a name of its own for folders that serve both.
local FILES = { Windows = { "astar.dll" }, OSX = { "astar.dylib", "astar.so" } }
local files = { unpack(FILES[system] or { "astar.so" }) }
local wanted = files[#files]

-- The libraries of `make dist`, each named after what it is for, so that one folder can hold all of them.
local PLATFORMS = {
  { file = "astar-linux-x64.so", system = "Linux", x64 = true },
  { file = "astar-linux-arm64.so", system = "Linux", arm64 = true },
  { file = "astar-windows-x64.dll", system = "Windows", x64 = true },
  { file = "astar-windows-x86.dll", system = "Windows", x86 = true },
  { file = "astar-macos.dylib", system = "OSX", x64 = true, arm64 = true },
}

-- Lua without `jit` does not know its processor: the system refuses the libraries for another one.
for _, platform in ipairs(PLATFORMS) do
  platform.fits = platform.system == system and (not jit or platform[jit.arch] or false)
  if platform.fits then files[#files + 1] = platform.file end
end

---- Where it may lie --------------------------------------------------------------------------------------

-- The folder of this file, as `require` found it: in LÖVE inside the game, elsewhere a path.
local own_folder = debug.getinfo(1, "S").source:match("^@(.*)[/\\][^/\\]*$") or "astar"

-- The file that the game is, if it is one: a .love or a fused executable. It is no folder to look into.
local function find_packed_game()
  if not filesystem then return nil end
  local source = filesystem.getSource()
  if filesystem.getRealDirectory(own_folder .. "/init.lua") ~= source then return nil end
  local file = io.open(source .. "/" .. own_folder .. "/init.lua", "rb")
  if not file then return source end
  file:close()
  return nil
end

local packed_game = find_packed_game()

local function folders()
  local list, seen = {}, {}
  local function add(path)
    path = path:gsub("[/\\]+$", "") .. "/"
    if not seen[path] then list[#list + 1] = path end
    seen[path] = true
  end

  if not filesystem then
    add(own_folder)
    return list
  end

  -- A game may be spread over several folders; this is the one with the Lua part.
  local root = filesystem.getRealDirectory(own_folder .. "/init.lua")
  if root and root ~= packed_game then add(root .. "/" .. own_folder) end
  if not packed_game then
    add(filesystem.getSource() .. "/astar")
    add(filesystem.getSource())
  end

  local base = filesystem.getSourceBaseDirectory()
  add(base)
  add(base .. "/astar")
  local bundle = (base .. "/"):match("^(.*%.app/Contents)/")
  if bundle then
    for _, part in ipairs { "Resources", "MacOS", "Frameworks" } do add(bundle .. "/" .. part) end
    add(bundle:match("^(.*)/[^/]*/Contents$") or "/")
  end

  local save = filesystem.getSaveDirectory()
  if save ~= "" then
    add(save)
    add(save .. "/astar")
  end
  return list
end

---- Why a library cannot be loaded ------------------------------------------------------------------------

local function number(text, at, little)
  local a, b, c, d = text:byte(at, at + 3)
  if not d then return nil end
  if little then a, b, c, d = d, c, b, a end
  return ((a * 256 + b) * 256 + c) * 256 + d
end

local ELF = { [3] = "x86", [40] = "arm", [62] = "x64", [183] = "arm64" }
local PE = { [0x14c] = "x86", [0x1c4] = "arm", [0x8664] = "x64", [0xaa64] = "arm64" }
local MACH = { [7] = "x86", [12] = "arm", [0x1000007] = "x64", [0x100000c] = "arm64" }

-- Reads off a library which system it is for, and which processors as an array; nil if it is no library.
local function read_header(text)
  local magic = text:sub(1, 4)
  if magic == "\127ELF" and #text >= 64 then
    local little = text:byte(6) == 1
    local machine = text:byte(little and 19 or 20) + 256 * text:byte(little and 20 or 19)
    return "Linux", { ELF[machine] or "another processor" }
  elseif magic:sub(1, 2) == "MZ" then
    local at = number(text, 61, true)
    if at and text:sub(at + 1, at + 4) == "PE\0\0" and #text > at + 6 then
      return "Windows", { PE[text:byte(at + 5) + 256 * text:byte(at + 6)] or "another processor" }
    end
  elseif magic == "\207\250\237\254" or magic == "\206\250\237\254" then
    return "OSX", { MACH[number(text, 5, true)] or "another processor" }
  elseif magic == "\202\254\186\190" then
    local parts = {}
    for i = 1, math.min(number(text, 5) or 0, 8) do
      parts[i] = MACH[number(text, 9 + 20 * (i - 1))] or "another processor"
    end
    return "OSX", parts
  end
  return nil
end

-- The Lua that a library was built for, told by what it asks of it.
local function built_for(text)
  if text:find("lua_newuserdatauv", 1, true) then return "Lua 5.4 or later" end
  if text:find("lua_rotate", 1, true) then return "Lua 5.3" end
  if text:find("lua_callk", 1, true) then return "Lua 5.2" end
  return "another Lua"
end

local function has(array, value)
  for i = 1, #array do
    if array[i] == value then return true end
  end
  return false
end

local MAKE = windows and "make love-windows" or "make love"
local REBUILD = ("Build it for this one: `%s`."):format(jit and MAKE or "make LUA=" .. _VERSION:match("[%d.]+"))

-- What is wrong with a file that the system refused to load with these words.
local function diagnose(path, words)
  local file = io.open(path, "rb")
  local text = file and file:read(2 ^ 23) or ""
  if file then file:close() end

  local made_for, processors = read_header(text)
  if not made_for then
    return "it is not a library (" .. (text == "" and "it is empty" or "perhaps it was copied in part") .. ")."
  end
  local here = (system == "Windows" or system == "OSX") and system or "Linux"
  if made_for ~= here then
    return ("it was built for %s, and this is %s."):format(name_of(made_for), name_of(system))
  end
  if jit and not has(processors, jit.arch) then
    for i = 1, #processors do processors[i] = name_of(processors[i]) end
    return ("it was built for %s, and this program is for %s."):format(table.concat(processors, " and "), name_of(jit.arch))
  end

  local symbol = words:match("undefined symbol: _?(luaL?_%w+)") or words:match("'_(luaL?_%w+)'")
    or words:match("[Ss]ymbol not found: _?(luaL?_%w+)")
  if symbol then
    return ("it was built for %s (it asks for %s), and this is %s. %s"):format(built_for(text), symbol, this_lua, REBUILD)
  end
  if words:find("version mismatch", 1, true) or words:find("numerals", 1, true) then
    return ("it was built for another Lua, and this is %s. %s"):format(this_lua, REBUILD)
  end
  if here == "Windows" then
    for dll in text:gmatch("[Ll][Uu][Aa][%w._-]*%.[Dd][Ll][Ll]") do
      if dll:lower() ~= "lua51.dll" then
        return ("it was linked with %s, and LÖVE has lua51.dll. Link it with that one."):format(dll)
      end
    end
  end
  if words:find("GLIBC", 1, true) then
    return "it was built on a newer system than this. Build it on the oldest that the game is to run on ("
      .. words .. ")."
  end
  return "the system says: " .. words
end

---- Loading -----------------------------------------------------------------------------------------------

local function exists(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

-- Whether the file ends before the tables that its head tells of. Loading such a one ends the program on Linux.
local function cut_off(path)
  local file = io.open(path, "rb")
  local head = file and file:read(64) or ""
  local size = file and file:seek("end") or 0
  if file then file:close() end
  if head:sub(1, 5) ~= "\127ELF\2" or head:byte(6) ~= 1 then return false end
  return #head < 64 or size < number(head, 41, true) + head:byte(59) * (head:byte(61) + 256 * head:byte(62))
end

-- The module from one file, or nil and why not.
local function load_file(path)
  if cut_off(path) then return nil, "it is not complete. Copy it again." end
  local open, words, stage = package.loadlib(path, "luaopen_astar")
  if not open then
    if stage == "init" then return nil, "it is a library, but not the module astar (it has no luaopen_astar)." end
    return nil, diagnose(path, tostring(words))
  end
  local fine, module = pcall(open, "astar")
  if fine then return module end
  return nil, diagnose(path, tostring(module))
end

-- On Windows LÖVE opens files in folders of any name, and Lua only those whose names are plain ASCII. So where Lua has
-- seen no file, LÖVE's own search for compiled modules is asked. It looks into what LÖVE has mounted: the game's folder,
-- the save directory, and for this while the folder of a fused executable.
local function load_by_love()
  local base = filesystem.getSourceBaseDirectory()
  local mounted = filesystem.isFused() and filesystem.mount(base, "", true)
  local paths = filesystem.getCRequirePath()
  local own = {}
  for _, folder in ipairs { own_folder .. "/", "astar/", "" } do
    if folder ~= "" then own[#own + 1] = folder .. "??" end
    for i = 1, #files do own[#own + 1] = folder .. files[i] end
  end
  filesystem.setCRequirePath(table.concat(own, ";") .. ";" .. paths)
  local module
  for _, search in ipairs(package.loaders) do
    local open = search("astar")
    if type(open) == "function" and debug.getinfo(open, "S").what == "C" then
      module = open("astar")
      break
    end
  end
  filesystem.setCRequirePath(paths)
  if mounted then filesystem.unmount(base) end
  return module
end

---- The message -------------------------------------------------------------------------------------------

-- Which libraries for other systems and processors lie in these folders.
local function others(looked)
  local list = {}
  for _, platform in ipairs(PLATFORMS) do
    for i = 1, platform.fits and 0 or #looked do
      if exists(looked[i] .. platform.file) then
        list[#list + 1] = looked[i] .. platform.file
        break
      end
    end
  end
  return list
end

local function explain(looked, failures)
  local lines = { "The pathfinding module astar could not be loaded.", "" }
  local function say(...) lines[#lines + 1] = string.format(...) end

  local inside
  for i = 1, packed_game and #files or 0 do
    inside = inside or filesystem.getInfo(own_folder .. "/" .. files[i]) and files[i]
  end
  wanted = inside or wanted
  local beside = filesystem and filesystem.getSourceBaseDirectory() .. "/" .. wanted

  for i = 1, #failures do say("%s", failures[i]) end
  if #failures > 0 then say("") end

  if inside then
    say("%s lies inside %s, where the system cannot load it. Put a copy beside that file: %s", wanted, packed_game, beside)
  elseif #failures == 0 then
    say("There is no %s in any of these folders:", table.concat(files, " or "))
    for i = 1, #looked do say("  %s", looked[i]) end
    say("nor where package.cpath leads: %s", package.cpath)
    say("")
    local strange = others(looked)
    if #strange > 0 then
      say("There is only %s, but this is %s%s.", table.concat(strange, " and "), name_of(system),
        jit and " on " .. name_of(jit.arch) or "")
    end
    say("The archive for LÖVE has it in its folder astar.")
    if packed_game then
      say("Put it beside the game's file, into the folder %s", filesystem.getSourceBaseDirectory())
      say("`%s`, in the folder of the module's sources, builds it.", MAKE)
    elseif windows then
      say("`%s`, in the folder of the module's sources, builds it. Put it into %s", MAKE, looked[1])
    else
      say("`make love`, in the folder of the module's sources, makes the folder build/love/astar.")
      say("Copy all of it into the game, or put %s into %s", table.concat(files, " or "), looked[1])
    end
  end
  if windows and beside and beside:find("[\128-\255]") then
    say("If it is there: move the game to a folder whose name has only plain letters (a to z).")
  end
  return (table.concat(lines, "\n"):gsub("%s+$", ""))
end

local function load()
  local looked, failures = folders(), {}
  local candidates = {}
  for _, folder in ipairs(looked) do
    for _, file in ipairs(files) do candidates[#candidates + 1] = folder .. file end
  end
  for template in package.cpath:gmatch("[^;]+") do
    if template:find("?", 1, true) then candidates[#candidates + 1] = (template:gsub("%?", "astar")) end
  end

  for _, path in ipairs(candidates) do
    if windows then path = path:gsub("/", "\\") end
    if exists(path) then
      local module, why = load_file(path)
      if module ~= nil then return module end
      failures[#failures + 1] = path .. " cannot be loaded: " .. why
    end
  end

  if filesystem and #failures == 0 then
    local module = load_by_love()
    if module ~= nil then return module end
  end

  -- Otherwise the next `require` would only say that this one has failed.
  if module_name then package.loaded[module_name] = nil end
  error(explain(looked, failures), 0)
end

return load()
