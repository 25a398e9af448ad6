-- grid_module.lua: the contestant that this is about: the module, called from Lua on a grid.
--
--   grid_module.lua MAP SCEN
--
-- Obeys the commands listed in worker.h. The modes of `run`: "path" asks map:path for the path
-- object, "cells" the same without jump points; "search" runs a map:search and takes its path; "looked" looks at its cells,
-- too. Expansions are those of searches that may jump, since map:path does not tell.
local astar = require "astar"
local input = dofile("bench/grid_input.lua")
local worker = dofile("bench/worker.lua")

local map_file, problem_file = ...

local data = input.read_map(map_file)
local problems = input.read_problems(problem_file)
local legend, costs = {}, {}
for character, multiplier in pairs(input.multipliers) do
  legend[character] = multiplier == 1 and "default" or character
  costs[legend[character]] = multiplier
end

local began = os.clock()
local map = astar.grid { map = data.text, legend = legend }
local build_seconds = os.clock() - began
map:unit("walker", costs)

-- Where there is but one terrain no unit is named, as most callers have it.
local unit = data.weighted and "walker" or nil
local by_cells, by_jumps = { unit = unit, jump = false }, { unit = unit, jump = true }

local starts, goals = {}, {}
for i, p in ipairs(problems) do
  starts[i], goals[i] = map:cell(p[1], p[2]), map:cell(p[3], p[4])
end

local function cost(i) return (select(2, map:path(starts[i], goals[i], unit))) end

local function begin(i) return map:search(starts[i], goals[i], unit) end

local modes = {
  path = worker.each(cost),
  cells = worker.each(function(i) return (select(2, map:path(starts[i], goals[i], by_cells))) end),
  search = worker.searches(begin),
  looked = worker.searches(begin, true),
}

local function count(i) return worker.expanded(map:search(starts[i], goals[i], by_jumps)) end

worker.serve(build_seconds, modes, cost, count)
