-- The README is true: its Lua runs as printed, from first block to last, and prints what it says after `-->`.
-- A block that begins with the line `-- fragment` is only compiled.

---- Reading it ------------------------------------------------------------------------------------------

-- Blocks of one language: { { line = number of the first line in it, "text", ... }, ... }
local function read_blocks(file_name, language)
  local blocks, block, number = {}, nil, 0
  for line in io.lines(file_name) do
    number = number + 1
    if block == nil and line:find("^```%w") then
      block = { line = number + 1 }
      if line == "```" .. language then blocks[#blocks + 1] = block end
    elseif line == "```" then
      block = nil
    elseif block then
      block[#block + 1] = line
    end
  end
  return blocks
end

local lua_blocks = read_blocks("README.md", "lua")

local function is_fragment(block)
  return block[1] == "-- fragment"
end

-- Whole blocks in the places where they stand, with empty lines between them, so that errors name the README's lines.
local function whole_program()
  local lines = {}
  for _, block in ipairs(lua_blocks) do
    if not is_fragment(block) then
      for i = #lines + 1, block.line - 1 do lines[i] = "" end
      for _, line in ipairs(block) do lines[#lines + 1] = line end
    end
  end
  return lines
end

local function compile(text, name, environment)
  if rawget(_G, "setfenv") then
    return setfenv(assert(loadstring(text, name)), environment)
  end
  return assert(load(text, name, "t", environment))
end

---- Running it ------------------------------------------------------------------------------------------

-- However many blanks, and 8.0 as 8: Lua 5.3 and later write floats so.
local function plain(text)
  return (text:gsub("(%d)%.0%f[^%d]", "%1"):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

-- A table that keeps what is printed, and the function that prints to it.
local function printer()
  local lines = {}
  return lines, function(...)
    local words = {}
    for i = 1, select("#", ...) do words[i] = tostring((select(i, ...))) end
    lines[#lines + 1] = plain(table.concat(words, " "))
  end
end

-- Runs the README with the few functions of LÖVE that it uses.
local function run()
  local drawn = {}
  local love = { graphics = {
    line = function(points) drawn.points = points end,
    circle = function(_, x, y) drawn.x, drawn.y = x, y end,
  } }
  local printed, print_to = printer()
  local environment = setmetatable({ love = love, print = print_to }, { __index = _G })
  compile(table.concat(whole_program(), "\n"), "@README.md", environment)()
  return printed, love, drawn
end

describe("the README", function()
  it("has Lua that prints what it says", function()
    local expected = {}
    for _, line in ipairs(whole_program()) do
      local text = line:match("%-%->%s*(.*)$")
      if text then expected[#expected + 1] = plain(text) end
    end
    assert.is_true(#expected > 30)
    assert.are.same(expected, (run()))
  end)

  it("has fragments that are Lua", function()
    for _, block in ipairs(lua_blocks) do
      if is_fragment(block) then compile(table.concat(block, "\n"), "@README.md:" .. block.line, {}) end
    end
  end)

  it("has a game for LÖVE that goes where one clicks", function()
    local _, love, drawn = run()
    love.update(0.02)
    love.draw()
    assert.are.equal(20, drawn.x)
    assert.is_nil(drawn.points)
    love.mousepressed(330, 235)
    for _ = 1, 1000 do love.update(0.02) end
    love.draw()
    assert.are.same({ 340, 220 }, { drawn.x, drawn.y })
    assert.are.same({ 20, 20, 340, 220 },
      { drawn.points[1], drawn.points[2], drawn.points[#drawn.points - 1], drawn.points[#drawn.points] })
  end)

  it("describes every member", function()
    local file = assert(io.open("README.md", "rb"))
    local text = file:read("*a")
    file:close()
    local prefixes = { ["astar.Graph"] = "g", ["astar.Grid"] = "map", ["astar.Node"] = "node", ["astar.Search"] = "s",
      ["astar.Path"] = "path", ["astar.Plane"] = "plane", ["astar.Obstacle"] = "rock", ["astar.PlaneSearch"] = "s",
      ["astar.PlanePath"] = "path", ["astar.tiled.Info"] = "info", ["astar.Follower"] = "f" }
    local variables, prefix = {}, nil
    local lacking = {}
    local function want(what)
      if not text:find(what, 1, true) then lacking[#lacking + 1] = what end
    end
    local function read(line)
      local class = line:match("^%-%-%-@class ([%w_.]+)")
      if class then prefix = prefixes[class] end
      local variable = line:match("^local ([%w_]+) = {}")
      if variable then variables[variable] = prefix end
      local field = line:match("^%-%-%-@field ([%w_]+)")
      if field and prefix == "node" then
        want("`" .. field .. "`")
      elseif field and prefix then
        want("`" .. prefix .. "." .. field .. "`")
      elseif field and field ~= "_VERSION" then
        want("`" .. field .. "`")
      end
      local owner, method = line:match("^function ([%w_]+):([%w_]+)%(")
      if owner then want("`" .. variables[owner] .. ":" .. method .. "(") end
    end
    for _, module in ipairs { "astar", "tiled", "follow", "svg" } do
      for line in io.lines("src/astar/" .. module .. ".d.lua") do read(line) end
    end
    assert.are.same({}, lacking)
  end)
end)
