-- The window.

function love.conf(t)
  t.identity = "astar-battlefield"
  t.version = "11.4"
  t.window.title = "astar: battlefield"
  t.window.width = 1024
  t.window.height = 720
  t.window.minwidth = 800
  t.window.minheight = 560
  t.window.resizable = true
  t.window.msaa = 4
  t.modules.audio, t.modules.sound, t.modules.physics = false, false, false
  t.modules.joystick, t.modules.video = false, false
end
