/*
** map_file.c: a reader of map files; see astar.h. astar_map_open() checks the whole file, so astar_map_row() need not.
*/
#include "astar.h"

#include <string.h>

/* The state of a reader; between two calls it is in `opaque` of the astar_map_file. */
typedef struct reader {
  astar_map_file *file;
  const char *text;
  size_t length, at; /* at: where the next row begins */
  uint32_t taken;    /* rows returned */
} reader;

typedef char reader_fits[sizeof(reader) <= sizeof(((astar_map_file *)0)->opaque) ? 1 : -1];

#define MOST_CELLS (UINT32_MAX - 1) /* ids are 1 to UINT32_MAX - 1 */

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

/* Begin the error message; more text can be added. `column` counts from 0. Returns false. */
static bool fail_at(astar_map_file *f, uint32_t line, size_t column, const char *text)
{
  f->line = line;
  f->column = (uint32_t)column + 1;
  add_text(f, text);
  return false;
}

/* Set an error message such as "512 rows expected, got 100". Returns false. */
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

/* The end of the line that contains `at`, before its line end. */
static size_t line_end(const reader *r, size_t at)
{
  while (at < r->length && !is_line_end(r->text[at])) at++;
  return at;
}

/* The beginning of the line after one that ends at `at`. */
static size_t next_line(const reader *r, size_t at)
{
  if (at < r->length && r->text[at++] == '\r' && at < r->length && r->text[at] == '\n') at++;
  return at;
}

/* Whether only blank lines follow; if not, writes the line and column of the first other character. */
static bool rest_is_blank(const reader *r, size_t at, uint32_t *line, size_t *column)
{
  size_t begin = at;
  while (at < r->length) {
    if (is_line_end(r->text[at])) {
      at = begin = next_line(r, at);
      ++*line;
    } else if (is_blank(r->text[at])) {
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

/* Read a size: decimal digits only, at least 1. */
static bool read_size(reader *r, const char *word, size_t length, size_t column, uint32_t *size)
{
  uint64_t n = 0;
  size_t i;
  for (i = 0; i < length && word[i] >= '0' && word[i] <= '9'; i++) {
    n = n * 10 + (uint64_t)(word[i] - '0');
    if (n > MOST_CELLS) n = (uint64_t)MOST_CELLS + 1;
  }
  if (i < length || length == 0) return fail_at(r->file, r->file->line, column, "whole number expected");
  if (n == 0) return fail_at(r->file, r->file->line, column, "size of 1 or more expected, got 0");
  if (n > MOST_CELLS) return fail_at(r->file, r->file->line, column, "size is too large");
  *size = (uint32_t)n;
  if (r->file->width > 0 && (uint64_t)r->file->width * r->file->height > MOST_CELLS)
    return fail_at(r->file, r->file->line, column, "map is too large");
  return true;
}

/* Read the value of a key, without blanks around it. */
static bool read_value(reader *r, uint32_t key, const char *value, size_t length, size_t column)
{
  switch (key) {
    case HEIGHT: return read_size(r, value, length, column, &r->file->height);
    case WIDTH: return read_size(r, value, length, column, &r->file->width);
    case MAP: return length == 0 || fail_at(r->file, r->file->line, column, "text after 'map'");
    default: return length > 0 || fail_at(r->file, r->file->line, column, "name of a type expected");
  }
}

/* Read the header, up to the line `map`, and skip blank lines in it. Moves `at` and `line` behind it. */
static bool read_header(reader *r, size_t first)
{
  bool seen[NOTHING] = { false, false, false, false };
  uint32_t key;
  r->at = first;
  for (;;) {
    size_t end = line_end(r, r->at), begin = r->at, word, value, tail = end;
    bool last = end == r->length;
    while (tail > begin && is_blank(r->text[tail - 1])) tail--;
    for (word = begin; word < tail && is_blank(r->text[word]); word++) continue;
    for (value = word; value < tail && !is_blank(r->text[value]); value++) continue;
    if (word < tail) {
      key = find_key(r->text + word, value - word);
      if (key == NOTHING)
        return fail_at(r->file, r->file->line, word - begin, "'type', 'height', 'width' or 'map' expected");
      if (seen[key]) return fail_key(r->file, word - begin, key, "' comes twice");
      seen[key] = true;
      while (value < tail && is_blank(r->text[value])) value++;
      if (key == MAP) {
        for (key = HEIGHT; key < MAP; key++) { /* many files have no type */
          if (!seen[key]) return fail_key(r->file, word - begin, key, "' is missing");
        }
      }
      if (!read_value(r, key, r->text + value, tail - value, value - begin)) return false;
    }
    if (!seen[MAP] && last) {
      for (key = HEIGHT; seen[key]; key++) continue;
      return fail_key(r->file, end - begin, key, "' is missing");
    }
    r->at = next_line(r, end);
    r->file->line++;
    if (seen[MAP]) return true;
  }
}

/* ---- Rows ---- */

static bool check_rows(reader *r)
{
  size_t at = r->at, column = 0;
  uint32_t row, line = r->file->line;
  for (row = 0; row < r->file->height; row++) {
    size_t end = line_end(r, at), got = end - at;
    if (got != r->file->width) {
      /* If only blank lines follow, rows are missing; else this row has a wrong length. */
      uint32_t last = line;
      if (rest_is_blank(r, at, &last, &column)) return fail_count(r->file, line, 0, " row", r->file->height, row);
      return fail_count(r->file, line, got < r->file->width ? got : r->file->width, " character", r->file->width, got);
    }
    at = next_line(r, end);
    line++;
  }
  if (!rest_is_blank(r, at, &line, &column)) return fail_at(r->file, line, column, "text after the last row");
  return true;
}

bool astar_map_open(astar_map_file *file, const char *text, size_t length)
{
  const size_t first = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* a byte order mark */
  reader r;
  bool good;
  memset(file, 0, sizeof *file);
  memset(&r, 0, sizeof r);
  r.file = file;
  r.text = text ? text : "";
  r.length = length;
  file->line = file->column = 1;
  if (length >= UINT32_MAX) return fail_at(file, 1, 0, "text of 4 GiB or more");
  good = read_header(&r, first) && check_rows(&r);
  memcpy(file->opaque, &r, sizeof r);
  return good;
}

const char *astar_map_row(astar_map_file *file)
{
  reader r;
  const char *row;
  memcpy(&r, file->opaque, sizeof r);
  r.file = file; /* the caller may have moved it */
  row = r.text + r.at;
  if (r.taken == file->height) return NULL;
  r.at = next_line(&r, r.at + file->width);
  r.taken++;
  file->line++;
  memcpy(file->opaque, &r, sizeof r);
  return row;
}
