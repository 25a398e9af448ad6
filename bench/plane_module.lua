-- plane_module.lua: the contestant that this is about: the module, called from Lua, on planes and on
-- grids of the same ground.
--
--   plane_module.lua SCENES | MAP SCEN
--
-- Obeys the commands listed in worker.h. The modes of `run`: "plane" asks plane:path for the path object,
-- on planes that remember, "first" on planes made anew, which is not counted, "grid" asks map:path (which has jump
-- points), "ray" casts a ray from start to goal. The costs are those of planes, the expansions those of searches on them.
local astar = require "astar"
local worker = dofile("bench/worker.lua")

local file, problem_file = ...

-- Of each plane: a function that makes another.
local makers = {}

-- Of each problem: the plane, the ends there, the map, the ends there.
local planes, x1, y1, x2, y2 = {}, {}, {}, {}, {}
local maps, starts, goals = {}, {}, {}

local function add_problem(plane, map, ax, ay, bx, by)
  local i = #planes + 1
  planes[i], x1[i], y1[i], x2[i], y2[i] = plane, ax, ay, bx, by
  if map then maps[i], starts[i], goals[i] = map, map:at(ax, ay), map:at(bx, by) end
end

-- The grid of unit cells: blocked where the middle of a cell lies in an obstacle.
local function grid_of(plane, side)
  local map = astar.grid { width = side, height = side }
  for row = 1, side do
    for col = 1, side do
      if plane:at(col - 0.5, row - 0.5) then map:block(col, row) end
    end
  end
  return map
end

local function read_scenes()
  local scenes, problems = dofile("bench/plane_input.lua").read_scenes(file)
  for _, scene in ipairs(scenes) do
    local function make()
      local plane = astar.plane { bounds = { 0, 0, scene.side, scene.side } }
      for _, corners in ipairs(scene) do plane:polygon(corners) end
      return plane
    end
    scene.plane = make()
    makers[scene.plane] = make
    if scene.side <= 2000 then scene.map = grid_of(scene.plane, scene.side) end
  end
  for _, p in ipairs(problems) do
    local scene = scenes[p.scene]
    add_problem(scene.plane, scene.map, p[1], p[2], p[3], p[4])
  end
end

local function read_map()
  local input = dofile("bench/grid_input.lua")
  local map = astar.grid { map = input.read_map(file).text }
  local function make() return astar.plane { grid = map } end
  local plane = make()
  makers[plane] = make
  for _, p in ipairs(input.read_problems(problem_file)) do
    add_problem(plane, map, p[1] - 0.5, p[2] - 0.5, p[3] - 0.5, p[4] - 0.5)
  end
end

local began = os.clock()
if problem_file then read_map() else read_scenes() end
local build_seconds = os.clock() - began

local function cost(i) return (select(2, planes[i]:path(x1[i], y1[i], x2[i], y2[i]))) end

local modes = {
  plane = worker.each(cost),
  grid = worker.each(function(i) return (select(2, maps[i]:path(starts[i], goals[i]))) end),
  -- The sum counts those that hit.
  ray = worker.each(function(i) return planes[i]:raycast(x1[i], y1[i], x2[i], y2[i]) and 1 or 0 end),
}

function modes.first(first, last)
  local sum, before, fresh = 0, os.clock(), {}
  for i = first, last do fresh[planes[i]] = fresh[planes[i]] or makers[planes[i]]() end
  local besides = os.clock() - before
  for i = first, last do
    local _, length = fresh[planes[i]]:path(x1[i], y1[i], x2[i], y2[i])
    sum = sum + length
  end
  return sum, besides
end

local function count(i) return worker.expanded(planes[i]:search(x1[i], y1[i], x2[i], y2[i])) end

worker.serve(build_seconds, modes, cost, count)
