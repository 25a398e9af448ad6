/*
** lattice_look.h: the corners that are visible from a place, by the rows of a lattice.
*/
#ifndef AS_LATTICE_LOOK_H
#define AS_LATTICE_LOOK_H

#include "plane/fans.h"

/*
** As as_visibility_look(), or as_visibility_look_from() if `corner` is not AS_NO_POINT. If the answer is
** AS_LATTICE_YES, the result has exactly the visible corners at which a taut path may bend; else it is undefined.
** O(windows), and words of their runs.
*/
ASTAR_API as_lattice_answer as_lattice_look(as_lattice *l, as_visibility *v, as_memory *m, as_scene *s,
                                            const double place[2], uint32_t corner, double low, double high);

/*
** Look from a place between the enlarged obstacles of the scene `s`, with these fans. If the answer is AS_LATTICE_YES,
** the result has all visible corners where a taut path may bend, and some others; else it is undefined. `corner` is
** that of the place, or AS_NO_POINT for a look in all directions; else it looks from `low` counter-clockwise to `high`,
** for paths that have the wedge on the right (`part` 0) or on the left (1).
*/
ASTAR_API as_lattice_answer as_lattice_look_at_fans(as_lattice *l, const as_fans *fans, as_visibility *v, as_memory *m,
                                                    as_scene *s, const double place[2], uint32_t corner, int part,
                                                    double low, double high);

#endif
