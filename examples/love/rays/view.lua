-- What is seen: the ground with its obstacles, search and routes; and where on the screen that is.

local draw = require "astar.draw"
local screen = require "shared.screen"
local theme = require "astar.theme"

local View = {}
View.__index = View

local STATUS_HEIGHT, MARGIN = 28, 10
local BACK = { 0.07, 0.08, 0.1 }
local DARK = { 0.05, 0.06, 0.08 }
local FLOOR = { 0.149, 0.176, 0.212 }
local GRID = { 0.72, 0.45, 1 }      -- the grid's cells and its route
local WALKER = { 1, 0.72, 0.25 }
local HOVER = { 1, 1, 1 }
local LABELS = { "g", "h" }
local SIZES = {}                    -- of the picture, in units of the screen
for _, key in ipairs { "route_size", "place_size", "ray_size", "outline_size", "label_size" } do
  SIZES[key] = theme.default[key]
end
local LEAST_LINES = 5               -- the size of a cell on the screen from which lines between cells are drawn

local function new(game)
  return setmetatable({ game = game, help = true, x = 0, y = 0, scale = 1, panels = {}, room = nil }, View)
end

-- The whole ground fits into the room that the panels leave.
function View:fit()
  local ground, room, unit = self.game.ground, self.room, screen.scale
  local across, down = (room.w - 2 * MARGIN) / ground.width, (room.h - 2 * MARGIN) / ground.height
  self.scale = unit * math.max(0.01, math.min(across, down)) -- in pixels
  self.x = unit * (room.x + room.w / 2) - ground.width * self.scale / 2
  self.y = unit * (room.y + room.h / 2) - ground.height * self.scale / 2
  self.pixel = unit / self.scale                             -- a unit of the screen, on the ground
end

function View:to_ground(x, y) return (x - self.x) / self.scale, (y - self.y) / self.scale end
function View:to_screen(x, y) return x * self.scale + self.x, y * self.scale + self.y end

-- Whether a panel covers a place on the screen.
function View:is_panel(x, y)
  x, y = screen.units(x, y)
  for _, panel in pairs(self.panels) do
    if x >= panel.x and x < panel.x + panel.w and y >= panel.y and y < panel.y + panel.h then return true end
  end
  return y >= screen.height - STATUS_HEIGHT
end

-- How a search came to what it expanded last; the same path until it goes on.
function View:_way(search)
  if self.searched ~= search or self.expanded ~= search.expanded then
    self.searched, self.expanded = search, search.expanded
    self.way = search.current and search:path(search.current)
  end
  return self.way
end

-- The picture of the plane and of what is found on it.
function View:_picture()
  local game = self.game
  if not self.picture or self.plane ~= game.ground.plane then
    if self.picture then self.picture:release() end
    self.plane = game.ground.plane
    -- The ground is drawn before, so that the cells of the grid lie on it, and under the obstacles.
    self.picture = draw(self.plane, { theme = { ground = "#00000000" } })
  end
  local picture, search = self.picture, game.watch.search
  picture.search, picture.rays = search, search ~= nil
  picture.labels = search and game.labels and LABELS or nil
  for key in pairs(SIZES) do picture.theme[key] = SIZES[key] * screen.scale end
  picture.theme.obstacle = game.compare.on and "#56657ab0" or nil

  local paths = {}
  local follower = game.walker and game.walker.follower
  if follower and not follower.done then paths[1] = { path = follower.path, colour = WALKER } end
  -- While a search is watched, the route shows when it has come to its end; until then, how it came to where it is.
  picture.path = game.path
  if search and search.status ~= "found" then
    picture.path = nil
    local way = self:_way(search)
    if way then paths[#paths + 1] = { path = way, colour = theme.default.current } end
  end
  picture.paths = paths
  return picture
end

local function polyline(points, width, pixel, colour)
  love.graphics.setColor(colour)
  love.graphics.setLineWidth(width * pixel)
  love.graphics.line(points)
end

-- The ground that a figure of a size covers on its way.
function View:_corridor(path, radius)
  love.graphics.stencil(function()
    local points = path:points()
    for i = 1, #points, 2 do
      local x, y = points[i], points[i + 1]
      love.graphics.circle("fill", x, y, radius)
      if i > 2 then
        love.graphics.setLineWidth(2 * radius)
        love.graphics.line(points[i - 2], points[i - 1], x, y)
      end
    end
  end, "replace", 1)
  love.graphics.setStencilTest("greater", 0)
  love.graphics.setColor(0.9, 0.22, 0.27, 0.2)
  love.graphics.rectangle("fill", 0, 0, self.game.ground.width, self.game.ground.height)
  love.graphics.setStencilTest()
end

-- A disc with a smooth rim, whose width is in pixels.
local function disc(x, y, radius, colour, rim, pixel)
  love.graphics.setColor(colour)
  love.graphics.circle("fill", x, y, radius)
  love.graphics.setLineWidth(rim * pixel)
  love.graphics.setColor(DARK)
  love.graphics.circle("line", x, y, radius)
end

-- A handle to be dragged: a disc with a letter, as large on every screen.
function View:_handle(place, letter, colour, warm)
  local radius, pixel = self.game.radius, self.pixel
  if radius > 0 then
    love.graphics.setLineWidth(1.5 * pixel)
    love.graphics.setColor(colour[1], colour[2], colour[3], 0.25)
    love.graphics.circle("fill", place.x, place.y, radius)
    love.graphics.setColor(colour)
    love.graphics.circle("line", place.x, place.y, radius)
  end
  disc(place.x, place.y, (warm and 12 or 10) * pixel, colour, 2, pixel)
  love.graphics.setFont(screen.font(11))
  love.graphics.printf(letter, place.x - 10 * pixel, place.y - 6.5 * pixel, 20, "center", 0, pixel)
end

function View:_walker(figure)
  local size = math.max(self.game.radius, 7 * self.pixel)
  love.graphics.push()
  love.graphics.translate(figure.x, figure.y)
  love.graphics.rotate(figure.angle)
  disc(0, 0, size, WALKER, 2, self.pixel)
  love.graphics.polygon("fill", size * 0.75, 0, -size * 0.35, size * 0.5, -size * 0.1, 0, -size * 0.35, -size * 0.5)
  love.graphics.pop()
end

-- The blocked cells, and the lines between cells where these are large enough.
function View:_cells(cells)
  love.graphics.setColor(GRID[1], GRID[2], GRID[3], 0.35)
  love.graphics.draw(cells:picture(), 0, 0, 0, cells.size)
  if cells.size * self.scale < LEAST_LINES then return end
  love.graphics.setColor(1, 1, 1, 0.045)
  love.graphics.setLineWidth(self.pixel)
  local right, bottom = cells.width * cells.size, cells.height * cells.size
  for col = 1, cells.width - 1 do love.graphics.line(col * cells.size, 0, col * cells.size, bottom) end
  for row = 1, cells.height - 1 do love.graphics.line(0, row * cells.size, right, row * cells.size) end
end

local SHADE = { DARK[1], DARK[2], DARK[3], 0.7 }
local START, GOAL = { 0.2, 0.78, 0.35 }, { 1, 0.36, 0.56 }

function View:draw(hand)
  local game, ground = self.game, self.game.ground
  love.graphics.clear(BACK)
  love.graphics.push("all")
  local width, height = ground.width * self.scale, ground.height * self.scale
  love.graphics.setScissor(self.x, self.y, width, height)
  love.graphics.translate(self.x, self.y)
  love.graphics.scale(self.scale)
  love.graphics.setColor(FLOOR)
  love.graphics.rectangle("fill", 0, 0, ground.width, ground.height)
  local cells = game.compare.cells
  if cells then self:_cells(cells) end
  local picture = self:_picture()
  if picture.path and game.radius > 0 then self:_corridor(picture.path, game.radius) end
  love.graphics.setColor(1, 1, 1)
  picture:draw()
  if cells and cells.points then
    love.graphics.setLineJoin("bevel")
    polyline(cells.points, 6, self.pixel, SHADE)
    polyline(cells.points, 3, self.pixel, GRID)
  end
  local thing = hand.held or hand.turning or hand.hover
  if thing and thing.points then
    love.graphics.setColor(HOVER[1], HOVER[2], HOVER[3], 0.9)
    love.graphics.setLineWidth(2 * self.pixel)
    love.graphics.polygon("line", thing.points)
  end
  love.graphics.setScissor()
  if game.walker then self:_walker(game.walker.follower) end
  self:_handle(game.start, "S", START, thing == game.start)
  self:_handle(game.goal, "G", GOAL, thing == game.goal)
  love.graphics.setColor(1, 1, 1, 0.25)
  love.graphics.setLineWidth(self.pixel)
  love.graphics.rectangle("line", 0, 0, ground.width, ground.height)
  love.graphics.pop()
end

return { new = new, STATUS_HEIGHT = STATUS_HEIGHT, GRID = GRID, WALKER = WALKER }
