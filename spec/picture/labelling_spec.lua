-- astar.picture.labelling: texts cover neither routes nor points nor each other, where there is room.

local labelling = require "astar.picture.labelling"
local random = require "spec.support.random"

local function label(x, y, w, h) return { x = x, y = y, w = w or 40, h = h or 14, gap = 10, reach = 7 } end

local function box_of(l)
  local left = l.align == "left" and l.dx or l.align == "right" and l.dx - l.w or l.dx - l.w / 2
  return l.x + left, l.y + l.dy - l.h / 2, l.x + left + l.w, l.y + l.dy + l.h / 2
end

local function crosses(l, line)
  local x1, y1, x2, y2 = box_of(l)
  for i = 0, 400 do
    local x, y = line.x1 + (line.x2 - line.x1) * i / 400, line.y1 + (line.y2 - line.y1) * i / 400
    if x > x1 and x < x2 and y > y1 and y < y2 then return true end
  end
  return false
end

describe("labelling", function()
  it("puts a lone text to the right", function()
    local one = label(50, 50)
    labelling({ one }, {}, nil)
    assert.same({ "left", 10, 0 }, { one.align, one.dx, one.dy })
  end)

  it("leaves a route free", function()
    local one = label(50, 50)
    labelling({ one }, { { x1 = 50, y1 = 50, x2 = 200, y2 = 50, half = 3, route = true } }, nil)
    assert.same({ "right", -10 }, { one.align, one.dx })
    local line = { x1 = -200, y1 = 50, x2 = 200, y2 = 50, half = 3, route = true }
    labelling({ one }, { line }, nil)
    assert.equal("middle", one.align)
    assert(one.dy < 0)
  end)

  it("stays within the picture", function()
    local one = label(95, 50)
    labelling({ one }, {}, { 0, 0, 100, 100 })
    assert.equal("right", one.align)
    one = label(95, 5)
    labelling({ one }, {}, { 0, 0, 100, 100 })
    local x1, y1, x2, y2 = box_of(one)
    assert(x1 >= 0 and y1 >= 0 and x2 <= 100 and y2 <= 100)
  end)

  it("covers a link rather than a route", function()
    local one = label(50, 50)
    local lines = {}
    for i = 0, 15 do
      local angle = i * math.pi / 8
      local route = i > 2 and i < 14
      lines[i + 1] = { x1 = 50, y1 = 50, x2 = 50 + 100 * math.cos(angle), y2 = 50 + 100 * math.sin(angle), half = 2, route = route }
    end
    labelling({ one }, lines, nil)
    for _, line in ipairs(lines) do assert(not line.route or not crosses(one, line)) end
  end)

  it("keeps texts apart, and off other points", function()
    local list = {}
    for i = 1, 5 do list[i] = label(50 + 30 * i, 50) end
    labelling(list, {}, nil)
    for i, one in ipairs(list) do
      local x1, y1, x2, y2 = box_of(one)
      for k, other in ipairs(list) do
        if k ~= i then
          local a1, b1, a2, b2 = box_of(other)
          assert(x1 >= a2 or x2 <= a1 or y1 >= b2 or y2 <= b1, i .. " covers the text of " .. k)
          assert(x1 >= other.x + 7 or x2 <= other.x - 7 or y1 >= other.y + 7 or y2 <= other.y - 7, i .. " covers " .. k)
        end
      end
    end
  end)

  it("has no text for points without one, and needs none", function()
    labelling({}, {}, nil)
    labelling({}, { { x1 = 0, y1 = 0, x2 = 1, y2 = 1, half = 1, route = true } }, { 0, 0, 1, 1 })
    local point, one = label(60, 50, 0, 0), label(50, 50)
    labelling({ point, one }, {}, nil)
    assert.is_nil(point.align)
    assert.equal("right", one.align)
  end)

  it("ends quickly, however long lines are and however far points lie apart", function()
    local list = { label(0, 0), label(1e9, -1e9), label(1e15, 1e15) }
    labelling(list, { { x1 = -1e17, y1 = 0, x2 = 1e17, y2 = 1, half = 2, route = true } }, { 0, 0, 100, 100 })
    for _, one in ipairs(list) do assert(one.align) end
    local crowd = {}
    for i = 1, random.size(300, 100) do crowd[i] = label(5, 5) end
    labelling(crowd, {}, nil)
  end)

  it("gives the same each time", function()
    random.cases("labels", 30, function(r)
      local list, again, lines = {}, {}, {}
      for i = 1, r:int(1, 40) do
        list[i] = label(r:int(0, 300), r:int(0, 200), r:int(0, 60), r:int(10, 40))
        again[i] = label(list[i].x, list[i].y, list[i].w, list[i].h)
      end
      for i = 1, r:int(0, 20) do
        lines[i] = { x1 = r:int(0, 300), y1 = r:int(0, 200), x2 = r:int(0, 300), y2 = r:int(0, 200), half = 2, route = r:int(1, 2) == 1 }
      end
      labelling(list, lines, { 0, 0, 300, 200 })
      labelling(again, lines, { 0, 0, 300, 200 })
      for i, one in ipairs(list) do
        assert(one.align == again[i].align and one.dx == again[i].dx and one.dy == again[i].dy)
        assert(one.w == 0 or one.align)
      end
    end)
  end)
end)
