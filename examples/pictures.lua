-- Pictures as SVG files: what the README and the manual show. `make pictures` runs it.
--
--   lua5.4 examples/pictures.lua [FOLDER]       writes them to FOLDER; if none is given, to docs/pictures
--
-- Each file in examples/pictures holds some of them: functions by name that return the text of a picture.

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
terminal.load_astar(here .. "../")
package.path = here .. "?.lua;" .. here .. "../src/?.lua;" .. package.path

local folder = arg[1] or here .. "../docs/pictures"

local function write(name, text)
  local file = assert(io.open(("%s/%s.svg"):format(folder, name), "wb"))
  file:write(text)
  file:close()
  print(("%-16s %3d KB"):format(name, math.ceil(#text / 1024)))
end

for _, part in ipairs { "maps", "searches", "roads", "many", "numbers", "objects", "diagrams", "gallery" } do
  local made = require("pictures." .. part)(here .. "../")
  local names = {}
  for name in pairs(made) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do write(name, made[name]()) end
end
