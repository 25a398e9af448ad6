/*
** disc_walls.h: the obstacles of a plane for a disc: whether it can stand at a place, which edges are near it, whether
** a straight way is clear, and how it slides along edges. Needs no radius layer: discs are exact circles, compared with
** the outlines themselves, and overlap them by rounding only, as in astar_plane_sweep().
*/
#ifndef AS_DISC_WALLS_H
#define AS_DISC_WALLS_H

#include "crowd/orca.h"
#include "plane/plane.h"

#define AS_DISC_WALLS 16u /* the nearest edges that a disc avoids */

/*
** What is in the way of a disc at a place, as astar_discs_add() returns it; ASTAR_NO_OBSTACLE if nothing is. O(log n).
*/
ASTAR_API astar_obstacle as_disc_blocker(astar_plane *p, const double place[2], double radius);

/* Whether a disc at a place overlaps an obstacle by more than rounding. */
ASTAR_API bool as_disc_stands_badly(astar_plane *p, const double place[2], double radius);

/*
** List the edges that face a place, nearest first, up to a distance, or AS_DISC_WALLS of them. Returns their number;
** *clear becomes the distance of the nearest edge of all, but at most `look`, which is >= `distance`. O(log n + edges).
*/
ASTAR_API uint32_t as_disc_list_walls(const astar_plane *p, const double place[2], double distance, double look,
                                      as_wall *list, double *clear);

/* Whether a disc may go straight from one place to another, up to an overlap that is not seen. O(log n + edges). */
ASTAR_API bool as_disc_sees(const astar_plane *p, const double from[2], const double to[2], double radius);

/*
** Move a disc towards a place; where it touches an edge, it goes on along the edge. Never enters an obstacle
** that it does not overlap already. O(log n + edges).
*/
ASTAR_API void as_disc_slide(const astar_plane *p, double place[2], const double to[2], double radius);

#endif
