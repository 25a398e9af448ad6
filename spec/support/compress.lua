-- Compressed data for specs, made by the Lua module zlib (lua-zlib), if it is installed.

local compress = {}

local _, zlib = pcall(require, "zlib")

-- The module, or nil.
compress.zlib = type(zlib) == "table" and zlib.deflate and zlib or nil

local WINDOWS = { gzip = 15 + 16 } -- the size of window that asks zlib for a gzip header

-- Bytes in the form "zlib" or "gzip".
function compress.bytes(bytes, form, level)
  return (compress.zlib.deflate(level or 9, WINDOWS[form])(bytes, "finish"))
end

-- `it`, given busted's own, that is pending where the module is not installed.
function compress.it(it, pending)
  return function(name, f)
    it(name, function()
      if not compress.zlib then return pending("the Lua module zlib is not installed (lua-zlib)") end
      f()
    end)
  end
end

return compress
