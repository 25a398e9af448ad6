-- Links between places that are not neighbours, such as portals: whether a follower jumps there, walks, or takes the
-- seconds that a function of the program says.
--
-- On a grid these are links between cells more than one column or row apart, or on two levels; on a plane all links,
-- whose properties are the links themselves. A link of a graph is a way, and is walked, as is one to a waypoint of a
-- grid; but a function is asked for any link that is no step between cells.

local cells = require "astar.follow.cells"
local check = require "astar.base.check"

local links = {}

local NONE = {}

-- What `links` may be: "jump", "walk" or a function. Raises for anything else; `name` is the function that was called.
function links.check_mode(mode, name)
  if mode == nil then return "jump" end
  if mode ~= "jump" and mode ~= "walk" and type(mode) ~= "function" then
    local got = type(mode) == "string" and ("'%s'"):format(mode) or check.kind_of(mode)
    local expected = "\"jump\", \"walk\" or function"
    error(("bad argument #3 to '%s' (option 'links': %s expected, got %s)"):format(name, expected, got), 4)
  end
  return mode
end

-- The properties of the link from one node to another, true if it has none; nil if there is no link.
function links.props_of(from, to)
  local found = nil
  for node, _, props in from:links() do
    if node == to then found = props or found or true end
  end
  return found
end

-- The seconds that a link takes, and its properties, for followers to show; nil: it is walked. `link` is that of a plane.
function links.ask(mode, from, to, link)
  if mode == "jump" then return 0, true end
  if mode == "walk" then return nil end
  local there, props = true, link
  if not link then there, props = check.attempt_live(links.props_of, from, to) end
  if not (there and props) then props = true end
  local seconds = mode(from, to, props ~= true and props or nil)
  if seconds == nil then return nil end
  if type(seconds) ~= "number" or seconds - seconds ~= 0 or seconds < 0 then
    check.wrong("option 'links' of a follower: the function", "finite number >= 0 or nil", check.show(seconds))
  end
  return seconds, props
end

-- Whether there is a way to ask for between two nodes, which are no neighbouring cells.
function links.is_link(mode, from, to)
  if mode == "walk" then return false end
  return mode ~= "jump" or from.col ~= nil and to.col ~= nil
end

local function is_node(value)
  return getmetatable(value) == "astar.node"
end

-- Whether the leg from node i of a path leads along a link that may not be walked. `lines` are the columns, rows and
-- levels of the path on a grid, or nil. Between cells that are far apart there may also be a straight piece of a smooth path.
local function may_jump(path, lines, mode, i)
  local k = 3 * i
  local col, next_col = lines and lines[k - 2], lines and lines[k + 1]
  if not (col and next_col) then return mode ~= "jump" and is_node(path[i]) and is_node(path[i + 1]) end
  if math.abs(col - next_col) <= 1 and math.abs(lines[k - 1] - lines[k + 2]) <= 1 and lines[k] == lines[k + 3] then
    return false
  end
  local cell, other = path[i], path[i + 1]
  return not cells.are_near(cells.measure(cell.graph), cell, other) and links.props_of(cell, other) ~= nil
end

-- The link of a plane by which a path leads on from element i; nil if there is none.
local function link_at(path, i)
  return path:link(i)
end

-- The links of a path that are not walked, in order:
--   first               the number of the node where it begins
--   begin, finish       how far along the path its two ends are
--   from, to            the nodes there
--   seconds, props      as links.ask() gives them
--   after               the sum of the lengths of this one and those after it
function links.of(path, mode)
  if mode == "walk" then return NONE end
  local on_plane = check.attempt(link_at, path, 1)
  local on_grid, lines = false, nil
  if not on_plane then on_grid, lines = check.attempt(path.cells, path, 3) end
  if not on_grid and not on_plane and mode == "jump" then return NONE end
  local list = NONE
  for i = 1, #path - 1 do
    local link = on_plane and path:link(i) or nil
    if link or not on_plane and may_jump(path, on_grid and lines or nil, mode, i) then
      local seconds, props = links.ask(mode, path[i], path[i + 1], link)
      if seconds then
        if list == NONE then list = {} end
        list[#list + 1] = { first = i, begin = path:along(i), finish = path:along(i + 1),
          from = path[i], to = path[i + 1], seconds = seconds, props = props, after = 0 }
      end
    end
  end
  local after = 0
  for k = #list, 1, -1 do
    after = after + (list[k].finish - list[k].begin)
    list[k].after = after
  end
  return list
end

return links
