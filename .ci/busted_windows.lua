-- Runs busted in a Lua for Windows. Two of its modules are written in C, and busted asks little of them when it writes
-- plain text: whether the output is a terminal, and the time. lfs it really needs; .ci/windows builds that.
package.preload.term = function() return { isatty = function() return false end } end
package.preload.system = function() return { gettime = os.time, monotime = os.clock } end
require "busted.runner" { standalone = false }
