-- Random numbers that are the same on every Lua version, and the loop that
-- runs random cases.
--
-- ASTAR_SEED       seed of the run; without it each run takes another one
-- ASTAR_SPEC_SCALE multiplies the number of cases (default 1)
-- ASTAR_CASES      a file, to which a line is added with the number of cases of each loop that has ended well

local random = {}

local floor = math.floor

random.seed = tonumber(os.getenv("ASTAR_SEED") or "") or os.time() % 1000003
random.scale = tonumber(os.getenv("ASTAR_SPEC_SCALE") or "") or 1

local Random = {}
Random.__index = Random

-- L'Ecuyer's combined generator: every product stays below 2^53, so doubles
-- and 64-bit integers give the same sequence.
function random.new(seed)
  seed = floor(math.abs(seed))
  local r = setmetatable({ a = seed % 2147483562 + 1, b = (seed * 31 + 7) % 2147483398 + 1 }, Random)
  for _ = 1, 8 do
    r:unit()
  end
  return r
end

-- 0 <= result < 1
function Random:unit()
  local a = (self.a * 40014) % 2147483563
  local b = (self.b * 40692) % 2147483399
  self.a, self.b = a, b
  return (a - b) % 2147483562 / 2147483562
end

function Random:int(low, high)
  return low + floor(self:unit() * (high - low + 1))
end

function Random:real(low, high)
  return low + self:unit() * (high - low)
end

function Random:chance(p)
  return self:unit() < p
end

function Random:pick(list)
  return list[self:int(1, #list)]
end

function Random:shuffle(list)
  for i = #list, 2, -1 do
    local j = self:int(1, i)
    list[i], list[j] = list[j], list[i]
  end
  return list
end

-- How many cases to run where `n` is the number at scale 1.
function random.count(n)
  local count = floor(n * random.scale + 0.5)
  return count < 1 and 1 or count
end

-- A size that costs time and is the same every time: `n`, but `small` in the slow modes, which draw few cases.
function random.size(n, small)
  return random.scale < 0.1 and small or n
end

local function hash(text)
  local h = 17
  for i = 1, #text do
    h = (h * 131 + text:byte(i)) % 1000000007
  end
  return h
end

-- Runs fn(rng, i) for each case. An error is raised again with what is
-- needed to see the same case once more.
function random.cases(label, n, fn)
  local base = hash(label)
  local log = os.getenv("ASTAR_CASES")
  for i = 1, random.count(n) do
    local rng = random.new(random.seed * 7919 + base + i * 104729)
    local ok, message = xpcall(function() fn(rng, i) end, function(e)
      if type(e) == "table" and e.message then
        e = e.message
      end
      return debug.traceback(tostring(e), 2)
    end)
    if not ok then
      error(("%s\n\nrandom case %d of %q, to be had again with ASTAR_SEED=%d ASTAR_SPEC_SCALE=%g")
        :format(message, i, label, random.seed, random.scale), 0)
    end
  end
  if log then
    local file = assert(io.open(log, "a"))
    file:write(random.count(n), "\n")
    file:close()
  end
end

return random
