-- For threads_host.c: gives saved spaces and crowds as one string, and a function that loads these and saves them again.

local astar = require "astar"

local map = astar.grid { width = 60, height = 40 }
map:unit("horse", { forest = 3 })
map:fill(10, 10, 20, 20, "forest")
map:layer("danger"):fill(20, 5, 10, 30, 2)
for row = 1, 35 do
  map:block(40, row)
end
local army = map:crowd()
for i = 1, 20 do
  army:add(map:cell(i, 1), { unit = "horse", goal = map:cell(60 - i, 3) })
end
for _ = 1, 30 do
  army:step()
end

local ground = astar.plane { bounds = { 0, 0, 100, 100 } }
for i = 1, 20 do
  ground:box(i * 37 % 90 + 5, i * 53 % 90 + 5, 6, 9, i)
end
local throng = ground:crowd()
for i = 1, 20 do
  throng:add(i * 4, 1, { radius = 0.8, speed = 4, goal = { 95 - i * 4, 98 } })
end
for _ = 1, 60 do
  throng:update(1 / 30)
end

local web = astar.graph()
for i = 1, 300 do
  web:add(i * 7 % 101, i * 13 % 97)
  if i > 1 then web:link(web:node(i), web:node(1 + i * i % (i - 1))) end
end

local function pack(list)
  local texts = {}
  for i, text in ipairs(list) do
    texts[i] = #text .. ":" .. text
  end
  return table.concat(texts)
end

local function again(text)
  local list, at = {}, 1
  while at <= #text do
    local length, from = text:match("^(%d+):()", at)
    list[#list + 1] = text:sub(from, from + length - 1)
    at = from + length
  end
  local other_map, other_ground, other_web = astar.load(list[1]), astar.load(list[3]), astar.load(list[5])
  return pack { other_map:save(), other_map:crowd(list[2]):save(), other_ground:save(),
    other_ground:crowd(list[4]):save(), other_web:save() }
end

return pack { map:save(), army:save(), ground:save(), throng:save(), web:save() }, again
