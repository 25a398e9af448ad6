/*
** drift.h: which way to walk from a place on a grid along a flow: a search that ran backwards, cell by cell. The finder
** calls it.
*/
#ifndef AS_DRIFT_H
#define AS_DRIFT_H

#include "engine/search.h"

/*
** Set the direction, of length 1, at a place of the world, on a floor from 0. False if the place is off the map, or
** there is no way from its cell, or that is where the flow leads to. See astar_search_direction().
**
** Who walks along it in small steps arrives; drift.c says why. A place is led to a target. In the open the target is
** the mean of the next cells of the four cells around the place, weighted as in bilinear interpolation: it changes
** smoothly from place to place. All four and their next cells must lie in a rectangle of cells without any obstacle; as
** that is convex, neither a point nor a disc that is clear of the cells around it meets an obstacle on the way. Where
** not all four are open, the target is the mean of the next cells of the own cell and one beside it, if these are open.
** Else, and always on hexagons, the target moves from the middle of the own cell to that of the next one, which rounds
** the corner within these two cells. A diagonal step beside a cell that is not open goes round by the cell on its other
** side; only if none is open it leads through the point between them.
*/
ASTAR_API bool as_drift(const astar_search *s, double x, double y, uint32_t floor, double direction[2]);

#endif
