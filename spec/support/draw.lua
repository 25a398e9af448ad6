-- astar.draw as it is in LÖVE, for views that are made and not drawn.

local own_love, own_utf8 = rawget(_G, "love"), package.loaded.utf8
rawset(_G, "love", { graphics = {} })
package.loaded.utf8 = own_utf8 or {}
local fine, draw = pcall(require, "astar.draw")
package.loaded["astar.draw"], package.loaded["astar.picture.love_canvas"] = nil, nil
rawset(_G, "love", own_love)
package.loaded.utf8 = own_utf8

return assert(fine and draw, draw)
