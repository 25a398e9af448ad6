/* names.c: see names.h. Open addressing with linear probing; hashes by FNV-1a. */
#include "base/names.h"

#include <string.h>

static uint32_t hash_bytes(const char *bytes, size_t length)
{
  uint32_t hash = 2166136261u;
  size_t i;
  for (i = 0; i < length; i++) hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
  return hash;
}

void as_names_init(as_names *n)
{
  memset(n, 0, sizeof *n);
}

void as_names_free(as_names *n, as_memory *m)
{
  uint32_t i;
  for (i = 0; i < n->count; i++) as_free(m, n->list[i].bytes, n->list[i].length + 1, char);
  as_free(m, n->list, n->capacity, as_name);
  as_free(m, n->table, n->table_size, uint32_t);
  as_names_init(n);
}

uint32_t as_names_find(const as_names *n, const char *bytes, size_t length)
{
  uint32_t hash, at, number;
  if (n->table_size == 0) return AS_NO_NAME;
  hash = hash_bytes(bytes, length);
  for (at = hash & (n->table_size - 1); (number = n->table[at]) != 0; at = (at + 1) & (n->table_size - 1)) {
    const as_name *name = &n->list[number - 1];
    if (name->hash == hash && name->length == length && memcmp(name->bytes, bytes, length) == 0)
      return number - 1;
  }
  return AS_NO_NAME;
}

static void enter(as_names *n, uint32_t number)
{
  uint32_t at = n->list[number].hash & (n->table_size - 1);
  while (n->table[at] != 0) at = (at + 1) & (n->table_size - 1);
  n->table[at] = number + 1;
}

static bool grow_table(as_names *n, as_memory *m)
{
  uint32_t size = n->table_size ? n->table_size * 2 : 8, i;
  uint32_t *table = as_new(m, size, uint32_t);
  if (!table) return false;
  memset(table, 0, size * sizeof *table);
  as_free(m, n->table, n->table_size, uint32_t);
  n->table = table;
  n->table_size = size;
  for (i = 0; i < n->count; i++) enter(n, i);
  return true;
}

bool as_names_add(as_names *n, as_memory *m, const char *bytes, size_t length)
{
  as_name *name;
  char *copy;
  if (!as_reserve(m, &n->list, &n->capacity, (uint64_t)n->count + 1, sizeof *n->list)) return false;
  if ((uint64_t)n->count * 2 + 2 > n->table_size && !grow_table(n, m)) return false;
  copy = as_new(m, length + 1, char); /* + 1: an empty name has a block too */
  if (!copy) return false;
  memcpy(copy, bytes, length);
  copy[length] = '\0';
  name = &n->list[n->count];
  name->bytes = copy;
  name->length = length;
  name->hash = hash_bytes(bytes, length);
  enter(n, n->count++);
  return true;
}

void as_names_drop(as_names *n, as_memory *m)
{
  as_name *name = &n->list[--n->count];
  uint32_t at = name->hash & (n->table_size - 1);
  while (n->table[at] != n->count + 1) at = (at + 1) & (n->table_size - 1);
  n->table[at] = 0; /* no name was added later, so none was passed on from here */
  as_free(m, name->bytes, name->length + 1, char);
}
