-- The window.

function love.conf(t)
  t.identity = "astar-towers"
  t.version = "11.4"
  t.window.title = "astar: towers"
  t.window.width = 1120
  t.window.height = 772
  t.window.minwidth = 800
  t.window.minheight = 600
  t.window.resizable = true
  t.window.msaa = 4
  t.modules.audio, t.modules.sound, t.modules.physics = false, false, false
  t.modules.joystick, t.modules.video = false, false
end
