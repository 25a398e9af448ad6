-- Slow and obvious ways to the least sum of costs at which each place is given to one of the units. costs[unit][place]; at
-- most as many places as units.

local assign = {}

local huge = math.huge

-- By trying all.
function assign.try_all(costs, places)
  local used = {}
  local function least_from(place)
    if place > places then return 0 end
    local least = huge
    for unit = 1, #costs do
      if not used[unit] then
        used[unit] = true
        least = math.min(least, costs[unit][place] + least_from(place + 1))
        used[unit] = false
      end
    end
    return least
  end
  return least_from(1)
end

-- The Hungarian method (Kuhn 1955): one place after the other gets a unit, along the cheapest path of exchanges.
function assign.hungarian(costs, places)
  local of_place, of_unit, place_of = {}, {}, {}
  for unit = 0, #costs do of_unit[unit] = 0 end
  for place = 1, places do
    of_place[place] = 0
    local least, from, passed, at = {}, {}, {}, 0
    for unit = 1, #costs do least[unit] = huge end
    place_of[0] = place
    while place_of[at] do
      local delta, nearest = huge, nil
      passed[at] = true
      for unit = 1, #costs do
        if not passed[unit] then
          local cost = costs[unit][place_of[at]] - of_place[place_of[at]] - of_unit[unit]
          if cost < least[unit] then least[unit], from[unit] = cost, at end
          if least[unit] < delta then delta, nearest = least[unit], unit end
        end
      end
      for unit = 0, #costs do
        if passed[unit] then
          of_place[place_of[unit]] = of_place[place_of[unit]] + delta
          of_unit[unit] = of_unit[unit] - delta
        elseif unit > 0 then
          least[unit] = least[unit] - delta
        end
      end
      at = nearest
    end
    while at ~= 0 do
      place_of[at] = place_of[from[at]]
      at = from[at]
    end
  end
  local sum = 0
  for unit = 1, #costs do
    if place_of[unit] then sum = sum + costs[unit][place_of[unit]] end
  end
  return sum
end

return assign
