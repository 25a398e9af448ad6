-- Reads XML into a tree of elements. The reader is strict, never fetches or runs anything, and knows no entities but the
-- five of XML and numbers: so no text becomes longer than it is. Called by astar.tiled.xml only.

local datatext = require "astar.tiled.datatext"

local xmltext = {}

local concat, find, match, sub = table.concat, string.find, string.match, string.sub
local fail_at, fail_expected = datatext.fail_at, datatext.fail_expected

local DEEPEST = 100 -- elements within elements

-- An element is { name, attributes, text, pos, element, … }: its attributes by name; all text right in it, as one; where it
-- begins; and the elements in it as an array.

---- Characters ------------------------------------------------------------------------------------------

local named = { lt = "<", gt = ">", amp = "&", quot = '"', apos = "'" }

local function character(r, pos, body)
  if named[body] then return named[body] end
  local decimal, hex = match(body, "^#(%d%d?%d?%d?%d?%d?%d?)$"), match(body, "^#x(%x%x?%x?%x?%x?%x?)$")
  local code = tonumber(decimal) or hex and tonumber(hex, 16)
  if not code then fail_at(r, pos, "unknown entity '&%s;'", sub(body, 1, 20)) end
  if code == 0 or code > 0x10FFFF or code >= 0xD800 and code <= 0xDFFF then fail_at(r, pos, "no such character: '&%s;'", body) end
  return datatext.utf8_char(code)
end

-- Text that begins at a place, without its entities.
local function plain(r, text, start)
  if not find(text, "&", 1, true) then return text end
  local parts, pos = {}, 1
  while true do
    local at = find(text, "&", pos, true)
    if not at then break end
    local body, after = match(text, "^([#%w]+);()", at + 1)
    if not body then fail_at(r, start + at - 1, "'&' that begins no entity: '&amp;' expected") end
    parts[#parts + 1] = sub(text, pos, at - 1)
    parts[#parts + 1] = character(r, start + at - 1, body)
    pos = after
  end
  parts[#parts + 1] = sub(text, pos)
  return concat(parts)
end

---- What stands between elements ------------------------------------------------------------------------

-- Moves behind what begins at `pos` and ends with that text.
local function skip_to(r, ending, what)
  local _, stop = find(r.text, ending, r.pos, true)
  if not stop then fail_at(r, r.pos, "unfinished %s", what) end
  r.pos = stop + 1
end

-- <!DOCTYPE …>, with declarations in brackets, which are not read: what they define is unknown then.
local function skip_doctype(r)
  local start, depth = r.pos, 0
  repeat
    local at = find(r.text, "[\"'%[%]<>]", r.pos + 1)
    if not at then fail_at(r, start, "unfinished DOCTYPE") end
    local c = sub(r.text, at, at)
    r.pos = at
    if sub(r.text, at, at + 3) == "<!--" then
      skip_to(r, "-->", "comment")
      r.pos, c = r.pos - 1, ""
    elseif c == '"' or c == "'" then
      r.pos = find(r.text, c, at + 1, true) or fail_at(r, at, "unfinished string")
    elseif c == "[" or c == "<" then
      depth = depth + 1
    elseif c == "]" then
      depth = depth - 1
    elseif depth > 0 then
      depth = depth - 1
      c = ""
    end
  until c == ">"
  r.pos = r.pos + 1
end

-- Moves behind blanks, comments and instructions, and before the first element the DOCTYPE.
local function skip_between(r, before_all)
  while true do
    r.pos = find(r.text, "[^ \t\r\n]", r.pos) or #r.text + 1
    if sub(r.text, r.pos, r.pos + 3) == "<!--" then
      skip_to(r, "-->", "comment")
    elseif sub(r.text, r.pos, r.pos + 1) == "<?" then
      skip_to(r, "?>", "instruction")
    elseif before_all and sub(r.text, r.pos, r.pos + 8) == "<!DOCTYPE" then
      skip_doctype(r)
    else
      return
    end
  end
end

---- Elements --------------------------------------------------------------------------------------------

local function read_attributes(r)
  local attributes = {}
  while true do
    local blanks, name, after = match(r.text, "^([ \t\r\n]*)([%a_][%w_.:-]*)()", r.pos)
    if not name then
      r.pos = match(r.text, "^[ \t\r\n]*()", r.pos)
      return attributes
    end
    if blanks == "" then fail_expected(r, "blank") end
    local start = r.pos + #blanks
    if attributes[name] then fail_at(r, start, "attribute '%s' stands twice", name) end
    r.pos = after
    local quote, from = match(r.text, "^[ \t\r\n]*=[ \t\r\n]*([\"'])()", r.pos)
    if not quote then fail_expected(r, "'=' and a value in quotes") end
    local stop = find(r.text, quote, from, true)
    if not stop then fail_at(r, from - 1, "unfinished string") end
    local value = sub(r.text, from, stop - 1)
    local bad = find(value, "<", 1, true)
    if bad then fail_at(r, from + bad - 1, "'<' in an attribute: '&lt;' expected") end
    attributes[name], r.pos = plain(r, value, from), stop + 1
  end
end

local read_element

-- What is in an element up to its end tag.
local function read_content(r, element, depth)
  local parts = {}
  while true do
    local at = find(r.text, "<", r.pos, true)
    if not at then fail_at(r, element.pos, "unfinished element '%s'", element.name) end
    if at > r.pos then parts[#parts + 1] = plain(r, sub(r.text, r.pos, at - 1), r.pos) end
    r.pos = at
    local mark = sub(r.text, at, at + 8)
    if sub(mark, 1, 2) == "</" then
      local name, after = match(r.text, "^</([%a_][%w_.:-]*)[ \t\r\n]*>()", at)
      if name ~= element.name then fail_at(r, at, "'</%s>' expected", element.name) end
      r.pos, element.text = after, concat(parts)
      return
    elseif mark == "<![CDATA[" then
      local from = at + 9
      skip_to(r, "]]>", "CDATA")
      parts[#parts + 1] = sub(r.text, from, r.pos - 4)
    elseif sub(mark, 1, 4) == "<!--" then
      skip_to(r, "-->", "comment")
    elseif sub(mark, 1, 2) == "<?" then
      skip_to(r, "?>", "instruction")
    else
      element[#element + 1] = read_element(r, depth + 1)
    end
  end
end

function read_element(r, depth)
  if depth > DEEPEST then fail_at(r, r.pos, "more than %d elements within each other", DEEPEST) end
  local name, after = match(r.text, "^<([%a_][%w_.:-]*)()", r.pos)
  if not name then fail_expected(r, "element") end
  local element = { name = name, pos = r.pos, text = "" }
  r.pos = after
  element.attributes = read_attributes(r)
  local ends = match(r.text, "^/?>", r.pos)
  if not ends then fail_expected(r, "'>'") end
  r.pos = r.pos + #ends
  if ends == ">" then read_content(r, element, depth) end
  return element
end

-- The element that an XML text consists of. `prefix` goes before what is said of errors in it; `fail(format, ...)` has to
-- raise them.
function xmltext.read(text, prefix, fail)
  local r = { text = text, pos = 1, prefix = prefix, fail = fail }
  if sub(text, 1, 3) == "\239\187\191" then r.pos = 4 end
  if find(text, "%z") then fail_at(r, find(text, "%z"), "zero byte (text in UTF-8 expected)") end
  skip_between(r, true)
  local element = read_element(r, 1)
  skip_between(r)
  if r.pos <= #text then fail_expected(r, "end of the text") end
  return element
end

return xmltext
