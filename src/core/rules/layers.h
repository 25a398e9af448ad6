/*
** layers.h: the layers of a space: named values >= 0 by slot, such as danger or crowding, which a run may add to the
** cost of entering a node. A graph owns one as_layers; a run reads those of its definition as an as_extras.
*/
#ifndef AS_LAYERS_H
#define AS_LAYERS_H

#include "base/journal.h"
#include "base/names.h"

#define AS_LAYER_BITS 6u /* the binary logarithm of the number of values in a page */
#define AS_LAYER_PAGE (1u << AS_LAYER_BITS)

/*
** The values are in pages, AS_LAYER_PAGE slots each. A page in which no value was ever set is `blank`, which all layers
** of a space share and whose values are 0: so reading a value needs no test. Slots of no page have the value 0.
*/
typedef struct as_layer {
  double **pages; /* by slot / AS_LAYER_PAGE */
  double *blank;  /* owned by the as_layers */
  uint32_t page_count;
  uint32_t used;    /* values that are not 0 */
  uint64_t version; /* changes with each edit of a value */
  as_journal *journal; /* of these edits, by slot, each as AS_EDIT_ENTRY */
} as_layer;

/* Layer l is name l - 1. Layers do not move. All zeros: none. */
typedef struct as_layers {
  as_names names;
  as_layer **list;
  uint32_t capacity;
  double *blank; /* a page of zeros; NULL if there are no layers */
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
** Make places for the pages of `slots` slots, so that runs can read all of these. If the places move, this counts as an
** edit. False if out of memory; then nothing has changed. O(slots / AS_LAYER_PAGE).
*/
ASTAR_API bool as_layer_extend(as_layer *layer, as_memory *m, uint32_t slots);

/*
** Make room for setting the values of `count` >= 1 slots from `first` on, in a space of `slots` slots. False if out of
** memory; then no value has changed. O(count); O(slots / AS_LAYER_PAGE) if the layer has no places for them yet.
*/
ASTAR_API bool as_layer_reserve(as_layer *layer, as_memory *m, uint32_t slots, uint32_t first, uint32_t count);

static inline double as_layer_value(const as_layer *layer, uint32_t slot)
{
  const uint32_t page = slot >> AS_LAYER_BITS;
  return page < layer->page_count ? layer->pages[page][slot & (AS_LAYER_PAGE - 1)] : 0;
}

/* Whether the page that begins at a slot has no values. */
static inline bool as_layer_is_blank(const as_layer *layer, uint32_t slot)
{
  const uint32_t page = slot >> AS_LAYER_BITS;
  return page >= layer->page_count || layer->pages[page] == layer->blank;
}

/* Set a value; there must be room, unless it is 0. */
static inline void as_layer_put(as_layer *layer, uint32_t slot, double value)
{
  const double old = as_layer_value(layer, slot);
  if (old == value) return;
  astar_assert(layer->pages[slot >> AS_LAYER_BITS] != layer->blank);
  layer->used += (uint32_t)(value != 0) - (uint32_t)(old != 0);
  layer->pages[slot >> AS_LAYER_BITS][slot & (AS_LAYER_PAGE - 1)] = value;
  layer->version++;
  as_journal_note(layer->journal, slot, AS_EDIT_ENTRY);
}

/* Set all values to 0, and free their pages. O(slots / AS_LAYER_PAGE). */
ASTAR_API void as_layer_clear(as_layer *layer, as_memory *m);

/* Make room for the values of `count` >= 1 slots from `first` on in all layers with values. False if out of memory. */
ASTAR_API bool as_layers_reserve(as_layers *l, as_memory *m, uint32_t first, uint32_t count);

/*
** The node at the slot `first` + i moves to `first` + renumbered[i], for i < count; UINT32_MAX: it is dropped. Room for
** these slots must be reserved; pages without a value are freed. `room` holds `count` numbers. O(layers * count).
*/
ASTAR_API void as_layers_renumber(as_layers *l, as_memory *m, uint32_t first, const uint32_t *renumbered,
                                  uint32_t count, double *room);

/* Set the values of a slot in all layers to 0, when its node is removed. O(layers). */
ASTAR_API void as_layers_forget(as_layers *l, uint32_t slot);

/* ---- Layers of a run ---- */

/* A layer whose values, times `weight`, are added to costs. It has a place for each page of slots of the run. */
typedef struct as_extra {
  double *const *pages;
  double weight;
} as_extra;

static AS_INLINE double as_extra_value(const as_extra *e, uint32_t slot)
{
  return e->pages[slot >> AS_LAYER_BITS][slot & (AS_LAYER_PAGE - 1)];
}

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
** O(slots / AS_LAYER_PAGE) if slots were added.
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
