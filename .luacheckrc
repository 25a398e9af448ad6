-- The Lua code runs on every version, so the globals of each are allowed: code that uses one asks first.
std = "max"
max_line_length = 140
exclude_files = { "build" }

files["spec/**/*_spec.lua"] = { std = "max+busted" }

-- Types for editors: functions without bodies, whose arguments only carry names.
files["src/astar/*.d.lua"] = { ignore = { "1..", "2..", "6.." } }

files["*.rockspec"] = { std = "rockspec" }
