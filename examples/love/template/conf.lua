-- The window. `identity` names the game's save directory, so give your game one of its own.

function love.conf(t)
  t.identity = "astar-template"
  t.version = "11.4"
  t.window.title = "astar: template"
  t.window.width, t.window.height = 1024, 720
  t.window.resizable = true
  t.window.msaa = 4                                     -- smooth edges
end
