-- One crowd of men, horsemen and waggons goes east: men through the forest, horsemen and waggons round it. A waggon covers 2 x 2
-- cells, and takes no gap of one.
--
--   lua5.4 examples/mixed_army.lua [--color | --plain]
--
-- The map is the text below: draw on it and run this again.

local here = arg[0]:match("^.*[/\\]") or "./"
local terminal = dofile(here .. "support/terminal.lua")
local astar = terminal.load_astar(here .. "../")
local paint = terminal.paint

local map = astar.grid {
  rows = {
    "..............%%%%%%%%............",
    "..............%%%%%%%%......#.....",
    "..............%%%%%%%%......#.....",
    "..............%%%%%%%%......#.....",
    "..............%%%%%%%%............",
    "............................#.....",
    "............................#.....",
    "................~~~~~~......#.....",
    "...............~~~~~~~~...........",
    "................~~~~~~............",
    "............................#.....",
    "............................#.....",
  },
  legend = { ["."] = "grass", ["%"] = "forest", ["~"] = "pond", ["#"] = false },
}

-- What each kind can enter, and pays; how wide and how fast a disc of it is; and how it is drawn.
local kinds = {
  { unit = "man", mark = "m ", ink = 231, radius = 0.35, speed = 1.6, count = 18 },
  { unit = "horse", mark = "h ", ink = 226, radius = 0.45, speed = 3, count = 8 },
  { unit = "waggon", mark = "W ", ink = 208, radius = 0.9, speed = 1.2, count = 4 },
}
map:unit("man", { forest = 1.5, pond = false })
map:unit("horse", { forest = false, pond = false })
map:unit("waggon", { forest = false, pond = false }, { size = 2 })

local crowd = map:crowd { radius = 0.4, horizon = 1 }
local taken = {}
for _, kind in ipairs(kinds) do
  -- A place for each of the kind, and one flow to them all.
  local goals = map:places(map:cell(32, 6), kind.count, { unit = kind.unit, taken = taken })
  for _, cell in ipairs(goals) do
    for col, row in map:tiles(cell.col, cell.row, kind.unit == "waggon" and 2 or 1, kind.unit == "waggon" and 2 or 1) do
      taken[#taken + 1] = map:cell(col, row)
    end
  end
  local flow = map:flow(goals, kind.unit)
  for i = 0, kind.count - 1 do
    local x, y = kind.unit == "waggon" and 2 or kind.unit == "horse" and 5 or 8, kind.unit == "waggon" and 2 + 2.5 * i or 2 + i
    if kind.unit == "man" then x, y = x + i % 3, 2.5 + math.floor(i / 3) end
    crowd:add(x, y, { unit = kind.unit, radius = kind.radius, speed = kind.speed, goal = flow, data = kind })
  end
end

local looks = {
  grass = { "  ", 65, 150 }, forest = { "%%", 157, 29 }, pond = { "~~", 195, 32 }, blocked = { "##", 240, 238 },
}

local function print_map(seconds)
  local at, arrived = {}, 0
  for disc in crowd:agents() do
    local cell = map:at(disc.x, disc.y)
    at[cell.id] = disc.data
    if disc.status == "arrived" then arrived = arrived + 1 end
  end
  print(("  after %d seconds %d of %d have arrived"):format(seconds, arrived, #crowd))
  for row = 1, map.height do
    local line = {}
    for col = 1, map.width do
      local cell = map:cell(col, row)
      local look, kind = looks[cell.blocked and "blocked" or cell.terrain], at[cell.id]
      line[col] = paint(kind and kind.mark or look[1], kind and kind.ink or look[2], look[3])
    end
    print((("  " .. table.concat(line)):gsub("%s+$", "")))
  end
  print()
end

for frame = 0, 60 * 48 do
  if frame % (60 * 12) == 0 then print_map(frame / 60) end
  crowd:update(1 / 60)
end
