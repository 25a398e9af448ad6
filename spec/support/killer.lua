-- Numbers 1 to n in an order that makes quickselect with the median of three look at n² items: it is run on numbers
-- that get their order only when it compares them, so that each pivot is nearly the least (McIlroy 1999, "A killer
-- adversary for quicksort"). The partition is that of src/core/base/select.h.

local function killer(n)
  local value, list, solid, candidate = {}, {}, 0, nil
  local gas = n + 1
  for i = 1, n do value[i], list[i] = gas, i end
  local function less(a, b)
    if value[a] == gas and value[b] == gas then
      solid = solid + 1
      value[a == candidate and a or b] = solid
    end
    if value[a] == gas then candidate = a elseif value[b] == gas then candidate = b end
    return value[a] < value[b] or value[a] == value[b] and a < b
  end
  local function swap(i, k) list[i], list[k] = list[k], list[i] end
  local low, high, wanted, looked_at = 1, n, math.floor(n / 2) + 1, 0
  while low < high do
    local middle, i, k = low + math.floor((high - low) / 2), low, high
    looked_at = looked_at + high - low
    if less(list[middle], list[low]) then swap(middle, low) end
    if less(list[high], list[low]) then swap(high, low) end
    if less(list[high], list[middle]) then swap(high, middle) end
    local pivot = list[middle]
    while true do
      while list[i] ~= pivot and less(list[i], pivot) do i = i + 1 end
      while list[k] ~= pivot and less(pivot, list[k]) do k = k - 1 end
      if i >= k then break end
      swap(i, k)
      i, k = i + 1, k - 1
    end
    if i == k then
      if wanted == i then break end
      if wanted < i then high = i - 1 else low = i + 1 end
    elseif wanted <= k then
      high = k
    else
      low = i
    end
  end
  local order = {}
  for i = 1, n do order[i] = i end
  table.sort(order, function(a, b) return value[a] < value[b] or value[a] == value[b] and a < b end)
  for rank, i in ipairs(order) do value[i] = rank end
  return value, looked_at
end

return killer
