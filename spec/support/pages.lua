-- Reads the pages of the manual: their blocks of code, and their text in pieces. The specs and the plays in LÖVE use it.

local pages = {}

-- README.md and the pages, sorted. Takes the module lfs, which LÖVE has not.
function pages.names()
  local names = {}
  for _, folder in ipairs { "docs/", "docs/reference/" } do
    for name in require("lfs").dir(folder) do
      if name:find("%.md$") then names[#names + 1] = folder .. name end
    end
  end
  table.sort(names)
  table.insert(names, 1, "README.md")
  return names
end

-- The blocks of one language, in order: { line = number of the first line in it, "text", ... }. A block of another
-- language is never taken for text around blocks.
function pages.blocks(page, language)
  local blocks, block, number = {}, nil, 0
  for line in io.lines(page) do
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

-- The text around the blocks of code, without headings and pictures: paragraphs, elements of lists and rows of tables.
-- Each is a text of one line, and has the number of the page's line from which each of its bytes is:
-- { text =, line = function(at) }.
function pages.pieces(page)
  local pieces, inside, number = {}, false, 0
  local words, starts, lines, length = {}, {}, {}, 0
  local function flush()
    if length == 0 then return end
    local text, from, numbers = table.concat(words, " "), starts, lines
    if not text:find("^!%[") then
      pieces[#pieces + 1] = { text = text, line = function(at)
        local i = #from
        while from[i] > at do i = i - 1 end
        return numbers[i]
      end }
    end
    words, starts, lines, length = {}, {}, {}, 0
  end
  for line in io.lines(page) do
    number = number + 1
    if line:find("^```") then
      inside = not inside
      flush()
    elseif not inside then
      local is_row = line:find("^|")
      if is_row or line:find("^%s*$") or line:find("^#") or line:find("^%* ") or line:find("^%d+%. ") then flush() end
      if not line:find("^#") then
        local text = line:gsub("^%s+", "")
        if text ~= "" then
          words[#words + 1], starts[#starts + 1], lines[#lines + 1] = text, length + 1, number
          length = length + #text + 1
        end
      end
      if is_row then flush() end
    end
  end
  flush()
  return pieces
end

return pages
