-- The manual is true: the Lua of README.md and of each page in docs/ and docs/reference/ runs as printed, and prints what it
-- says after `-->`. The blocks of a page are one program, from first to last; a page uses nothing of another. The first line
-- of a block may say:
--   -- fragment    the block is only compiled
--   -- main.lua    a whole game for LÖVE: compiled here, played by spec/love/manual.lua
-- A block of text in a page is the output of an example.

local files = require "spec.support.files"
local lfs = require "lfs"
local random = require "spec.support.random"
local manual = require "spec.support.pages"

---- Reading it ------------------------------------------------------------------------------------------

local function is_part_of_program(block)
  return block[1] ~= "-- fragment" and block[1] ~= "-- main.lua"
end

-- The blocks in the places where they stand, with empty lines between them, so that errors name the lines of the page.
local function whole_program(page)
  local lines = {}
  for _, block in ipairs(manual.blocks(page, "lua")) do
    if is_part_of_program(block) then
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

-- What the lines of a program say that they print, and what they print.
local function run(lines, name, globals)
  local expected = {}
  for _, line in ipairs(lines) do
    local text = line:match("%-%->%s*(.*)$")
    if text then expected[#expected + 1] = plain(text) end
  end
  local printed, print_to = printer()
  local environment = setmetatable(globals, { __index = _G })
  environment.print = print_to
  -- What is measured is done several times, which changes nothing that is printed.
  local text = table.concat(lines, "\n"):gsub("for _ = 1, 10 do path", random.size("%0", "for _ = 1, 1 do path"))
  compile(text, "@" .. name, environment)()
  return expected, printed
end

for _, page in ipairs(manual.names()) do
  describe("the program of " .. page, function()
    it("prints what it says", function()
      assert.are.same(run(whole_program(page), page, {}))
    end)

    it("has fragments and games that are Lua", function()
      for _, block in ipairs(manual.blocks(page, "lua")) do
        if not is_part_of_program(block) then compile(table.concat(block, "\n"), "@" .. page .. ":" .. block.line, {}) end
      end
    end)
  end)
end

describe("a recipe", function()
  for _, block in ipairs(manual.blocks("docs/recipes.md", "lua")) do
    it("needs none of the programs before it: line " .. block.line, function()
      assert.are.same(run(block, "docs/recipes.md:" .. block.line, { astar = require "astar" }))
    end)
  end
end)

---- Their width -----------------------------------------------------------------------------------------

local WIDEST = 84 -- what the site's column shows; what a program prints is as wide as it is

describe("the programs of the manual", function()
  local pages = manual.names()
  table.remove(pages, 1) -- README.md
  for _, page in ipairs(pages) do
    it("fit the column of the site: " .. page, function()
      local long, language, number = {}, nil, 0
      for line in io.lines(page) do
        number = number + 1
        local fence = line:match("^```(.*)$")
        local is_output = language == "text" or line:find("^%s*%-%->")
        if fence then
          language = not language and fence or nil
        elseif language and not is_output and #line:gsub("[\128-\191]", "") > WIDEST then
          long[#long + 1] = page .. ":" .. number .. ": " .. line
        end
      end
      assert.are.same({}, long)
    end)
  end
end)

---- Pictures made of text -------------------------------------------------------------------------------

-- What an example prints without colours.
local function output(example)
  local printed, print_to = printer()
  local old_print, old_arg, old_cpath = print, arg, package.cpath
  _G.print, _G.arg = print_to, { [0] = "examples/" .. example .. ".lua", "--plain" }
  local fine, message = pcall(dofile, "examples/" .. example .. ".lua")
  _G.print, _G.arg, package.cpath = old_print, old_arg, old_cpath
  assert(fine, message)
  return table.concat(printed, "\n")
end

-- The pages with a block of text that is a picture, and the examples that print it.
local pictures = { { "docs/tiles.md", "battlefield" }, { "docs/open-ground.md", "rays" } }

for _, case in ipairs(pictures) do
  local page, example = case[1], case[2]
  describe("the picture in " .. page, function()
    it("is what the example prints: " .. example, function()
      local blocks = manual.blocks(page, "text")
      assert.are.equal(1, #blocks)
      local picture = blocks[1]
      for i = 1, #picture do picture[i] = plain(picture[i]) end
      assert.is_true(#picture > 10)
      assert.is_truthy(output(example):find(table.concat(picture, "\n"), 1, true))
    end)
  end)
end

---- Links -----------------------------------------------------------------------------------------------

-- The anchors of a page, made of its headings as GitHub and mkdocs make them.
local function anchors(text)
  local found = {}
  for heading in ("\n" .. text:gsub("\n```.-\n```", "")):gmatch("\n#+ ([^\n]+)") do
    local anchor = heading:gsub("%[([^%]]*)%]%([^)]*%)", "%1"):lower():gsub("[^%w%s_\128-\255-]", ""):gsub("%s", "-")
    found[anchor] = true
  end
  return found
end

-- Calls visit(target) for each link and picture of a text, code apart.
local function each_link(text, visit)
  text = text:gsub("\n```.-\n```", ""):gsub("`[^`\n]*`", "")
  for target in text:gmatch("%]%(([^)%s]+)%)") do visit(target) end
end

describe("the links of the manual", function()
  local pages = { "README.md", "CONTRIBUTING.md" }
  for _, page in ipairs(manual.names()) do
    if page ~= "README.md" then pages[#pages + 1] = page end
  end
  for _, page in ipairs(pages) do
    it("lead somewhere: " .. page, function()
      local broken = {}
      each_link(files.read(page), function(target)
        if target:find("^%a+://") then return end
        local name, anchor = target:match("^([^#]*)#?(.*)$")
        local file = name == "" and page or (page:match("^.*/") or "") .. name
        local text = files.read(file:gsub("/$", "/README.md")) or lfs.attributes(file, "mode") == "directory" and ""
        if not text or anchor ~= "" and not anchors(text)[anchor] then broken[#broken + 1] = target end
      end)
      assert.are.same({}, broken)
    end)
  end

  it("lead to every page", function()
    local linked = {}
    each_link(files.read("docs/README.md"), function(target) linked["docs/" .. target] = true end)
    for _, page in ipairs(manual.names()) do
      if page ~= "README.md" and page ~= "docs/README.md" then assert.is_true(linked[page], page) end
    end
  end)
end)

describe("the README", function()
  it("has 12 KB at most", function()
    assert.is_true(#files.read("README.md") <= 12 * 1024)
  end)
end)
