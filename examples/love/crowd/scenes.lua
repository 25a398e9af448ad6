-- The scenes: who stands where at the beginning, what they do by themselves, and what the camera shows.
--
-- A scene:
--   title, about   for the panel
--   area           what the camera shows: { x1, y1, x2, y2 }
--   begin(world)   makes the soldiers, and returns a function act(time), which is called in each step; if they are a
--                  legion (see legion.lua), it is world.legion then

local army = require "army"
local kinds = require "kinds"
local legion = require "legion"

local ALL = { 0, 0, 170, 100 }

-- Where armies stand, and how: in the town, in the fields, and on both sides of the bridge.
local TOWN = { x = 34, y = 50, dx = 1, dy = 0, plan = army.GREAT }
local FIELD = { x = 139, y = 50, dx = -1, dy = 0, plan = army.OPEN }
local WEST_FIELD = { x = 109, y = 50, dx = 1, dy = 0, plan = army.LIGHT }
local EAST_FIELD = { x = 146, y = 50, dx = -1, dy = 0, plan = army.LIGHT }
local BEYOND = { x = 113, y = 50, dx = 1, dy = 0, plan = army.GREAT }
local MEADOW = { x = 65.5, y = 50, dx = 1, dy = 0, plan = army.HALF }
local EAST_BANK = { x = 104, y = 50, dx = -1, dy = 0, plan = army.HALF }

local function facing(at, dx, y)
  return { x = at.x, y = y or at.y, dx = dx, dy = 0, plan = at.plan }
end

-- Companies that the player has sent elsewhere stay with that.
local function own(company)
  local list = {}
  for _, soldier in ipairs(company.soldiers) do
    if not soldier.is_free then list[#list + 1] = soldier end
  end
  return list
end

local PAUSE = 4       -- seconds that they stand when they have arrived
local LONGEST = 150   -- seconds for a march, after which the next one begins anyway

-- Those who set out first are in front, so that nobody has to pass.
local TURNS = { 2, 1, 3, 5, 6, 4, 7 }

-- All marches of a turn begin together, company after company. A list of { time, company, spot, lane }.
local function schedule(turn, time)
  local list = {}
  for _, march in ipairs(turn) do
    local starts = time + (march.wait or 0)
    for _, number in ipairs(TURNS) do
      local company = march[1].companies[number]
      if company then
        list[#list + 1] = { time = starts, company = company, spot = army.spot(march[2].plan[number], march[2]), lane = march.lane }
        starts = starts + (march.every or 0)
      end
    end
  end
  return list
end

-- Whether nearly all have reached their places.
local function are_there(world, orders)
  local sum, count = 0, 0
  for _, order in ipairs(orders) do
    sum, count = sum + world.orders:share_arrived(order) * #order.members, count + #order.members
  end
  return count == 0 or sum / count > 0.96
end

-- One turn after the other, round and round: a turn is a list of { army, at [, lane =] [, wait =] [, every =] }; they begin
-- after `wait` seconds, a company `every` so many seconds.
local function round(world, turns)
  local number, since, arrived_at = 0, nil, nil
  local waiting, orders = {}, {}
  return function(time)
    if not since or arrived_at and time > arrived_at + PAUSE or time > since + LONGEST then
      number = number % #turns + 1
      since, arrived_at, waiting, orders = time, nil, schedule(turns[number], time), {}
    end
    for i = #waiting, 1, -1 do
      local one = waiting[i]
      if time >= one.time then
        local members = own(one.company)
        if #members > 0 then orders[#orders + 1] = world.orders:march(members, one.spot, one.lane) end
        table.remove(waiting, i)
      end
    end
    if #waiting == 0 and not arrived_at and world.steps % 15 == 0 and are_there(world, orders) then arrived_at = time end
  end
end

---- The scenes --------------------------------------------------------------------------------------------

local EVERY, AFTER = 4.5, 28 -- seconds between two companies, and between the two armies

local function march(world)
  local blue, red = army.make(world, "blue", TOWN), army.make(world, "red", FIELD)
  return round(world, {
    {
      { blue, facing(FIELD, 1), lane = true, wait = 1.5, every = EVERY },
      { red, facing(TOWN, -1), lane = true, wait = AFTER, every = EVERY },
    },
    {
      { red, facing(FIELD, 1), lane = true, every = EVERY },
      { blue, facing(TOWN, -1), lane = true, wait = AFTER, every = EVERY },
    },
  })
end

local CLOSES, OPENS = 11, 30 -- seconds after which the gate is closed, and opened again

local function gate(world)
  local blue = army.make(world, "blue", TOWN)
  local act = round(world, {
    { { blue, BEYOND, wait = 1, every = 2.2 } },
    { { blue, facing(TOWN, -1), every = 2.2 } },
  })
  local gate_door, has_closed, has_opened = world.doors.list[1], false, false
  return function(time)
    act(time)
    if time > CLOSES and not has_closed then
      has_closed = true
      world:set_door(gate_door, false)
    elseif time > OPENS and not has_opened then
      has_opened = true
      world:set_door(gate_door, true)
    end
  end
end

-- They stand on that side of the road on which they will march.
local UPPER, LOWER = 42.5, 57.5

local function bridge(world)
  local blue = army.make(world, "blue", facing(MEADOW, 1, UPPER))
  local red = army.make(world, "red", facing(EAST_BANK, -1, LOWER))
  return round(world, {
    {
      { blue, facing(EAST_BANK, 1, UPPER), lane = true, wait = 1.5, every = 3.5 },
      { red, facing(MEADOW, -1, LOWER), lane = true, wait = 1.5, every = 3.5 },
    },
    {
      { blue, facing(MEADOW, -1, LOWER), lane = true, every = 3.5 },
      { red, facing(EAST_BANK, 1, UPPER), lane = true, every = 3.5 },
    },
  })
end

local function armies(world)
  local blue, red = army.make(world, "blue", WEST_FIELD), army.make(world, "red", EAST_FIELD)
  return round(world, {
    { { blue, facing(EAST_FIELD, 1), wait = 1.5 }, { red, facing(WEST_FIELD, -1), wait = 1.5 } },
    { { blue, facing(WEST_FIELD, -1) }, { red, facing(EAST_FIELD, 1) } },
  })
end

-- A colour of the rainbow.
local function hue(part)
  local function wave(shift) return 0.55 + 0.40 * math.cos(2 * math.pi * (part - shift)) end
  return { wave(0), wave(1 / 3), wave(2 / 3) }
end

local RINGS = { { 26, 80 }, { 23.6, 80 }, { 21.2, 80 } } -- radius, soldiers
local RING_X, RING_Y = 119, 50
local RING_PAUSE, RING_LONGEST = 3, 60

local function have_crossed(list)
  local there = 0
  for _, soldier in ipairs(list) do
    if (soldier.x - soldier.place_x) ^ 2 + (soldier.y - soldier.place_y) ^ 2 < 1 then there = there + 1 end
  end
  return there >= 0.98 * #list
end

local function ring(world)
  local list = {}
  for _, one in ipairs(RINGS) do
    for i = 0, one[2] - 1 do
      local angle = 2 * math.pi * i / one[2]
      local x, y = RING_X + one[1] * math.cos(angle), RING_Y + one[1] * math.sin(angle)
      local soldier = world.soldiers:add(kinds.spear, "guest", hue(i / one[2]), x, y, angle + math.pi)
      soldier.home_x, soldier.home_y = x, y
      list[#list + 1] = soldier
    end
  end
  local sets_out, is_across, arrived_at = 1.5, false, nil
  local last = nil
  return function(time)
    if last and not arrived_at and (have_crossed(list) or time > last + RING_LONGEST) then
      arrived_at = time
      sets_out = time + RING_PAUSE
    end
    if time < sets_out or last and not arrived_at then return end
    is_across, last, arrived_at = not is_across, time, nil
    for _, soldier in ipairs(list) do
      if not soldier.is_free then
        local x, y = soldier.home_x, soldier.home_y
        if is_across then x, y = 2 * RING_X - x, 2 * RING_Y - y end
        world.orders:disperse(soldier, x, y)
      end
    end
  end
end

local function formation(world)
  world.legion = legion.new(world, { 34, 50 }, { 126, 50 })
  return function(time) world.legion:act(time) end
end

return {
  {
    title = "The march", area = ALL, begin = march,
    about = "A thousand: out of the town, over the bridge, through those who come the other way, and back.",
  },
  {
    title = "The gate", area = { 0, 2, 125, 98 }, begin = gate,
    about = "Five hundred through a gate. It closes while they march: the others find the postern.",
  },
  {
    title = "The bridge", area = { 46, 16, 124, 84 }, begin = bridge,
    about = "Two armies on one bridge, in both directions at once.",
  },
  {
    title = "Two armies", area = { 84, 12, 170, 88 }, begin = armies,
    about = "Five hundred through five hundred, in the open.",
  },
  {
    title = "The ring", area = { 85, 16, 153, 84 }, begin = ring,
    about = "240 in three rings: each goes to the place that is opposite.",
  },
  {
    title = "The legion", area = { 14, 10, 162, 90 }, begin = formation,
    about = "Men, horsemen and waggons in formation. They get narrow in the gate and on the bridge, and form up again.",
  },
}
