/*
** pin.c: see pin.h.
*/

/* dladdr() is not part of C or POSIX: under -std=c99 each system declares it only if a macro of its own is defined. */
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#if !defined(_DARWIN_C_SOURCE)
#define _DARWIN_C_SOURCE
#endif
#if !defined(_NETBSD_SOURCE)
#define _NETBSD_SOURCE
#endif

#include "pin.h"

#if defined(ASTAR_STATIC) || defined(__EMSCRIPTEN__) || defined(__wasm__)

void al_pin_library(void)
{
}

#elif defined(_WIN32)

#include <windows.h>

void al_pin_library(void)
{
  static const char inside = 0;
  HMODULE library;
  (void)GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, &inside, &library);
}

#elif defined(__unix__) || defined(__APPLE__) || defined(__HAIKU__)

#include <dlfcn.h>

/* The handle is never closed, which keeps the library in memory where there is no RTLD_NODELETE, too. */
void al_pin_library(void)
{
  static const char inside = 0;
  int mode = RTLD_NOW;
  Dl_info library;
#if defined(RTLD_NODELETE)
  mode |= RTLD_NODELETE;
#endif
#if defined(RTLD_NOLOAD)
  mode |= RTLD_NOLOAD; /* if it is linked into the program, the name is that of the program: nothing is opened */
#endif
  if (dladdr(&inside, &library) && library.dli_fname) (void)dlopen(library.dli_fname, mode);
}

#else

void al_pin_library(void)
{
}

#endif
