/* name_test.c: distances of names against the plain recursion, and guesses. */
#include "check.h"

#include "base/nearest_name.h"

static char lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* The distance of two names, by its definition. */
static uint32_t model(const char *a, size_t m, const char *b, size_t n)
{
  uint32_t best;
  if (m == 0 || n == 0) return (uint32_t)(m + n);
  best = model(a, m - 1, b, n - 1) + (lower(a[m - 1]) != lower(b[n - 1]));
  if (model(a, m - 1, b, n) + 1 < best) best = model(a, m - 1, b, n) + 1;
  if (model(a, m, b, n - 1) + 1 < best) best = model(a, m, b, n - 1) + 1;
  if (m > 1 && n > 1 && lower(a[m - 1]) == lower(b[n - 2]) && lower(a[m - 2]) == lower(b[n - 1]) &&
      model(a, m - 2, b, n - 2) + 1 < best)
    best = model(a, m - 2, b, n - 2) + 1;
  return best;
}

static void distances(void)
{
  uint32_t i, k, count = cases(2000);
  for (i = 0; i < count; i++) {
    char a[6], b[6];
    size_t m, n;
    uint32_t want, most = below(5), got;
    seed_case(i);
    m = below(6);
    n = below(6);
    for (k = 0; k < 6; k++) {
      a[k] = "abAB"[below(4)];
      b[k] = "abAB"[below(4)];
    }
    want = model(a, m, b, n);
    got = as_name_distance(a, m, b, n, most);
    CHECK(got == (want <= most ? want : AS_NO_DISTANCE));
  }
}

/* Which of the names is guessed for a word; NULL: none. */
static void guesses(const char *word, const char *const *names, const char *want)
{
  astar_guess guess;
  astar_guess_begin(&guess, word, strlen(word));
  for (; *names; names++) astar_guess_try(&guess, *names, strlen(*names));
  CHECK(want ? guess.length == strlen(want) && strcmp(guess.name, want) == 0 : guess.length == 0);
}

static void words(void)
{
  static const char *const names[] = {"neighbours", "cell", "colour", "max_cost", "terrain", "x", "path", "", NULL};
  static const char *const alike[] = {"rats", "cats", "bats", "batss", NULL};
  static const char *const odd[] = {"odd-r", "odd-q", NULL};
  char longest[ASTAR_GUESS_MOST + 2];
  const char *one[] = {longest, NULL};
  guesses("neighbors", names, "neighbours");
  guesses("NEIGHBOURS", names, "neighbours");
  guesses("color", names, "colour");
  guesses("tileSize", names, "cell");
  guesses("tile_size", names, "cell");
  guesses("maxDistance", names, "max_cost");
  guesses("terain", names, "terrain");
  guesses("terrian", names, "terrain");
  guesses("find_path", names, "path");
  guesses("y", names, NULL);
  guesses("X", names, "x");
  guesses("", names, NULL);
  guesses("cell", names, NULL); /* the word itself is none */
  guesses("celery", names, NULL);
  guesses("hats", alike, "bats");
  guesses("BATSS", alike, "batss");
  guesses("odd_r", odd, "odd-r");
  guesses("odd", odd, NULL);
  memset(longest, 'a', sizeof longest);
  longest[ASTAR_GUESS_MOST] = '\0';
  guesses("aaaa", one, NULL);
  longest[0] = 'b';
  longest[ASTAR_GUESS_MOST] = 'b'; /* one byte too long */
  longest[ASTAR_GUESS_MOST + 1] = '\0';
  guesses(longest + 1, one, NULL);
  guesses(longest, one, NULL);
}

/* Each name at one edit is a variant, and each variant is at one edit at most. */
static void variants(void)
{
  static const char word[] = "Ab_9";
  char variant[ASTAR_GUESS_MOST + 1];
  astar_guess guess;
  size_t length;
  uint32_t i, found = 0;
  const char *const wanted[] = {"ab_9", "b_9", "Ab_", "bA_9", "A_b9", "Ab_0", "zb_9", "Ab_9z", "_Ab_9", "Abc_9"};
  astar_guess_begin(&guess, word, 4);
  for (i = 0; astar_guess_variant(&guess, i, variant, &length); i++) {
    uint32_t k;
    CHECK(length >= 3 && length <= 5 && as_name_distance(word, 4, variant, length, 1) <= 1);
    for (k = 0; k < sizeof wanted / sizeof *wanted; k++) {
      if (strlen(wanted[k]) == length && memcmp(wanted[k], variant, length) == 0) found |= 1u << k;
    }
  }
  CHECK(i == 1 + 4 + 3 + 4 * 37 + 5 * 37 && found == (1u << sizeof wanted / sizeof *wanted) - 1);
  memset(variant, 'x', sizeof variant);
  astar_guess_begin(&guess, variant, ASTAR_GUESS_MOST);
  for (i = 0; astar_guess_variant(&guess, i, variant, &length); i++) astar_guess_try(&guess, variant, length);
  CHECK(i <= 76 * ASTAR_GUESS_MOST + 37 && guess.length > 0);
  astar_guess_begin(&guess, "", 0);
  CHECK(!astar_guess_variant(&guess, 0, variant, &length));
}

int main(void)
{
  distances();
  words();
  variants();
  return check_summary("name_test");
}
