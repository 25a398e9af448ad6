---@meta astar.follow

-- Types of the module astar.follow, as those in astar.d.lua.

---What moves along a path, or stands somewhere.
---@class astar.Follower
---@field x number # where it is; read only
---@field y number # read only
---@field z number # read only
---@field angle number # where it faces, in radians from x towards y; while it stands you may assign it; finite
---@field link table|astar.PlaneLink|true|nil # while it takes a link for some seconds: the link's properties, true if it has none; on a plane the link; read only
---@field speed number # distance a second; finite and >= 0; you may assign it at any time
---@field done boolean # it has arrived, was stopped, or had no path yet; read only
---@field path astar.Path|astar.PlanePath|nil # what it follows, or followed to its end; nil if stopped or without one; read only
---@field flow astar.Search|nil # the same for a flow; nil, and `done`, if it knows no way any more; read only
---@field left number # how far it has to walk to the end of the path, in 3D; on a flow what its way costs from behind(); 0 when done; read only
local Follower = {}

---Walks on for `dt` seconds, to the end of the path at most, or along the flow to the middle of the goal. On a path it makes
---nothing for the collector; on a flow the node objects of the cells that it enters, each once. On a flow it waits, not
---`done`, while the flow has not found its cell, is "stale", or leads to a step that was closed after it was made.
---O(log #path), on a flow as many steps as there are sixteenths of a cell.
---
---On a flow the function of the option `links` is asked when the follower comes to a link; it may give the follower
---another way, which then begins with the next update.
---
---Raises if the flow was closed; what the function of `links` raises, then the follower waits at the link.
---@param dt number # seconds, finite and >= 0
---@return number x
---@return number y
---@return number angle
---@return boolean done
function Follower:update(dt) end

---Gives it a path to follow from now on, without a jump: where its place lies on the path it goes on from there,
---else it first walks straight to where the path begins. O(#path).
---
---Or a flow: on a grid it walks on from where it is, along flow:direction(); on a graph to the node ahead, or back to the one
---behind if the way leads there, or to the nearest node, and on from node to node. Whatever `dt` its updates have, it walks
---the same way. O(1), but O(log n) to find the nearest node.
---
---The option `links` as a function is asked for all links of the path before anything changes.
---
---Raises for a search that does not run backwards, and one that was closed; what the function of `links` raises.
---@param path astar.Path|astar.PlanePath|astar.Search
---@return boolean found # false: the flow knows no way from here, and it stands without a path. Always true for a path
function Follower:go(path) end

---Whether the way that is left can still be gone, on the map as it is now: call it when the map was edited. If not, also the
---node from which another way should begin: the one ahead if it can still get there, else the one behind; on a plane the
---place.
---
---    local fine, from = f:check()
---    if not fine then f:go((map:path(from, goal, "man")) or (map:path(from, from))) end
---
---A follower without a path, or one that waits for its flow, is fine. On a flow it is the way that the flow knows: repair the
---flow first. O(length of the way that is left); on a plane a ray for each leg of it.
---
---Raises for a unit on a plane.
---@param unit? string # whose way it is; default: that which the path or the flow is for. Not on a plane
---@return boolean fine
---@return astar.Node|astar.Place|nil from
function Follower:check(unit) end

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

---How a follower moves.
---@class astar.FollowOptions
---@field links? "jump"|"walk"|fun(from: astar.Node|astar.Place, to: astar.Node|astar.Place, props: table|astar.PlaneLink|nil): number? # at a link of a plane, or between cells that are not side by side: jump (the default), walk straight across, or take the seconds that the function returns, >= 0; nil: walk. The function is asked for links of graphs and to waypoints, too, which are walked without it
---@field turn_rate? number # radians a second that `angle` turns at most, > 0; default: it turns at once
---@field slow? boolean # true: the farther it has to turn, the slower it walks, not at all from 90 degrees on; needs `turn_rate`
---@field arrive? number # brakes evenly over this distance before the end of its way, > 0; default: it stops at once

---A follower at the beginning of a path, which sets out with its first update; or one that stands at a node or place,
---done, until it is given a path. O(#path).
---@param path astar.Path|astar.PlanePath|astar.Node|astar.Place # a place is a table { x =, y = [, z =] [, level =] }; the level, 1 without it, counts when it is given a flow on a grid
---@param speed number # distance a second; finite and >= 0
---@param options? astar.FollowOptions
---@return astar.Follower
---@nodiscard
local function follow(path, speed, options) end

return follow
