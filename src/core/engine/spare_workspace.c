/* spare_workspace.c: see spare_workspace.h. */
#include "engine/spare_workspace.h"

/*
** More bytes than this are not kept. What is kept grows with each search that uses it, to the size of the map in the
** end; and a search that needs so much takes far longer than to allocate it.
*/
#define MOST ((size_t)32 << 20)

static void free_workspace(as_workspace *w, as_memory *m)
{
  as_records_free(&w->records, m);
  as_open_free(&w->open, m);
  as_free(m, w->touched, w->touched_capacity, uint32_t);
  memset(w, 0, sizeof *w);
}

void as_spare_workspace_close(as_spare_workspace *spare)
{
  int i;
  if (!spare) return;
  if (spare->kept.bytes > 0) free_workspace(&spare->kept, &spare->shared.memory);
  for (i = 0; i < AS_KERNEL_KINDS; i++) {
    as_kernel_destroy(spare->kernels[i]);
    spare->kernels[i] = NULL;
  }
  spare->closed = true;
}

void as_spare_workspace_release(as_spare_workspace *spare)
{
  if (!spare || !as_shared_drop(&spare->shared)) return;
  as_spare_workspace_close(spare);
  as_object_free(spare, sizeof *spare);
}

static bool is_allocator_of(const as_spare_workspace *spare, const as_memory *m)
{
  return m->alloc == spare->shared.memory.alloc && m->context == spare->shared.memory.context;
}

bool as_spare_workspace_take(as_spare_workspace *spare, as_memory *m, uint32_t columns, as_workspace *w)
{
  if (spare->kept.bytes == 0 || spare->kept.records.columns != columns || !is_allocator_of(spare, m)) return false;
  *w = spare->kept;
  memset(&spare->kept, 0, sizeof spare->kept);
  spare->shared.memory.used -= w->bytes;
  m->used += w->bytes;
  return true;
}

void as_spare_workspace_put(as_spare_workspace *spare, as_memory *m, as_workspace *w)
{
  const bool same = w->records.columns == spare->kept.records.columns;
  if (spare->closed || w->bytes > MOST || (same && w->bytes <= spare->kept.bytes) || !is_allocator_of(spare, m)) {
    free_workspace(w, m);
    return;
  }
  if (spare->kept.bytes > 0) free_workspace(&spare->kept, &spare->shared.memory);
  spare->kept = *w;
  spare->shared.memory.used += w->bytes;
  m->used -= w->bytes;
}

as_kernel *as_spare_kernel_take(as_spare_workspace *spare, as_kernel_kind kind)
{
  as_kernel *k = spare->kernels[kind];
  spare->kernels[kind] = NULL;
  return k;
}

void as_spare_kernel_put(as_spare_workspace *spare, as_kernel_kind kind, as_kernel *k)
{
  astar_assert(k->memory == &spare->shared.memory);
  if (spare->closed || spare->kernels[kind]) as_kernel_destroy(k);
  else spare->kernels[kind] = k;
}
