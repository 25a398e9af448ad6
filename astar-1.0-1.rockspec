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
        "src/core/base/layout.c",
        "src/core/base/memory.c",
        "src/core/base/names.c",
        "src/core/engine/both_ends.c",
        "src/core/engine/coarse.c",
        "src/core/engine/open.c",
        "src/core/engine/path.c",
        "src/core/engine/query.c",
        "src/core/engine/records.c",
        "src/core/engine/search.c",
        "src/core/geometry/angle.c",
        "src/core/geometry/box_tree.c",
        "src/core/geometry/inflate.c",
        "src/core/geometry/orient.c",
        "src/core/geometry/outline.c",
        "src/core/graph/cell_links.c",
        "src/core/graph/compact.c",
        "src/core/graph/graph.c",
        "src/core/graph/graph_space.c",
        "src/core/graph/links.c",
        "src/core/graph/near.c",
        "src/core/graph/spatial.c",
        "src/core/grid/bitmap.c",
        "src/core/grid/cells.c",
        "src/core/grid/contour.c",
        "src/core/grid/grid.c",
        "src/core/grid/grid_space.c",
        "src/core/grid/jump.c",
        "src/core/io/csv.c",
        "src/core/io/load_graph.c",
        "src/core/io/load_plane.c",
        "src/core/io/map_file.c",
        "src/core/io/save.c",
        "src/core/io/stream.c",
        "src/core/plane/nudge.c",
        "src/core/plane/plane.c",
        "src/core/plane/plane_space.c",
        "src/core/plane/radius_layer.c",
        "src/core/plane/scene.c",
        "src/core/plane/segment.c",
        "src/core/plane/visibility.c",
        "src/core/plane/visibility_cache.c",
        "src/core/plane/wedge.c",
        "src/core/rules/ratios.c",
        "src/core/rules/units.c",
        "src/lua/answer.c",
        "src/lua/args.c",
        "src/lua/astar.c",
        "src/lua/class.c",
        "src/lua/clock.c",
        "src/lua/fields.c",
        "src/lua/graph.c",
        "src/lua/graph_search.c",
        "src/lua/grid.c",
        "src/lua/grid_options.c",
        "src/lua/grid_source.c",
        "src/lua/handle.c",
        "src/lua/links.c",
        "src/lua/load.c",
        "src/lua/node.c",
        "src/lua/object.c",
        "src/lua/obstacle.c",
        "src/lua/options.c",
        "src/lua/path.c",
        "src/lua/plane.c",
        "src/lua/plane_search.c",
        "src/lua/save.c",
        "src/lua/search.c",
        "src/lua/space.c",
        "src/lua/units.c",
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
