-- contest.lua: what compare.lua, grid_compare.lua and plane_compare.lua share: driving the contestants, checking that
-- they agree, and writing numbers. Its settings come from the environment, see common.sh.
local contest = {
  dir = os.getenv("BENCH_DIR"), pin = os.getenv("BENCH_PIN"),
  lua = os.getenv("BENCH_LUA"), luajit = os.getenv("BENCH_LUAJIT"), base = os.getenv("BENCH_BASE"),
}

function contest.fail(...)
  io.stderr:write("bench: ", string.format(...), "\n")
  os.exit(1)
end

function contest.note(...)
  io.stderr:write(string.format(...), "\n")
end

-- ---------------------------------------------------------------- numbers

function contest.median(values)
  local sorted = {}
  for i, v in ipairs(values) do sorted[i] = v end
  table.sort(sorted)
  local middle = math.floor((#sorted + 1) / 2)
  return (sorted[middle] + sorted[#sorted + 1 - middle]) / 2
end

function contest.sum(values, first, last)
  local total = 0
  for i = first or 1, last or #values do total = total + values[i] end
  return total
end

function contest.thousands(number)
  local text = ("%.0f"):format(number)
  repeat
    local count
    text, count = text:gsub("^(%d+)(%d%d%d)", "%1,%2")
  until count == 0
  return text
end

-- Small ones with a digit after the point.
function contest.microseconds(number)
  return number < 100 and ("%.1f"):format(number) or contest.thousands(number)
end

function contest.ratio(value) return (value < 10 and "%.2f" or value < 100 and "%.1f" or "%.0f"):format(value) end
function contest.few(value) return value < 100 and ("%.1f"):format(value) or contest.thousands(value) end

-- ---------------------------------------------------------------- tables

-- A row for each of the inputs. Columns are { name, what of an input, how to write it }.
function contest.print_table(title, inputs, columns)
  if #inputs == 0 then return end
  local names, rule = {}, {}
  for i, column in ipairs(columns) do names[i], rule[i] = column[1], " ---: |" end
  print("### " .. title .. "\n")
  print("| | " .. table.concat(names, " | ") .. " |")
  print("| --- |" .. table.concat(rule))
  for _, input in ipairs(inputs) do
    local cells = {}
    for i, column in ipairs(columns) do
      local value = column[2](input)
      cells[i] = value and column[3](value) or "–"
    end
    print(("| %s | %s |"):format(input.name, table.concat(cells, " | ")))
  end
  print()
end

-- ---------------------------------------------------------------- contestants

-- A process that is told what to do through a named pipe, and answers through another.
local worker = {}
worker.__index = worker

function contest.start(command)
  local pipe = contest.dir .. "/commands"
  os.remove(pipe)
  if not os.execute("mkfifo " .. pipe) then contest.fail("cannot make a pipe") end
  local self = setmetatable({ command = command }, worker)
  self.answers = assert(io.popen(contest.pin .. " " .. command .. " <" .. pipe, "r"))
  self.commands = assert(io.open(pipe, "w"))
  self.commands:setvbuf("line")
  os.remove(pipe)
  return self
end

-- Send a line; the numbers of the answer.
function worker:ask(...)
  self.commands:write(string.format(...), "\n")
  local answer = self.answers:read("*l") or contest.fail("%s has ended", self.command)
  local numbers = {}
  for word in answer:gmatch("%S+") do numbers[#numbers + 1] = tonumber(word) end
  return numbers
end

function worker:quit()
  self.commands:write("quit\n")
  self.commands:close()
  self.answers:close()
end

function contest.agree(a, b, tolerance)
  return math.abs(a - b) <= (tolerance or 1e-9) * math.max(math.abs(a), math.abs(b))
end

-- The tolerance is 1e-9 if not given.
function contest.check_costs(name, costs, expected, count, tolerance)
  if #costs ~= count then contest.fail("%s found %d of %d routes", name, #costs, count) end
  for i = 1, count do
    if not contest.agree(costs[i], expected[i], tolerance) then
      contest.fail("%s: pair %d costs %.17g, the others say %.17g", name, i, costs[i], expected[i])
    end
  end
end

-- ---------------------------------------------------------------- single calls

-- The `name value` lines that a program prints.
function contest.values_of(command)
  contest.note("  %s", command)
  local out = assert(io.popen(contest.pin .. " " .. command))
  local values = {}
  for text in out:lines() do
    local name, value = text:match("^(%S+) (%S+)$")
    if name then values[name] = tonumber(value) end
  end
  if not out:close() then contest.fail("%s has failed", command) end
  return values
end

-- Rows are { what it is, name of the value, format }.
function contest.print_single_calls(rows, core, from_lua, from_luajit)
  print("### Single calls\n")
  print("| | Lua 5.4 | LuaJIT | the core alone |")
  print("| --- | ---: | ---: | ---: |")
  for _, row in ipairs(rows) do
    local cells = {}
    for i, values in ipairs { from_lua, from_luajit, core } do
      cells[i] = values[row[2]] and row[3]:format(values[row[2]]) or "–"
    end
    print(("| %s | %s |"):format(row[1], table.concat(cells, " | ")))
  end
  print()
end

-- ---------------------------------------------------------------- targets

function contest.print_targets()
  print("### Targets\n")
  print("| | wanted | measured | |")
  print("| --- | ---: | ---: | --- |")
end

-- What was set out to be reached: at least, or with `less` at most.
function contest.target(name, format, wanted, value, less)
  if not value then
    print(("| %s | %s %s | – | not measured |"):format(name, less and "≤" or "≥", format:format(wanted)))
    return
  end
  local reached = less and value <= wanted or not less and value >= wanted
  local times = less and wanted / value or value / wanted
  print(("| %s | %s %s | %s | %s, %.2f× |"):format(name, less and "≤" or "≥", format:format(wanted),
    format:format(value), reached and "reached" or "missed", times))
end

return contest
