-- The window.

function love.conf(t)
  t.identity = "astar-crowd"
  t.version = "11.4"
  t.window.title = "astar: crowd"
  t.window.width = 1280
  t.window.height = 800
  t.window.minwidth = 800
  t.window.minheight = 600
  t.window.resizable = true
  t.window.msaa = 4
  t.modules.audio, t.modules.sound, t.modules.physics = false, false, false
  t.modules.joystick, t.modules.video = false, false
end
