-- Open ground: any angle, past corners. Drag the rocks into the way; the wide unit needs wide gaps.
local astar = require "astar"

local ground = astar.plane { bounds = { 0, 0, 100, 70 } }
ground:polygon { 22, 10, 34, 14, 32, 44, 24, 40 }
ground:box(52, 52, 30, 6, -0.4)           -- x, y of its middle, width, height, angle
ground:box(80, 30, 5, 30)
local x, y = point("rock", 52, 24)
ground:circle(x, y, 9)
x, y = point("hut", 66, 18)
ground:box(x, y, 10, 10, 0.3)

local sx, sy = point("start", 8, 30)
local gx, gy = point("goal", 93, 34)

local thin, length = ground:path(sx, sy, gx, gy)
print("a point:     ", thin and ("%.1f"):format(length) or length)
local wide, longer = ground:path(sx, sy, gx, gy, { radius = 3 })
print("a disc of 3: ", wide and ("%.1f"):format(longer) or longer)

local paths = {}
if wide then paths[#paths + 1] = { path = wide, colour = "#ffd23f" } end
if thin then paths[#paths + 1] = { path = thin, colour = "#e63946" } end
show(ground, { paths = paths })
