-- The manual promises nothing that no test holds: each sentence of it that has a word such as "always" or "never" is quoted
-- in spec/promises.lua, beside the test that would fail if it were not so. Pages about how the module is built and measured
-- (architecture.md, speed.md) may be quoted, but need not be.

local files = require "spec.support.files"
local manual = require "spec.support.pages"
local promises = require "spec.promises"

-- What makes a sentence a promise; patterns, in lower case.
local WORDS = { "always", "never", "at most", "at least", "no more than", "no two", "cannot", "exactly", "optimal", "every",
  "whatever", "however", "costs? nothing", "to the bit", "last bit" }

local FREE = { ["docs/architecture.md"] = true, ["docs/speed.md"] = true }

-- The text of a page with single blanks in place of the ends of lines, as quotations have them.
local function plain(page)
  local texts = {}
  for _, piece in ipairs(manual.pieces(page)) do texts[#texts + 1] = piece.text end
  return table.concat(texts, "\n")
end

-- The same text, in lower case, with blanks in place of code and of the addresses of links: words there promise nothing.
local function words_of(text)
  local function blank(part) return (" "):rep(#part) end
  return (" " .. text:lower():gsub("`[^`]*`", blank):gsub("%]%([^)]*%)", blank) .. " ")
end

-- Calls visit(at, word) for each word of a promise in a text, at which it begins.
local function each_word(text, visit)
  local words = words_of(text)
  for _, word in ipairs(WORDS) do
    local at = 1
    while true do
      local first, last = words:find("%f[%w]" .. word .. "%f[^%w]", at)
      if not first then break end
      visit(first - 1, word)
      at = last + 1
    end
  end
end

-- The sentence of a text around a place.
local function sentence(text, at)
  local first = 1
  for stop, next_one in text:gmatch("()[.!?|]%s+()") do
    if stop >= at then return text:sub(first, stop) end
    first = next_one
  end
  return text:sub(first)
end

-- Which bytes of a text are in one of the quotations.
local function quoted_bytes(text, entries)
  local quoted = {}
  for _, entry in ipairs(entries) do
    local first, last = text:find(entry[1], 1, true)
    while first do
      for i = first, last do quoted[i] = true end
      first, last = text:find(entry[1], last + 1, true)
    end
  end
  return quoted
end

local function entries_of(page)
  local entries = {}
  for _, entry in ipairs(promises.kept[page] or {}) do entries[#entries + 1] = entry end
  for _, entry in ipairs(promises.no_promises[page] or {}) do entries[#entries + 1] = entry end
  return entries
end

describe("a promise of the manual", function()
  for _, page in ipairs(manual.names()) do
    if not FREE[page] then
      it("has a test: " .. page, function()
        local missing, entries = {}, entries_of(page)
        for _, piece in ipairs(manual.pieces(page)) do
          local quoted = quoted_bytes(piece.text, entries)
          each_word(piece.text, function(at, word)
            if not quoted[at] then
              missing[#missing + 1] = ("%s:%d: '%s' without a test: %s"):format(page, piece.line(at), word,
                sentence(piece.text, at))
            end
          end)
        end
        assert.are.same("", table.concat(missing, "\n"))
      end)
    end
  end
end)

---- The list ------------------------------------------------------------------------------------------

-- The file of a test: of specs the list has the room and the name only.
local function file_of(name)
  if name:find("^spec/") or name:find("^%.ci/") then return name end
  return "spec/" .. name .. "_spec.lua"
end

-- Whether a file has a test: of specs a line of it() or describe() with the name, of C a function, of others a text.
local function has_test(file, text, name)
  if file:find("%.lua$") and (file:find("_spec%.lua$") or file:find("_work%.lua$")) then
    for line in text:gmatch("[^\n]+") do
      if (line:find("^%s*it[%w_]*%(") or line:find("^%s*describe%(")) and line:find(name, 1, true) then return true end
    end
    return false
  end
  if file:find("%.c$") then return text:find("\nstatic [%w_ *]*%f[%w_]" .. name .. "%(") ~= nil end
  return text:find(name, 1, true) ~= nil
end

describe("the list of promises", function()
  it("quotes sentences of pages", function()
    local wrong = {}
    for _, list in ipairs { promises.kept, promises.no_promises } do
      for page, entries in pairs(list) do
        local text = plain(page)
        for _, entry in ipairs(entries) do
          if not text:find(entry[1], 1, true) then wrong[#wrong + 1] = ("%s does not have '%s'"):format(page, entry[1]) end
        end
      end
    end
    table.sort(wrong)
    assert.are.same("", table.concat(wrong, "\n"))
  end)

  it("names tests that there are", function()
    local wrong, texts = {}, {}
    for page, entries in pairs(promises.kept) do
      for _, entry in ipairs(entries) do
        local file = file_of(entry[2])
        texts[file] = texts[file] or files.read(file)
        if not texts[file] or not has_test(file, texts[file], entry[3]) then
          wrong[#wrong + 1] = ("%s: '%s': %s has no test '%s'"):format(page, entry[1], file, entry[3])
        end
      end
    end
    table.sort(wrong)
    assert.are.same("", table.concat(wrong, "\n"))
  end)

  it("is about pages of the manual", function()
    local known = {}
    for _, page in ipairs(manual.names()) do known[page] = true end
    for page in pairs(promises.kept) do assert.is_true(known[page], page) end
    for page in pairs(promises.no_promises) do assert.is_true(known[page], page) end
  end)
end)
