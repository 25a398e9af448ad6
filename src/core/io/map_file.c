/*
** mapfile.c: a reader of map files; see astar.h. Opening one checks all of it, so that rows can be
** taken without a further look.
*/
#include "astar.h"

#include <string.h>

#define MOST_CELLS (UINT32_MAX - 1) /* a cell is an id, 0 is none, and UINT32_MAX stays free */

/* ---- Errors ---- */

static void add_text(astar_map_file *f, const char *text)
{
  size_t used = strlen(f->error), more = strlen(text), room = sizeof f->error - 1 - used;
  if (more > room) more = room;
  memcpy(f->error + used, text, more);
  f->error[used + more] = '\0';
}

static void add_number(astar_map_file *f, uint32_t n)
{
  char digits[11], *p = digits + sizeof digits - 1;
  *p = '\0';
  do {
    *--p = (char)('0' + n % 10);
    n /= 10;
  } while (n > 0);
  add_text(f, p);
}

/* `column` counts from 0. What more there is to say can be added afterwards. */
static bool fail_at(astar_map_file *f, uint32_t line, size_t column, const char *text)
{
  f->line = line;
  f->column = (uint32_t)column + 1;
  add_text(f, text);
  return false;
}

/* "512 rows expected, got 100" */
static bool fail_count(astar_map_file *f, uint32_t line, size_t column, const char *of, uint32_t want, size_t got)
{
  fail_at(f, line, column, "");
  add_number(f, want);
  add_text(f, of);
  if (want != 1) add_text(f, "s");
  add_text(f, " expected, got ");
  add_number(f, (uint32_t)got);
  return false;
}

/* ---- Lines ---- */

static bool is_line_end(char c)
{
  return c == '\n' || c == '\r';
}

static bool is_blank(char c)
{
  return c == ' ' || c == '\t';
}

/* Where the line ends that begins at `at`. */
static size_t line_end(const astar_map_file *f, size_t at)
{
  while (at < f->length && !is_line_end(f->text[at])) at++;
  return at;
}

/* Where the next line begins after one that ends at `at`. */
static size_t next_line(const astar_map_file *f, size_t at)
{
  if (at < f->length && f->text[at++] == '\r' && at < f->length && f->text[at] == '\n') at++;
  return at;
}

/* Whether nothing but blank lines is left; else where the first other character stands. */
static bool rest_is_blank(const astar_map_file *f, size_t at, uint32_t *line, size_t *column)
{
  size_t begin = at;
  while (at < f->length) {
    if (is_line_end(f->text[at])) {
      at = begin = next_line(f, at);
      ++*line;
    } else if (is_blank(f->text[at])) {
      at++;
    } else {
      *column = at - begin;
      return false;
    }
  }
  return true;
}

/* ---- The header ---- */

enum { TYPE, HEIGHT, WIDTH, MAP, NOTHING };

static const char *const KEYS[] = { "type", "height", "width", "map" };

static uint32_t find_key(const char *word, size_t length)
{
  uint32_t key;
  for (key = 0; key < NOTHING; key++) {
    if (strlen(KEYS[key]) == length && memcmp(KEYS[key], word, length) == 0) break;
  }
  return key;
}

static bool fail_key(astar_map_file *f, size_t column, uint32_t key, const char *what)
{
  fail_at(f, f->line, column, "header line '");
  add_text(f, KEYS[key]);
  add_text(f, what);
  return false;
}

/* A size from 1, in digits and nothing else. */
static bool read_size(astar_map_file *f, const char *word, size_t length, size_t column, uint32_t *size)
{
  uint64_t n = 0;
  size_t i;
  for (i = 0; i < length && word[i] >= '0' && word[i] <= '9'; i++) {
    n = n * 10 + (uint64_t)(word[i] - '0');
    if (n > MOST_CELLS) n = (uint64_t)MOST_CELLS + 1;
  }
  if (i < length || length == 0) return fail_at(f, f->line, column, "whole number expected");
  if (n == 0) return fail_at(f, f->line, column, "size of 1 or more expected, got 0");
  if (n > MOST_CELLS) return fail_at(f, f->line, column, "size is too large");
  *size = (uint32_t)n;
  if (f->width > 0 && (uint64_t)f->width * f->height > MOST_CELLS)
    return fail_at(f, f->line, column, "map is too large");
  return true;
}

/* The value that follows a key, without blanks around it. */
static bool read_value(astar_map_file *f, uint32_t key, const char *value, size_t length, size_t column)
{
  switch (key) {
    case HEIGHT: return read_size(f, value, length, column, &f->height);
    case WIDTH: return read_size(f, value, length, column, &f->width);
    case MAP: return length == 0 || fail_at(f, f->line, column, "text after 'map'");
    default: return length > 0 || fail_at(f, f->line, column, "name of a type expected");
  }
}

/* All up to the line `map`; blank lines are left out. `at` and `line` follow. */
static bool read_header(astar_map_file *f, size_t first)
{
  bool seen[NOTHING] = { false, false, false, false };
  uint32_t key;
  f->at = first;
  for (;;) {
    size_t end = line_end(f, f->at), begin = f->at, word, value, tail = end;
    bool last = end == f->length;
    while (tail > begin && is_blank(f->text[tail - 1])) tail--;
    for (word = begin; word < tail && is_blank(f->text[word]); word++) continue;
    for (value = word; value < tail && !is_blank(f->text[value]); value++) continue;
    if (word < tail) {
      key = find_key(f->text + word, value - word);
      if (key == NOTHING)
        return fail_at(f, f->line, word - begin, "'type', 'height', 'width' or 'map' expected");
      if (seen[key]) return fail_key(f, word - begin, key, "' comes twice");
      seen[key] = true;
      while (value < tail && is_blank(f->text[value])) value++;
      if (key == MAP) {
        for (key = 0; key < MAP; key++) {
          if (!seen[key]) return fail_key(f, word - begin, key, "' is missing");
        }
      }
      if (!read_value(f, key, f->text + value, tail - value, value - begin)) return false;
    }
    if (!seen[MAP] && last) {
      for (key = 0; seen[key]; key++) continue;
      return fail_key(f, end - begin, key, "' is missing");
    }
    f->at = next_line(f, end);
    f->line++;
    if (seen[MAP]) return true;
  }
}

/* ---- Rows ---- */

static bool check_rows(astar_map_file *f)
{
  size_t at = f->at, column = 0;
  uint32_t row, line = f->line;
  for (row = 0; row < f->height; row++) {
    size_t end = line_end(f, at), got = end - at;
    if (got != f->width) {
      /* Blank lines may follow the rows: then it is rows that are missing. */
      uint32_t last = line;
      if (rest_is_blank(f, at, &last, &column)) return fail_count(f, line, 0, " row", f->height, row);
      return fail_count(f, line, got < f->width ? got : f->width, " character", f->width, got);
    }
    at = next_line(f, end);
    line++;
  }
  if (!rest_is_blank(f, at, &line, &column)) return fail_at(f, line, column, "text after the last row");
  return true;
}

bool astar_map_open(astar_map_file *f, const char *text, size_t length)
{
  size_t first = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* a byte order mark */
  memset(f, 0, sizeof *f);
  f->text = text ? text : "";
  f->length = length;
  f->line = f->column = 1;
  if (length >= UINT32_MAX) return fail_at(f, 1, 0, "text of 4 GiB or more");
  if (!read_header(f, first)) return false;
  return check_rows(f);
}

const char *astar_map_row(astar_map_file *f)
{
  const char *row = f->text + f->at;
  if (f->taken == f->height) return NULL;
  f->at = next_line(f, f->at + f->width);
  f->line++;
  f->taken++;
  return row;
}
