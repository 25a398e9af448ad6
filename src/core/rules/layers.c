/* layers.c: see layers.h. */
#include "rules/layers.h"

/* Free the pages from `from` to `to` - 1, whose values are then 0. Does not change `used`. */
static void free_pages(as_layer *layer, as_memory *m, uint32_t from, uint32_t to)
{
  uint32_t i;
  for (i = from; i < to; i++) {
    if (layer->pages[i] != layer->blank) as_free(m, layer->pages[i], AS_LAYER_PAGE, double);
    layer->pages[i] = layer->blank;
  }
}

static double *new_page(as_memory *m)
{
  double *page = as_new(m, AS_LAYER_PAGE, double);
  if (page) memset(page, 0, AS_LAYER_PAGE * sizeof *page);
  return page;
}

void as_layers_free(as_layers *l, as_memory *m)
{
  uint32_t i;
  for (i = 0; i < l->names.count; i++) {
    as_layer *layer = l->list[i];
    free_pages(layer, m, 0, layer->page_count);
    as_free(m, layer->pages, layer->page_count, double *);
    as_journal_release(layer->journal);
    as_free(m, layer, 1, as_layer);
  }
  as_free(m, l->blank, AS_LAYER_PAGE, double);
  as_free(m, l->list, l->capacity, as_layer *);
  as_names_free(&l->names, m);
}

bool as_layers_get(as_layers *l, as_memory *m, const char *name, size_t length, astar_layer *layer)
{
  uint32_t number = as_names_find(&l->names, name, length);
  if (number == AS_NO_NAME) {
    as_layer *fresh;
    number = l->names.count;
    if (!as_reserve(m, &l->list, &l->capacity, (uint64_t)number + 1, sizeof *l->list)) return false;
    if (!l->blank) l->blank = new_page(m);
    if (!l->blank) return false;
    fresh = as_new(m, 1, as_layer);
    if (!fresh) return false;
    memset(fresh, 0, sizeof *fresh);
    fresh->blank = l->blank;
    fresh->journal = as_journal_create(m->alloc, m->context);
    if (!fresh->journal || !as_names_add(&l->names, m, name, length)) {
      as_journal_release(fresh->journal);
      as_free(m, fresh, 1, as_layer);
      return false;
    }
    l->list[number] = fresh;
  }
  *layer = number + 1;
  return true;
}

/* The number of pages of so many slots. */
static uint32_t pages_of(uint32_t slots)
{
  return slots / AS_LAYER_PAGE + (slots % AS_LAYER_PAGE != 0);
}

bool as_layer_extend(as_layer *layer, as_memory *m, uint32_t slots)
{
  const uint32_t before = layer->page_count;
  uint32_t i;
  if (!as_reserve(m, &layer->pages, &layer->page_count, pages_of(slots), sizeof *layer->pages)) return false;
  if (layer->page_count == before) return true;
  for (i = before; i < layer->page_count; i++) layer->pages[i] = layer->blank;
  /* Runs that use the layer point to the old places. */
  if (before > 0) layer->version++;
  return true;
}

bool as_layer_reserve(as_layer *layer, as_memory *m, uint32_t slots, uint32_t first, uint32_t count)
{
  const uint32_t last = (first + count - 1) >> AS_LAYER_BITS;
  uint32_t i;
  astar_assert(count >= 1 && first + count <= slots);
  if (last >= layer->page_count && !as_layer_extend(layer, m, slots)) return false;
  for (i = first >> AS_LAYER_BITS; i <= last; i++) {
    double *page;
    if (layer->pages[i] != layer->blank) continue;
    page = new_page(m);
    if (!page) return false;
    layer->pages[i] = page;
  }
  return true;
}

void as_layer_clear(as_layer *layer, as_memory *m)
{
  free_pages(layer, m, 0, layer->page_count);
  if (layer->used == 0) return;
  layer->used = 0;
  layer->version++;
  as_journal_note_all(layer->journal);
}

bool as_layers_reserve(as_layers *l, as_memory *m, uint32_t first, uint32_t count)
{
  uint32_t i;
  for (i = 0; i < l->names.count; i++) {
    if (l->list[i]->used > 0 && !as_layer_reserve(l->list[i], m, first + count, first, count)) return false;
  }
  return true;
}

/* Free the pages of `count` slots from `first` on that have no value. */
static void free_empty_pages(as_layer *layer, as_memory *m, uint32_t first, uint32_t count)
{
  uint32_t page, k;
  for (page = first >> AS_LAYER_BITS; page < pages_of(first + count); page++) {
    for (k = 0; k < AS_LAYER_PAGE && layer->pages[page][k] == 0; k++) continue;
    if (k == AS_LAYER_PAGE) free_pages(layer, m, page, page + 1);
  }
}

void as_layers_renumber(as_layers *l, as_memory *m, uint32_t first, const uint32_t *renumbered, uint32_t count,
                        double *room)
{
  uint32_t i, k;
  for (i = 0; i < l->names.count; i++) {
    as_layer *layer = l->list[i];
    if (layer->used == 0) continue;
    memset(room, 0, count * sizeof *room);
    for (k = 0; k < count; k++) {
      if (renumbered[k] != UINT32_MAX) room[renumbered[k]] = as_layer_value(layer, first + k);
    }
    for (k = 0; k < count; k++) as_layer_put(layer, first + k, room[k]);
    free_empty_pages(layer, m, first, count);
    as_journal_note_all(layer->journal);
  }
}

void as_layers_forget(as_layers *l, uint32_t slot)
{
  uint32_t i;
  for (i = 0; i < l->names.count; i++) {
    if (as_layer_value(l->list[i], slot) != 0) as_layer_put(l->list[i], slot, 0);
  }
}

bool as_extras_set(as_extras *e, as_memory *m, as_layers *l, as_memory *of_layers, const astar_layer_use *uses,
                   uint32_t count, uint32_t slots)
{
  const bool own = uses == e->uses;
  uint32_t i;
  e->count = 0; /* if this fails, too: places may have moved */
  if (!as_reserve(m, &e->list, &e->capacity, count, sizeof *e->list) ||
      !as_reserve(m, &e->uses, &e->use_capacity, count, sizeof *e->uses))
    return false;
  if (own) uses = e->uses;
  for (i = 0; i < count; i++) {
    as_layer *layer = as_layer_of(l, uses[i].layer);
    if (layer->used > 0 && uses[i].weight > 0 && !as_layer_extend(layer, of_layers, slots)) return false;
  }
  e->layers = l;
  e->use_count = count;
  for (i = 0; i < count; i++) {
    const as_layer *layer = as_layer_of(l, uses[i].layer);
    astar_assert(uses[i].weight >= 0 && uses[i].weight < INFINITY);
    e->uses[i] = uses[i];
    if (layer->used == 0 || uses[i].weight == 0) continue;
    e->list[e->count].pages = layer->pages;
    e->list[e->count++].weight = uses[i].weight;
  }
  return true;
}

bool as_extras_follow(as_extras *e, as_memory *m, uint32_t slots)
{
  uint32_t i;
  as_extras_leave(e);
  if (!as_reserve(m, &e->readers, &e->reader_capacity, e->use_count, sizeof *e->readers)) return false;
  for (i = 0; i < e->use_count; i++) {
    e->readers[i].journal = as_journal_join(as_layer_of(e->layers, e->uses[i].layer)->journal, slots);
    e->readers[i].read = e->readers[i].journal->next;
  }
  e->reader_count = e->use_count;
  return true;
}

void as_extras_leave(as_extras *e)
{
  while (e->reader_count > 0) as_journal_release(e->readers[--e->reader_count].journal);
}

void as_extras_free(as_extras *e, as_memory *m)
{
  as_extras_leave(e);
  as_free(m, e->readers, e->reader_capacity, as_layer_reader);
  as_free(m, e->list, e->capacity, as_extra);
  as_free(m, e->uses, e->use_capacity, astar_layer_use);
}
