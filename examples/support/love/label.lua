-- Texts with numbers in them, put together only when a number has changed: a frame in which nothing changes makes no
-- garbage.

local kept = {}

-- string.format(format, a, b, c); `slot` names the place on the screen.
local function label(slot, format, a, b, c)
  local entry = kept[slot]
  if not entry then
    entry = {}
    kept[slot] = entry
  end
  if entry.format ~= format or entry.a ~= a or entry.b ~= b or entry.c ~= c then
    entry.format, entry.a, entry.b, entry.c = format, a, b, c
    entry.text = format:format(a, b, c)
  end
  return entry.text
end

return label
