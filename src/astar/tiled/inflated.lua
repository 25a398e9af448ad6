-- Counts the bytes to which compressed data decompresses, without decompressing it. Called by astar.tiled.data only, to
-- refuse data that is too long before it calls a decompressor that has no limit.
--
-- The formats are those of RFC 1950 (zlib), RFC 1951 (deflate) and RFC 1952 (gzip, of which only the first member is
-- counted). Checksums are not checked, nor most of what else a decompressor rejects.

local inflated = {}

local byte, floor, find = string.byte, math.floor, string.find
local max, min = math.max, math.min

local FAST = 9              -- bits of the codes that are looked up at once
local FAST_SIZE = 2 ^ FAST

local POWERS = {}
for i = 0, 32 do POWERS[i] = 2 ^ i end

---- Bits -------------------------------------------------------------------------------------------------

-- A reader is { bytes, pos, hold, have }: `hold` has the next `have` bits, which were read ahead, lowest first; `pos`
-- is the next byte to read. Beyond the end there are zeros.

local function fill(r, count)
  while r.have < count do
    local value = byte(r.bytes, r.pos) or 0
    r.pos, r.hold, r.have = r.pos + 1, r.hold + value * POWERS[r.have], r.have + 8
  end
end

local function take(r, count)
  fill(r, count)
  local value = r.hold % POWERS[count]
  r.hold, r.have = (r.hold - value) / POWERS[count], r.have - count
  return value
end

-- Whether bits beyond the end were taken.
local function is_over(r)
  return r.pos - floor(r.have / 8) > #r.bytes + 1
end

---- Codes ------------------------------------------------------------------------------------------------

local function reversed(code, length)
  local result = 0
  for _ = 1, length do
    result = result * 2 + code % 2
    code = floor(code / 2)
  end
  return result
end

-- A canonical Huffman code, from the lengths of the codes of its `count` symbols from 0 on. By the next FAST bits,
-- `fast` has symbol * 16 + length for codes of up to FAST bits. By length, `counts` has the number of codes; `symbols`
-- has their symbols in the order of codes.
local function new_code(lengths, count)
  local counts, first, symbols, fast = {}, {}, {}, {}
  for length = 0, 15 do counts[length] = 0 end
  for symbol = 0, count - 1 do counts[lengths[symbol]] = counts[lengths[symbol]] + 1 end
  counts[0] = 0
  local code, at, codes = 0, 0, {}
  for length = 1, 15 do
    code = (code + counts[length - 1]) * 2
    first[length], codes[length] = at, code
    at = at + counts[length]
  end
  for symbol = 0, count - 1 do
    local length = lengths[symbol]
    if length > 0 then
      symbols[first[length]], first[length] = symbol, first[length] + 1
      if length <= FAST then
        for k = reversed(codes[length], length), FAST_SIZE - 1, POWERS[length] do fast[k] = symbol * 16 + length end
      end
      codes[length] = codes[length] + 1
    end
  end
  return { counts = counts, symbols = symbols, fast = fast }
end

-- The next symbol, or nil if the next bits begin with no code.
local function decode(r, code)
  fill(r, 15)
  local hold = r.hold
  local known = code.fast[hold % FAST_SIZE]
  if known then
    local length = known % 16
    r.hold, r.have = floor(hold / POWERS[length]), r.have - length
    return (known - length) / 16
  end
  local value, first, index, counts = 0, 0, 0, code.counts
  for length = 1, 15 do
    value = value + floor(hold / POWERS[length - 1]) % 2
    if value - first < counts[length] then
      r.hold, r.have = floor(hold / POWERS[length]), r.have - length
      return code.symbols[index + value - first]
    end
    index, first, value = index + counts[length], (first + counts[length]) * 2, value * 2
  end
  return nil
end

---- Blocks -----------------------------------------------------------------------------------------------

-- By symbol - 257: the shortest length of a match, and the number of extra bits that are added to it. By the symbol of
-- a distance: the number of its extra bits.
local LENGTHS, LENGTH_BITS, DISTANCE_BITS = {}, {}, {}
local length_of_next = 3
for i = 0, 27 do
  LENGTHS[i], LENGTH_BITS[i] = length_of_next, i < 8 and 0 or floor(i / 4) - 1
  length_of_next = length_of_next + POWERS[LENGTH_BITS[i]]
end
LENGTHS[28], LENGTH_BITS[28] = 258, 0
for i = 0, 29 do DISTANCE_BITS[i] = i < 4 and 0 or floor(i / 2) - 1 end

-- The two codes of blocks with fixed codes. A block may take ten bits, so they are made once.
local fixed_literals, fixed_distances
do
  local lengths, distances = {}, {}
  for i = 0, 287 do lengths[i] = i < 144 and 8 or i < 256 and 9 or i < 280 and 7 or 8 end
  for i = 0, 29 do distances[i] = 5 end
  fixed_literals, fixed_distances = new_code(lengths, 288), new_code(distances, 30)
end

local ORDER = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 }

-- The two codes of a block with dynamic codes, of literals and lengths and of distances; nil if they are damaged.
local function read_codes(r)
  local literals, distances, count = take(r, 5) + 257, take(r, 5) + 1, take(r, 4) + 4
  local lengths = {}
  for i = 1, 19 do lengths[ORDER[i]] = i <= count and take(r, 3) or 0 end
  local code = new_code(lengths, 19)
  lengths = {}
  local i = 0
  while i < literals + distances do
    local symbol = decode(r, code)
    local value, times = symbol, 1
    if not symbol or symbol == 16 and i == 0 or is_over(r) then return nil end
    if symbol == 16 then value, times = lengths[i - 1], 3 + take(r, 2)
    elseif symbol == 17 then value, times = 0, 3 + take(r, 3)
    elseif symbol == 18 then value, times = 0, 11 + take(r, 7) end
    for _ = 1, times do lengths[i], i = value, i + 1 end
  end
  local of_distances = {}
  for k = 0, distances - 1 do of_distances[k] = lengths[literals + k] end
  return new_code(lengths, literals), new_code(of_distances, distances)
end

-- `count` and the bytes of a compressed block; nil if it ends too early or is damaged. Stops counting once there are
-- more than `most`.
local function count_symbols(r, literals, distances, count, most)
  while count <= most do
    local symbol = decode(r, literals)
    if not symbol or symbol > 285 or is_over(r) then return nil end
    if symbol < 256 then
      count = count + 1
    elseif symbol == 256 then
      return count
    else
      count = count + LENGTHS[symbol - 257] + take(r, LENGTH_BITS[symbol - 257])
      local distance = decode(r, distances)
      if not distance or distance > 29 then return nil end
      take(r, DISTANCE_BITS[distance])
    end
  end
  return count
end

-- `count` and the bytes of a stored block; of one that ends too early those that are there, as decompressors give them.
local function count_stored(r, count)
  take(r, r.have % 8)
  local length = take(r, 16)
  take(r, 16)
  -- The bits that were read ahead are whole bytes.
  local from = r.pos - r.have / 8
  r.pos, r.hold, r.have = from + length, 0, 0
  return count + max(0, min(length, #r.bytes - from + 1))
end

-- The position of the deflated data, after the header; nil if that is damaged. The bytes tell the form, zlib or gzip,
-- as decompressors see it: what a map says of it may be false.
local function begin_of(bytes)
  if byte(bytes, 1) ~= 31 or byte(bytes, 2) ~= 139 then return 3 end
  local flags = byte(bytes, 4)
  if not flags then return nil end
  local at = 11
  if floor(flags / 4) % 2 == 1 then
    local low, high = byte(bytes, at, at + 1)
    if not high then return nil end
    at = at + 2 + low + 256 * high
  end
  for flag = 3, 4 do -- the name of a file, and a comment
    if floor(flags / 2 ^ flag) % 2 == 1 then at = (find(bytes, "\0", at, true) or #bytes) + 1 end
  end
  return at + (floor(flags / 2) % 2 == 1 and 2 or 0)
end

-- Whether data in the form zlib or gzip decompresses to more than `most` bytes; true also if it is damaged only
-- after these. False if it is damaged before. O(length of the data), and for each block the time to build its codes.
function inflated.exceeds(bytes, most)
  local r = { bytes = bytes, pos = begin_of(bytes) or #bytes + 1, hold = 0, have = 0 }
  local count, last = 0, 0
  while last == 0 and count and count <= most and not is_over(r) do
    last = take(r, 1)
    local kind = take(r, 2)
    if kind == 0 then
      count = count_stored(r, count)
    elseif kind == 3 then
      return false
    else
      local literals, distances = fixed_literals, fixed_distances
      if kind == 2 then literals, distances = read_codes(r) end
      count = literals and count_symbols(r, literals, distances, count, most)
    end
  end
  return count ~= nil and count > most
end

return inflated
