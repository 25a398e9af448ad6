-- Stands in for the busted command where that is a shell script bound to one Lua.
require "busted.runner" { standalone = false }
