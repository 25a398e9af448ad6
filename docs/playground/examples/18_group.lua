-- A group in formation: it passes the gap as a column and forms up again. Press Play, and drag the goal.
local astar = require "astar"

local field = astar.plane { bounds = { 0, 0, 60, 32 } }
field:box(30, 6.5, 3, 13)
field:box(30, 25.5, 3, 13)
field:box(44, 9, 4, 4, 0.5)

local army = field:crowd()
local units = {}
for i = 0, 23 do
  local x, y = 6 + i % 6 * 1.5, 12 + math.floor(i / 6) * 1.5
  units[#units + 1] = army:add(x, y, { radius = 0.5, speed = 5 })
end
local shapes = { "box", "line", "column", "wedge", "circle" }
local formation = shapes[slider("formation", 1, #shapes, 4)]
local company = army:group(units, { formation = formation })
local x, y = point("goal", 50, 18)
company.goal = { x, y }

local seconds = slider("seconds", 0, 16, 0, 0.05, 1)
for _ = 1, seconds * 20 do army:update(1 / 20) end

local marks = {}
for i, unit in ipairs(units) do
  marks[i] =
    { unit.x, unit.y, colour = "#ffd23f", radius = unit.radius, units = true }
end
print(formation .. ": " .. company.status)
show(field, { marks = marks })
