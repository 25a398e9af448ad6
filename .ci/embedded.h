/* embedded.h: the modules in Lua as .ci/embed writes them, for programs that have them inside. */
#ifndef EMBEDDED_H
#define EMBEDDED_H

#include <stddef.h>

typedef struct {
  const char *name, *text;
  size_t length;
} embedded_module;

/* The last one has no name. */
extern const embedded_module embedded_modules[];

#endif
