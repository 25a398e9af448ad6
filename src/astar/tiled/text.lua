-- The table that a file of Tiled stands for: a Lua or JSON export, or XML. Called by the modules of astar.tiled only.

local datatext = require "astar.tiled.datatext"
local tiledxml = require "astar.tiled.xml"

local tiledtext = {}

-- `prefix` goes before what is said of errors in the text; `fail(format, ...)` has to raise them.
function tiledtext.read(text, prefix, fail)
  local reader = text:find("^[\239\187\191]*[ \t\r\n]*<") and tiledxml or datatext
  return reader.read(text, prefix, fail)
end

return tiledtext
