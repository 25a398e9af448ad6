-- tables.lua: puts the tables that a benchmark printed into docs/speed.md.
--
--   lua5.4 bench/tables.lua REPORT…        REPORT: what bench/run, bench/grid or bench/plane printed
--
-- A table of the page is replaced by that of a report with the same head; where several have it, by the one with the
-- same title. The text around the tables, which has numbers too, is not changed. Says which tables were replaced, and
-- which of the page are in no report.
local PAGE = "docs/speed.md"

local function read_lines(name)
  local lines = {}
  for line in io.lines(name) do lines[#lines + 1] = line end
  return lines
end

local function is_note(line) return line:find("^¹") or line:find("^²") end

-- The tables: where they begin and end, with their notes; head; title.
local function find_tables(lines)
  local tables, i, title = {}, 1, ""
  while i <= #lines do
    if lines[i]:find("^|") then
      local t = { first = i, head = lines[i], title = title, lines = {} }
      local last = i
      while lines[i] and (lines[i] == "" or lines[i]:find("^|") or is_note(lines[i])) do
        if lines[i] ~= "" then last = i end
        i = i + 1
      end
      t.last = last
      table.move(lines, t.first, last, 1, t.lines)
      tables[#tables + 1] = t
    else
      if lines[i] ~= "" then title = lines[i]:gsub("[#*]", ""):gsub("^%s+", ""):gsub(":$", "") end
      i = i + 1
    end
  end
  return tables
end

local by_head = {}
for _, name in ipairs(arg) do
  for _, t in ipairs(find_tables(read_lines(name))) do
    by_head[t.head] = by_head[t.head] or {}
    table.insert(by_head[t.head], t)
  end
end

local lines = read_lines(PAGE)
local tables = find_tables(lines)
local out, at = {}, 1
for _, t in ipairs(tables) do
  local found = by_head[t.head]
  local new = found and #found == 1 and found[1]
  for _, candidate in ipairs(found or {}) do
    if candidate.title == t.title then new = candidate end
  end
  io.stderr:write(new and "replaced: " or "in no report: ", t.title, "\n")
  table.move(lines, at, t.first - 1, #out + 1, out)
  local source = new or t
  table.move(source.lines, 1, #source.lines, #out + 1, out)
  at = t.last + 1
end
table.move(lines, at, #lines, #out + 1, out)
local page = assert(io.open(PAGE, "w"))
page:write(table.concat(out, "\n"), "\n")
page:close()
