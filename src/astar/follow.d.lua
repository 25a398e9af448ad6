---@meta astar.follow

-- Types of the module astar.follow, as those in astar.d.lua.

---What moves along a path, or stands somewhere.
---@class astar.Follower
---@field x number # where it is; read only
---@field y number # read only
---@field z number # read only
---@field angle number # where it faces, in radians from x towards y; while it stands you may assign it; finite
---@field speed number # distance a second; finite and >= 0; you may assign it at any time
---@field done boolean # it has arrived, was stopped, or had no path yet; read only
---@field path astar.Path|astar.PlanePath|nil # what it follows, or followed to its end; nil if stopped or without one; read only
---@field left number # how far it is to the end of the path, in 3D; 0 when done; read only
local Follower = {}

---Walks on for `dt` seconds, to the end of the path at most. Makes nothing for the collector. O(log #path).
---@param dt number # seconds, finite and >= 0
---@return number x
---@return number y
---@return number angle
---@return boolean done
function Follower:update(dt) end

---Gives it a path to follow from now on, without a jump: where its place lies on the path it goes on from there,
---else it first walks straight to where the path begins. O(#path).
---@param path astar.Path|astar.PlanePath
function Follower:go(path) end

---Makes it stand where it is. O(1).
function Follower:stop() end

---The node (on a plane: the place) that it walks to next, or stands on: from there search for its next path.
---O(log #path).
---@return astar.Node|astar.Place
---@nodiscard
function Follower:ahead() end

---The node (on a plane: the place) that it comes from, the one that it would come to if it turned round; where it
---stands on one, that. If the way ahead was closed meanwhile, search from there: it turns round at once.
---O(log #path).
---@return astar.Node|astar.Place
---@nodiscard
function Follower:behind() end

---A follower at the beginning of a path, which sets out with its first update; or one that stands at a node or place,
---done, until it is given a path. O(#path).
---@param path astar.Path|astar.PlanePath|astar.Node|astar.Place # a place is a table { x =, y = [, z =] }
---@param speed number # distance a second; finite and >= 0
---@return astar.Follower
---@nodiscard
local function follow(path, speed) end

return follow
