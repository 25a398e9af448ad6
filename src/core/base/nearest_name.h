/*
** nearest_name.h: the distance between two names that a person may have mixed up. Its users are the functions
** astar_guess_... of astar.h.
*/
#ifndef AS_NEAREST_NAME_H
#define AS_NEAREST_NAME_H

#include "base/memory.h"

#define AS_NO_DISTANCE UINT32_MAX

/*
** The number of edits that make one name of the other, ignoring the case of ASCII letters: insertion, deletion and
** substitution of a byte, and transposition of two neighbours (restricted Damerau-Levenshtein distance: F. J. Damerau,
** "A technique for computer detection and correction of spelling errors", CACM 7(3), 1964). AS_NO_DISTANCE if there are
** more than `most`. Names of up to ASTAR_GUESS_MOST bytes. O(product of the lengths).
*/
ASTAR_API uint32_t as_name_distance(const char *a, size_t a_length, const char *b, size_t b_length, uint32_t most);

#endif
