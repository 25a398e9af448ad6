-- Diagrams: the rooms of the core, where files go, and an error.

local astar = require "astar"
local sheet = require "support.sheet"

local pictures = {}

local WIDTH = 820
local colours = sheet.colours

-- A box with a title and lines of code below it.
local function card(on, x, y, w, h, title, lines, colour)
  on:box(x, y, w, h, colours.panel, colour or colours.rim)
  on:text(x + 12, y + 23, title, { size = 16, bold = true, colour = colour })
  for i, line in ipairs(lines or {}) do
    on:text(x + 12, y + 24 + 18 * i, line, { size = 12, mono = true, colour = colours.text })
  end
end

local function arrow(on, points, text, x, y, style)
  on:line(points, style or { arrow = true })
  if text then on:text(x, y, text, { size = 12, colour = colours.quiet, align = "middle" }) end
end

---- The core ------------------------------------------------------------------------------------------------------

function pictures.c()
  local on = sheet.new(WIDTH, 492)
  local function room(x, y, w, name, what, colour)
    on:box(x, y, w, 52, colours.panel, colour or colours.rim)
    on:text(x + w / 2, y + 22, name, { size = 15, bold = true, align = "middle", colour = colour })
    on:text(x + w / 2, y + 41, what, { size = 12, align = "middle", colour = colours.quiet })
  end
  room(20, 20, 370, "your program in C or C++", "includes astar.h", colours.blue)
  room(430, 20, 370, "src/lua", "the Lua module: checks arguments, no algorithms", colours.blue)
  room(20, 102, 780, "astar.h", "all public functions, documented where they are declared", colours.yellow)
  room(20, 176, 380, "finder", "chooses the method for a query", colours.green)
  room(420, 176, 380, "io", "CSV, MovingAI maps; save and load", colours.green)
  room(20, 250, 246, "graph", "nodes, links, spatial index", colours.green)
  room(287, 250, 246, "grid", "cells, steps, jump points", colours.green)
  room(554, 250, 246, "plane", "obstacles, corners, rays", colours.green)
  room(20, 324, 780, "engine", "one run of A*: open list, records, strategies, paths", colours.green)
  room(20, 398, 246, "rules", "terrain and units: cost of a step", colours.green)
  room(287, 398, 246, "geometry", "distances, exact predicates", colours.green)
  room(554, 398, 246, "base", "memory, heaps, hash tables", colours.green)
  on:text(20, 476, "A room uses only rooms below it, and rules, geometry and base in this order.", { size = 13, colour = colours.quiet })
  local function down(y, ...)
    for _, x in ipairs { ... } do on:line({ x, y, x, y + 19 }, { arrow = true }) end
  end
  for _, x in ipairs { 205, 615 } do on:line({ x, 73, x, 100 }, { arrow = true }) end
  down(155, 205, 615)
  down(229, 143, 360, 460, 677)
  down(303, 143, 410, 677)
  down(377, 143, 410, 677)
  return on:text_of()
end

---- Shipping a game ------------------------------------------------------------------------------------------------

function pictures.shipping()
  local on = sheet.new(WIDTH, 300)
  local function folder(x, y, w, h, title, lines, colour)
    on:box(x, y, w, h, colours.panel, colour)
    on:text(x + 14, y + 25, title, { size = 15, bold = true })
    for i, line in ipairs(lines) do
      on:text(x + 14, y + 30 + 20 * i, line[1], { size = 13, mono = true, colour = line[2] or colours.text })
    end
  end
  local own, made = colours.blue, colours.green
  folder(20, 44, 340, 236, "my-game/", {
    { "main.lua", own }, { "conf.lua", own }, { "astar/", made }, { "  init.lua", made }, { "  svg.lua  draw.lua  …", made },
    { "  astar.so   (Linux)", colours.yellow }, { "  astar.dll  (Windows)", colours.yellow },
    { "  astar.dylib  (macOS)", colours.yellow },
  }, colours.rim)
  folder(460, 44, 340, 140, "my-game.love", {
    { "main.lua  conf.lua", own }, { "astar/init.lua  astar/svg.lua  …", made },
  }, colours.rim)
  folder(460, 204, 340, 76, "beside it", { { "astar.so, astar.dll or astar.dylib", colours.yellow } }, colours.yellow)
  on:text(20, 30, "while you write it", { size = 14, colour = colours.quiet })
  on:text(460, 30, "what players get", { size = 14, colour = colours.quiet })
  on:line({ 364, 110, 456, 110 }, { arrow = true })
  on:text(410, 102, "zip", { size = 13, align = "middle", colour = colours.quiet })
  on:line({ 364, 242, 456, 242 }, { arrow = true, colour = colours.yellow })
  on:text(410, 234, "copy", { size = 13, align = "middle", colour = colours.quiet })
  on:text(474, 162, "a library cannot be loaded from inside", { size = 12, colour = colours.quiet })
  return on:text_of()
end

---- Mods --------------------------------------------------------------------------------------------------------------

function pictures.mods()
  local on = sheet.new(WIDTH, 330)
  for i, name in ipairs { "mod A", "mod B" } do
    local x, colour = i == 1 and 20 or 300, i == 1 and colours.green or colours.yellow
    on:box(x, 20, 250, 184, "#ffffff00", colour)
    on:text(x + 14, 45, name, { size = 15, bold = true, colour = colour })
    card(on, x + 14, 60, 222, 64, "its own tables", { "astar  math  string" }, colour)
    card(on, x + 14, 132, 222, 64, "its own objects", { "maps  paths  followers" }, colour)
    arrow(on, { x + 125, 206, x + 125, 238 })
  end
  on:text(158, 228, "functions", { size = 12, colour = colours.quiet })
  card(on, 20, 240, 530, 70, "astar", { "metatables and state: no script reaches them" }, colours.blue)
  card(on, 590, 20, 210, 290, "only the game has", { "require  package", "debug  getfenv  ffi", "getmetatable", "load of bytecode", "",
    "the module's tables", "astar.theme", "", "its own maps:", "mods get copies,", "map:save()" }, colours.red)
  return on:text_of()
end

---- An error -----------------------------------------------------------------------------------------------------

function pictures.errors()
  local rows = { "..%%..~~", "..%...~~", "....x.~.", "%%......" }
  local _, message = pcall(astar.grid, { rows = rows, legend = { ["."] = "grass", ["%"] = "forest", ["~"] = "water" } })
  message = tostring(message):gsub("^[^:]*:%d+: ", "")
  local on = sheet.new(WIDTH, 268)
  on:box(20, 20, 780, 160, colours.panel, colours.rim)
  local code = { size = 16, mono = true }
  on:text(40, 48, "local map = astar.grid {", code)
  for i, row in ipairs(rows) do
    local y = 48 + 22 * i
    local head = i == 1 and '  rows = { "' or '           "'
    local bad = row:find("x", 1, true)
    if bad then
      local x = 40 + sheet.letter(code) * (#head + bad - 1)
      on:line({ x + 5, y + 5, x + 5, 197 }, { colour = colours.red })
      on:box(x - 2, y - 15, 13.6, 20, "#5a2228", colours.red, 3)
    end
    on:text(40, y, head .. row .. '",', code)
  end
  on:text(40, 158, "  }, …", { size = 16, mono = true, colour = colours.quiet })
  on:box(20, 198, 780, 52, "#3a1d22", colours.red)
  on:text(36, 229, message, { size = 13, mono = true, colour = "#ffd9dc" })
  return on:text_of()
end

return function()
  return pictures
end
