-- Players on open ground: paths and rays, searches that are stepped, repaired, restarted and closed, and places where one can
-- stand, while obstacles and links come and go. What is found is compared with an oracle, unless rounding decides.

local astar = require "astar"
local check = require "spec.support.check"
local ground = require "spec.soak.ground"
local links = require "spec.support.plane_links"
local same = require "spec.support.same"

local that = check.that

local Walker = {}
Walker.__index = Walker

function Walker:place() return self.map.maker:point() end

-- Whether rounding does not decide which of some places, and of the ends of links, are free.
function Walker:is_clear(ends)
  local o = ground.oracle(self.map)
  for _, l in ipairs(self.map.list) do
    if o:hardly_blocked(l.x1, l.y1) or o:hardly_blocked(l.x2, l.y2) then return false end
  end
  return not o:hardly_blocked(ends[1], ends[2]) and not o:hardly_blocked(ends[3], ends[4])
end

function Walker:judge(path, cost, ends, what)
  local map = self.map
  self.tally:note(cost)
  if not self:is_clear(ends) then return end
  self.tally:count("answer against an oracle")
  local o, walk = ground.oracle(map)
  local want, why = links.cost(walk, map.list, ends[1], ends[2], ends[3], ends[4])
  if not want then return that(not path and cost == why, "%s: %s, should be %s", what, cost, why) end
  that(path and check.close(cost, want), "%s: %s, should cost %.17g", what, cost, want)
  local wrong = links.wrong(o, path, function(handle)
    for i, each in ipairs(map.handles) do
      if each == handle then return map.list[i] end
    end
  end)
  that(not wrong, "%s: %s", what, wrong)
end

function Walker:ends()
  local x1, y1 = self:place()
  local x2, y2 = self:place()
  return { x1, y1, x2, y2 }
end

function Walker:path()
  local ends, plane, rng = self:ends(), self.map.plane, self.rng
  local path, cost = self.tally:call("path on a plane", plane.path, plane, ends[1], ends[2], ends[3], ends[4])
  self:judge(path, cost, ends, "a path")
  local radius = rng:real(0.1, 0.8)
  local wide, length = self.tally:call("path of a disc", plane.path, plane, ends[1], ends[2], ends[3], ends[4],
    { radius = radius, partial = rng:chance(0.3) })
  if wide then
    that(wide:valid(), "the path of a disc is not valid")
    if path and not wide.partial and #self.map.list == 0 then
      -- Either end may be moved by 1 % of the radius.
      that(length >= cost * (1 - 1e-9) - 0.02 * radius, "a disc has %g, a point %g", length, cost)
    end
  end
  self.tally:note(length)
end

function Walker:ray()
  local x1, y1 = self:place()
  local x2, y2 = self:place()
  local plane = self.map.plane
  local best = ground.oracle(self.map):raycast(x1, y1, x2, y2)
  local hit, hx, hy = self.tally:call("ray on a plane", plane.raycast, plane, x1, y1, x2, y2)
  that((best == nil) == (hit == nil), "a ray hits %s, should at %s", hit, best)
  if hit then self.tally:note(hx + hy) end
  self.tally:call("ray of a disc", plane.raycast, plane, x1, y1, x2, y2, { radius = 0.3 })
end

function Walker:stand()
  local x, y = self:place()
  local plane, rng = self.map.plane, self.rng
  local radius = rng:chance(0.5) and rng:real(0.1, 0.6) or nil
  local free = self.tally:call("free", plane.free, plane, x, y, radius)
  local nx, ny, distance = self.tally:call("nearest on a plane", plane.nearest, plane, x, y, { radius = radius })
  that(not free or nx == x and ny == y and distance == 0, "a free place is not the nearest one to itself")
  if nx then
    -- An outline is free, up to rounding.
    that(plane:free(nx, ny, radius and radius * (1 - 1e-9)) or distance < 1e-6 or
      ground.oracle(self.map):hardly_blocked(nx, ny) or radius, "the nearest place is not free")
    self.tally:note(distance)
  end
end

-- A search that is kept from turn to turn.
function Walker:search()
  local plane, tally, rng = self.map.plane, self.tally, self.rng
  if not self.s then
    self.at = self:ends()
    self.s = tally:call("search on a plane", plane.search, plane, self.at[1], self.at[2], self.at[3], self.at[4])
    return
  end
  local s, dice = self.s, rng:int(1, 10)
  local running = s.status == "searching"
  if dice <= 4 then
    local n, before = rng:int(1, 9), s.expanded
    tally:call("step", s.step, s, n)
    that(s.expanded <= before + n, "step(%d) expands %d", n, s.expanded - before)
  elseif dice <= 6 then
    running = true
    if rng:chance(0.4) then
      self.at = self:ends()
      tally:call("repair", s.repair, s, self.at[1], self.at[2], self.at[3], self.at[4])
    else
      tally:call("repair", s.repair, s)
    end
    that(s.status ~= "stale", "it is stale after a repair")
    tally:call("run", s.run, s)
  elseif dice == 7 then
    running = true
    tally:call("restart", s.restart, s)
    tally:call("run", s.run, s)
  elseif dice == 8 then
    for x1, y1 in tally:call("rays", s.rays, s) do that(x1 == x1 and y1 == y1, "a ray from nowhere") end
    for place in tally:call("nodes", s.nodes, s) do that(place.x == place.x, "a node nowhere") end
    return
  elseif dice == 9 then
    tally:call("close", s.close, s)
    self.s = nil
    return
  else
    tally:call("run", s.run, s)
  end
  if running and s.status ~= "searching" and s.status ~= "stale" then
    local path, cost = s:path()
    self:judge(path, cost, self.at, "a search")
  end
end

function Walker:save()
  local plane = self.map.plane
  local text = self.tally:call("save", plane.save, plane)
  local loaded, why = self.tally:call("load", astar.load, text)
  that(loaded, "a saved plane is not loaded: %s", why)
  that(loaded:save() == text, "a loaded plane is saved as something else")
  self.tally:note(text)
  if #self.map.list == 0 then return same.planes(self.rng, plane, loaded, 2) end
  -- With links, the order in which the corners that a place sees are touched depends on the order of edits.
  for _ = 1, 3 do
    local ends = self:ends()
    local _, cost = plane:path(ends[1], ends[2], ends[3], ends[4])
    local _, other = loaded:path(ends[1], ends[2], ends[3], ends[4])
    that(cost == other or type(cost) == "number" and check.close(cost, other), "a loaded plane has %s, not %s", other, cost)
  end
end

local QUESTIONS = { "path", "path", "path", "ray", "stand", "search", "search", "search", "search", "search", "save" }

function Walker:act()
  self[self.rng:pick(QUESTIONS)](self)
end

return function(map, rng, tally)
  return setmetatable({ map = map, rng = rng, tally = tally }, Walker)
end
