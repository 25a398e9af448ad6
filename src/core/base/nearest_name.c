/* nearest_name.c: which of several names was meant; see nearest_name.h and astar.h. */
#include "base/nearest_name.h"

#include <string.h>

/* ---- Distance ---- */

static char lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static uint32_t least(uint32_t a, uint32_t b)
{
  return a < b ? a : b;
}

uint32_t as_name_distance(const char *a, size_t a_length, const char *b, size_t b_length, uint32_t most)
{
  /* Rows of the table of distances between beginnings of the names: the one before the last, the last, the current. */
  uint32_t rows[3][ASTAR_GUESS_MOST + 1], *older = rows[0], *last = rows[1], *row = rows[2];
  size_t i, k;
  astar_assert(a_length <= ASTAR_GUESS_MOST && b_length <= ASTAR_GUESS_MOST);
  if ((a_length > b_length ? a_length - b_length : b_length - a_length) > most) return AS_NO_DISTANCE;
  for (k = 0; k <= b_length; k++) last[k] = (uint32_t)k;
  for (i = 1; i <= a_length; i++) {
    const char p = lower(a[i - 1]);
    uint32_t *next = older, smallest;
    smallest = row[0] = (uint32_t)i;
    for (k = 1; k <= b_length; k++) {
      const char q = lower(b[k - 1]);
      row[k] = least(least(last[k], row[k - 1]) + 1, last[k - 1] + (p != q));
      if (i > 1 && k > 1 && p != q && p == lower(b[k - 2]) && lower(a[i - 2]) == q)
        row[k] = least(row[k], older[k - 2] + 1);
      smallest = least(smallest, row[k]);
    }
    /* Distances only grow from here: a transposition skips a row, but costs no less than the edit that is in it. */
    if (smallest > most) return AS_NO_DISTANCE;
    older = last;
    last = row;
    row = next;
  }
  return last[b_length] <= most ? last[b_length] : AS_NO_DISTANCE;
}

/* ---- Other words for the same ---- */

/* What people call things that have another name here. Without underscores, in lower case. */
static const struct {
  const char *said, *meant;
} words[] = {
    {"addlink", "link"},      {"addnode", "add"},      {"color", "theme"},        {"colors", "theme"},
    {"colour", "theme"},      {"colours", "theme"},    {"linecolor", "theme"},    {"linecolour", "theme"},
    {"pathcolor", "theme"},   {"pathcolour", "theme"}, {"palette", "theme"},      {"tilecolor", "theme"},
    {"addunit", "unit"},      {"cellsize", "cell"},
    {"columns", "width"},     {"connect", "link"},     {"disconnect", "unlink"},  {"findpath", "path"},
    {"getcell", "cell"},      {"getnode", "node"},     {"getpath", "path"},       {"gettile", "get"},
    {"iso", "isometric"},     {"maxdistance", "max_cost"}, {"maxiterations", "max_steps"}, {"maxlength", "max_cost"},
    {"orthogonal", "square"}, {"removenode", "remove"}, {"settile", "set"},       {"tilesize", "cell"},
};

/* Whether a name is `plain` but for case and underscores. */
static bool reads(const char *name, size_t length, const char *plain)
{
  size_t i;
  for (i = 0; i < length; i++) {
    if (name[i] == '_') continue;
    if (*plain == '\0' || lower(name[i]) != *plain++) return false;
  }
  return *plain == '\0';
}

static bool is_word_for(const char *said, size_t said_length, const char *name, size_t length)
{
  size_t i;
  for (i = 0; i < sizeof words / sizeof *words; i++) {
    if (strlen(words[i].meant) == length && memcmp(words[i].meant, name, length) == 0 &&
        reads(said, said_length, words[i].said))
      return true;
  }
  return false;
}

/* ---- Guesses ---- */

void astar_guess_begin(astar_guess *g, const char *word, size_t length)
{
  memset(g, 0, sizeof *g);
  g->distance = AS_NO_DISTANCE;
  if (length > ASTAR_GUESS_MOST) return;
  g->word_length = length;
  memcpy(g->word, word, length);
}

/* The most edits that still count as a slip, between names of which the longer has this length. */
static uint32_t most_edits(size_t length)
{
  const uint32_t most = length <= 4 ? 1 : length <= 8 ? 2 : 3;
  return least(most, (uint32_t)(length / 3));
}

void astar_guess_try(astar_guess *g, const char *name, size_t length)
{
  const size_t longer = length > g->word_length ? length : g->word_length;
  uint32_t distance, most;
  int order;
  if (g->word_length == 0 || length == 0 || length > ASTAR_GUESS_MOST) return;
  if (length == g->word_length && memcmp(name, g->word, length) == 0) return;
  most = least(most_edits(longer), g->distance);
  distance = is_word_for(g->word, g->word_length, name, length)
                 ? 0
                 : as_name_distance(g->word, g->word_length, name, length, most);
  if (distance == AS_NO_DISTANCE || distance > g->distance) return;
  if (distance == g->distance) {
    order = memcmp(name, g->name, length < g->length ? length : g->length);
    if (order > 0 || (order == 0 && length >= g->length)) return;
  }
  g->distance = distance;
  g->length = length;
  memcpy(g->name, name, length);
  g->name[length] = '\0';
}

/* ---- Names one edit away ---- */

static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";

#define LETTERS (sizeof letters - 1)

/*
** The variants in order: in lower case; each byte left out; each two neighbours exchanged; each byte replaced by each
** letter; each letter put in at each place.
*/
bool astar_guess_variant(const astar_guess *g, uint32_t index, char variant[ASTAR_GUESS_MOST + 1], size_t *length)
{
  const size_t n = g->word_length;
  size_t i = index, k;
  *length = n;
  memcpy(variant, g->word, n);
  if (n == 0) return false;
  if (i-- == 0) {
    for (k = 0; k < n; k++) variant[k] = lower(variant[k]);
    return true;
  }
  if (i < n) {
    memmove(variant + i, variant + i + 1, n - i - 1);
    --*length;
    return true;
  }
  i -= n;
  if (i < n - 1) {
    variant[i] = g->word[i + 1];
    variant[i + 1] = g->word[i];
    return true;
  }
  i -= n - 1;
  if (i < n * LETTERS) {
    variant[i / LETTERS] = letters[i % LETTERS];
    return true;
  }
  i -= n * LETTERS;
  if (i >= (n + 1) * LETTERS) return false;
  memmove(variant + i / LETTERS + 1, variant + i / LETTERS, n - i / LETTERS);
  variant[i / LETTERS] = letters[i % LETTERS];
  ++*length;
  return true;
}
