/*
** layers.h: the layers of a space: named values >= 0 by slot, such as danger or crowding, which a run may add to the
** cost of entering a node. A graph owns one as_layers; a run reads those of its definition as an as_extras.
*/
#ifndef AS_LAYERS_H
#define AS_LAYERS_H

#include "base/journal.h"
#include "base/names.h"

/* Slots from `capacity` on have the value 0. */
typedef struct as_layer {
  double *values; /* by slot */
  uint32_t capacity;
  uint32_t used;    /* values that are not 0 */
  uint64_t version; /* changes with each edit of a value */
  as_journal *journal; /* of these edits, by slot, each as AS_EDIT_ENTRY */
} as_layer;

/* Layer l is name l - 1. Layers do not move. All zeros: none. */
typedef struct as_layers {
  as_names names;
  as_layer **list;
  uint32_t capacity;
} as_layers;

ASTAR_API void as_layers_free(as_layers *l, as_memory *m);

/* The bytes that the as_memory of the space does not count: those of the journals. O(layers). */
static inline size_t as_layers_memory(const as_layers *l)
{
  size_t sum = 0;
  uint32_t i;
  for (i = 0; i < l->names.count; i++) sum += l->list[i]->journal->shared.memory.used;
  return sum;
}

/* The layer of a name; a new one if there is none of that name. False if out of memory. */
ASTAR_API bool as_layers_get(as_layers *l, as_memory *m, const char *name, size_t length, astar_layer *layer);

static inline as_layer *as_layer_of(const as_layers *l, astar_layer layer)
{
  astar_assert(layer - 1 < l->names.count);
  return l->list[layer - 1];
}

/*
** Make room for the values of `slots` slots. If values move, this counts as an edit. False if out of memory; then
** nothing has changed.
*/
ASTAR_API bool as_layer_reserve(as_layer *layer, as_memory *m, uint32_t slots);

static inline double as_layer_value(const as_layer *layer, uint32_t slot)
{
  return slot < layer->capacity ? layer->values[slot] : 0;
}

/* Set a value; there must be room, unless it is 0. */
static inline void as_layer_put(as_layer *layer, uint32_t slot, double value)
{
  if (slot >= layer->capacity || layer->values[slot] == value) return;
  layer->used += (uint32_t)(value != 0) - (uint32_t)(layer->values[slot] != 0);
  layer->values[slot] = value;
  layer->version++;
  as_journal_note(layer->journal, slot, AS_EDIT_ENTRY);
}

/* Set all values to 0. O(slots). */
ASTAR_API void as_layer_clear(as_layer *layer);

/* Make room for `slots` slots in all layers that are not empty. False if out of memory. */
ASTAR_API bool as_layers_reserve(as_layers *l, as_memory *m, uint32_t slots);

/*
** The node at the slot `first` + i moves to `first` + renumbered[i], for i < count; UINT32_MAX: it is dropped. There
** must be room for all; `room` holds `count` numbers. O(layers * count).
*/
ASTAR_API void as_layers_renumber(as_layers *l, uint32_t first, const uint32_t *renumbered, uint32_t count,
                                  double *room);

/* Set the values of a slot in all layers to 0, when its node is removed. O(layers). */
ASTAR_API void as_layers_forget(as_layers *l, uint32_t slot);

/* ---- Layers of a run ---- */

/* A layer whose values, times `weight`, are added to costs. Room for all slots of the run is taken. */
typedef struct as_extra {
  const double *values;
  double weight;
} as_extra;

/* How far a run has read the edits of a layer. */
typedef struct as_layer_reader {
  as_journal *journal; /* held */
  uint64_t read;
} as_layer_reader;

/*
** `uses` as in the definition; `list` are those of them with a value that is not 0. By use, `readers`, if the run
** follows the edits. All zeros: none.
*/
typedef struct as_extras {
  const as_layers *layers;
  astar_layer_use *uses;
  as_extra *list;
  as_layer_reader *readers;
  uint32_t use_count, count, use_capacity, capacity, reader_count, reader_capacity;
} as_extras;

/*
** Set the layers of a run with `slots` slots; `uses` may be those of `e`. False if out of memory. O(count), but
** O(slots) if slots were added.
*/
ASTAR_API bool as_extras_set(as_extras *e, as_memory *m, as_layers *l, as_memory *of_layers,
                             const astar_layer_use *uses, uint32_t count, uint32_t slots);
ASTAR_API void as_extras_free(as_extras *e, as_memory *m);

/* Begin to read the edits of the layers from now on, or stop. False if out of memory; then none are read. O(uses). */
ASTAR_API bool as_extras_follow(as_extras *e, as_memory *m, uint32_t slots);
ASTAR_API void as_extras_leave(as_extras *e);

/* A number that changes with each edit of the layers of a run. */
static inline uint64_t as_extras_version(const as_extras *e)
{
  uint64_t sum = 0;
  uint32_t i;
  for (i = 0; i < e->use_count; i++) sum += as_layer_of(e->layers, e->uses[i].layer)->version;
  return sum;
}

#endif
