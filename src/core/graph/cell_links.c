/* ports.c: see ports.h. Open addressing with linear probing. */
#include "graph/cell_links.h"

#define FIRST_SIZE 16u

static uint32_t hash(uint32_t cell)
{
  cell ^= cell >> 16;
  cell *= 0x7FEB352Du;
  cell ^= cell >> 15;
  cell *= 0x846CA68Bu;
  return cell ^ cell >> 16;
}

void as_ports_free(as_ports *p, as_memory *m)
{
  as_free(m, p->table, p->size, as_port);
  p->table = NULL;
  p->size = p->count = 0;
}

/* Where the cell is, or would be. */
static as_port *place(const as_ports *p, uint32_t cell)
{
  uint32_t at = hash(cell) & (p->size - 1);
  while (p->table[at].cell != AS_NO_PORT && p->table[at].cell != cell) at = (at + 1) & (p->size - 1);
  return &p->table[at];
}

bool as_ports_reserve(as_ports *p, as_memory *m)
{
  as_ports fresh;
  uint32_t i;
  if (p->count < p->size / 2) return true;
  fresh.size = p->size > 0 ? p->size * 2 : FIRST_SIZE;
  fresh.count = p->count;
  fresh.table = as_new(m, fresh.size, as_port);
  if (!fresh.table) return false;
  for (i = 0; i < fresh.size; i++) fresh.table[i].cell = AS_NO_PORT;
  for (i = 0; i < p->size; i++) {
    if (p->table[i].cell != AS_NO_PORT) *place(&fresh, p->table[i].cell) = p->table[i];
  }
  as_free(m, p->table, p->size, as_port);
  *p = fresh;
  return true;
}

void as_ports_add(as_ports *p, uint32_t cell, uint32_t node)
{
  as_port *port = place(p, cell);
  astar_assert(p->count < p->size / 2 && port->cell == AS_NO_PORT);
  port->cell = cell;
  port->node = node;
  p->count++;
}

uint32_t as_ports_find(const as_ports *p, uint32_t cell)
{
  const as_port *port;
  if (p->count == 0) return AS_NO_PORT;
  port = place(p, cell);
  return port->cell == cell ? port->node : AS_NO_PORT;
}

void as_ports_renumber(as_ports *p, const uint32_t *renumbered)
{
  uint32_t i;
  for (i = 0; i < p->size; i++) {
    if (p->table[i].cell != AS_NO_PORT) p->table[i].node = renumbered[p->table[i].node];
  }
}
