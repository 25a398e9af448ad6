/*
** saved_groups.h: the groups of a crowd as bytes, which follow those of its units; io/stream.h says how numbers are
** written.
**
**   groups  u32 count of those with members; for each: u8 formation; u32 count of the caller's offsets, f64 each (2);
**           f64 spacing, or NAN; f64 facing at the goal (2); u8 1 if each has its own speed; u8 state, with the flag
**           64 if no place was closed by edits, with the flag 32 u32 exchanges of places > 0, with the flag 128 u32
**           level of the goal > 1; f64 goal (3); u32 its node, or 0; f64 facing (2), extent, distance of neighbours,
**           middle (2); u32 points of a march; for each f64 place (2), length; u32 turn; f64 along, waited, least; u32
**           count of members; for each: u32 id; f64 offset (2), place (2), along, ahead; u8 mode
*/
#ifndef AS_SAVED_GROUPS_H
#define AS_SAVED_GROUPS_H

#include "crowd/group.h"
#include "io/stream.h"

/* `followed`: the crowd has taken in all edits of its graph. */
ASTAR_API void as_save_groups(const astar_groups *s, bool followed, astar_writer *w);

/* Read groups into a crowd that has none, and has all its units: below `units`, as far as `is_unit` tells. */
ASTAR_API astar_result as_load_groups(astar_groups *s, astar_reader *r, uint32_t units,
                                      bool (*is_unit)(const void *crowd, uint32_t index));

#endif
