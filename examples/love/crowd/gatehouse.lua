-- How the gates look: leaves that turn on their hinges, and the arches over those who pass.

local gatehouse = {}

local g = love.graphics
local OPEN = math.rad(166) -- how far a leaf turns
local ARCHES = { { 50.8, 44.2, 2.8, 11.6, 1, 0 }, { 29.2, 10.7, 5.6, 2.6, 0, 1 } } -- x, y, width, height, along

local function draw_leaf(x, y, angle, length)
  g.push()
  g.translate(x, y)
  g.rotate(angle)
  g.setColor(0, 0, 0, 0.28)
  g.rectangle("fill", 0.1, 0.15, length, 0.55)
  g.setColor(0.20, 0.13, 0.08)
  g.rectangle("fill", 0, -0.30, length, 0.60, 0.06)
  g.setColor(0.50, 0.34, 0.19)
  g.rectangle("fill", 0.06, -0.22, length - 0.12, 0.44)
  g.setColor(0.34, 0.22, 0.13)
  for i = 1, 4 do g.rectangle("fill", length * i / 5 - 0.03, -0.22, 0.06, 0.44) end
  g.setColor(0.30, 0.31, 0.34)
  for i = 0, 2 do g.rectangle("fill", length * (0.12 + 0.34 * i), -0.26, 0.16, 0.52) end
  g.setColor(0.16, 0.14, 0.14)
  g.circle("fill", 0, 0, 0.36, 16)
  g.pop()
end

-- Below the soldiers who pass: only the leaves are on the ground.
function gatehouse.draw_doors(doors)
  for _, door in ipairs(doors.list) do
    local part = door.swing * door.swing * (3 - 2 * door.swing) -- starts and ends softly
    local dx, dy = door.x2 - door.x1, door.y2 - door.y1
    local length = math.sqrt(dx * dx + dy * dy) / 2
    local along = math.atan2(dy, dx)
    -- Both turn outwards.
    local side = (dx * door.out_y - dy * door.out_x) > 0 and 1 or -1
    draw_leaf(door.x1, door.y1, along + side * OPEN * part, length)
    draw_leaf(door.x2, door.y2, along + math.pi - side * OPEN * part, length)
  end
end

function gatehouse.draw_arches()
  for _, arch in ipairs(ARCHES) do
    local x, y, w, h = arch[1], arch[2], arch[3], arch[4]
    g.setColor(0, 0, 0, 0.22)
    g.rectangle("fill", x + 0.9, y + 0.9, w, h)
    g.setColor(0.34, 0.32, 0.30)
    g.rectangle("fill", x, y, w, h)
    g.setColor(0.63, 0.60, 0.55)
    g.rectangle("fill", x + 0.12, y + 0.12, w - 0.24, h - 0.24)
    local along_x, along_y = arch[6], arch[5]
    local length = along_x > 0 and w or h
    local count = math.floor(length / 1.1)
    for i = 0, count - 1 do
      local at = length * (i + 0.5) / count
      for side = 0, 1 do
        local mx = along_x > 0 and x + at or x + (side == 0 and 0.34 or w - 0.34)
        local my = along_y > 0 and y + at or y + (side == 0 and 0.34 or h - 0.34)
        g.setColor(0.40, 0.38, 0.35)
        g.rectangle("fill", mx - 0.28, my - 0.24, 0.62, 0.60)
        g.setColor(0.80, 0.77, 0.71)
        g.rectangle("fill", mx - 0.30, my - 0.28, 0.56, 0.52)
      end
    end
  end
end

return gatehouse
