-- Loads a map of Tiled in LÖVE, whose love.data decompresses its layers: on the main thread and in another.

local WIDTH, HEIGHT = 60, 40

local function encode(ids, form)
  local bytes = {}
  for i, id in ipairs(ids) do bytes[i] = string.char(id % 256, math.floor(id / 256) % 256, 0, 0) end
  return love.data.encode("string", "base64", love.data.compress("string", form, table.concat(bytes), 9))
end

-- The text of a map with one layer, as a JSON export has it.
local function map_text(data, form)
  return ('{"orientation":"orthogonal","width":%d,"height":%d,"tilewidth":16,"tileheight":16,\n'):format(WIDTH, HEIGHT) ..
    '"tilesets":[{"name":"land","firstgid":1,"tilecount":2,"tiles":[{"id":0,"type":"grass"},{"id":1,"type":"rock",' ..
    '"properties":[{"name":"collidable","type":"bool","value":true}]}]}],\n' ..
    ('"layers":[{"type":"tilelayer","name":"ground","width":%d,"height":%d,"encoding":"base64","compression":"%s","data":"%s"}]}')
      :format(WIDTH, HEIGHT, form, data)
end

local in_thread = [[
  local tiled = require "astar.tiled"
  local map = tiled.load((...))
  love.thread.getChannel("read"):push(map:get(1, 1) .. " " .. #map)
]]

return function(play)
  local tiled = require "astar.tiled"
  local random = love.math.newRandomGenerator(7)
  local ids, many = {}, {}
  for i = 1, WIDTH * HEIGHT do ids[i], many[i] = random:random(2), 1 end
  ids[1] = 1

  local function refused(what, text, ...)
    local fine, message = pcall(tiled.load, text)
    local said = not fine
    for _, want in ipairs { ... } do said = said and message:find(want, 1, true) end
    play:check(said, what .. ": " .. tostring(message))
  end

  for _, form in ipairs { "zlib", "gzip" } do
    local data = encode(ids, form)
    local map = tiled.load(map_text(data, form))
    local same = true
    for i, id in ipairs(ids) do same = same and map:node(i).terrain == (id == 1 and "grass" or "rock") end
    play:check(same, form .. ": every tile is there")
    play:check(map:cell(1, 1).blocked == false, form .. ": grass is open")

    local lacking = "layer 'ground': its data cannot be decompressed"
    refused(form .. " cut off", map_text(data:sub(1, #data - 8), form), lacking)
    refused(form .. " damaged", map_text(data:sub(1, 40) .. "AAAA" .. data:sub(45), form), lacking)
    refused(form .. " of one tile too much", map_text(encode({ 1, unpack(ids) }, form), form), "2400 tiles expected in its data, got more")
    refused(form .. " of one tile too few", map_text(encode({ unpack(ids, 2) }, form), form), "2400 tiles expected in its data, got 2399")
    for _ = 1, 9 do
      for i = 1, #many do many[#many + 1] = many[i] end
      if #many > 2 ^ 19 then break end
    end
    refused(form .. " that is a bomb", map_text(encode(many, form), form), "layer 'ground'")
  end
  refused("zstd", map_text("KLUv", "zstd"), "compression 'zstd' cannot be read here", "zlib compressed")

  local thread = love.thread.newThread(in_thread)
  thread:start(map_text(encode(ids, "zlib"), "zlib"))
  thread:wait()
  play:check(not thread:getError(), "no error in the thread: " .. tostring(thread:getError()))
  play:check(love.thread.getChannel("read"):pop() == "grass 2400", "the thread has read the map")
end
