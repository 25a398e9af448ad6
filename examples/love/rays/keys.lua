-- What each key does, and the words that explain it on the screen.

local pointer = require "shared.pointer"

local keys = {}

-- Two columns: key or mouse, and what it does.
keys.help = {
  pointer.HELP,
  { "Enter held, arrows", "drag; Backspace held turns" },
  { "left drag", "move an obstacle, the start, the goal" },
  { "right drag, wheel", "turn an obstacle (Q and E too)" },
  { "click", "add one: B box, O circle, P polygon" },
  { "Delete, X", "remove the one under the pointer" },
  { "1 to 6", "scenes" },
  { "R, shift R", "a larger figure, a smaller one" },
  { "W", "send a figure to the goal, end that" },
  { "N", "watch the rays: one expansion" },
  { "space, + -", "watch slowly; faster, slower" },
  { "F", "watch the end" },
  { "T, V", "watch from the start, no longer" },
  { "L", "g and h at the corners" },
  { "C", "compare with a grid" },
  { "[ ], page up, down", "the size of its cells" },
  { "G", "cells blocked by middle or any part" },
  { "H, F1,  Escape", "hide this, show it;  quit" },
}

local scene_keys = {}
for number = 1, 6 do
  scene_keys[tostring(number)], scene_keys["kp" .. number] = number, number
end

-- By the name of the key: function(game, hand, view).
local actions = {
  b = function(game) game.kind = "box" end,
  o = function(game) game.kind = "circle" end,
  p = function(game) game.kind = "polygon" end,
  x = function(_, hand) hand:remove() end,
  r = function(game) game:resize(love.keyboard.isDown("lshift", "rshift") and -1 or 1) end,
  w = function(game) game:walk() end,
  n = function(game)
    game:watched().running = false
    game.watch:step(1)
  end,
  space = function(game)
    local watch = game:watched()
    if watch:is_over() then watch:rewind() end
    watch.running = not watch.running
  end,
  ["+"] = function(game) game.watch:faster(2) end,
  ["-"] = function(game) game.watch:faster(0.5) end,
  f = function(game) game:watched():finish() end,
  t = function(game) game:watched():rewind() end,
  l = function(game) game.labels = not game.labels end,
  v = function(game)
    if game.watch.search then game.watch:stop() else game:watched() end
  end,
  c = function(game) game:toggle_compare() end,
  ["["] = function(game) game:resize_cells(-1) end,
  ["]"] = function(game) game:resize_cells(1) end,
  g = function(game) game:toggle_whole() end,
  h = function(_, _, view) view.help = not view.help end,
  escape = function() love.event.quit() end,
}
actions.delete = actions.x
actions["="], actions["kp+"], actions["kp-"] = actions["+"], actions["+"], actions["-"]
actions.pageup, actions.pagedown = actions["]"], actions["["]
actions.f1 = actions.h

-- Many layouts have no brackets as keys of their own; then the keys in their place count.
local function action_of(key, scancode)
  return actions[key] or (scancode == "[" or scancode == "]") and actions[scancode]
end

-- Keys held down repeat where that helps.
local repeated = { n = true, r = true, ["+"] = true, ["-"] = true, ["="] = true }

function keys.press(key, scancode, is_repeat, game, hand, view)
  if is_repeat and not repeated[key] then return end
  local number = scene_keys[key]
  if number then
    hand:drop()
    game:load(number)
    return
  end
  local action = action_of(key, scancode)
  if action then action(game, hand, view) end
end

return keys
