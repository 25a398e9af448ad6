-- Where the cells of a grid come from: rows with a legend, comma separated values, map files; and for
-- all that can be wrong with them the exact place.

local astar = require "astar"
local check = require "spec.support.check"
local random = require "spec.support.random"

local that, nan, inf = check.that, check.nan, check.inf

local MARK = "\239\187\191" -- UTF-8's byte order mark
local WATER, TREE, WALL = "\226\137\136", "\240\159\140\178", "\195\164" -- of 3, 4 and 2 bytes

local function quote(text)
  return (("%q"):format(text):gsub("\n", "n"))
end

-- A grid as text: rows with / between them, cells with |, # after those that are blocked.
local function show(map)
  local rows = {}
  for row = 1, map.height do
    local cells = {}
    for col = 1, map.width do
      cells[col] = map:get(col, row) .. (map:cell(col, row).blocked and "#" or "")
    end
    rows[row] = table.concat(cells, "|")
  end
  return table.concat(rows, "/")
end

local function gives(want, opts)
  local map = astar.grid(opts)
  local got = show(map)
  if got ~= want then
    error(("expected %s\ngot %s"):format(want, got), 2)
  end
  that(#map == map.width * map.height, "%d cells in a map of %d x %d", #map, map.width, map.height)
  return map
end

-- The whole message; a call from pcall has no line of its own before it.
local function fails(want, opts)
  local ok, message = pcall(astar.grid, opts)
  if ok then
    error("expected an error: " .. want, 2)
  end
  if message ~= want then
    error(("expected the error: %s\ngot: %s"):format(want, tostring(message)), 2)
  end
end

local function bad(what)
  return "bad argument #1 to 'grid' (" .. what .. ")"
end

describe("rows", function()
  local legend = { ["."] = "plain", ["~"] = "sea", ["^"] = "forest", ["#"] = false }

  it("are read by a legend", function()
    local map = gives("plain|plain|sea|sea/plain|forest|forest|default#",
      { rows = { "..~~", ".^^#" }, legend = legend })
    that(map.width == 4 and map.height == 2)
  end)

  it("are the terrains themselves without one", function()
    gives("a|b/c|a", { rows = { "ab", "ca" } })
    gives(" |.|#", { rows = { " .#" } })
  end)

  it("of one cell", function()
    local map = gives("sea", { rows = { "~" }, legend = legend })
    that(map.width == 1 and map.height == 1 and map:path(map:cell(1, 1), map:cell(1, 1)).cost == 0)
    gives("default#", { rows = { "#" }, legend = legend })
    gives("x", { rows = { { "x" } } })
  end)

  it("can be arrays of texts and numbers", function()
    gives("a|bb|3/1.5|default|-2", { rows = { { "a", "bb", 3 }, { 1.5, "", -2 } } })
    gives("grass|grass|water/default#|grass|default#",
      { rows = { { 1, 1, 2 }, { 3, 1, 3 } }, legend = { "grass", "water", false } })
    gives("a|b|c/c|b|a", { rows = { { "xx", 7, "zz" }, "z7x" }, legend = { xx = "a", x = "a", [7] = "b", zz = "c", z = "c" } })
  end)

  it("match a key as number and as text", function()
    gives("a|a|a|a", { rows = { { 1, "1", "01", "1.0" } }, legend = { "a" } })
    gives("a|a|b|b", { rows = { { 1, "1", 1.5, "1.5" } }, legend = { ["1"] = "a", ["1.5"] = "b" } })
    gives("number|text", { rows = { { 1, "1" } }, legend = { [1] = "number", ["1"] = "text" } })
    gives("a|b|c", { rows = { "123" }, legend = { "a", ["2"] = "b", [3] = "c" } })
    gives("z|m|m", { rows = { { 0, -1, "-1" } }, legend = { [0] = "z", [-1] = "m" } })
    gives("big|big", { rows = { { 2 ^ 31, "2147483648" } }, legend = { [2 ^ 31] = "big" } })
  end)

  it("do not take for numbers what is none", function()
    for _, text in ipairs({ "0x1", " 1", "1 ", "1f", "one", "1,0", "", "nan", "inf", "1e", "-", "+", "." }) do
      fails(("row 1, column 1: '%s' is not in the legend"):format(text), { rows = { { text } }, legend = { "a" } })
    end
  end)

  it("of a legend that names no unit's terrain cost its default", function()
    local map = astar.grid { rows = { "..~" }, legend = legend, neighbours = 4 }
    map:unit("man", { plain = 3, default = 7 })
    that(map:path(map:cell(1, 1), map:cell(3, 1), "man").cost == 10)
  end)

  it("may agree with a width and height", function()
    gives("a|b", { rows = { "ab" }, width = 2, height = 1 })
    fails(bad "option 'width': 3 given, but the source has 2", { rows = { "ab" }, width = 3 })
    fails(bad "option 'height': 2 given, but the source has 1", { rows = { "ab" }, height = 2 })
  end)

  it("may leave much of the legend unused", function()
    local many = { x = "a" }
    for i = 1, 20000 do
      many["key" .. i] = "terrain" .. i
    end
    gives("a", { rows = { { "x" } }, legend = many })
    gives("a", { csv = "x", legend = many })
  end)

  it("refuse keys that no character can be", function()
    local text, file = { "x1" }, "type octile\nheight 1\nwidth 2\nmap\n.T\n"
    gives("a|b", { rows = text, legend = { x = "a", [1] = "b", ["é"] = "c", ["9"] = "d", [0] = "e" } })
    for _, case in ipairs {
      { "xy", "'xy'" }, { "", "''" }, { 22, "22" }, { -1, "-1" }, { 0.5, "0.5" }, { 1e300, "1e+300" }, { "é1", "'é1'" },
    } do
      local keys = { x = "a", [1] = "b", T = "c", [case[1]] = "d" }
      fails("legend: " .. case[2] .. " cannot occur in rows of text, where each cell is one character",
        { rows = text, legend = keys })
      fails("legend: " .. case[2] .. " cannot occur in a map file, where each cell is one character",
        { map = file, legend = keys })
      gives("a", { rows = { { "x" } }, legend = keys })
      gives("a", { csv = "x", legend = keys })
    end
    fails("legend: 'é' cannot occur in a map file, where each cell is one character", { map = file, legend = { ["é"] = "a" } })
    gives("ground|c", { map = file, legend = { T = "c", Z = "d" } })
  end)

  it("are read raw", function()
    local raise = function() error("a metamethod was asked") end
    local asked = { __index = raise, __len = raise, __pairs = raise }
    gives("a|b", { rows = setmetatable({ setmetatable({ 1, 2 }, asked) }, asked),
      legend = setmetatable({ "a", "b" }, asked) })
    fails("row 1, column 1: 3 is not in the legend",
      { rows = { { 3 } }, legend = setmetatable({ "a" }, { __index = raise }) })
  end)

  it("are not changed, nor is the legend", function()
    local rows, key = { "ab", { "a", 1 } }, { a = "x", b = "y", [1] = "z" }
    gives("x|y/x|z", { rows = rows, legend = key })
    that(#rows == 2 and rows[1] == "ab" and rows[2][1] == "a" and rows[2][2] == 1)
    that(key.a == "x" and key.b == "y" and key[1] == "z")
  end)
end)

describe("characters", function()
  it("are those of UTF-8", function()
    local map = gives("sea|ground|forest/default#|sea|ground", { rows = { WATER .. "." .. TREE, WALL .. WATER .. "." },
      legend = { [WATER] = "sea", [TREE] = "forest", [WALL] = false, ["."] = "ground" } })
    that(map.width == 3)
    gives(WATER .. "|" .. TREE .. "|" .. WALL, { rows = { WATER .. TREE .. WALL } })
  end)

  it("are single bytes where the text is not UTF-8", function()
    local cases = {
      { "\255\254", { "\255", "\254" } },
      { "\195", { "\195" } },                             -- cut off
      { "\226\137", { "\226", "\137" } },
      { "\226\137.", { "\226", "\137", "." } },
      { "\240\159\140x", { "\240", "\159", "\140", "x" } },
      { "\128\191", { "\128", "\191" } },                 -- without a beginning
      { "\192\128", { "\192", "\128" } },                 -- too long a form
      { "\195\164\164", { "\195\164", "\164" } },
      { "\0a\0", { "\0", "a", "\0" } },
    }
    for _, case in ipairs(cases) do
      gives(table.concat(case[2], "|"), { rows = { case[1] } })
    end
  end)

  it("count as columns in messages", function()
    fails("row 2, column 3: '?' is not in the legend",
      { rows = { "...", WATER .. TREE .. "?" }, legend = { ["."] = "a", [WATER] = "b", [TREE] = "c" } })
    fails("row 1, column 2: '" .. WALL .. "' is not in the legend",
      { rows = { WATER .. WALL }, legend = { [WATER] = "b" } })
    fails("row 2: 2 columns expected, got 1", { rows = { WATER .. WATER, TREE } })
  end)
end)

describe("rows that are wrong", function()
  local legend = { ["."] = "plain", ["#"] = false }

  it("tell what is not in the legend", function()
    fails("row 1, column 1: '?' is not in the legend", { rows = { "?" }, legend = legend })
    fails("row 3, column 2: 'x' is not in the legend", { rows = { "...", "..#", ".x?" }, legend = legend })
    fails("row 2, column 3: 'xyz' is not in the legend", { rows = { "...", { ".", "#", "xyz" } }, legend = legend })
    fails("row 1, column 2: 4 is not in the legend", { rows = { { ".", 4 } }, legend = legend })
    fails("row 1, column 1: '' is not in the legend", { rows = { { "" } }, legend = legend })
    fails("row 1, column 1: 0.5 is not in the legend", { rows = { { 0.5 } }, legend = {} })
    fails("row 1, column 2: '\\000' is not in the legend", { rows = { ".\0" }, legend = legend })
    fails("row 1, column 2: '\\010' is not in the legend", { rows = { ".\n" }, legend = legend })
  end)

  it("show long texts cut short", function()
    local ok, message = pcall(astar.grid, { rows = { { ("x"):rep(100000) } }, legend = legend })
    that(not ok and message:find("^row 1, column 1: 'xxxx+%.%.%.' is not in the legend$") and #message < 120, message)
    ok, message = pcall(astar.grid, { rows = { { ("\129"):rep(100000) } }, legend = legend })
    that(not ok and #message < 200, "a message of %d bytes", #message)
  end)

  it("tell which row is ragged", function()
    fails("row 3: 5 columns expected, got 4", { rows = { ".....", ".....", "....", "....." } })
    fails("row 2: 1 column expected, got 2", { rows = { ".", ".." } })
    fails("row 2: 2 columns expected, got 3", { rows = { "..", { 1, 2, 3 } } })
    fails("row 1: at least one column expected", { rows = { "" } })
    fails("row 2: at least one column expected", { rows = { "..", {} } })
  end)

  it("tell which row or column is of the wrong type", function()
    for _, case in ipairs({ { true, "boolean" }, { print, "function" }, { io.stdout, "userdata" }, { 12, "number" },
                            { coroutine.create(function() end), "thread" } }) do
      local ok, message = pcall(astar.grid, { rows = { "..", case[1] } })
      that(not ok and message:find("row 2: string or array expected, got ", 1, true) == 1, message)
    end
    fails("row 2: string or array expected, got boolean", { rows = { "..", false } })
    fails("row 2, column 1: text or number expected, got boolean", { rows = { "..", { false, "x" } } })
    fails("row 1, column 2: text or number expected, got table", { rows = { { "x", {} } } })
    fails("row 1, column 1: text or number expected, got nan", { rows = { { nan } } })
    for _, value in ipairs({ inf, -inf }) do
      local ok, message = pcall(astar.grid, { rows = { { 1, value } } })
      that(not ok and message:find("row 1, column 2: text or number expected, got ", 1, true) == 1, message)
    end
  end)

  it("have to be there", function()
    fails(bad "option 'rows': at least one row expected", { rows = {} })
    fails(bad "option 'rows': at least one row expected", { rows = { a = "x" } })
    fails(bad "option 'rows': array expected, got string: write rows = { \"..#\", \"...\" }", { rows = "..." })
    fails(bad "option 'rows': array expected, got number", { rows = 3 })
    fails(bad "one of the options 'rows', 'csv', 'map', or 'width' and 'height' expected", {})
    fails(bad "one of the options 'rows', 'csv', 'map', or 'width' and 'height' expected", { cell = 3 })
  end)

  it("tell the line of the program", function()
    local ok, message = pcall(function()
      local map = astar.grid { rows = { "?" }, legend = {} }
      return map
    end)
    that(not ok and message:find("loader_spec.lua:%d+: row 1, column 1: '%?' is not in the legend$"), message)
  end)
end)

describe("a legend that is wrong", function()
  local function wrong(want, legend)
    for _, source in ipairs({ { rows = { "." } }, { csv = "." }, { map = "type t\nheight 1\nwidth 1\nmap\n." } }) do
      source.legend = legend
      fails(want, source)
    end
  end

  it("has another value than a name or false", function()
    wrong("legend: value of '.': terrain name or false expected, got number", { ["."] = 3 })
    wrong("legend: value of '.': terrain name or false expected, got table", { ["."] = {} })
    wrong("legend: value of '.': terrain name or false expected, got function", { ["."] = print })
    wrong("legend: value of 2: terrain name or false expected, got number", { ["."] = "a", [2] = 2 })
    wrong("legend: value of 'unused': terrain name or false expected, got number", { ["."] = "a", unused = 1 })
    local ok, message = pcall(astar.grid, { rows = { "." }, legend = { ["."] = true } })
    that(not ok and message:find("legend: value of '.': terrain name or false expected, got ", 1, true), message)
  end)

  it("has another key than text or a number", function()
    wrong("legend: text or number expected as key, got boolean", { [true] = "a", })
    wrong("legend: text or number expected as key, got table", { [{}] = "a" })
    wrong("legend: text or number expected as key, got function", { [print] = false })
  end)

  it("is no table, or has nothing to explain", function()
    fails(bad "option 'legend': table expected, got string", { rows = { "." }, legend = "plain" })
    fails(bad "option 'legend': table expected, got boolean", { rows = { "." }, legend = true })
    fails(bad "option 'legend': table expected, got boolean", { rows = { "." }, legend = false })
    fails(bad "option 'legend' needs one of 'rows', 'csv' and 'map'", { width = 1, height = 1, legend = {} })
  end)
end)

describe("sources", function()
  local map = "type t\nheight 1\nwidth 1\nmap\n."

  it("cannot go together", function()
    fails(bad "options 'rows' and 'csv' cannot go together", { rows = { "." }, csv = "." })
    fails(bad "options 'rows' and 'map' cannot go together", { rows = { "." }, map = map })
    fails(bad "options 'csv' and 'map' cannot go together", { csv = ".", map = map })
  end)

  it("are texts", function()
    for _, option in ipairs({ "csv", "map" }) do
      for _, value in ipairs({ 12, true, {}, print }) do
        fails(bad(("option '%s': string expected, got %s"):format(option, type(value))), { [option] = value })
      end
      fails(bad(("option '%s': string expected, got boolean"):format(option)), { [option] = false })
    end
  end)

  it("have sizes that are whole numbers from 1", function()
    for _, option in ipairs({ "width", "height" }) do
      local function size(value)
        local opts = { width = 2, height = 2 }
        opts[option] = value
        return opts
      end
      for _, value in ipairs({ 0, -1, 1.5, -2 ^ 40 }) do
        local ok, message = pcall(astar.grid, size(value))
        that(not ok and message:find(("bad argument #1 to 'grid' (option '%s': whole number >= 1 expected, got "):format(option),
          1, true) == 1, message)
      end
      for _, value in ipairs({ inf, -inf, nan }) do
        local ok, message = pcall(astar.grid, size(value))
        that(not ok and message:find("finite number expected", 1, true), message)
      end
      for _, value in ipairs({ 2 ^ 32 - 1, 2 ^ 40, 1e300 }) do
        local ok, message = pcall(astar.grid, size(value))
        that(not ok and message:find("at most 4294967294 cells expected", 1, true), message)
      end
      fails(bad(("option '%s': number expected, got string"):format(option)), size("2"))
    end
    fails(bad "option 'width': at most 4294967294 cells expected, got 65536 x 65536", { width = 65536, height = 65536 })
    fails(bad "option 'height' expected beside 'width'", { width = 2 })
    fails(bad "option 'width' expected beside 'height'", { height = 2 })
  end)
end)

describe("comma separated values", function()
  it("are terrains, one to a field", function()
    local map = gives("plain|sea/forest|plain", { csv = "plain,sea\nforest,plain\n" })
    that(map.width == 2 and map.height == 2)
    gives("a", { csv = "a" })
    gives("default|a/b|default", { csv = ",a\nb,\n" })
    gives("default|default", { csv = "," })
    gives("a|b/c|d", { csv = "a,b,\nc,d\n" }) -- as in a .tmx: a comma behind each but the last
    gives("a|b/c|d/a|a", { csv = "a;b;\r\nc;d;\r\na;a" })
    gives("a/b", { csv = "a,\nb" })
    gives("a|default/b|default", { csv = "a,\nb,\n" })
    gives("a|b/c|d", { csv = "sep=;\r\na;b\r\nc;d" })
    gives("a,b|c", { csv = MARK .. "sep=\t\na,b\tc" })
    gives("sep=", { csv = "sep=" })
  end)

  it("are read by a legend, as text and as number", function()
    gives("grass|default#/water|grass", { csv = "1,0\n2,1", legend = { [0] = false, "grass", "water" } })
    gives("grass|default#/water|grass", { csv = "1,0\n2,1", legend = { ["0"] = false, ["1"] = "grass", ["2"] = "water" } })
    gives("a|a|a|a", { csv = "7,07,7.0,\"7\"", legend = { [7] = "a" } })
    gives("text|number", { csv = "1,1.0", legend = { ["1"] = "text", [1] = "number" } })
    gives("void|a", { csv = ",1", legend = { [""] = "void", "a" } })
    gives("sea|default#", { csv = WATER .. "," .. TREE, legend = { [WATER] = "sea", [TREE] = false } })
  end)

  it("end their lines in LF, CRLF or CR, the last one or not", function()
    for _, line_end in ipairs({ "\n", "\r\n", "\r" }) do
      gives("a|b/c|d", { csv = "a,b" .. line_end .. "c,d" .. line_end })
      gives("a|b/c|d", { csv = "a,b" .. line_end .. "c,d" })
    end
    gives("a/b/c/d", { csv = "a\nb\r\nc\rd" })
  end)

  it("may have blank lines anywhere", function()
    gives("a|b/c|d", { csv = "\n\r\n  \t\r a,b\n\n \nc,d\n\n\t\n" })
    gives("default/a", { csv = "\"\"\n\na" })
  end)

  it("may begin with a byte order mark", function()
    gives("a|b", { csv = MARK .. "a,b" })
    gives("a|b", { csv = MARK .. "\"a\",b" })
  end)

  it("have no blanks around them", function()
    gives("a|b c/d|default", { csv = "  a ,\tb c\t\nd ,  \n" })
    gives("a| b ", { csv = " \"a\" , \" b \" \n" })
  end)

  it("may be quoted", function()
    gives("a|b", { csv = "\"a\",\"b\"" })
    gives("a,b|c;d", { csv = "\"a,b\",\"c;d\"" })
    gives("say \"hi\"|\"", { csv = "\"say \"\"hi\"\"\",\"\"\"\"" })
    gives("two\nlines|a/b\r\n\r|c", { csv = "\"two\nlines\",a\n\"b\r\n\r\",c" })
    gives("default|a", { csv = "\"\",a" })
    gives("x", { csv = "\"say \"\"hi\"\"\"", legend = { ["say \"hi\""] = "x" } })
  end)

  it("may be separated by semicolons or tabs, if the first row has no comma", function()
    gives("a|b/c|d", { csv = "a;b\nc;d" })
    gives("a|b/c|d", { csv = "a\tb\nc\td" })
    gives("a,x|b/c|d,y", { csv = "\"a,x\";b\nc;d,y" })
    gives("a|b;c/d|e", { csv = "a,b;c\nd,e" })
    gives("a|default/default|b", { csv = "a\t\n\tb\n" })
  end)

  it("tell line and field of a quote that is wrong", function()
    local inside = "quote inside a field that does not begin with one"
    fails("line 1, column 1: " .. inside, { csv = "a\"b\"" })
    fails("line 3, column 2: " .. inside, { csv = "a,b\n\nc,d\"\n" })
    fails("line 1, column 1: text after a closing quote", { csv = "\"a\"b,c" })
    fails("line 4, column 3: text after a closing quote", { csv = "a,b,c\r\n\"x\n\ny\",b, \"c\" d" })
    fails("line 1, column 1: quote is not closed", { csv = "\"" })
    fails("line 2, column 2: quote is not closed", { csv = "a,b\nc,\"d\n\ne,f\n" })
  end)

  it("tell where a zero byte is", function()
    fails("line 2, column 2: zero byte (text in UTF-8 expected)", { csv = "a,b\nc,d\0\n" })
    fails("line 1, column 1: zero byte (text in UTF-8 expected)", { csv = "sep=\0\na;b\n" })
    fails("line 1, column 1: zero byte (text in UTF-8 expected)", { csv = "\255\254a\0,\0b\0" })
  end)

  it("tell line and field of what is not in the legend", function()
    local legend = { a = "x", b = "y" }
    fails("line 2, column 2: 'c' is not in the legend", { csv = "a,b\na,c", legend = legend })
    fails("line 6, column 1: 'B' is not in the legend", { csv = "\n\na,b\n\r\n\nB,a", legend = legend })
    fails("line 3, column 2: '' is not in the legend", { csv = "a,b\r\n\r\nb,", legend = legend })
    fails("line 1, column 2: 'a\"b' is not in the legend", { csv = "a,\"a\"\"b\"", legend = legend })
    fails("line 3, column 2: 'c' is not in the legend",
      { csv = "\"a\n\",b\n\"b\",c", legend = { ["a\n"] = "x", b = "y" } })
    fails("line 2, column 1: 'x\\010y' is not in the legend", { csv = "a\n\"x\ny\"", legend = legend })
    fails("line 1, column 1: '1' is not in the legend", { csv = "1", legend = { [2] = "x" } })
  end)

  it("tell the line that is ragged", function()
    fails("line 2: 2 columns expected, got 1", { csv = "a,b\nc\nd,e" })
    fails("line 3: 2 columns expected, got 3", { csv = "a,b\n\nc,d,e" })
    fails("line 2: 1 column expected, got 2", { csv = "a\nb,c" })
    fails("line 5: 2 columns expected, got 1", { csv = "\"a\n\n\",b\nc,\"d\"\n\"e\n\"\n" })
    fails("line 2: 2 columns expected, got 3", { csv = "a,b\nc,d,\n" })
  end)

  it("have to be there", function()
    for _, text in ipairs({ "", "\n", " \r\n\t\n", MARK }) do
      fails(bad "option 'csv': at least one row expected", { csv = text })
    end
  end)

  it("may agree with a width and height", function()
    gives("a|b", { csv = "a,b", width = 2, height = 1 })
    fails(bad "option 'width': 1 given, but the source has 2", { csv = "a,b", width = 1 })
  end)
end)

describe("map files", function()
  local function map(rows, head)
    return (head or ("type octile\nheight %d\nwidth %d\nmap\n"):format(#rows, #rows[1])) .. table.concat(rows, "\n") .. "\n"
  end

  it("have terrains of their own", function()
    local m = gives("ground|ground|swamp/trees#|water#|void#/void#|ground|ground", { map = map { ".GS", "TW@", "O.." } })
    that(m.width == 3 and m.height == 3)
  end)

  it("follow a legend first", function()
    gives("ground|forest|sea/default#|void#|ground",
      { map = map { ".T~", "G@." }, legend = { T = "forest", ["~"] = "sea", G = false } })
    gives("one|ground", { map = map { "1." }, legend = { "one" } })
  end)

  it("may be written in several ways", function()
    gives("ground|void#/swamp|ground", { map = map({ ".@", "S." }):gsub("\n", "\r\n") .. "" })
    gives("ground|void#/swamp|ground", { map = map({ ".@", "S." }):gsub("\n", "\r") .. "" })
    gives("ground|void#/swamp|ground", { map = "width 2 \nheight\t2\ntype anything at all\n map\n.@\nS." })
    gives("ground|void#/swamp|ground", { map = MARK .. map { ".@", "S." } .. "\n\r\n \n" })
    gives("ground", { map = map { "." } })
    gives("void#", { map = map { "@" } })
    gives("ground|void#", { map = "height 1\nwidth 2\nmap\n.@\n" }) -- many files have no type
  end)

  it("tell what is wrong with the header", function()
    fails("line 1, column 1: header line 'height' is missing", { map = "" })
    fails("line 1, column 1: 'type', 'height', 'width' or 'map' expected", { map = "arena.map" })
    fails("line 1, column 1: header line 'height' is missing", { map = "map\n." })
    fails("line 3, column 1: header line 'width' is missing", { map = "type octile\nheight 1\nmap\n." })
    fails("line 4, column 1: header line 'map' is missing", { map = "type octile\nheight 1\nwidth 1\n" })
    fails("line 3, column 1: header line 'height' comes twice", { map = "type octile\nheight 1\nheight 1\n" })
    fails("line 2, column 1: 'type', 'height', 'width' or 'map' expected", { map = "type octile\ndepth 1\n" })
    fails("line 4, column 5: text after 'map'", { map = "type octile\nheight 1\nwidth 1\nmap .\n" })
  end)

  it("tell what is wrong with a size", function()
    local function size(text)
      return map({ "." }, "type octile\nheight 1\nwidth " .. text .. "\nmap\n")
    end
    for _, text in ipairs({ "x", "-1", "+1", "1.0", "1 1", "0x1", "1e0" }) do
      fails("line 3, column 7: whole number expected", { map = size(text) })
    end
    fails("line 3, column 6: whole number expected", { map = size("") })
    fails("line 3, column 7: size of 1 or more expected, got 0", { map = size("0") })
    fails("line 3, column 7: size is too large", { map = size("4294967295") })
    fails("line 3, column 7: size is too large", { map = size(("9"):rep(400)) })
    fails("line 3, column 7: map is too large", { map = map({ "." }, "type o\nheight 65536\nwidth 65536\nmap\n") })
    fails("line 5, column 2: 4294967294 characters expected, got 1", { map = size("4294967294") })
    fails("line 6, column 1: 4294967294 rows expected, got 1",
      { map = map({ "." }, "type o\nheight 4294967294\nwidth 1\nmap\n") })
  end)

  it("tell what is wrong with the rows", function()
    local head = "type octile\nheight 2\nwidth 3\nmap\n"
    fails("line 5, column 1: 2 rows expected, got 0", { map = head })
    fails("line 6, column 1: 2 rows expected, got 1", { map = head .. "...\n" })
    fails("line 5, column 3: 3 characters expected, got 2", { map = head .. "..\n...\n" })
    fails("line 6, column 4: 3 characters expected, got 5", { map = head .. "...\n.....\n" })
    fails("line 7, column 1: text after the last row", { map = head .. "...\n...\n...\n" })
    fails("line 6, column 2: '?' is not in the legend", { map = head .. "...\n.?.\n" })
    fails("line 5, column 3: ' ' is not in the legend", { map = head .. ".. \n...\n", legend = {} })
    fails("line 5, column 1: '\\000' is not in the legend", { map = head .. "\0..\n...\n" })
    fails("line 8, column 1: '?' is not in the legend", { map = "\n\n" .. head:gsub("\n", "\r\n") .. "...\r\n?..\n" })
  end)

  it("may agree with a width and height", function()
    gives("ground|ground", { map = map { ".." }, width = 2, height = 1 })
    fails(bad "option 'height': 3 given, but the source has 1", { map = map { ".." }, height = 3 })
  end)
end)

-- ---- random ----

local LINE_ENDS = { "\n", "\r\n", "\r" }
local BITS = { "a", "b", "sea", "1", "-2.5", " ", "\t", ",", ";", "\"", "\n", "\r", WATER, TREE, MARK, "\255", "'", "#" }

local function random_field(rng)
  local bits = {}
  for i = 1, rng:pick({ 0, 1, 1, 1, 2, 3, 6 }) do
    bits[i] = rng:pick(BITS)
  end
  return table.concat(bits)
end

local function random_blank(rng, padding)
  return rng:chance(0.7) and "" or rng:pick(padding == "\t" and { " ", "   " } or { " ", "\t", " \t " })
end

-- A field as it may be written; `plain` if nothing but what has to be is put in quotes. `padding` is not
-- to be used around it.
local function write_field(rng, text, separator, padding, plain)
  local must = text:find(separator, 1, true) or text:find("[\"\r\n]") or text:find("^[ \t]") or text:find("[ \t]$")
  if must or not plain and text:find("[,;\t]") or rng:chance(0.2) then
    text = "\"" .. text:gsub("\"", "\"\"") .. "\""
  end
  return random_blank(rng, padding) .. text .. random_blank(rng, padding)
end

local function write_csv(rng, rows)
  local single = #rows[1] == 1
  local separator = single and "," or rng:pick({ ",", ",", ";", "\t" })
  local padding = single and "\t" or separator -- in a single column a tab would be taken for a separator
  local out = { rng:chance(0.2) and MARK or "" }
  local function put(text)
    out[#out + 1] = text
  end
  for i, row in ipairs(rows) do
    while rng:chance(0.1) do
      put(random_blank(rng, padding) .. rng:pick(LINE_ENDS))
    end
    local fields = {}
    for k, text in ipairs(row) do
      fields[k] = write_field(rng, text, separator, padding, i > 1)
    end
    local line = table.concat(fields, separator)
    if (#row == 1 or i == 1) and line:find("^[ \t]*$") or i == 1 and line:sub(1, 3) == MARK then
      line = "\"" .. row[1]:gsub("\"", "\"\"") .. "\"" .. line:sub(#fields[1] + 1)
    end
    put(line)
    if i < #rows or rng:chance(0.5) then
      put(rng:pick(LINE_ENDS))
    end
  end
  return table.concat(out)
end

local function random_csv(rng)
  local rows, width = {}, rng:int(1, 5)
  for i = 1, rng:int(1, 5) do
    rows[i] = {}
    for k = 1, width do
      rows[i][k] = random_field(rng)
    end
  end
  return write_csv(rng, rows), rows
end

local function random_map(rng)
  local rows, width = {}, rng:int(1, 6)
  for i = 1, rng:int(1, 6) do
    local cells = {}
    for k = 1, width do
      cells[k] = rng:pick({ ".", ".", "G", "S", "T", "W", "@", "O" })
    end
    rows[i] = table.concat(cells)
  end
  local line_end = rng:pick(LINE_ENDS)
  local head = { "type octile", "height " .. #rows, "width " .. width, "map" }
  return table.concat(head, line_end) .. line_end .. table.concat(rows, line_end) .. rng:pick({ "", line_end }), rows
end

-- Some bytes changed, left out, put in, doubled, or the end cut off.
local function mutate(rng, text)
  for _ = 1, rng:int(1, 4) do
    local at, dice = rng:int(1, #text + 1), rng:int(1, 6)
    local before, after = text:sub(1, at - 1), text:sub(at)
    if dice == 1 then
      text = before .. rng:pick(BITS) .. after:sub(2)
    elseif dice == 2 then
      text = before .. after:sub(rng:int(2, 4))
    elseif dice == 3 then
      text = before .. rng:pick(BITS) .. after
    elseif dice == 4 then
      text = before .. string.char(rng:int(0, 255)) .. after:sub(2)
    elseif dice == 5 then
      text = text .. after
    elseif rng:chance(0.3) then
      text = before
    end
  end
  return text
end

local function count_lines(text)
  local _, ends = text:gsub("\r\n", "\n"):gsub("[\r\n]", "")
  return ends + 1
end

-- What is raised for a text has one of these forms, and its line is one of the text's or the next.
local TEXT_ERRORS = {
  "^line (%d+), column (%d+): '.*' is not in the legend$",
  "^line (%d+), column (%d+): quote inside a field that does not begin with one$",
  "^line (%d+), column (%d+): text after a closing quote$",
  "^line (%d+), column (%d+): quote is not closed$",
  "^line (%d+), column (%d+): zero byte %(text in UTF%-8 expected%)$",
  "^line (%d+): %d+ columns? expected, got %d+$",
  "^line (%d+), column (%d+): header line '%l+' is missing$",
  "^line (%d+), column (%d+): header line '%l+' comes twice$",
  "^line (%d+), column (%d+): 'type', 'height', 'width' or 'map' expected$",
  "^line (%d+), column (%d+): text after 'map'$",
  "^line (%d+), column (%d+): name of a type expected$",
  "^line (%d+), column (%d+): whole number expected$",
  "^line (%d+), column (%d+): size of 1 or more expected, got 0$",
  "^line (%d+), column (%d+): size is too large$",
  "^line (%d+), column (%d+): map is too large$",
  "^line (%d+), column (%d+): %d+ rows? expected, got %d+$",
  "^line (%d+), column (%d+): %d+ characters? expected, got %d+$",
  "^line (%d+), column (%d+): text after the last row$",
}

local function check_text_error(message, text)
  for _, form in ipairs(TEXT_ERRORS) do
    local line, column = message:match(form)
    if line then
      line, column = tonumber(line), tonumber(column or 1)
      that(line >= 1 and line <= count_lines(text) + 1, "%s: the text has %d lines", message, count_lines(text))
      that(column >= 1 and column <= #text + 1, "%s: the text has %d bytes", message, #text)
      return
    end
  end
  that(message == bad "option 'csv': at least one row expected", "not expected: %s", message)
end

-- Whole, or refused with a place.
local function survives(text, opts)
  local ok, result = pcall(astar.grid, opts)
  if not ok then
    that(type(result) == "string", "raised a %s", type(result))
    check_text_error(result, text)
    return false
  end
  that(#result == result.width * result.height and result.width >= 1 and result.height >= 1)
  show(result)
  result:path(result:cell(1, 1), result:cell(result.width, result.height))
  return true
end

describe("random", function()
  it("values come back as they were written", function()
    random.cases("csv", 1500, function(rng)
      local text, rows = random_csv(rng)
      local ok, map = pcall(astar.grid, { csv = text })
      that(ok, "%s\nof %s", map, quote(text))
      that(map.width == #rows[1] and map.height == #rows, "%s from %s", map, quote(text))
      for row = 1, map.height do
        for col = 1, map.width do
          local want, got = rows[row][col], map:get(col, row)
          that(got == (want == "" and "default" or want), "row %d, column %d is %s instead of %s in %s", row, col,
            quote(got), quote(want), quote(text))
        end
      end
    end)
  end)

  it("map files come back as they were written", function()
    local terrains = { ["."] = "ground", G = "ground", S = "swamp", T = "trees", W = "water", ["@"] = "void", O = "void" }
    random.cases("map", 500, function(rng)
      local text, rows = random_map(rng)
      local map = astar.grid { map = text }
      that(map.width == #rows[1] and map.height == #rows, "%s from %s", map, quote(text))
      for row = 1, map.height do
        for col = 1, map.width do
          local letter = rows[row]:sub(col, col)
          that(map:get(col, row) == terrains[letter] and map:cell(col, row).blocked == (letter:find("[TW@O]") ~= nil),
            "row %d, column %d of %s", row, col, quote(text))
        end
      end
    end)
  end)

  it("rows come back as they were given", function()
    random.cases("rows", 500, function(rng)
      local rows, want, width = {}, {}, rng:int(1, 6)
      for i = 1, rng:int(1, 6) do
        local cells = {}
        for k = 1, width do
          cells[k] = rng:pick({ "a", "b", "#", "1", WATER, TREE, "\255", " " })
        end
        want[i] = table.concat(cells, "|")
        rows[i] = rng:chance(0.5) and table.concat(cells) or cells
      end
      gives(table.concat(want, "/"), { rows = rows })
    end)
  end)

  it("damage to values is told with its place", function()
    local sound, broken = 0, 0
    random.cases("broken csv", 2500, function(rng)
      local text = mutate(rng, (random_csv(rng)))
      local legend = rng:chance(0.2) and { a = "x", b = false, sea = "sea", ["1"] = "one", [""] = "y" } or nil
      if survives(text, { csv = text, legend = legend }) then
        sound = sound + 1
      else
        broken = broken + 1
      end
    end)
    that(random.scale < 1 or sound > 300 and broken > 300, "%d sound, %d broken", sound, broken)
  end)

  it("damage to map files is told with its place", function()
    local sound, broken = 0, 0
    random.cases("broken map", 2500, function(rng)
      local text = mutate(rng, (random_map(rng)))
      local legend = rng:chance(0.3) and { a = "x", b = false, ["#"] = "wall", [" "] = "void", [1] = "one" } or nil
      if survives(text, { map = text, legend = legend }) then
        sound = sound + 1
      else
        broken = broken + 1
      end
    end)
    that(random.scale < 1 or sound > 50 and broken > 300, "%d sound, %d broken", sound, broken)
  end)

  it("rubbish in rows and legends is refused or harmless", function()
    local rubbish = { nan, inf, -inf, true, false, print, {}, "", "a", "ab", 0, 1, -1.5, 2 ^ 53, coroutine.create(function() end),
                      io.stdout, "\0", ("x"):rep(300), { 1 }, { "a", "b" }, { { } }, astar.graph() }
    local refused = 0
    random.cases("rubbish", 2500, function(rng)
      local rows = {}
      for i = 1, rng:int(0, 4) do
        rows[i] = rng:pick({ "ab", "ba", { "a", "b" }, { 1, 2 } })
      end
      local legend = rng:chance(0.6) and { a = "x", b = "y", [1] = false, ["2"] = "z" } or nil
      for _ = 1, rng:int(0, 2) do
        local value = rng:pick(rubbish)
        local dice = rng:int(1, 4)
        if dice == 1 and #rows > 0 then
          rows[rng:int(1, #rows)] = value
        elseif dice == 2 and #rows > 0 then
          rows[rng:int(1, #rows)] = { "a", value }
        elseif dice == 3 and legend then
          legend[rng:pick({ "a", "b", "q", 1, 7 })] = value
        elseif legend and value == value then
          legend[value] = "x"
        end
      end
      local ok, result = pcall(astar.grid, { rows = rows, legend = legend })
      if ok then
        show(result)
      else
        refused = refused + 1
        that(type(result) == "string" and (result:find("^row %d+") or result:find("^legend: ") or
          result == bad "option 'rows': at least one row expected"), "not expected: %s", result)
      end
    end)
    that(random.scale < 1 or refused > 300, "only %d refused", refused)
  end)
end)

describe("a large map", function()
  local SIZE = random.size(1000, 300)

  local function letter(col, row)
    return (col * 7 + row * 13) % 11 == 0 and "@" or (col + row) % 5 == 0 and "S" or "."
  end

  local function row_text(row, between)
    local cells = {}
    for col = 1, SIZE do
      cells[col] = letter(col, row)
    end
    return table.concat(cells, between)
  end

  local function check_large(map)
    that(map.width == SIZE and map.height == SIZE and #map == SIZE * SIZE)
    local wrong = 0
    for row = 1, SIZE, 37 do
      for col = 1, SIZE do
        local want = letter(col, row)
        if map:get(col, row) ~= (want == "S" and "swamp" or want == "." and "ground" or "default")
            or map:cell(col, row).blocked ~= (want == "@") then
          wrong = wrong + 1
        end
      end
    end
    that(wrong == 0, "%d cells are wrong", wrong)
  end

  local legend = { ["."] = "ground", S = "swamp", ["@"] = false }

  it("comes from rows", function()
    local rows = {}
    for row = 1, SIZE do
      rows[row] = row_text(row)
    end
    check_large(astar.grid { rows = rows, legend = legend })
    rows[SIZE] = rows[SIZE]:sub(1, -2) .. "?"
    fails(("row %d, column %d: '?' is not in the legend"):format(SIZE, SIZE), { rows = rows, legend = legend })
  end)

  it("comes from values", function()
    local rows = {}
    for row = 1, SIZE do
      rows[row] = row_text(row, ",")
    end
    check_large(astar.grid { csv = table.concat(rows, "\r\n"), legend = legend })
    rows[SIZE] = rows[SIZE] .. "\""
    fails(("line %d, column %d: quote inside a field that does not begin with one"):format(SIZE, SIZE),
      { csv = table.concat(rows, "\r\n"), legend = legend })
  end)

  it("comes from a map file", function()
    local rows = { "type octile", "height " .. SIZE, "width " .. SIZE, "map" }
    for row = 1, SIZE do
      rows[#rows + 1] = row_text(row)
    end
    check_large(astar.grid { map = table.concat(rows, "\n"), legend = { ["@"] = false } })
    rows[#rows] = rows[#rows]:sub(1, -2)
    fails(("line %d, column %d: %d characters expected, got %d"):format(SIZE + 4, SIZE, SIZE, SIZE - 1), { map = table.concat(rows, "\n") })
  end)

  it("may be one row or one column", function()
    local n = 100000
    local map = astar.grid { rows = { ("a"):rep(n) } }
    that(map.width == n and map.height == 1 and map:get(n, 1) == "a")
    map = astar.grid { csv = ("a\n"):rep(n) }
    that(map.width == 1 and map.height == n and map:get(1, n) == "a")
  end)
end)
