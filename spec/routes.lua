-- Prints routes on random maps, graphs and planes, their costs to the last bit, and checksums of saved bytes. Always the same
-- ones: .ci/web-same compares what it prints on the machine with what it prints in WebAssembly.

local astar = require "astar"

local seed = 20261122
local function random(n) -- 1 .. n
  seed = (seed * 48271) % 2147483647
  return seed % n + 1
end

local function checksum(bytes)
  local sum = 7
  for i = 1, #bytes do sum = (sum * 31 + bytes:byte(i)) % 4294967291 end
  return ("%d bytes, %d"):format(#bytes, sum)
end

local function tell(what, path, cost)
  if not path then return print(what, cost) end
  local route = {}
  for i = 1, #path do
    local at = path[i]
    route[i] = ("%a,%a"):format(at.x, at.y)
  end
  print(what, #path, ("%a %a"):format(cost, path.length), checksum(table.concat(route, " ")))
end

local function number() return random(1000000) / 7919 end

local TERRAINS = { "grass", "forest", "road", "hills" }

local function grids()
  for i = 1, 60 do
    local layout = ({ "square", "square", "odd-r", "even-q", "isometric" })[random(5)]
    local square = layout == "square" or layout == "isometric"
    local neighbours = square and ({ 4, 8 })[random(2)] or nil
    local map = astar.grid {
      width = 10 + random(40), height = 10 + random(30), layout = layout, cell = 1 + number() / 50,
      neighbours = neighbours, corners = neighbours == 8 and ({ "never", "one", "always" })[random(3)] or nil,
    }
    for col = 1, map.width do
      for row = 1, map.height do
        if random(5) == 1 then map:block(col, row) end
        if i % 2 == 0 then map:set(col, row, TERRAINS[random(4)]) end
        if i % 3 == 0 then map:cell(col, row).z = number() / 100 end
      end
    end
    map:unit("u", { forest = 1 + number() / 30, road = 1 / (1 + number() / 60), hills = 1 + number() / 20 }, { climb = 1 })
    for _ = 1, 5 do
      local a, b = map:cell(random(map.width), random(map.height)), map:cell(random(map.width), random(map.height))
      tell("grid", map:path(a, b))
      tell("unit", map:path(a, b, "u"))
      tell("weight", map:path(a, b, { unit = "u", weight = 1.5 }))
    end
    local all = map:search(map:cell(1, 1), nil, "u")
    all:run()
    local sum = {}
    for col, row, state, cost in all:tiles() do sum[#sum + 1] = ("%d %d %s %a"):format(col, row, state, cost or -1) end
    print("search", all.status, all.expanded, checksum(table.concat(sum, "\n")))
    print("saved", checksum(map:save()))
  end
end

local function graphs()
  for _ = 1, 30 do
    local g, nodes = astar.graph(), {}
    for i = 1, 50 + random(150) do nodes[i] = g:add(number(), number(), number() / 10) end
    for i, node in ipairs(nodes) do
      for _ = 1, 3 do
        local other = nodes[random(#nodes)]
        if other ~= node then g:link(node, other, i % 7 == 0 and { cost = number(), oneway = true } or nil) end
      end
    end
    for _ = 1, 10 do tell("graph", g:path(nodes[random(#nodes)], nodes[random(#nodes)])) end
    local near, distance = g:nearest(number(), number())
    print("nearest", near.id, ("%a"):format(distance))
    print("saved", checksum(g:save()))
  end
end

local function planes()
  for i = 1, 30 do
    local plane = astar.plane { bounds = { 0, 0, 130, 130 } }
    for _ = 1, 5 + random(25) do
      if random(2) == 1 then
        plane:box(number(), number(), 1 + number() / 10, 1 + number() / 10, number())
      else
        plane:circle(number(), number(), 1 + number() / 20)
      end
    end
    for _ = 1, 10 do
      local ax, ay, bx, by = number(), number(), number(), number()
      tell("plane", plane:path(ax, ay, bx, by))
      tell("disc", plane:path(ax, ay, bx, by, { radius = 1 + i / 20 }))
      local hit, x, y = plane:raycast(ax, ay, bx, by)
      print("ray", hit and tostring(hit), x and ("%a %a"):format(x, y))
    end
    print("saved", checksum(plane:save()))
  end
end

grids()
graphs()
planes()
