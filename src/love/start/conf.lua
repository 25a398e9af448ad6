-- The window of the menu; the game that is started from it brings its own.

function love.conf(t)
  t.identity = "astar-start"
  t.version = "11.4"
  t.window.title = "astar"
  t.window.width, t.window.height = 720, 300
  t.modules.audio, t.modules.sound, t.modules.physics = false, false, false
  t.modules.joystick, t.modules.video = false, false
end
