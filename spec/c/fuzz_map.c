/*
** fuzz_map.c: bytes are read as a map file by the core's reader and by a slow one that cuts the
** text into lines first. Both must agree whether it is a map, which one, and which line is wrong.
** Bytes from 128 on stand for words of the format, so that maps come about.
*/
#include "fuzz.h"

#define MOST 8192u

static const char *const WORDS[] = { "type octile\n", "height ", "width ", "map\n", "\r\n", "1", "2", "3", ".@",
                                     "type octile\nheight 2\nwidth 3\nmap\n", "4294967294", "65536", "...\n",
                                     "type t\r\nwidth 2\r\nheight 3\r\nmap\r\n", "..\r\n", "\n" };
#define WORD_COUNT (sizeof WORDS / sizeof *WORDS)

typedef struct line {
  const char *text;
  size_t length;
} line;

static line lines[MOST + 1];
static uint32_t line_count;
static size_t mark; /* how long the byte order mark is */

static void cut(const char *text, size_t length)
{
  size_t i, begin;
  mark = begin = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  line_count = 0;
  for (i = begin; i <= length; i++) {
    if (i < length && text[i] != '\n' && text[i] != '\r') continue;
    lines[line_count].text = text + begin;
    lines[line_count++].length = i - begin;
    if (i + 1 < length && text[i] == '\r' && text[i + 1] == '\n') i++;
    begin = i + 1;
  }
}

static bool blank(char c)
{
  return c == ' ' || c == '\t';
}

static line trim(line l)
{
  while (l.length > 0 && blank(l.text[l.length - 1])) l.length--;
  while (l.length > 0 && blank(*l.text)) {
    l.text++;
    l.length--;
  }
  return l;
}

/* What follows the key, if the line begins with it; else NULL. The value has no blanks around it. */
static bool follows(line l, const char *key, line *value)
{
  size_t n = strlen(key);
  if (l.length < n || memcmp(l.text, key, n) != 0 || (l.length > n && !blank(l.text[n]))) return false;
  value->text = l.text + n;
  value->length = l.length - n;
  *value = trim(*value);
  return true;
}

/* A size in digits, or 0. */
static uint64_t number(line l)
{
  uint64_t n = 0;
  size_t i;
  for (i = 0; i < l.length; i++) {
    if (l.text[i] < '0' || l.text[i] > '9') return 0;
    if (n < (uint64_t)1 << 40) n = n * 10 + (uint64_t)(l.text[i] - '0');
  }
  return n < UINT32_MAX ? n : 0;
}

static bool only_blank_from(uint32_t i)
{
  for (; i < line_count; i++) {
    if (trim(lines[i]).length > 0) return false;
  }
  return true;
}

/* The line that is wrong, from 1; 0 if none is. The rows begin at line `first`, from 0. */
static uint32_t read_slowly(uint64_t size[2], uint32_t *first)
{
  static const char *const sizes[2] = { "height", "width" };
  bool typed = false;
  uint32_t i, k, row;
  size[0] = size[1] = 0;
  for (i = 0;; i++) {
    line l, value;
    if (i == line_count) return i;
    l = trim(lines[i]);
    if (l.length == 0) continue;
    if (follows(l, "map", &value)) {
      if (value.length > 0 || !size[0] || !size[1]) return i + 1;
      break;
    }
    if (follows(l, "type", &value)) {
      if (typed || value.length == 0) return i + 1;
      typed = true;
      continue;
    }
    for (k = 0; k < 2 && !follows(l, sizes[k], &value); k++) continue;
    if (k == 2 || size[k] > 0) return i + 1;
    size[k] = number(value);
    if (size[k] == 0 || size[0] * size[1] >= UINT32_MAX) return i + 1;
  }
  *first = ++i;
  for (row = 0; row < size[0]; row++, i++) {
    if (i >= line_count || lines[i].length != size[1]) return i + 1;
  }
  for (; i < line_count; i++) {
    if (trim(lines[i]).length > 0) return i + 1;
  }
  return 0;
}

static void compare(const char *text, size_t length)
{
  astar_map_file map;
  uint64_t size[2];
  uint32_t first = 0, wrong, row;
  bool ok = astar_map_open(&map, text, length);
  cut(text, length);
  wrong = read_slowly(size, &first);
  CHECK(memchr(map.error, 0, sizeof map.error) && (map.error[0] == '\0') == ok && ok == (wrong == 0));
  if (!ok) {
    CHECK(map.line == wrong && map.column >= 1);
    CHECK(map.column <= (wrong <= line_count ? lines[wrong - 1].length : 0) + 1);
    if (strstr(map.error, "rows expected")) CHECK(only_blank_from(wrong - 1) && map.column == 1);
    if (strstr(map.error, "after the last")) CHECK(!blank(lines[wrong - 1].text[map.column - 1]));
    return;
  }
  CHECK(map.height == size[0] && map.width == size[1]);
  for (row = 0; row < map.height; row++) {
    CHECK(map.line == first + row + 1 && map.column == 1);
    CHECK(astar_map_row(&map) == lines[first + row].text);
  }
  CHECK(!astar_map_row(&map) && only_blank_from(first + map.height));
}

static void read_both(const uint8_t *data, size_t size)
{
  size_t i, length = 0;
  char *text, *block = malloc(MOST);
  CHECK(block);
  for (i = 0; i < size; i++) {
    const char *word = data[i] >= 128 ? WORDS[data[i] % WORD_COUNT] : NULL;
    size_t more = word ? strlen(word) : 1;
    if (length + more > MOST) break;
    if (word) memcpy(block + length, word, more);
    else block[length] = (char)data[i];
    length += more;
  }
  if (length > 2 && data[0] == '~') memcpy(block, "\xEF\xBB\xBF", 3);
  /* a block of just that length, so that the sanitizer sees what is read beside it */
  text = length > 0 ? realloc(block, length) : block;
  CHECK(text);
  compare(text, length);
  free(text);
}

/* A map with a few bytes changed, or any bytes. */
static void make_bytes(void)
{
  static const char sound[] = "~~~type octile\r\nheight 3\r\nwidth 4\nmap\n.@T.\r\n....\n@..W";
  uint8_t bytes[64];
  uint32_t i, size = sizeof sound - 1;
  memcpy(bytes, sound, size);
  if (one_in(3)) {
    size = below(20);
    for (i = 0; i < size; i++) bytes[i] = (uint8_t)(128 + below(WORD_COUNT));
    if (size > 0) bytes[0] = one_in(2) ? 128 + 9 : 128 + 13;
  }
  for (i = below(4); i > 0 && size > 0; i--) {
    uint8_t c = (uint8_t)(one_in(2) ? 128 + below(WORD_COUNT) : below(128));
    if (one_in(3)) size -= below(2);
    else bytes[below(size)] = c;
  }
  fuzz_input(bytes, size);
}

FUZZER(read_both, make_bytes, 200000)
