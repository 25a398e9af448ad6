-- The window of the waypoints demo.

function love.conf(t)
  t.identity = "astar-waypoints"
  t.version = "11.4"
  t.window.title = "astar: waypoints"
  t.window.width, t.window.height = 1024, 720
  t.window.minwidth, t.window.minheight = 800, 600
  t.window.resizable = true
  t.window.msaa = 4
  t.modules.audio, t.modules.sound, t.modules.physics = false, false, false
  t.modules.joystick, t.modules.video = false, false
end
