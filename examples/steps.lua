-- A* step by step: what is open, closed and current, with the numbers that decide.
--
--   lua5.4 examples/steps.lua [--wait] [--color | --plain]
--
-- --wait stops after each step until Enter is pressed.

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
local astar = terminal.load_astar(here .. "../")

---- From a figure to a map ------------------------------------------------------------------------

-- Makes a cell of each character: '#' is blocked, '%' is forest. Cells are named as on a chess board with the rows
-- counted downwards: A1 is the top left one.
local function build(figure)
  local map = astar.grid {
    rows = figure,
    legend = { ["."] = "ground", ["%"] = "forest", ["#"] = false },
    diagonal = 1.4,
    corners = "always",
  }
  for cell in map:nodes() do
    cell.name = ("%s%d"):format(("ABCDEFGHIJ"):sub(cell.col, cell.col), cell.row)
  end
  return map
end

---- Drawing ---------------------------------------------------------------------------------------

-- Prints a line without the blanks at its end, with the number of its row in the margin, if any.
local function print_line(text, number)
  local line = ("%2s  "):format(number or "") .. text
  print((line:gsub("%s+$", "")))
end

local WIDTH = 9 -- of a cell

-- How a cell looks: what stands left and right of f, and the colours (ink, paper).
local looks = {
  current  = { ">", "<", 16, 220 },
  open     = { "(", ")", 16, 114 },
  closed   = { " ", " ", 231, 61 },
  route    = { "=", "=", 16, 214 },
  excluded = { "#", "#", 231, 88 },
  blocked  = { ":", ":", 244, 237 },
  forest   = { "%", "%", 34, 22 },
  none     = { " ", " ", 244, nil },
}

local function centred(text, width, fill)
  local left = math.floor((width - #text) / 2)
  return fill:rep(left) .. text .. fill:rep(width - #text - left)
end

-- The two lines of a cell, and its look.
local function cell(node, search, state)
  local look = looks[state]
  local cost, estimate = search:cost(node), search:estimate(node)
  if cost then
    local f = centred(("%.1f"):format(cost + estimate), WIDTH - 2, node.terrain == "forest" and "%" or " ")
    return look[1] .. f .. look[2], centred(("%.1f+%.1f"):format(cost, estimate), WIDTH, " "), look
  end
  if state == "none" then
    return centred(node == search.goal and "goal" or ".", WIDTH, " "), (" "):rep(WIDTH), look
  end
  return look[1]:rep(WIDTH), look[1]:rep(WIDTH), look
end

local function print_picture(map, search, current, path)
  local on_route = {}
  if path then
    for _, node in path:nodes() do on_route[node] = true end
  end

  local letters = {}
  for col = 1, map.width do letters[col] = centred(("ABCDEFGHIJ"):sub(col, col), WIDTH, " ") end
  print_line(table.concat(letters, " "))
  for row = 1, map.height do
    local upper, lower = {}, {}
    for col = 1, map.width do
      local node = map:cell(col, row)
      local state = search:state(node)
      if on_route[node] then
        state = "route"
      elseif node == current then
        state = "current"
      elseif state == "none" and node.blocked then
        state = "blocked"
      elseif state == "none" and node.terrain == "forest" then
        state = "forest"
      end
      local first, second, look = cell(node, search, state)
      upper[col] = terminal.paint(first, look[3], look[4])
      lower[col] = terminal.paint(second, look[3], look[4])
    end
    print_line(table.concat(upper, " "), row)
    print_line(table.concat(lower, " "))
  end
  print()
end

local function names_of(path)
  local names = {}
  for i, node in path:nodes() do names[i] = node.name end
  return table.concat(names, " ")
end

local waits = terminal.option("--wait")

local function pause()
  if not waits then return end
  io.write("Enter for the next one ... ")
  io.flush()
  if not io.read() then waits = false end -- no more input: go on without
  print()
end

local function print_title(text)
  print(terminal.bold(text))
  print()
end

---- One search, step by step ----------------------------------------------------------------------

local map = build {
  "........",
  "...###..",
  "...#.#..",
  ".....#..",
  "....##..",
  "........",
  "........",
}

print_title("A* from B4 to H4, step by step")
print("A step costs 1, on the diagonal 1.4. Each cell shows f, and below it g+h: g is the cost from the")
print("start, h the estimate of what is left (the way if nothing were blocked), and f their sum. The open")
print("cell with the lowest f goes next; among equals the one with the lowest h, then the one opened first.")
print()
local samples = {}
for i, sample in ipairs {
  { "current", ">  6.8  <", "taken in this step" },
  { "open", "(  6.8  )", "reached, waits for its turn" },
  { "closed", "   6.8   ", "closed: done with" },
  { "blocked", ":::::::::", "blocked, not looked at yet" },
  { "excluded", "#########", "excluded: looked at and refused" },
  { "route", "=  6.8  =", "on the route" },
} do
  local look = looks[sample[1]]
  samples[i] = terminal.paint(sample[2], look[3], look[4]) .. ("  %-32s"):format(sample[3])
end
for i = 1, #samples, 2 do print_line(samples[i] .. samples[i + 1]) end
print()

local search = map:search("B4", "H4")
for node, cost, estimate in search:steps() do
  print_title(("Step %d: %s, f = %.1f + %.1f = %.1f"):format(search.expanded, node.name, cost, estimate, cost + estimate))
  print_picture(map, search, node)
  pause()
end

local path, total = search:path()
print_title(("The route: %s, cost %.1f"):format(names_of(path), total))
print_picture(map, search, nil, path)
pause()

---- A man and a horse -----------------------------------------------------------------------------

-- A whole search at once, for one unit.
local function print_search(title, figure, unit)
  local land = build(figure)
  land:unit("man", {})
  land:unit("horse", { forest = 5 })
  local run = land:search("A3", "I3", unit)
  run:run()
  local route, cost = run:path()
  print_title(("%s: cost %.1f, %d steps"):format(title, cost, run.expanded))
  print_picture(land, run, nil, route)
  print_line(names_of(route))
  print()
  pause()
end

local wood = {
  ".........",
  "...%%%...",
  "...%%%...",
  "...%%%...",
  "...%%%...",
}
local wood_across = {
  "...%%%...",
  "...%%%...",
  "...%%%...",
  "...%%%...",
  "....%....",
}

print_title("A man and a horse from A3 to I3, with a forest (%) between them and the goal")
print("A step in the forest costs the man 1 and the horse 5.")
print()
print_search("The man goes straight through", wood, "man")
print_search("The horse goes round", wood, "horse")
print_search("Where there is no way round, the horse goes through the thinnest part", wood_across, "horse")
