rockspec_format = "3.0"
package = "astar"
version = "1.0-1"

source = {
  url = "file://astar-1.0.tar.gz",
  dir = "astar-1.0",
}

description = {
  summary = "Fast pathfinding for games: A* in C, with unit types and terrain",
  detailed = [[
    Waypoint graphs whose routes differ by unit: a man walks through a forest, a horse goes round it,
    a tank cannot enter it, a ship stays on the sea. The cheapest route always; searches that can be
    stepped, inspected and resumed; any number of them side by side.
  ]],
  license = "MIT",
  labels = { "pathfinding", "astar", "game", "graph", "love" },
}

dependencies = { "lua >= 5.1, < 5.6" }

build = {
  type = "builtin",
  modules = {
    astar = {
      -- `.ci/rockspec-sources --write` renews the list.
      sources = {
        "src/core/angle.c",
        "src/core/arrange.c",
        "src/core/bitmap.c",
        "src/core/cells.c",
        "src/core/contour.c",
        "src/core/csv.c",
        "src/core/graph.c",
        "src/core/graph_space.c",
        "src/core/grid.c",
        "src/core/grid_space.c",
        "src/core/ground.c",
        "src/core/inflate.c",
        "src/core/jump.c",
        "src/core/layer.c",
        "src/core/layout.c",
        "src/core/links.c",
        "src/core/load.c",
        "src/core/load_plane.c",
        "src/core/mapfile.c",
        "src/core/memory.c",
        "src/core/names.c",
        "src/core/near.c",
        "src/core/open.c",
        "src/core/orient.c",
        "src/core/outline.c",
        "src/core/path.c",
        "src/core/plane.c",
        "src/core/plane_space.c",
        "src/core/ports.c",
        "src/core/ratios.c",
        "src/core/records.c",
        "src/core/rough.c",
        "src/core/route.c",
        "src/core/save.c",
        "src/core/scene.c",
        "src/core/search.c",
        "src/core/segment.c",
        "src/core/sight.c",
        "src/core/spatial.c",
        "src/core/stream.c",
        "src/core/tree.c",
        "src/core/units.c",
        "src/core/views.c",
        "src/core/visits.c",
        "src/core/wayout.c",
        "src/lua/answer.c",
        "src/lua/args.c",
        "src/lua/astar.c",
        "src/lua/clock.c",
        "src/lua/graph.c",
        "src/lua/graph_search.c",
        "src/lua/grid.c",
        "src/lua/handle.c",
        "src/lua/links.c",
        "src/lua/load.c",
        "src/lua/node.c",
        "src/lua/obstacle.c",
        "src/lua/options.c",
        "src/lua/path.c",
        "src/lua/plane.c",
        "src/lua/plane_search.c",
        "src/lua/save.c",
        "src/lua/search.c",
        "src/lua/shape.c",
        "src/lua/space.c",
        "src/lua/tiles.c",
      },
      incdirs = { "src/core" },
      defines = { "NDEBUG" },
    },
    ["astar.batch"] = "src/astar/batch.lua",
    ["astar.datatext"] = "src/astar/datatext.lua",
    ["astar.draw"] = "src/astar/draw.lua",
    ["astar.follow"] = "src/astar/follow.lua",
    ["astar.lay"] = "src/astar/lay.lua",
    ["astar.picture"] = "src/astar/picture.lua",
    ["astar.scene"] = "src/astar/scene.lua",
    ["astar.svg"] = "src/astar/svg.lua",
    ["astar.theme"] = "src/astar/theme.lua",
    ["astar.tiled"] = "src/astar/tiled.lua",
    ["astar.tiledshape"] = "src/astar/tiledshape.lua",
  },
  platforms = {
    unix = { modules = { astar = { libraries = { "m" } } } },
  },
}

test = { type = "command", command = "make check" }
