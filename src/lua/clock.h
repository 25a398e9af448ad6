/* clock.h: a clock for time budgets: the system's monotonic one where there is one. */
#ifndef AL_CLOCK_H
#define AL_CLOCK_H

#include "object.h"

AL_HIDDEN_BEGIN

/* Seconds from some point in the past; never goes back. */
double al_clock(void);

AL_HIDDEN_END

#endif
