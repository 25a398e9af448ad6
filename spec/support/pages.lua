-- Reads the pages of the manual: their blocks of code. The specs and the plays in LÖVE use it.

local pages = {}

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

return pages
