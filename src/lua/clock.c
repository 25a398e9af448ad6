/* clock.c: a clock for time budgets; see search.h. */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 199309L
#endif

#include "search.h"

#if defined(_WIN32)

#include <windows.h>

double al_clock(void)
{
  LARGE_INTEGER now, frequency;
  QueryPerformanceCounter(&now);
  QueryPerformanceFrequency(&frequency);
  return (double)now.QuadPart / (double)frequency.QuadPart;
}

#else

#include <time.h>

double al_clock(void)
{
#if defined(CLOCK_MONOTONIC)
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) == 0) return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
#endif
  return (double)clock() / CLOCKS_PER_SEC;
}

#endif
