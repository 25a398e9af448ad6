/* stock.c: see stock.h. */
#include "engine/stock.h"

/*
** More bytes than this are not kept. What is kept grows with each search that uses it, to the size of the map in the
** end; and a search that needs so much takes far longer than to allocate it.
*/
#define MOST ((size_t)16 << 20)

static void free_workspace(as_workspace *w, as_memory *m)
{
  as_records_free(&w->records, m);
  as_open_free(&w->open, m);
  as_free(m, w->touched, w->touched_capacity, uint32_t);
  memset(w, 0, sizeof *w);
}

void as_stock_close(as_stock *stock)
{
  if (!stock) return;
  if (stock->kept.bytes > 0) free_workspace(&stock->kept, &stock->shared.memory);
  stock->closed = true;
}

void as_stock_release(as_stock *stock)
{
  if (!stock || !as_shared_drop(&stock->shared)) return;
  as_stock_close(stock);
  as_object_free(stock, sizeof *stock);
}

static bool is_allocator_of(const as_stock *stock, const as_memory *m)
{
  return m->alloc == stock->shared.memory.alloc && m->context == stock->shared.memory.context;
}

bool as_stock_take(as_stock *stock, as_memory *m, uint32_t columns, as_workspace *w)
{
  if (stock->kept.bytes == 0 || stock->kept.records.columns != columns || !is_allocator_of(stock, m)) return false;
  *w = stock->kept;
  memset(&stock->kept, 0, sizeof stock->kept);
  stock->shared.memory.used -= w->bytes;
  m->used += w->bytes;
  return true;
}

void as_stock_put(as_stock *stock, as_memory *m, as_workspace *w)
{
  const bool same = w->records.columns == stock->kept.records.columns;
  if (stock->closed || w->bytes > MOST || (same && w->bytes <= stock->kept.bytes) || !is_allocator_of(stock, m)) {
    free_workspace(w, m);
    return;
  }
  if (stock->kept.bytes > 0) free_workspace(&stock->kept, &stock->shared.memory);
  stock->kept = *w;
  stock->shared.memory.used += w->bytes;
  m->used -= w->bytes;
}
