-- Tiled's own files, .tmx, .tsx and .tx. That they mean what the exports mean is tried with every map of the other specs, of
-- which spec.support.tiled_maps writes each in all forms; here is what only XML has.

local check = require "spec.support.check"
local maps = require "spec.support.tiled_maps"
local random = require "spec.support.random"
local tiled = require "astar.tiled"

local raises, that = check.raises, check.that

local HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

-- A map of two tiles with that inside, and that before its element.
local function map_of(inside, before, attributes)
  return (before or HEAD) .. '<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16"' ..
    (attributes or "") .. ">\n" .. inside .. "\n</map>\n"
end

local SET = '<tileset firstgid="1" name="land" tilewidth="16" tileheight="16" tilecount="4" columns="2"><tile id="0" type="grass"/>' ..
  '<tile id="1" class="sea"><properties><property name="blocked" type="bool" value="true"/></properties></tile></tileset>\n'

local function layer_of(data) return '<layer id="1" name="ground" width="2" height="1">' .. data .. "</layer>" end

local GROUND = layer_of '<data encoding="csv">\n1,2\n</data>'

describe("a .tmx", function()
  it("has its tiles as CSV, in base 64, or as elements", function()
    assert.equal("grass sea!", maps.show(map_of(SET .. GROUND)))
    assert.equal("grass sea!", maps.show(map_of(SET .. layer_of '<data encoding="base64">\n  AQAAAAIAAAA=\n </data>')))
    assert.equal("grass default!", maps.show(map_of(SET .. layer_of '<data><tile gid="1"/><tile/></data>')))
    assert.equal("grass sea! grass", maps.show(map_of(SET .. '<layer name="a"><data encoding="csv"><chunk x="-1" y="3" width="2" ' ..
      'height="1">1,2</chunk><chunk x="1" y="3" width="1" height="1">1</chunk></data></layer>', HEAD, ' infinite="1"')))
  end)

  it("may begin with a byte order mark, comments and a DOCTYPE", function()
    for _, before in ipairs { "", "\239\187\191", "\239\187\191" .. HEAD, " \r\n", "<!-- a > <b> -->" .. HEAD,
      HEAD .. '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">\n',
      "<!DOCTYPE map [ <!-- don't --> ]>\n",
      HEAD .. "<!DOCTYPE map [ <!ELEMENT map (a|b)> <!ENTITY x '>]'> ]>\n<!-- -->" } do
      assert.equal("grass sea!", maps.show(map_of(SET .. GROUND, before)))
    end
  end)

  it("has texts with entities and CDATA", function()
    local _, info = tiled.load(map_of(SET .. GROUND .. [=[<objectgroup name="a &lt;&amp;&gt; b"><object id="1" x="1" y="2"
      name='&quot;&apos;&#65;&#x20AC;'><properties><property name="text">two
lines<![CDATA[ <&amp;> ]]></property><property name="n" type="int" value="-3"/><property name="f" type="float" value="1.5e2"/>
<property name="b" type="bool" value="false"/><property name="o" type="object" value="7"/>
<property name="c" type="class" propertytype="p"><properties><property name="x" type="int" value="1"/></properties></property>
</properties><point/></object></objectgroup>]=]))
    local object = info.objects[1]
    assert.equal('"\'A\226\130\172', object.name)
    assert.equal("a <&> b", object.layer)
    assert.equal("point", object.shape)
    assert.same({ text = "two\nlines <&amp;> ", n = -3, f = 150, b = false, o = 7, c = { x = 1 } }, object.properties)
  end)

  it("may leave out what it does not need", function()
    -- the layer of an infinite map that has no tiles has no chunks; nothing between two commas is 0
    local chunk = '<layer name="a"><data encoding="csv"><chunk x="0" y="0" width="2" height="1">1,</chunk></data></layer>'
    assert.equal("grass default!", maps.show(map_of(SET .. chunk:gsub("1,", "1,0")
      .. '<layer name="b" width="30" height="20"><data encoding="csv"/></layer>', HEAD, ' infinite="1"')))
    local three = map_of(SET .. '<layer name="a" width="3" height="1"><data encoding="csv">1,,2</data></layer>')
    assert.equal("grass default! sea!", maps.show((three:gsub('width="2"', 'width="3"', 1))))
    -- attributes that have the name of a list, members without a name
    tiled.load(map_of(SET:gsub('name="land"', 'name="land" tiles="x"') .. GROUND, HEAD, ' layers="x" tilesets="y"'))
    tiled.load(map_of('<properties><property name="p" type="class"><properties><property value="1"/></properties></property></properties>'
      .. SET .. GROUND))
  end)

  it("has tilesets in .tsx files", function()
    local map = map_of('<tileset firstgid="1" source="land.tsx"/>' .. GROUND)
    local function read(name) return name == "land.tsx" and HEAD .. SET:gsub(' firstgid="1"', "") or nil end
    assert.equal("grass sea!", maps.show(map, { read = read }))
    assert.equal("grass sea!", maps.show(map, { tilesets = { ["land.tsx"] = read "land.tsx" } }))
    raises("tileset 'land.tsx' is in a file of its own", tiled.load, map)
  end)
end)

describe("XML that is no map of Tiled", function()
  local function refused(want, text) raises(want, tiled.load, text) end

  it("is refused with the line and column", function()
    refused("line 1, column 6: '</map>' expected", "<map></mop>")
    refused("line 1, column 12: attribute 'a' stands twice", "<map a='1' a='2'/>")
    refused("line 1, column 6: '>' expected, got '='", "<map ='1'/>")
    refused("line 1, column 7: '=' and a value in quotes expected", "<map a/>")
    refused("line 1, column 7: '=' and a value in quotes expected", "<map a=1/>")
    refused("line 1, column 8: unfinished string", "<map a='1/>")
    refused("line 1, column 9: '<' in an attribute", "<map a='<'/>")
    refused("line 1, column 11: blank expected", "<map a='1'b='2'/>")
    refused("line 2, column 3: unknown entity '&nbsp;'", "<map>\n  &nbsp;</map>")
    refused("line 1, column 6: '&' that begins no entity", "<map>& </map>")
    for _, bad in ipairs { "&#0;", "&#xD800;", "&#x110000;" } do refused("no such character: '" .. bad, "<map>" .. bad .. "</map>") end
    refused("unknown entity '&#99999999", "<map>&#99999999999;</map>")
    refused("line 1, column 7: end of the text expected, got '<'", "<map/><map/>")
    refused("unfinished comment", "<map><!-- </map>")
    refused("unfinished CDATA", "<map><![CDATA[ </map>")
    refused("unfinished instruction", "<?xml <map/>")
    refused("unfinished DOCTYPE", "<!DOCTYPE map [ <map/>")
    refused("element expected, but the text ends", "<!-- nothing -->")
    refused("zero byte", "<map>\0</map>")
    refused("a map, tileset or template of Tiled expected, got an element 'html'", "<html><body/></html>")
    refused("map: this is a tileset", HEAD .. SET)
    refused("map: 'width': whole number from 1 to 2147483647 expected, got string", (map_of(GROUND):gsub('width="2"', 'width="2x"', 1)))
    refused("layer 'ground': 2 tiles expected in its data, got 1", map_of(SET .. layer_of '<data encoding="csv">1</data>'))
    refused("layer 'ground', column 2, row 1: tile id expected, got string",
      map_of(SET .. layer_of '<data encoding="csv">1,x</data>'))
  end)

  it("defines no entities, and is not deep", function()
    local bomb = '<!DOCTYPE map [ <!ENTITY a "ha"> <!ENTITY b "&a;&a;&a;"> ]><map class="&b;"/>'
    refused("unknown entity '&b;'", bomb)
    refused("unknown entity '&file;'", '<!DOCTYPE map [ <!ENTITY file SYSTEM "file:///etc/passwd"> ]><map>&file;</map>')
    refused("more than 100 elements within each other", ("<map>"):rep(100000))
    refused("more than 100 elements within each other", ("<group>"):rep(101) .. ("</group>"):rep(101))
  end)

  it("is either read or refused with a message, whatever is changed in it", function()
    local whole = map_of(SET .. GROUND
      .. '<objectgroup name="o"><object x="1" y="2"><polygon points="0,0 5,5 1,9"/></object></objectgroup>')
    random.cases("damaged XML", 400, function(rng)
      local text = whole
      for _ = 1, rng:int(1, 3) do
        local at, stop = rng:int(1, #text), rng:int(1, #text)
        local kind = rng:int(1, 4)
        if kind == 1 then text = text:sub(1, at - 1) .. text:sub(at + 1)
        elseif kind == 2 then
          text = text:sub(1, at) .. rng:pick { "<", ">", "&", '"', "/", "0", "\255", "\0", "]]>", "<!--" } .. text:sub(at + 1)
        elseif kind == 3 then text = text:sub(1, at)
        else text = text:sub(1, at) .. text:sub(stop) end
        if text == "" then text = "<" end
      end
      local fine, message = pcall(tiled.load, text)
      that(fine or type(message) == "string" and not message:find("attempt to", 1, true), "%s: %s", message, text)
    end)
  end)
end)
