-- Names for files that are needed for a moment.

local temporary = {}

-- Some C libraries of Windows give names in the root of the drive, where not everyone may write.
function temporary.name()
  local name = os.tmpname()
  if name:sub(1, 1) == "\\" then return (os.getenv("TEMP") or ".") .. name end
  return name
end

return temporary
