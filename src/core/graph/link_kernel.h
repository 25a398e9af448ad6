/*
** link_kernel.h: a kernel for the cheapest path between two nodes of a graph without cells: A* in the order of a bucket
** queue, over a copy of what it reads of each node. The finder owns one.
**
** The copy and the state of the run share a record of 32 bytes a node, so that to relax a link takes one cache
** line. The records follow the journal of the graph: an edit costs the next call O(1), and only a first call, or one
** after many edits, O(n).
**
** Buckets hold nodes of nearly equal f, last in, first out (Dial 1969). So a node may be expanded before its cost is
** the least, and again later; the run ends when no open node can lead to a cheaper path. The heuristic is the straight
** distance times the least cost per distance, less a bound on what positions lose as floats: it never overestimates.
** Of paths of equal cost it may find another than a search, but always the same one for the same graph.
**
** It is kept beside the loops of the engine because it takes 0.4 to 0.6 of the time of the exact one: paths between
** nodes at random of graphs of 10,000 and 100,000 nodes on a square, 4 and 6 links each (`make bench`).
*/
#ifndef AS_LINK_KERNEL_H
#define AS_LINK_KERNEL_H

#include "engine/landmarks.h"
#include "engine/path.h"
#include "graph/node.h"

/*
** What the kernel reads of a node, and the state of the run. Between runs all nodes are as not reached. `mark` is the
** number of outgoing links, or a value for hubs, and bits for the run.
*/
typedef struct as_kernel_node {
  double g;        /* INFINITY if not reached */
  uint32_t parent; /* index; undefined if not reached */
  uint32_t mark;
  float at[3];     /* position, relative to the origin of the records */
  uint32_t first;  /* index of the first outgoing link; not kept up to date for hubs */
} as_kernel_node;

/* A node in a chain of the queue. */
typedef struct as_link_entry {
  uint32_t index; /* of the node */
  uint32_t next;  /* entry, or AS_NO_SLOT */
} as_link_entry;

#define AS_LINK_CHAINS 4096u
#define AS_NO_KEY UINT32_MAX

/*
** The queue. A key counts bucket widths from the f of the start. The chains hold the nodes whose keys are from `now` up
** to now + AS_LINK_CHAINS, exclusive, by the lower bits of the key; nodes of greater keys are in the chain `far`.
** Entries are not reused within a run, so they list all nodes that it has reached.
*/
typedef struct as_link_queue {
  uint32_t *chains; /* first entries, or AS_NO_SLOT */
  as_link_entry *pool;
  uint32_t count, capacity; /* of the pool */
  uint32_t now;
  uint32_t far, far_least; /* far_least: lower bound of the keys in `far`; AS_NO_KEY if that is empty */
  uint64_t groups;  /* bit set: which groups of 64 chains may have entries */
} as_link_queue;

typedef struct as_link_kernel {
  as_journal *journal; /* that the records follow, held; NULL: there are none */
  uint64_t read;       /* entries of the journal read so far */
  as_kernel_node *knode;         /* by index */
  uint32_t capacity;
  double origin[3], reach; /* reach: upper bound on the coordinates relative to the origin */
  double typical_base; /* see ratios.h */
  as_link_queue queue;
  uint32_t *leading;   /* indices of nodes from which a path leads to the goal */
  uint32_t leading_count, leading_capacity;
  uint32_t leading_done; /* the links into the first of them were followed */
  as_space space;      /* of the last call */
  as_path_node *path;  /* the path found */
  uint32_t path_count, path_capacity;
  uint64_t expanded;
} as_link_kernel;

/* Takes no memory. */
ASTAR_API void as_link_kernel_init(as_link_kernel *k);
ASTAR_API void as_link_kernel_free(as_link_kernel *k, as_memory *m);

/*
** Find the path between two live nodes; `space` is that of the graph for the unit, `landmarks` are those of the unit,
** done and valid, or NULL. ASTAR_FOUND, ASTAR_UNREACHABLE or ASTAR_OUT_OF_MEMORY; or ASTAR_LIMIT: positions are too
** large for a float, or too many nodes were expanded again, so the query takes a search. O(n + links), and less where
** the path is short; O(n) more for the first call, or after many edits.
*/
ASTAR_API astar_status as_link_kernel_find(as_link_kernel *k, as_memory *m, const as_space *space,
                                           const as_landmarks *landmarks, astar_id start,
                                           astar_id goal);

/* Write the path found to a block of astar_path_size(path_count) bytes; the graph must be unedited since. O(count). */
ASTAR_API void as_link_kernel_path(const as_link_kernel *k, astar_path *path);

#endif
