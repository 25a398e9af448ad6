/*
** fuzz_csv.c: bytes are read as CSV by the core's reader and by a slow one that goes from character
** to character, and both must see the same.
*/
#include "fuzz.h"

#define MOST 4096u

/* What the slow reader saw. */
typedef struct seen_field {
  size_t place;       /* where it begins in the text */
  size_t begin, size; /* its bytes in `bytes` */
  uint32_t row, field;
  bool quoted;
} seen_field;

typedef struct slow {
  const char *text;
  size_t length;
  uint32_t line[MOST + 1], column[MOST + 1]; /* of each byte of the text, and of its end */
  char separator;
  seen_field fields[MOST + 1];
  size_t count;
  char bytes[MOST];
  size_t used;
  const char *error; /* a word of the message, or NULL; it belongs to the last of the fields */
  size_t error_at;
} slow;

static slow seen;

static bool line_end(char c)
{
  return c == '\n' || c == '\r';
}

static bool blank(char c)
{
  return c == ' ' || c == '\t';
}

static size_t mark(void)
{
  return seen.length >= 3 && memcmp(seen.text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Behind the mark, and behind a `sep=` that is the only one in its line with a separator. */
static size_t start(void)
{
  const size_t at = mark();
  const char *text = seen.text + at;
  if (seen.length < at + 5 || memcmp(text, "sep=", 4) != 0) return at;
  if (text[4] != ',' && text[4] != ';' && text[4] != '\t') return at;
  return seen.length == at + 5 || line_end(text[5]) ? at + 5 : at;
}

static void find_places(void)
{
  const char *t = seen.text;
  uint32_t line = 1;
  size_t i, begin = mark();
  for (i = 0; i <= seen.length; i++) {
    if (i > 0 && line_end(t[i - 1]) && !(i < seen.length && t[i - 1] == '\r' && t[i] == '\n')) {
      line++;
      begin = i;
    }
    seen.line[i] = line;
    seen.column[i] = i < begin ? 0 : (uint32_t)(i - begin) + 1;
  }
}

/* Whether the separator stands outside quotes in that part of the text. */
static bool separates(char separator, size_t begin, size_t end)
{
  bool quoted = false;
  for (; begin < end; begin++) {
    if (seen.text[begin] == '"') quoted = !quoted;
    if (seen.text[begin] == separator && !quoted) return true;
  }
  return false;
}

static void find_separator(void)
{
  size_t begin = start(), end;
  seen.separator = ',';
  if (begin > mark()) {
    seen.separator = seen.text[begin - 1];
    return;
  }
  for (; begin < seen.length; begin = end + 1) {
    bool quoted = false, empty = true;
    for (end = begin; end < seen.length && (quoted || !line_end(seen.text[end])); end++) {
      if (seen.text[end] == '"') quoted = !quoted;
      if (!blank(seen.text[end])) empty = false;
    }
    if (empty) continue;
    if (separates(',', begin, end)) return;
    if (separates(';', begin, end)) seen.separator = ';';
    else if (separates('\t', begin, end)) seen.separator = '\t';
    return;
  }
}

static void start_field(bool new_row)
{
  seen_field *f = &seen.fields[seen.count++], *before = f - 1;
  f->row = f->field = 1;
  if (seen.count > 1) {
    f->row = before->row + (new_row ? 1 : 0);
    f->field = new_row ? 1 : before->field + 1;
  }
  f->begin = seen.used;
  f->size = 0;
  f->quoted = false;
}

static void keep(char c)
{
  seen.bytes[seen.used++] = c;
  seen.fields[seen.count - 1].size++;
}

static void wrong(const char *word, size_t at)
{
  seen.error = word;
  seen.error_at = at;
}

static void read_slowly(void)
{
  enum { BETWEEN, START, PLAIN, QUOTED, QUOTE, AFTER } state = BETWEEN;
  seen_field *f = NULL;
  size_t i;
  seen.count = seen.used = 0;
  seen.error = NULL;
  for (i = start(); i <= seen.length; i++) {
    bool over = i == seen.length; /* the end of the text ends a line too */
    char c = over ? '\n' : seen.text[i];
    bool space = blank(c) && c != seen.separator, stops = c == seen.separator || line_end(c);
    if (state == BETWEEN) {
      if (space || line_end(c)) continue;
      start_field(true);
      state = START;
    }
    f = &seen.fields[seen.count - 1];
    if (state == START) {
      if (space) continue;
      f->place = i;
      f->quoted = c == '"';
      state = c == '"' ? QUOTED : PLAIN;
      if (c == '"') continue;
    }
    if (c == '\0') {
      wrong("zero", i);
      return;
    }
    if (state == QUOTED) {
      if (over) wrong("not closed", f->place);
      else if (c == '"') state = QUOTE;
      else keep(c);
      continue;
    }
    if (state == QUOTE && c == '"') {
      keep(c);
      state = QUOTED;
      continue;
    }
    if (state == QUOTE) state = AFTER;
    if (stops) {
      while (state == PLAIN && f->size > 0 && blank(seen.bytes[seen.used - 1]) &&
             seen.bytes[seen.used - 1] != seen.separator) {
        f->size--;
        seen.used--;
      }
      state = BETWEEN;
      if (c == seen.separator) {
        start_field(false);
        state = START;
      }
    } else if (state == AFTER) {
      if (space) continue;
      wrong("after a closing", i);
      return;
    } else if (c == '"') {
      wrong("inside", i);
      return;
    } else {
      keep(c);
    }
  }
}

/* What lies between two fields: one separator or a line end, and nothing that is lost. */
static void check_gap(size_t begin, size_t end, bool new_row)
{
  uint32_t separators = 0, ends = 0, quotes = 0;
  for (; begin < end; begin++) {
    char c = seen.text[begin];
    if (c == seen.separator) separators++;
    else if (line_end(c)) ends++;
    else if (c == '"') quotes++;
    else CHECK(blank(c));
  }
  CHECK(quotes <= 2 && separators == (new_row ? 0 : 1));
  CHECK(new_row || ends == 0);
}

static void same_field(const seen_field *want, const astar_csv *csv, const char *field, size_t size, bool quoted)
{
  size_t i, k = 0;
  CHECK(csv->row == want->row && csv->field == want->field && quoted == want->quoted);
  CHECK(csv->line == seen.line[want->place] && csv->column == seen.column[want->place]);
  CHECK(field >= seen.text && field + size <= seen.text + seen.length);
  CHECK(field == seen.text + want->place + (quoted ? 1 : 0));
  for (i = 0; i < size; i++) {
    CHECK(k < want->size && seen.bytes[want->begin + k++] == field[i]);
    if (quoted && field[i] == '"') CHECK(++i < size && field[i] == '"');
  }
  CHECK(k == want->size);
}

static void compare(void)
{
  astar_csv csv;
  astar_csv_event event;
  const char *field;
  size_t size, n, told = start();
  bool quoted;
  uint32_t again;
  astar_csv_open(&csv, seen.text, seen.length);
  CHECK(csv.separator == seen.separator);
  for (n = 0; (event = astar_csv_next(&csv, &field, &size, &quoted)) == ASTAR_CSV_FIELD; n++) {
    CHECK(n < seen.count);
    same_field(&seen.fields[n], &csv, field, size, quoted);
    CHECK((size_t)(field - seen.text) >= told);
    check_gap(told, (size_t)(field - seen.text), csv.field == 1);
    told = (size_t)(field - seen.text) + size;
  }
  if (event == ASTAR_CSV_END) {
    CHECK(!seen.error && n == seen.count);
    check_gap(told, seen.length, true);
  } else {
    const seen_field *last = &seen.fields[seen.count - 1];
    CHECK(seen.error && n + 1 == seen.count && strstr(csv.error, seen.error));
    CHECK(csv.row == last->row && csv.field == last->field);
    CHECK(csv.line == seen.line[seen.error_at] && csv.column == seen.column[seen.error_at]);
  }
  for (again = 0; again < 2; again++) CHECK(astar_csv_next(&csv, &field, &size, &quoted) == event && size == 0);
}

static void read_both(const uint8_t *data, size_t size)
{
  if (size > MOST) return;
  seen.text = data ? (const char *)data : "";
  seen.length = size;
  find_places();
  find_separator();
  read_slowly();
  compare();
}

static void make_bytes(void)
{
  static const char letters[] = "\"\"\"\",,,;\t\n\n\r \"ab0\xEF\xBB\xBF\0\n,\"\n,";
  uint32_t i, size = below(one_in(8) ? 600 : 30), kinds = 6 + below((uint32_t)sizeof letters - 7);
  uint8_t *bytes = malloc(size + 1);
  CHECK(bytes);
  for (i = 0; i < size; i++) bytes[i] = (uint8_t)letters[(below(kinds) + 1) * 7 % (sizeof letters - 1)];
  if (size >= 3 && one_in(4)) memcpy(bytes, "\xEF\xBB\xBF", 3);
  fuzz_input(bytes, size);
  free(bytes);
}

FUZZER(read_both, make_bytes, 200000)
