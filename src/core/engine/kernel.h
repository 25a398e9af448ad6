/*
** kernel.h: the interface of kernels: ways to find the cheapest path from one node to another that keep less than a
** search does, and take less time. The finder chooses one for a query; a search at whose nodes nobody looks goes by
** one, too. A kernel serves one query after the other, and keeps its memory for the next.
**
** A kernel of flows is no such way: its space begins and runs it, and its results are records. It has `stop` and `free`
** alone.
*/
#ifndef AS_KERNEL_H
#define AS_KERNEL_H

#include "engine/landmarks.h"
#include "engine/space.h"

typedef struct as_kernel as_kernel;

typedef struct as_kernel_ops {
  /*
  ** Begin with the query of `def`, for one goal, which is live, as the start is. `space` is that of the graph or grid
  ** for the unit, with the layers of the query; what its rules point to, and `def`, must stay until the run has ended.
  ** `landmarks` are those of the unit, done and valid, or NULL; they must stay, too. ASTAR_SEARCHING, or as `run`.
  */
  astar_status (*begin)(as_kernel *k, const as_space *space, const as_landmarks *landmarks,
                        const astar_search_def *def);
  /*
  ** Expand up to n nodes; only while the space is not edited. ASTAR_SEARCHING; or the run has ended: ASTAR_FOUND,
  ** ASTAR_UNREACHABLE, ASTAR_LIMIT (only costs above max_cost lead to the goal), ASTAR_STALE (the query takes a
  ** search), or ASTAR_OUT_OF_MEMORY.
  */
  astar_status (*run)(as_kernel *k, uint64_t n);
  /* Give up a run that has not ended. O(nodes reached). */
  void (*stop)(as_kernel *k);
  /* After ASTAR_FOUND, until the next query, while the space is not edited: write the path to `size` bytes. */
  void (*write)(const as_kernel *k, astar_path *path);
  /* Free what the kernel has, which may be in a run, but not the kernel. The space may be gone. */
  void (*free)(as_kernel *k);
} as_kernel_ops;

/* Of each kind a space keeps one that no search uses: see spare_workspace.h. */
typedef enum as_kernel_kind {
  AS_KERNEL_LINKS,
  AS_KERNEL_CELLS,
  AS_KERNEL_JUMPS,
  AS_KERNEL_FLOWS,
  AS_KERNEL_KINDS
} as_kernel_kind;

/* The first member of a kernel. */
struct as_kernel {
  const as_kernel_ops *ops;
  as_memory *memory; /* of the owner */
  size_t whole;      /* bytes of the kernel itself */
  uint64_t expanded; /* in this query; the goal counts if it was reached */
  /* After ASTAR_FOUND: nodes of the path, and its size in bytes. */
  uint32_t count;
  size_t size;
};

/* A kernel of so many bytes, all zeros behind its head; NULL if out of memory. */
static inline void *as_kernel_create(as_memory *m, size_t whole, const as_kernel_ops *ops)
{
  as_kernel *k = as_resize(m, NULL, 0, whole, 1);
  if (!k) return NULL;
  memset(k, 0, whole);
  k->ops = ops;
  k->memory = m;
  k->whole = whole;
  return k;
}

/* NULL is accepted. */
static inline void as_kernel_destroy(as_kernel *k)
{
  if (!k) return;
  k->ops->free(k);
  (void)as_resize(k->memory, k, k->whole, 0, 1);
}

#endif
