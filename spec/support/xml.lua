-- Reads the SVG that the module writes, strictly: what it does not expect is an error.

local that = require("spec.support.check").that

local xml = {}

-- What may stand in the attributes: numbers, colours, paths and the few words that pictures are made of.
local NUMBER, LENGTH = "^%-?%d+%.?%d*$", "^%-?%d+%.?%d*%%?$"
local COLOUR = { "^#%x%x%x%x%x%x$", "^none$" }
local ATTRIBUTES = {
  xmlns = { "^http://www%.w3%.org/2000/svg$" }, viewBox = { "^0 0 [%d.]+ [%d.]+$" }, ["font-family"] = { "^sans%-serif$" },
  class = { "^%l+$" }, width = { LENGTH }, height = { LENGTH }, x = { NUMBER }, y = { NUMBER }, cx = { NUMBER }, cy = { NUMBER },
  r = { NUMBER }, d = { "^[MLlhvz%d. %-]*$" }, fill = COLOUR, stroke = COLOUR, ["fill-opacity"] = { NUMBER },
  ["stroke-opacity"] = { NUMBER }, ["stroke-width"] = { NUMBER }, ["stroke-linecap"] = { "^round$" },
  ["stroke-linejoin"] = { "^round$" }, ["font-size"] = { NUMBER }, ["text-anchor"] = { "^%l+$" }, ["paint-order"] = { "^stroke$" },
}
local TAGS = { svg = true, rect = true, g = true, path = true, circle = true, text = true }
local ENTITIES = { ["&amp;"] = "&", ["&lt;"] = "<", ["&gt;"] = ">", ["&quot;"] = '"' }

-- The characters that XML 1.0 allows, in UTF-8.
local CHARACTERS = {
  "^[\t\n\r\32-\127]+", "^[\194-\223][\128-\191]", "^\224[\160-\191][\128-\191]", "^[\225-\236\238][\128-\191][\128-\191]",
  "^\237[\128-\159][\128-\191]", "^\239[\128-\190][\128-\191]", "^\239\191[\128-\189]", "^\240[\144-\191][\128-\191][\128-\191]",
  "^[\241-\243][\128-\191][\128-\191][\128-\191]", "^\244[\128-\143][\128-\191][\128-\191]",
}

function xml.check_characters(text)
  local at = 1
  while at <= #text do
    local to
    for _, pattern in ipairs(CHARACTERS) do
      to = to or select(2, text:find(pattern, at))
    end
    that(to, "no character of XML at byte %d", at)
    at = to + 1
  end
end

-- A text without entities.
function xml.decoded(text)
  return (text:gsub("&[^;]*;", ENTITIES))
end

local function check_attribute(name, value)
  for _, pattern in ipairs(assert(ATTRIBUTES[name], name)) do
    if value:find(pattern) then return end
  end
  error(name .. " = " .. value, 0)
end

-- The elements in order, each { tag, at (its attributes), depth, text }. With `any`, they and their attributes may have any
-- names and values.
function xml.elements_of(text, any)
  xml.check_characters(text)
  local list, open = {}, {}
  local at = 1
  while at <= #text do
    local from, to, closing, tag, rest, empty = text:find("^<(/?)(%a+)([^<>]-)(/?)>", at)
    if from then
      that(any or TAGS[tag], "unknown element %s", tag)
      if closing == "/" then
        that(table.remove(open) == tag and rest == "", "</%s> closes nothing", tag)
      else
        local attributes = {}
        for name, value in rest:gmatch('%s([%a%-]+)="([^"<]*)"') do
          that(not attributes[name], "%s is there twice", name)
          if not any then check_attribute(name, value) end
          attributes[name] = value
        end
        local left = rest:gsub('%s[%a%-]+="[^"<]*"', "")
        that(left:find("^%s*$"), "malformed attributes: %s", rest)
        list[#list + 1] = { tag = tag, at = attributes, depth = #open, text = "" }
        if empty == "" then open[#open + 1] = tag end
      end
      at = to + 1
    else
      local chars = text:match("^[^<>]+", at)
      that(chars, "stray < or > at %d", at)
      for entity in chars:gmatch("&[^;]*;?") do that(ENTITIES[entity], "stray &: %s", entity) end
      if open[#open] == "text" then list[#list].text = list[#list].text .. chars
      else that(chars:find("^%s*$"), "text in %s", open[#open]) end
      at = at + #chars
    end
  end
  assert(#open == 0, "not closed: " .. table.concat(open, " "))
  return list
end

return xml
