/* loader_test.c: the readers of CSV and of map files: what they give, and the places of what is wrong. */
#include "check.h"

/* A text in a block of exactly its length, so that the sanitizer sees what is read beside it. NULL if empty. */
static char *alone(const char *text, size_t length)
{
  char *block = length > 0 ? malloc(length) : NULL;
  CHECK(block || length == 0);
  if (block) memcpy(block, text, length);
  return block;
}

#define BOM "\xEF\xBB\xBF"
#define OF(text) text, sizeof(text) - 1 /* a literal that may hold zeros, and its length */

/* ---- CSV ---- */

/* Append `length` bytes; of doubled quotes, if they are quoted, one each. */
static size_t put(char *out, size_t used, const char *bytes, size_t length, bool quoted)
{
  size_t i;
  for (i = 0; i < length; i++) {
    CHECK(used < 4000);
    out[used++] = bytes[i];
    if (quoted && bytes[i] == '"') {
      i++;
      CHECK(i < length && bytes[i] == '"');
    }
  }
  out[used] = '\0';
  return used;
}

/* All of a text as "a|b/c|d": fields with | between them, rows with /. */
static void csv_gives(const char *text, size_t length, const char *want)
{
  char out[4096] = "", *block = alone(text, length);
  size_t used = 0, size;
  const char *field;
  bool quoted;
  uint32_t row = 0, column = 0;
  astar_csv csv;
  astar_csv_event event;
  astar_csv_open(&csv, block, length);
  while ((event = astar_csv_next(&csv, &field, &size, &quoted)) == ASTAR_CSV_FIELD) {
    if (csv.row == row) {
      used = put(out, used, "|", 1, false);
      CHECK(csv.field == column + 1);
    } else {
      if (row > 0) used = put(out, used, "/", 1, false);
      CHECK(csv.row == row + 1 && csv.field == 1);
    }
    row = csv.row;
    column = csv.field;
    used = put(out, used, field, size, quoted);
  }
  if (event != ASTAR_CSV_END || strcmp(out, want) != 0)
    fprintf(stderr, "wanted: %s\ngot: %s\n%s\n", want, out, csv.error ? csv.error : "");
  CHECK(event == ASTAR_CSV_END && strcmp(out, want) == 0);
  CHECK(!csv.error && csv.row == row && csv.field == column);
  CHECK(astar_csv_next(&csv, &field, &size, &quoted) == ASTAR_CSV_END);
  free(block);
}

/* The error stands in a line and column, and in a field of a row. */
static void csv_fails(const char *text, size_t length, uint32_t line, uint32_t column, uint32_t row, uint32_t number,
                      const char *want)
{
  char *block = alone(text, length);
  const char *field;
  size_t size;
  bool quoted;
  uint32_t again;
  astar_csv csv;
  astar_csv_open(&csv, block, length);
  while (astar_csv_next(&csv, &field, &size, &quoted) == ASTAR_CSV_FIELD) CHECK(!csv.error);
  for (again = 0; again < 2; again++) {
    CHECK(csv.error && strcmp(csv.error, want) == 0);
    if (csv.line != line || csv.column != column) fprintf(stderr, "line %u, column %u\n", csv.line, csv.column);
    CHECK(csv.line == line && csv.column == column && csv.row == row && csv.field == number);
    CHECK(astar_csv_next(&csv, &field, &size, &quoted) == ASTAR_CSV_ERROR && size == 0 && !quoted);
  }
  free(block);
}

static void csv_fields(void)
{
  csv_gives(OF("a,b\nc,d\n"), "a|b/c|d");
  csv_gives(OF("a,b\nc,d"), "a|b/c|d");
  csv_gives(OF("sep=;\r\na,b;c"), "a,b|c");
  csv_gives(OF(BOM "sep=\t\na\tb"), "a|b");
  csv_gives(OF("sep=,"), "");
  csv_gives(OF("sep=;x\n"), "sep=|x");
  csv_gives(OF("sep="), "sep=");
  csv_gives(OF("a"), "a");
  csv_gives(OF("a,"), "a|");
  csv_gives(OF(","), "|");
  csv_gives(OF(",,\n,"), "||/|");
  csv_gives(OF("a,b\nc\nd,e,f"), "a|b/c/d|e|f"); /* ragged: the caller's affair */
  csv_gives(OF("\xC3\xA4,\xE2\x89\x88\n"), "\xC3\xA4|\xE2\x89\x88");
  csv_gives(OF("-1.5e3,#;|\n"), "-1.5e3|#;|");
}

static void csv_lines(void)
{
  csv_gives(OF(""), "");
  csv_gives(OF("a\r\nb\r\n"), "a/b");
  csv_gives(OF("a\rb\r"), "a/b");
  csv_gives(OF("a\rb\nc\r\nd\n\re"), "a/b/c/d/e");
  csv_gives(OF("\n\n\r\n\ra\n\n\r\r\nb\n\n"), "a/b");
  csv_gives(OF("  \n \t\na\n  \n\t \nb\n \t"), "a/b");
  csv_gives(OF("\n"), "");
  csv_gives(OF(" \t \r\r \n"), "");
  csv_gives(OF("\"\"\n\n\"\""), "/"); /* two rows of one empty field */
}

static void csv_marks(void)
{
  csv_gives(OF(BOM "a,b"), "a|b");
  csv_gives(OF(BOM "\"a\",b"), "a|b");
  csv_gives(OF(BOM), "");
  csv_gives(OF(BOM BOM), BOM); /* only the first is a mark */
  csv_gives(OF("a," BOM), "a|" BOM);
  csv_gives(OF("\xEF\xBB"), "\xEF\xBB");
  csv_gives(NULL, 0, "");
}

static void csv_blanks(void)
{
  csv_gives(OF(" a ,  b  \n\tc\t, \t d \t \n"), "a|b/c|d");
  csv_gives(OF(" a b , c  d "), "a b|c  d");
  csv_gives(OF(" , \n ,x"), "|/|x");
  csv_gives(OF(" \"a\" , \" b \" \n\t\"c\"\t,d"), "a| b /c|d");
  csv_gives(OF("\xC2\xA0" "a\n"), "\xC2\xA0" "a"); /* nothing else is a blank */
  csv_gives(OF("a\v,\fb"), "a\v|\fb");
}

static void csv_quotes(void)
{
  csv_gives(OF("\"a\",\"b\"\n\"c\",\"d\"\n"), "a|b/c|d");
  csv_gives(OF("\"a,b\",c"), "a,b|c");
  csv_gives(OF("\"\",\"\""), "|");
  csv_gives(OF("\"\"\"\""), "\"");
  csv_gives(OF("\"\"\"\"\"\",x"), "\"\"|x");
  csv_gives(OF("\"a\"\"b\",\"\"\"c\"\"\""), "a\"b|\"c\"");
  csv_gives(OF("\"a\nb\",c\nd,\"\r\n\r\""), "a\nb|c/d|\r\n\r");
  csv_gives(OF("\"a\"\r\"b\"\r\n\"c\""), "a/b/c");
}

static void csv_separators(void)
{
  csv_gives(OF("a;b\nc;d"), "a|b/c|d");
  csv_gives(OF("a\tb\nc\td"), "a|b/c|d");
  csv_gives(OF("a;b\nc,d;e"), "a|b/c,d|e");
  csv_gives(OF("a,b;c\nd;e"), "a|b;c/d;e");
  csv_gives(OF("a;b\tc\n"), "a|b\tc");
  csv_gives(OF("a\nb;c,d"), "a/b;c|d");
  csv_gives(OF("\"a,b\";c\n"), "a,b|c");
  csv_gives(OF("\"a;b\"\n\"c\",d"), "a;b/c|d");
  csv_gives(OF("\"a\"\",\";b"), "a\",|b");
  csv_gives(OF("\"x\ny,\";b\nz,z;c"), "x\ny,|b/z,z|c"); /* the row goes on over the line end */
  csv_gives(OF("\n \n\r\na;b"), "a|b");
  csv_gives(OF("a\t\t b \t\n\tc\t"), "a||b|/|c|");
  csv_gives(OF(BOM ";a"), "|a");
  csv_gives(OF(" ; \n"), "|");
  csv_gives(OF("\n\t"), "");
}

static void csv_own_separator(void)
{
  const char text[] = "a|b,c\n\"d|\" |\n";
  const char *const want[] = { "a", "b,c", "d|", "" };
  const char *field;
  size_t size, i;
  bool quoted;
  astar_csv csv;
  astar_csv_open(&csv, text, sizeof text - 1);
  CHECK(csv.separator == ',');
  csv.separator = '|';
  for (i = 0; i < 4; i++) {
    CHECK(astar_csv_next(&csv, &field, &size, &quoted) == ASTAR_CSV_FIELD);
    CHECK(size == strlen(want[i]) && memcmp(field, want[i], size) == 0 && quoted == (i == 2));
  }
  CHECK(astar_csv_next(&csv, &field, &size, &quoted) == ASTAR_CSV_END);
}

/* Where each field begins. */
static void csv_places(void)
{
  const char text[] = BOM "\r\n ab, \"c\r\nd\rx\" ,e,\r\n\n \n\"f\"\"\",,g";
  static const uint32_t want[][4] = { /* line, column, row, field */
    { 2, 2, 1, 1 }, { 2, 6, 1, 2 }, { 4, 5, 1, 3 }, { 4, 7, 1, 4 }, { 7, 1, 2, 1 }, { 7, 7, 2, 2 }, { 7, 8, 2, 3 },
  };
  const char *field;
  size_t size, i;
  bool quoted;
  astar_csv csv;
  astar_csv_open(&csv, text, sizeof text - 1);
  for (i = 0; i < sizeof want / sizeof *want; i++) {
    CHECK(astar_csv_next(&csv, &field, &size, &quoted) == ASTAR_CSV_FIELD);
    CHECK(csv.line == want[i][0] && csv.column == want[i][1] && csv.row == want[i][2] && csv.field == want[i][3]);
  }
  CHECK(astar_csv_next(&csv, &field, &size, &quoted) == ASTAR_CSV_END);
}

static void csv_errors(void)
{
  const char *inside = "quote inside a field that does not begin with one";
  const char *after = "text after a closing quote";
  const char *open = "quote is not closed";
  const char *zero = "zero byte (text in UTF-8 expected)";
  csv_fails(OF("a\""), 1, 2, 1, 1, inside);
  csv_fails(OF("a,b\r\nc, d\"e\",f"), 2, 5, 2, 2, inside);
  csv_fails(OF(BOM "x\"y\""), 1, 2, 1, 1, inside);
  csv_fails(OF("\"a\"b"), 1, 4, 1, 1, after);
  csv_fails(OF("x,y\n\n\n\"a\" \t b,c"), 4, 7, 2, 1, after);
  csv_fails(OF("\"a\" \"b\""), 1, 5, 1, 1, after);
  csv_fails(OF("\"a\nb\r\rc\"d"), 4, 3, 1, 1, after);
  csv_fails(OF("\""), 1, 1, 1, 1, open);
  csv_fails(OF("\"\"\""), 1, 1, 1, 1, open);
  csv_fails(OF("a,b\nc, \"d\ne,f\n\n"), 2, 4, 2, 2, open);
  csv_fails(OF("a,b\rc,\"d\"\"\n"), 2, 3, 2, 2, open);
  csv_fails(OF("\0"), 1, 1, 1, 1, zero);
  csv_fails(OF("a,b\nc,de\0f\n"), 2, 5, 2, 2, zero);
  csv_fails(OF("\"a\n\0\""), 2, 1, 1, 1, zero);
  csv_fails(OF("\"a\"\0"), 1, 4, 1, 1, zero);
  csv_fails(OF("a\n \0"), 2, 2, 2, 1, zero);
  csv_fails(OF("\xFF\xFE" "a\0,\0"), 1, 4, 1, 1, zero);
}

static void csv_too_long(void)
{
#if SIZE_MAX > UINT32_MAX
  const char *field;
  size_t size;
  bool quoted;
  astar_csv csv;
  astar_csv_open(&csv, "a", UINT32_MAX); /* refused before it is read */
  CHECK(astar_csv_next(&csv, &field, &size, &quoted) == ASTAR_CSV_ERROR);
  CHECK(strcmp(csv.error, "text of 4 GiB or more") == 0 && csv.line == 1 && csv.column == 1);
#endif
}

/* One field after another, however long. */
static void csv_long(void)
{
  const size_t n = 300000;
  char *text = malloc(n);
  const char *field;
  size_t size, i;
  bool quoted;
  astar_csv csv;
  CHECK(text);
  for (i = 0; i < n; i++) text[i] = i % 2 ? ',' : 'x';
  astar_csv_open(&csv, text, n);
  for (i = 0; i < n / 2; i++) {
    CHECK(astar_csv_next(&csv, &field, &size, &quoted) == ASTAR_CSV_FIELD && size == 1 && csv.row == 1);
    CHECK(csv.field == i + 1 && csv.column == 2 * i + 1);
  }
  memset(text, 'x', n);
  text[0] = '"';
  astar_csv_open(&csv, text, n);
  CHECK(astar_csv_next(&csv, &field, &size, &quoted) == ASTAR_CSV_ERROR && csv.column == 1);
  text[n - 1] = '"';
  astar_csv_open(&csv, text, n);
  CHECK(astar_csv_next(&csv, &field, &size, &quoted) == ASTAR_CSV_FIELD && size == n - 2 && quoted);
  CHECK(astar_csv_next(&csv, &field, &size, &quoted) == ASTAR_CSV_END);
  free(text);
}

/* ---- Map files ---- */

#define HEAD "type octile\nheight 2\nwidth 3\nmap\n"

/* All rows, with / between them. `line` is that of the first. */
static void map_gives(const char *text, size_t length, uint32_t line, const char *want)
{
  char *block = alone(text, length);
  astar_map_file map;
  uint32_t row;
  bool ok = astar_map_open(&map, block, length);
  if (!ok) fprintf(stderr, "line %u, column %u: %s\n", map.line, map.column, map.error);
  CHECK(ok && map.error[0] == '\0');
  CHECK(strlen(want) == (size_t)map.height * (map.width + 1) - 1);
  for (row = 0; row < map.height; row++) {
    const char *cells;
    CHECK(map.line == line + row && map.column == 1);
    cells = astar_map_row(&map);
    CHECK(cells >= block && cells + map.width <= block + length);
    CHECK(memcmp(cells, want + row * (map.width + 1), map.width) == 0);
  }
  CHECK(!astar_map_row(&map) && !astar_map_row(&map));
  free(block);
}

static void map_fails(const char *text, size_t length, uint32_t line, uint32_t column, const char *want)
{
  char *block = alone(text, length);
  astar_map_file map;
  bool ok = astar_map_open(&map, block, length);
  CHECK(!ok);
  if (map.line != line || map.column != column || strcmp(map.error, want) != 0)
    fprintf(stderr, "line %u, column %u: %s\n", map.line, map.column, map.error);
  CHECK(map.line == line && map.column == column && strcmp(map.error, want) == 0);
  free(block);
}

static void map_files(void)
{
  map_gives(OF(HEAD "..@\nT.W\n"), 5, "..@/T.W");
  map_gives(OF(HEAD "..@\nT.W"), 5, "..@/T.W");
  map_gives(OF("type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n..@\r\nT.W\r\n"), 5, "..@/T.W");
  map_gives(OF("type octile\rheight 2\rwidth 3\rmap\r..@\rT.W\r"), 5, "..@/T.W");
  map_gives(OF("type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n..@\nT.W\r"), 5, "..@/T.W"); /* mixed */
  map_gives(OF("width 1\nheight 1\ntype x y z\nmap\n\xFF"), 5, "\xFF");
  map_gives(OF("height 1\nwidth 2\nmap\n.@"), 4, ".@");
  map_gives(OF(BOM HEAD "..@\nT.W\n"), 5, "..@/T.W");
  map_gives(OF(HEAD "..@\nT.W\n\n \r\n\t\n  "), 5, "..@/T.W");
  map_gives(OF("\n type\toctile \n\nheight  2\t\n width 3 \nmap \t\n..@\nT.W"), 7, "..@/T.W");
  map_gives(OF(HEAD "   \n   \n"), 5, "   /   "); /* blank rows count if they are as long as rows are */
  map_gives(OF(HEAD "map\n1 2"), 5, "map/1 2");
  map_gives(OF("type octile\nheight 0002\nwidth 00000000000000003\nmap\n..@\nT.W"), 5, "..@/T.W");
}

/* Zeros are characters like others. */
static void map_zeros(void)
{
  const char text[] = "type a\0b\nheight 1\nwidth 2\nmap\n\0x";
  astar_map_file map;
  CHECK(astar_map_open(&map, text, sizeof text - 1));
  CHECK(memcmp(astar_map_row(&map), "\0x", 2) == 0 && !astar_map_row(&map));
}

static void map_headers(void)
{
  const char *key = "'type', 'height', 'width' or 'map' expected";
  const char *whole = "whole number expected";
  map_fails(NULL, 0, 1, 1, "header line 'height' is missing");
  map_fails(OF("\n\n "), 3, 2, "header line 'height' is missing");
  map_fails(OF("type octile"), 1, 12, "header line 'height' is missing");
  map_fails(OF("type octile\nheight 1\n"), 3, 1, "header line 'width' is missing");
  map_fails(OF("type octile\nheight 1\nwidth 1\n"), 4, 1, "header line 'map' is missing");
  map_fails(OF("map\n..@\n"), 1, 1, "header line 'height' is missing");
  map_fails(OF("height 1\n map\n.\n"), 2, 2, "header line 'width' is missing");
  map_fails(OF("type octile\nwidth 1\nmap\n.\n"), 3, 1, "header line 'height' is missing");
  map_fails(OF("type octile\nheight 1\nmap\n.\n"), 3, 1, "header line 'width' is missing");
  map_fails(OF("type a\ntype b\n"), 2, 1, "header line 'type' comes twice");
  map_fails(OF("type a\nheight 1\nwidth 2\r\n height 1\n"), 4, 2, "header line 'height' comes twice");
  map_fails(OF("maps/arena.map"), 1, 1, key);
  map_fails(OF("type octile\n  depth 3\n"), 2, 3, key);
  map_fails(OF("Type octile\n"), 1, 1, key);
  map_fails(OF("type octile\nheight=3\n"), 2, 1, key);
  map_fails(OF("type octile\nheight 2\nwidth 3\n..@\nT.W\n"), 4, 1, key);
  map_fails(OF("type\nheight 1\n"), 1, 5, "name of a type expected");
  map_fails(OF("type \t\n"), 1, 5, "name of a type expected");
  map_fails(OF("type octile\nheight 1\nwidth 1\nmap x\n.\n"), 4, 5, "text after 'map'");
  map_fails(OF("height\n"), 1, 7, whole);
  map_fails(OF("height  x\n"), 1, 9, whole);
  map_fails(OF("height -3\n"), 1, 8, whole);
  map_fails(OF("height +3\n"), 1, 8, whole);
  map_fails(OF("height 3.0\n"), 1, 8, whole);
  map_fails(OF("height 0x3\n"), 1, 8, whole);
  map_fails(OF("height 3 4\n"), 1, 8, whole);
  map_fails(OF("height 3\0\n"), 1, 8, whole);
  map_fails(OF("type t\nwidth 0\n"), 2, 7, "size of 1 or more expected, got 0");
  map_fails(OF("width 000\n"), 1, 7, "size of 1 or more expected, got 0");
}

static void map_sizes(void)
{
  map_fails(OF("type t\nheight 4294967295\n"), 2, 8, "size is too large");
  map_fails(OF("type t\nheight 18446744073709551617\n"), 2, 8, "size is too large"); /* 2^64 + 1 */
  map_fails(OF("type t\nheight 99999999999999999999999999999999999999\n"), 2, 8, "size is too large");
  map_fails(OF("type t\nheight 65536\nwidth 65536\nmap\n."), 3, 7, "map is too large");
  map_fails(OF("type t\nwidth 4294967294\nheight 2\nmap\n."), 3, 8, "map is too large");
  map_fails(OF("type t\nheight 1\nwidth 4294967294\nmap\n."), 5, 2, "4294967294 characters expected, got 1");
  map_fails(OF("type t\nheight 4294967294\nwidth 1\nmap\n."), 6, 1, "4294967294 rows expected, got 1");
  map_fails(OF("type t\nheight 65535\nwidth 65537\nmap\n."), 3, 7, "map is too large"); /* 2^32 - 1 */
#if SIZE_MAX > UINT32_MAX
  {
    astar_map_file map;
    CHECK(!astar_map_open(&map, HEAD, UINT32_MAX)); /* refused before it is read */
    CHECK(strcmp(map.error, "text of 4 GiB or more") == 0 && map.line == 1 && map.column == 1);
  }
#endif
}

static void map_rows(void)
{
  map_fails(OF(HEAD), 5, 1, "2 rows expected, got 0");
  map_fails(OF("type octile\nheight 2\nwidth 3\nmap"), 5, 1, "2 rows expected, got 0");
  map_fails(OF(HEAD "..@\n"), 6, 1, "2 rows expected, got 1");
  map_fails(OF(HEAD "..@"), 6, 1, "2 rows expected, got 1");
  map_fails(OF(HEAD "..@\n\n \n"), 6, 1, "2 rows expected, got 1");
  map_fails(OF("type octile\nheight 1\nwidth 3\nmap\n"), 5, 1, "1 row expected, got 0");
  map_fails(OF(HEAD "..\n...\n"), 5, 3, "3 characters expected, got 2");
}

static void map_row_lengths(void)
{
  map_fails(OF(HEAD "...\r\n.\r\n"), 6, 2, "3 characters expected, got 1");
  map_fails(OF(HEAD "...\n....\n"), 6, 4, "3 characters expected, got 4");
  map_fails(OF(HEAD "... \n...\n"), 5, 4, "3 characters expected, got 4"); /* blanks count in rows */
  map_fails(OF(HEAD "\n...\n...\n"), 5, 1, "3 characters expected, got 0");
  map_fails(OF(HEAD "...\n\n...\n"), 6, 1, "3 characters expected, got 0");
  map_fails(OF("type octile\nheight 1\nwidth 1\nmap\n...."), 5, 2, "1 character expected, got 4");
  map_fails(OF(HEAD "...\n...\n...\n"), 7, 1, "text after the last row");
  map_fails(OF(HEAD "...\n...\n\n\r\n  x\n"), 9, 3, "text after the last row");
  map_fails(OF(HEAD "...\n...\n\0"), 7, 1, "text after the last row");
}

/* Every beginning of a map but the whole is wrong somewhere, and the place lies within it or right after. */
static void map_cut(void)
{
  const char text[] = "type octile\r\nheight 3\r\nwidth 4\r\nmap\r\n....\r\n.@@.\r\n....";
  const size_t whole = sizeof text - 1;
  size_t n;
  for (n = 0; n <= whole; n++) {
    char *block = alone(text, n);
    astar_map_file map;
    CHECK(astar_map_open(&map, block, n) == (n == whole));
    if (n < whole) CHECK(map.error[0] != '\0' && map.line >= 1 && map.line <= 7 && map.column <= 12);
    free(block);
  }
}

int main(void)
{
  csv_fields();
  csv_lines();
  csv_marks();
  csv_blanks();
  csv_quotes();
  csv_separators();
  csv_own_separator();
  csv_places();
  csv_errors();
  csv_too_long();
  csv_long();
  map_files();
  map_zeros();
  map_headers();
  map_sizes();
  map_rows();
  map_row_lengths();
  map_cut();
  return check_summary("loader_test");
}
