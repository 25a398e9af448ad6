-- Reads the types for editors, src/astar/*.d.lua: what they say there is, and what they say about it.

local annotations = {}

-- The names before the colons of `self: X, a: T, b?: U`, without self: { { name =, optional = }, ... }
local function arguments_of(text)
  local list = {}
  for name, optional in text:gmatch("([%a_][%w_]*)(%??):%s") do
    if name ~= "self" then list[#list + 1] = { name = name, optional = optional ~= "" } end
  end
  return list
end

-- What stands above a function, taken from the lines of its comment.
local function describe(comment, names)
  local params, overloads, text, returns = {}, {}, {}, 0
  for _, line in ipairs(comment) do
    local param, optional = line:match("^@param ([%w_]+)(%??)")
    local overload = line:match("^@overload fun(%b())")
    if param then params[param] = optional ~= "" end
    if overload then overloads[#overloads + 1] = arguments_of(overload:sub(2, -2)) end
    if line:find("^@return") then returns = returns + 1 end
    if not line:find("^@") then text[#text + 1] = line end
  end
  local arguments = {}
  for name in names:gmatch("[%a_][%w_]*") do
    arguments[#arguments + 1] = { name = name, optional = params[name] == true }
  end
  return { arguments = arguments, overloads = overloads, returns = returns, text = table.concat(text, " ") }
end

local function inherit(set, parent)
  return setmetatable(set, { __index = parent })
end

-- One file:
--   classes[name]    { fields = { name = comment }, methods = { name = function }, order = { name, ... }, parent = name,
--                      has_length =, has_elements = }; fields and methods index those of the parent too
--   aliases[name]    { "literal", ... }
--   functions[name]  of `local function name(...)`
--   undescribed      { "Class.method", ... } without a word of description
-- where a function is { arguments = { { name =, optional = }, ... }, overloads = { arguments, ... }, returns = count,
-- text = description }.
function annotations.read(file_name)
  local classes, aliases, functions, undescribed = {}, {}, {}, {}
  local by_variable = {}
  local class, alias
  local comment = {} -- the lines that begin with `---`, without it, up to here
  for line in io.lines(file_name) do
    local words = line:match("^%-%-%-(.*)$")
    if words and not words:find("^%-") then
      comment[#comment + 1] = words
      local name, parent = words:match("^@class ([%w_.]+):? ?([%w_.]*)")
      local field, rest = words:match("^@field ([%a_][%w_]*)%??%s*(.*)$")
      local literal = words:match('^| "([^"]*)"')
      if name then
        parent = classes[parent] or { fields = {}, methods = {} }
        class = { fields = inherit({}, parent.fields), methods = inherit({}, parent.methods), order = {}, parent = parent.name,
          name = name }
        classes[name] = class
      elseif field then
        class.fields[field] = rest:match("# (.*)$") or ""
        class.order[#class.order + 1] = field
      elseif words:find("^@field %[integer%]") then
        class.has_elements = true
      elseif words:find("^@operator len") then
        class.has_length = true
      elseif words:find("^@alias ") then
        alias = {}
        aliases[words:match("^@alias ([%w_.]+)")] = alias
      elseif literal then
        alias[#alias + 1] = literal
      end
    else
      local variable = line:match("^local ([%w_]+) = {}")
      if variable then by_variable[variable] = class end
      local owner, method, names = line:match("^function ([%w_]+)[.:]([%w_]+)(%b())")
      if owner then
        local of = assert(by_variable[owner], "what is " .. owner .. "?")
        of.methods[method] = describe(comment, names)
        of.order[#of.order + 1] = method
        if of.methods[method].text == "" then undescribed[#undescribed + 1] = owner .. "." .. method end
      end
      local name, parameters = line:match("^local function ([%w_]+)(%b())")
      if name then functions[name] = describe(comment, parameters) end
      comment = {}
    end
  end
  return { classes = classes, aliases = aliases, functions = functions, undescribed = undescribed }
end

-- The keys of a set and of those that it inherits from, sorted.
function annotations.names_of(set)
  local seen, names = {}, {}
  while set do
    for name in pairs(set) do
      if not seen[name] then
        seen[name] = true
        names[#names + 1] = name
      end
    end
    local meta = getmetatable(set)
    set = meta and meta.__index
  end
  table.sort(names)
  return names
end

return annotations
