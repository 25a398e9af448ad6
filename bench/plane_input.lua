-- plane_input.lua: reads what plane_scenes.c writes.
local input = {}

-- An array of scenes, and one of problems. A scene: { side = n, { x, y, x, y, ... }, ... }, its obstacles;
-- a problem: { scene = index, x, y, x, y }, start and goal.
function input.read_scenes(name)
  local file = assert(io.open(name, "r"))
  local scenes, problems = {}, {}
  local function numbers()
    local list = {}
    for word in file:read("*l"):gmatch("%S+") do list[#list + 1] = tonumber(word) end
    return list
  end
  for line in function() return file:read("*l") end do
    local side, obstacles, count = line:match("^scene (%S+) (%d+) (%d+)$")
    local scene = { side = tonumber(side) }
    scenes[#scenes + 1] = scene
    for i = 1, tonumber(obstacles) do
      scene[i] = numbers()
      table.remove(scene[i], 1)
    end
    for _ = 1, tonumber(count) do
      local problem = numbers()
      problem.scene = #scenes
      problems[#problems + 1] = problem
    end
  end
  file:close()
  return scenes, problems
end

return input
