-- The comparison: the grid beside the plane, their routes' lengths, and how long each takes to find them.

local cells = require "cells"
local clock = require "clock"

local Compare = {}
Compare.__index = Compare

local SIZES = { 4, 8, 16, 32 }
local BUDGET = 0.003      -- seconds a frame for measuring
local PATIENCE = 0.15     -- seconds for which nothing has changed before it measures

local function new()
  return setmetatable({ on = false, choice = 2, whole = false, cells = nil, clock = nil, rest = 0, rows = {} }, Compare)
end

-- `game` has ground, start, goal and options(), the options of paths.
local function jobs(game, grid)
  local ground, start, goal = game.ground, game.start, game.goal
  local options = game:options()
  return {
    { name = "cold", prepare = function()
      local copy = ground:copy()
      -- A radius makes a plane ready for it; that is not part of the path.
      if options then copy:path(start.x, start.y, start.x, start.y, options) end
      return copy
    end, call = function(copy) copy:path(start.x, start.y, goal.x, goal.y, options) end },
    { name = "warm", call = function() ground.plane:path(start.x, start.y, goal.x, goal.y, options) end },
    { name = "astar", call = function()
      if grid:is_askable() then grid.map:path(grid.start, grid.goal, { jump = false }) end
    end },
    { name = "jump", call = function()
      if grid:is_askable() then grid.map:path(grid.start, grid.goal) end
    end },
  }
end

-- Makes the grid anew: another scene, size of cells, or radius.
function Compare:rebuild(game)
  game.ground.on_change = nil
  if not self.on then
    self.cells = nil
    return
  end
  local grid = cells.new(game.ground, SIZES[self.choice], game.radius, self.whole)
  self.cells, self.clock = grid, clock.new(jobs(game, grid))
  game.ground.on_change = function(shape, stands) grid:change(shape, stands) end
  self:renew(game)
end

-- The ground, the start or the goal has changed.
function Compare:renew(game)
  if not self.on then return end
  self.cells:route(game.start.x, game.start.y, game.goal.x, game.goal.y)
  self.clock:reset()
  self.rest, self.expanded = 0, nil
end

local function expansions(search)
  search:run()
  local count = search.expanded
  search:close()
  return count
end

local function count_expansions(self, game)
  local grid = self.cells
  local result = {
    plane = expansions(game.ground.plane:search(game.start.x, game.start.y, game.goal.x, game.goal.y, game:options())),
  }
  if grid:is_askable() then
    result.astar = expansions(grid.map:search(grid.start, grid.goal))
    result.jump = expansions(grid.map:search(grid.start, grid.goal, { jump = true }))
  end
  self.expanded = result
end

function Compare:update(dt, game)
  if not self.on then return end
  self.rest = self.rest + dt
  if self.rest < PATIENCE then return end
  if not self.expanded then count_expansions(self, game) end
  self.clock:update(BUDGET)
end

function Compare:resize(by)
  self.choice = math.max(1, math.min(#SIZES, self.choice + by))
end

-- The table: rows of name, length, nodes expanded and seconds, each nil if not known.
function Compare:table(game)
  local medians, counts, grid = self.clock.medians, self.expanded or {}, self.cells
  local length = game.path and game.length
  local name = ("grid of %d, "):format(grid.size)
  local measured = grid:is_askable() and medians or {}
  return {
    { "plane, cold", length, counts.plane, medians.cold },
    { "plane, warm", length, counts.plane, medians.warm },
    { name .. "A*", grid.length, counts.astar, measured.astar },
    { name .. "jump points", grid.length, counts.jump, measured.jump },
  }
end

return { new = new }
