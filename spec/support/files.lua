-- Files that specs read.

local files = {}

-- The text of a file; nil if there is none.
function files.read(name)
  local file = io.open(name, "rb")
  if not file then return nil end
  local text = file:read("*a")
  file:close()
  return text
end

return files
