-- What is shown over the map: routes, wishes, who blocks whom, and where soldiers were sent.

local overlay = {}

local g = love.graphics

-- The legs of all routes, as wide as they are.
function overlay.draw_routes(world)
  for _, order in ipairs(world.orders.list) do
    local legs = order.legs
    if legs then
      for i = 1, #legs do
        local a = legs[i]
        local b = legs[i + 1]
        local x, y = b and b.x or order.x, b and b.y or order.y
        g.setColor(1, 0.93, 0.55, 0.30)
        g.setLineWidth(0.35)
        g.line(a.x, a.y, x, y)
        g.setColor(1, 0.93, 0.55, a.narrow and 0.8 or 0.25)
        g.setLineWidth(0.16)
        g.line(a.x + a.left * a.dy, a.y - a.left * a.dx, a.x - a.right * a.dy, a.y + a.right * a.dx)
      end
    end
  end
end

-- A line from each soldier to where it goes now, and a red one from those who are stuck to who is in their way.
function overlay.draw_wishes(world)
  g.setLineWidth(0.07)
  local list = world.soldiers.list
  for i = 1, #list do
    local soldier = list[i]
    if soldier.goal_x and soldier.moves then
      g.setColor(soldier.coat[1], soldier.coat[2], soldier.coat[3], 0.40)
      g.line(soldier.show_x, soldier.show_y, soldier.goal_x, soldier.goal_y)
    end
  end
  g.setLineWidth(0.22)
  for disc, by in world.soldiers.crowd:stuck() do
    g.setColor(1, 0.15, 0.10, 0.9)
    g.circle("line", disc.x, disc.y, disc.radius + 0.2, 24)
    if by then g.line(disc.x, disc.y, by.x, by.y) end
  end
end

local SHOWN = 1.6 -- seconds

-- Where those who are selected would stand.
function overlay.draw_preview(game)
  if not game.preview then return end
  g.setColor(1, 0.95, 0.55, 0.55)
  g.setLineWidth(0.09)
  for soldier, at in pairs(game.preview) do g.circle("line", at[1], at[2], soldier.kind.radius * 0.8, 12) end
end

-- Rings that shrink to where soldiers were sent, and their places.
function overlay.draw_flag(game)
  local flag = game.flag
  if not flag then return end
  local age = (game.time - flag.since) / SHOWN
  if age >= 1 then
    game.flag = nil
    return
  end
  g.setColor(1, 0.95, 0.55, 1 - age)
  g.setLineWidth(0.25)
  local fast = 1 - (1 - age) ^ 3
  g.circle("line", flag.x, flag.y, 5 - 4 * fast, 48)
  for _, soldier in ipairs(game.selected) do
    if soldier.place_x then g.circle("fill", soldier.place_x, soldier.place_y, 0.22, 12) end
  end
end

return overlay
