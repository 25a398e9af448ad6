-- The Lua code runs on every version, so the globals of each are allowed: code that uses one asks first.
std = "max"
max_line_length = 140
exclude_files = { "build", "examples/love/*/astar", "examples/love/*/shared" }

files["spec/**/*_spec.lua"] = { std = "max+busted" }
files["spec/work/*_work.lua"] = { std = "max+busted" }

-- LÖVE has LuaJIT. The loader runs on every Lua as well.
files["src/love"] = { std = "max+love" }
files["examples/love"] = { std = "luajit+love" }
files["examples/support/love"] = { std = "luajit+love" }
files["examples/pictures/love"] = { std = "luajit+love" }
files["spec/love"] = { std = "luajit", globals = { "love" }, self = false }

-- Types for editors: functions without bodies, whose arguments only carry names.
files["src/astar/*.d.lua"] = { ignore = { "1..", "2..", "6.." } }

files["*.rockspec"] = { std = "rockspec" }

-- What a program of the playground has beside Lua's own: see src/web/playground.lua.
files["docs/playground/examples"] = { read_globals = { "show", "cell", "waypoint", "point", "slider", "paint" } }
