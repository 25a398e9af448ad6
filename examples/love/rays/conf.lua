-- The window of the demo.

function love.conf(t)
  t.identity = "astar-rays"
  t.version = "11.4"
  t.window.title = "astar: rays"
  t.window.width, t.window.height = 1280, 720
  t.window.minwidth, t.window.minheight = 800, 560
  t.window.resizable = true
  t.window.msaa = 4
  t.modules.physics, t.modules.joystick, t.modules.video = false, false, false
end
