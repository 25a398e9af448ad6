-- Reads data that is written as a Lua table or as JSON. It owns both readers, which are strict and never run
-- what they read, and the messages that name the line and column of what is wrong. Called by astar.tiled.text, and for
-- these messages by astar.tiled.xmltext.

local datatext = {}

local floor = math.floor
local byte, char, find, match, sub = string.byte, string.char, string.find, string.match, string.sub
local concat = table.concat

local DEEPEST = 100 -- tables within tables in a text

---- What JSON and Lua have in common ---------------------------------------------------------------------

-- A reader is { text, pos, prefix, fail, small }. Each function below reads what begins at `pos` and leaves `pos`
-- behind it.

local function fail_at(r, pos, ...)
  local line, start = 1, 1
  local stop = find(r.text, "\n", 1, true)
  while stop and stop < pos do
    line, start = line + 1, stop + 1
    stop = find(r.text, "\n", start, true)
  end
  -- the later bytes of a character are no columns of their own
  local before = sub(r.text, start, pos - 1):gsub("[\128-\191]", "")
  r.fail("%sline %d, column %d: %s", r.prefix, line, #before + 1, string.format(...))
end

datatext.fail_at = fail_at

local function fail_expected(r, what)
  local got = match(r.text, "^[%w_]+", r.pos) or match(r.text, "^%p", r.pos)
  if r.pos > #r.text then
    fail_at(r, r.pos, "%s expected, but the text ends", what)
  elseif got and #got < 40 then
    fail_at(r, r.pos, "%s expected, got '%s'", what, got)
  end
  fail_at(r, r.pos, "%s expected", what)
end

datatext.fail_expected = fail_expected

-- Short numbers by their digits. Tile ids occur again and again; so each is converted once.
local function new_small()
  return setmetatable({}, { __index = function(small, digits)
    if #digits > 15 or #digits > 1 and byte(digits) == 48 then return nil end
    small[digits] = tonumber(digits)
    return small[digits]
  end })
end

-- Appends the whole numbers, each with a comma behind it, to a list of n values; returns how many it has then.
-- This is the loop in which nearly all of a map is read.
local function read_numbers(r, list, n)
  local text, pos, small = r.text, r.pos, r.small
  local digits, after = match(text, "^(%d+)[ \t\r\n]*,[ \t\r\n]*()", pos)
  while digits and small[digits] do
    n = n + 1
    list[n], pos = small[digits], after
    digits, after = match(text, "^(%d+)[ \t\r\n]*,[ \t\r\n]*()", pos)
  end
  r.pos = pos
  return n
end

local function read_number(r)
  local text, start = r.text, r.pos
  local stop = match(text, "^%-?%d+()", start)
  if not stop then fail_expected(r, "number") end
  stop = match(text, "^%.%d+()", stop) or stop
  stop = match(text, "^[eE][+-]?%d+()", stop) or stop
  if find(text, "^%-?0%d", start) or find(text, "^[%w_.]", stop) then fail_at(r, start, "malformed number") end
  local value = tonumber(sub(text, start, stop - 1))
  if value == math.huge or value == -math.huge then fail_at(r, start, "number too large") end
  r.pos = stop
  return value
end

-- A text between quotes. `special` finds what ends it or needs a look; `escape` reads what follows a backslash.
local function read_string(r, special, escape)
  local text, quote, start = r.text, sub(r.text, r.pos, r.pos), r.pos
  local parts, pos = {}, start + 1
  while true do
    local stop = find(text, special, pos)
    if not stop then fail_at(r, start, "unfinished string") end
    parts[#parts + 1] = sub(text, pos, stop - 1)
    local c = sub(text, stop, stop)
    if c == quote then
      r.pos = stop + 1
      return concat(parts)
    elseif c == "\\" then
      r.pos = stop + 1
      parts[#parts + 1] = escape(r)
      pos = r.pos
    elseif c == "\127" then
      parts[#parts + 1], pos = c, stop + 1
    elseif c == "\n" or c == "\r" then
      fail_at(r, start, "unfinished string")
    else
      fail_at(r, stop, "control character in a string")
    end
  end
end

local function enter(r, depth)
  if depth > DEEPEST then fail_at(r, r.pos, "more than %d tables within each other", DEEPEST) end
  r.pos = r.pos + 1
end

---- JSON -------------------------------------------------------------------------------------------------

local function skip_blanks(r)
  r.pos = find(r.text, "[^ \t\r\n]", r.pos) or #r.text + 1
  return sub(r.text, r.pos, r.pos)
end

local function utf8_char(code)
  if code < 0x80 then return char(code) end
  if code < 0x800 then return char(0xC0 + floor(code / 64), 0x80 + code % 64) end
  local rest = char(0x80 + floor(code / 64) % 64, 0x80 + code % 64)
  if code < 0x10000 then return char(0xE0 + floor(code / 4096)) .. rest end
  return char(0xF0 + floor(code / 262144), 0x80 + floor(code / 4096) % 64) .. rest
end

datatext.utf8_char = utf8_char

local function read_hex(r, pos)
  local digits = match(r.text, "^u(%x%x%x%x)", pos)
  return digits and tonumber(digits, 16)
end

local json_escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }

local function json_escape(r)
  local pos = r.pos
  local plain_escape = json_escapes[sub(r.text, pos, pos)]
  if plain_escape then
    r.pos = pos + 1
    return plain_escape
  end
  local code = read_hex(r, pos)
  if not code then fail_at(r, pos - 1, "unknown escape sequence") end
  r.pos = pos + 5
  if code < 0xD800 or code > 0xDFFF then return utf8_char(code) end
  -- what lies beyond 16 bits comes as two codes
  local low = sub(r.text, pos + 5, pos + 5) == "\\" and read_hex(r, pos + 6)
  if code > 0xDBFF or not low or low < 0xDC00 or low > 0xDFFF then fail_at(r, pos - 1, "half of a surrogate pair") end
  r.pos = pos + 11
  return utf8_char(0x10000 + (code - 0xD800) * 0x400 + low - 0xDC00)
end

local json_value

local function json_string(r)
  return read_string(r, '[%c"\\]', json_escape)
end

local function json_array(r, depth)
  local list, n = {}, 0
  enter(r, depth)
  if skip_blanks(r) == "]" then
    r.pos = r.pos + 1
    return list
  end
  while true do
    n = read_numbers(r, list, n) + 1
    local value = json_value(r, depth)
    -- no hole for a null
    list[n] = value ~= nil and value
    local c = skip_blanks(r)
    if c ~= "," and c ~= "]" then fail_expected(r, "',' or ']'") end
    r.pos = r.pos + 1
    if c == "]" then return list end
    skip_blanks(r)
  end
end

local function json_object(r, depth)
  local object, seen = {}, {}
  enter(r, depth)
  if skip_blanks(r) == "}" then
    r.pos = r.pos + 1
    return object
  end
  while true do
    if skip_blanks(r) ~= '"' then fail_expected(r, "name in quotes") end
    local start = r.pos
    local key = json_string(r)
    if seen[key] then fail_at(r, start, "'%s' stands twice in one object", key) end
    seen[key] = true
    if skip_blanks(r) ~= ":" then fail_expected(r, "':'") end
    r.pos = r.pos + 1
    object[key] = json_value(r, depth)
    local c = skip_blanks(r)
    if c ~= "," and c ~= "}" then fail_expected(r, "',' or '}'") end
    r.pos = r.pos + 1
    if c == "}" then return object end
  end
end

-- null gives nil: the field is then as good as not there
local json_words = { ["true"] = true, ["false"] = false }

function json_value(r, depth)
  local c = skip_blanks(r)
  if c == "{" then return json_object(r, depth + 1) end
  if c == "[" then return json_array(r, depth + 1) end
  if c == '"' then return json_string(r) end
  if find(c, "[%-%d]") then return read_number(r) end
  local word = match(r.text, "^%a+", r.pos)
  if json_words[word] == nil and word ~= "null" then fail_expected(r, "value") end
  r.pos = r.pos + #word
  return json_words[word]
end

local function json_document(r)
  local value = json_value(r, 0)
  if skip_blanks(r) ~= "" then fail_expected(r, "end of the text") end
  return value
end

---- Lua: `return` and a table constructor of plain values ------------------------------------------------

-- The text of a long string or comment that begins at pos, and where it ends; nil if none begins there.
local function long_text(r, pos)
  local level = match(r.text, "^%[(=*)%[", pos)
  if not level then return nil end
  local start = pos + #level + 2
  local stop, last = find(r.text, "]" .. level .. "]", start, true)
  if not stop then fail_at(r, pos, "unfinished long string or comment") end
  return sub(r.text, start, stop - 1), last
end

local function skip_comments(r)
  local c = skip_blanks(r)
  while c == "-" and sub(r.text, r.pos, r.pos + 1) == "--" do
    local _, last = long_text(r, r.pos + 2)
    r.pos = (last or find(r.text, "\n", r.pos, true) or #r.text) + 1
    c = skip_blanks(r)
  end
  return c
end

local lua_escapes = { a = "\a", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", v = "\v",
  ['"'] = '"', ["'"] = "'", ["\\"] = "\\", ["\n"] = "\n" }

local function lua_escape(r)
  local pos = r.pos
  local plain_escape = lua_escapes[sub(r.text, pos, pos)]
  if plain_escape then
    r.pos = pos + 1
    return plain_escape
  end
  local decimal, hex = match(r.text, "^%d%d?%d?", pos), match(r.text, "^x(%x%x)", pos)
  local code = tonumber(decimal) or tonumber(hex or "", 16)
  if not code or code > 255 then fail_at(r, pos - 1, "unknown escape sequence") end
  r.pos = pos + (decimal and #decimal or 3)
  return char(code)
end

-- A line break ends a quoted text in Lua; other control characters may stand in it.
local lua_specials = { ['"'] = '[\r\n"\\]', ["'"] = "[\r\n'\\]" }

local lua_value

-- The key of the field that begins here, or nil if it has none.
local function lua_key(r, depth)
  local start, c = r.pos, sub(r.text, r.pos, r.pos)
  local name, after = match(r.text, "^([%a_][%w_]*)()", start)
  local key
  if c == "[" and not find(r.text, "^%[=*%[", start) then
    r.pos = start + 1
    skip_comments(r)
    key = lua_value(r, depth)
    if type(key) ~= "string" and type(key) ~= "number" then fail_at(r, start + 1, "string or number expected as key") end
    if skip_comments(r) ~= "]" then fail_expected(r, "']'") end
    r.pos = r.pos + 1
  elseif name and name ~= "true" and name ~= "false" and name ~= "nil" then
    key, r.pos = name, after
  else
    return nil
  end
  if skip_comments(r) ~= "=" then
    -- a name that is no key would have to be run to have a value
    if c ~= "[" then r.pos = start end
    fail_expected(r, c == "[" and "'='" or "plain value")
  end
  r.pos = r.pos + 1
  skip_comments(r)
  return key
end

local function lua_table(r, depth)
  local t, n = {}, 0
  enter(r, depth)
  while true do
    skip_comments(r)
    n = read_numbers(r, t, n)
    local c = skip_comments(r)
    if c == "}" then break end
    local key = lua_key(r, depth)
    if key == nil then
      n = n + 1
      key = n
    end
    t[key] = lua_value(r, depth)
    c = skip_comments(r)
    if c ~= "," and c ~= ";" and c ~= "}" then fail_expected(r, "',' or '}'") end
    if c == "}" then break end
    r.pos = r.pos + 1
  end
  r.pos = r.pos + 1
  return t
end

function lua_value(r, depth)
  local c = sub(r.text, r.pos, r.pos)
  if c == "{" then return lua_table(r, depth + 1) end
  if lua_specials[c] then return read_string(r, lua_specials[c], lua_escape) end
  if find(c, "[%-%d]") then return read_number(r) end
  local text, last = long_text(r, r.pos)
  if text then
    r.pos = last + 1
    -- a line break right at the beginning does not count
    return (text:gsub("^\r?\n", ""))
  end
  local word = match(r.text, "^[%a_][%w_]*", r.pos)
  if word ~= "true" and word ~= "false" and word ~= "nil" then fail_expected(r, "plain value") end
  r.pos = r.pos + #word
  if word == "nil" then return nil end
  return word == "true"
end

local function lua_document(r)
  r.pos = r.pos + #"return"
  if skip_comments(r) ~= "{" then fail_expected(r, "'{'") end
  local value = lua_value(r, 0)
  if skip_comments(r) == ";" then r.pos = r.pos + 1 end
  if skip_comments(r) ~= "" then fail_expected(r, "end of the text") end
  return value
end

---- Either of them ---------------------------------------------------------------------------------------

-- The table that a text in Lua or JSON stands for. `prefix` goes before what is said of errors in it;
-- `fail(format, ...)` has to raise them.
function datatext.read(text, prefix, fail)
  local r = { text = text, pos = 1, prefix = prefix, fail = fail, small = new_small() }
  -- some editors put a byte order mark before it
  if sub(text, 1, 3) == "\239\187\191" then r.pos = 4 end
  local c = skip_comments(r)
  if c == "{" then return json_document(r) end
  if find(text, "^return[^%w_]", r.pos) then return lua_document(r) end
  if #text < 260 and find(text, "^[^\n]*%.%w+$") then
    fail("%s'%s' is a file's name; what is in the file is expected", prefix, text)
  end
  fail_expected(r, "'return {', '{' or '<'")
end

return datatext
