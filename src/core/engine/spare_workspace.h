/*
** spare_workspace.h: the memory of one destroyed search, and kernels that no search uses, kept for the next one on the
** same space. A short search would take longer to allocate and to clear fresh memory than to expand its nodes. Shared
** by the space and the searches that first began on it.
*/
#ifndef AS_SPARE_WORKSPACE_H
#define AS_SPARE_WORKSPACE_H

#include "base/shared.h"
#include "engine/kernel.h"
#include "engine/open.h"
#include "engine/records.h"

/* What a search needs most memory for. */
typedef struct as_workspace {
  as_records records;
  as_open open;
  uint32_t *touched;
  uint32_t touched_capacity;
  size_t bytes; /* of all of these */
} as_workspace;

typedef struct as_spare_workspace {
  as_shared shared;  /* its memory counts what is kept, and all kernels of searches */
  as_workspace kept; /* nothing if it has 0 bytes */
  as_kernel *kernels[AS_KERNEL_KINDS]; /* in no run; NULL: there is none */
  uint64_t expanded; /* nodes, by searches that could have gone by a kernel of links, while there was none */
  bool closed;       /* the space is gone, so nothing is kept any more */
} as_spare_workspace;

/* One with a reference; NULL if out of memory. */
static inline as_spare_workspace *as_spare_workspace_create(astar_alloc alloc, void *context)
{
  return as_shared_create(alloc, context, sizeof(as_spare_workspace));
}

/* For the space, before it drops its reference: free what is kept. NULL is accepted. */
ASTAR_API void as_spare_workspace_close(as_spare_workspace *spare);

/* Drop a reference. NULL is accepted. */
ASTAR_API void as_spare_workspace_release(as_spare_workspace *spare);

/*
** Move what is kept to a search without any, whose memory is `m`. False if nothing is kept, or not for this allocator
** and this number of columns. O(1).
*/
ASTAR_API bool as_spare_workspace_take(as_spare_workspace *spare, as_memory *m, uint32_t columns, as_workspace *w);

/*
** Keep the workspace of a search whose memory is `m`, or what was kept before if that is larger and has as many
** columns; free the other. Frees the workspace if the space is gone, if the allocators differ, or if it has more than
** 32 MB.
*/
ASTAR_API void as_spare_workspace_put(as_spare_workspace *spare, as_memory *m, as_workspace *w);

/* Take the kernel of a kind, whose memory is that of `spare`. NULL if there is none. */
ASTAR_API as_kernel *as_spare_kernel_take(as_spare_workspace *spare, as_kernel_kind kind);

/* Keep a kernel, in no run, whose memory is that of `spare`; free it if there is one, or the space is gone. */
ASTAR_API void as_spare_kernel_put(as_spare_workspace *spare, as_kernel_kind kind, as_kernel *k);

#endif
