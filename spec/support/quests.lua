-- Random questions to a world (world.lua) or to tiles (tiles.lua), with the options that change what a step costs and
-- what counts as a goal: as rules for the oracles (fields.lua), and as options for the module.

local quests = {}

-- Layers of a world: w.layers[name] = { layer =, values = { [record] = value } }. Edits go to both.
function quests.layer(w, name)
  w.layers = w.layers or {}
  w.layers[name] = w.layers[name] or { layer = w.g:layer(name), values = {} }
  return w.layers[name]
end

local VALUES = { 0, 0, 1, 1, 2, 0.5, 10, 1e-3, 1e9 }

function quests.set(rng, layer, r, value)
  if r.col and rng:chance(0.5) then
    layer.layer:set(r.col, r.row, value, r.level)
  else
    layer.layer:set(r.node, value)
  end
  layer.values[r] = value
end

-- One random edit of a layer.
function quests.edit_layer(w, rng, name)
  local layer = quests.layer(w, name)
  local r = rng:pick(w.list)
  local dice = rng:int(1, 12)
  if dice <= 6 then
    quests.set(rng, layer, r, rng:pick(VALUES))
  elseif dice <= 9 then
    local value = rng:pick({ 1, 0.25, -0.5, -2, -1e9 })
    if r.col and rng:chance(0.5) then
      layer.layer:add(r.col, r.row, value, r.level)
    else
      layer.layer:add(r.node, value)
    end
    layer.values[r] = math.max(0, (layer.values[r] or 0) + value)
  elseif dice <= 11 and w.cells then
    local col, row, width, height = rng:int(-1, w.width), rng:int(-1, w.height), rng:int(0, 5), rng:int(0, 5)
    local value, level = rng:pick(VALUES), rng:int(1, w.levels)
    layer.layer:fill(col, row, width, height, value, level)
    for y = math.max(1, row), math.min(w.height, row + height - 1) do
      for x = math.max(1, col), math.min(w.width, col + width - 1) do
        layer.values[w:at(x, y, level)] = value
      end
    end
  elseif dice == 12 then
    layer.layer:clear()
    layer.values = {}
  end
end

-- One random edit: of the features of a world (world.lua, tiles.lua), or of a layer.
function quests.edit(w, rng, features)
  if rng:chance(0.2) then
    quests.edit_layer(w, rng, rng:pick(quests.LAYERS))
  else
    w:edit(rng, features)
  end
end

-- Whether the nodes of some records are still there.
function quests.are_live(w, records)
  for _, r in ipairs(records) do
    if w.by_node[r.node] ~= r then return false end
  end
  return true
end

-- Options as given, but without nodes that were removed.
function quests.live(w, given)
  local out = {}
  for name, value in pairs(given) do out[name] = value end
  for _, name in ipairs({ "only", "avoid", "stop", "pass" }) do
    if out[name] then
      local nodes = {}
      for _, node in ipairs(out[name]) do
        if w.by_node[node] then nodes[#nodes + 1] = node end
      end
      out[name] = nodes
    end
  end
  return out
end

-- Some records, as a set, and their nodes.
function quests.some(w, rng, chance)
  local set, nodes = {}, {}
  for _, r in ipairs(w.list) do
    if rng:chance(chance) then
      set[r] = true
      nodes[#nodes + 1] = r.node
    end
  end
  return set, nodes
end

-- One goal, with the chance `single`, or several; and their nodes.
function quests.goals(w, rng, single, most)
  local goals, nodes = {}, {}
  for i = 1, rng:chance(single or 0.6) and 1 or rng:int(2, most or 5) do
    goals[i] = rng:pick(w.list)
    nodes[i] = goals[i].node
  end
  return goals, nodes
end

local LAYERS = { "danger", "crowd", "fog" }
quests.LAYERS = LAYERS

-- Rules, and the options that say the same. `may` tells which there may be: { layers =, near =, stop =, max_cost =,
-- cost =, lists = } as chances.
function quests.rules(w, rng, may)
  local rules, given = { unit = w:any_unit(rng) }, {}
  given.unit = rules.unit
  if rng:chance(may.lists or 0) then
    local kind = rng:pick({ "only", "avoid", "avoid" })
    rules[kind], given[kind] = quests.some(w, rng, kind == "only" and 0.85 or 0.15)
  end
  if rng:chance(may.stop or 0) then rules.stop, given.stop = quests.some(w, rng, 0.25) end
  if rng:chance(may.layers or 0) then
    local used = {}
    given.layers = {}
    for _, name in ipairs(LAYERS) do
      if rng:chance(0.6) then
        local layer, weight = quests.layer(w, name), rng:pick({ 0, 1, 1, 2, 0.5, 100 })
        given.layers[name] = weight
        used[#used + 1] = { layer, weight }
      end
    end
    rules.extra = function(r)
      local sum = 0
      for _, use in ipairs(used) do sum = sum + use[2] * (use[1].values[r] or 0) end
      return sum
    end
  end
  if rng:chance(may.max_cost or 0) then
    rules.max_cost = rng:chance(0.1) and 0 or rng:real(0, 15) * (w.cell_w or 1)
    given.max_cost = rules.max_cost
  end
  if rng:chance(may.cost or 0) then
    local salt = rng:int(1, 1000)
    rules.cost = function(from, to, cost)
      local k = (from.id * 31 + to.id * 17 + salt) % 7
      if k == 0 then return false end
      return k == 1 and 0 or cost * k
    end
    given.cost = rules.cost
  end
  if rng:chance(may.near or 0) then
    if rng:chance(0.4) then
      rules.adjacent = true
    elseif rng:chance(0.3) then
      rules.near = rng:pick(w.list).node:distance(rng:pick(w.list).node)
    else
      rules.near = rng:pick({ 0, 0.5, 1, 1.5, 2, 3 }) * (w.cell_w or 1)
    end
    given.near, given.adjacent = rules.near, rules.adjacent
  end
  return rules, given
end

return quests
