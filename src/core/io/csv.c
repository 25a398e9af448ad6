/*
** csv.c: a reader of comma separated values; see astar.h. It looks at every byte once, but for the
** first row, which is looked through beforehand for its separator.
*/
#include "astar.h"

#include <string.h>

static bool is_line_end(char c)
{
  return c == '\n' || c == '\r';
}

/* Tabs are blanks unless they separate. */
static bool is_blank(const astar_csv *csv, char c)
{
  return (c == ' ' || c == '\t') && c != csv->separator;
}

static void skip_blanks(astar_csv *csv)
{
  while (csv->at < csv->length && is_blank(csv, csv->text[csv->at])) csv->at++;
}

static void skip_line_end(astar_csv *csv)
{
  if (csv->text[csv->at++] == '\r' && csv->at < csv->length && csv->text[csv->at] == '\n') csv->at++;
  csv->line_at = csv->at;
  csv->line_now++;
}

/* Where the reader stands is the place to tell. */
static void take_place(astar_csv *csv)
{
  csv->line = csv->line_now;
  csv->column = (uint32_t)(csv->at - csv->line_at) + 1;
}

static bool fail_here(astar_csv *csv, const char *error)
{
  take_place(csv);
  csv->error = error;
  return false;
}

static bool fail_at_zero(astar_csv *csv)
{
  return fail_here(csv, "zero byte (text in UTF-8 expected)");
}

/*
** The first row that is not blank decides: a comma outside quotes, else a semicolon, else a tab.
** Doubled quotes close and open again, so they need no care.
*/
static char find_separator(const char *text, size_t length)
{
  bool quoted = false, semicolon = false, tab = false, blank = true;
  size_t i;
  for (i = 0; i < length; i++) {
    char c = text[i];
    if (c == '"') quoted = !quoted;
    if (is_line_end(c) && !quoted) {
      if (!blank) break;
      tab = false;
    }
    if (c == ',' && !quoted) return ',';
    if (c == ';' && !quoted) semicolon = true;
    if (c == '\t' && !quoted) tab = true;
    if (!is_line_end(c) && c != ' ' && c != '\t') blank = false;
  }
  return semicolon ? ';' : tab && !blank ? '\t' : ',';
}

astar_csv astar_csv_open(const char *text, size_t length)
{
  astar_csv csv;
  memset(&csv, 0, sizeof csv);
  csv.text = text ? text : "";
  csv.length = length;
  csv.line = csv.line_now = csv.column = 1;
  if (length >= UINT32_MAX) {
    csv.error = "text of 4 GiB or more";
  } else {
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) csv.at = csv.line_at = 3;
    csv.separator = find_separator(csv.text + csv.at, length - csv.at);
  }
  return csv;
}

/* To the separator, the line end or the end of the text. */
static bool read_plain(astar_csv *csv, const char **field, size_t *length)
{
  size_t begin = csv->at, end;
  for (; csv->at < csv->length; csv->at++) {
    char c = csv->text[csv->at];
    if (c == csv->separator || is_line_end(c)) break;
    if (c == '"') return fail_here(csv, "quote inside a field that does not begin with one");
    if (c == '\0') return fail_at_zero(csv);
  }
  end = csv->at;
  while (end > begin && is_blank(csv, csv->text[end - 1])) end--;
  *field = csv->text + begin;
  *length = end - begin;
  return true;
}

/* Likewise; the reader stands at the quote that opens the field. */
static bool read_quoted(astar_csv *csv, const char **field, size_t *length)
{
  const char *text = csv->text;
  size_t begin = ++csv->at, end;
  for (;;) {
    if (csv->at == csv->length) {
      csv->error = "quote is not closed"; /* the place is still that of the field */
      return false;
    }
    if (text[csv->at] == '\0') return fail_at_zero(csv);
    if (is_line_end(text[csv->at])) {
      skip_line_end(csv);
    } else if (text[csv->at] != '"') {
      csv->at++;
    } else if (csv->at + 1 < csv->length && text[csv->at + 1] == '"') {
      csv->at += 2;
    } else {
      break;
    }
  }
  end = csv->at++;
  skip_blanks(csv);
  if (csv->at < csv->length && text[csv->at] != csv->separator && !is_line_end(text[csv->at])) {
    if (text[csv->at] == '\0') return fail_at_zero(csv);
    return fail_here(csv, "text after a closing quote");
  }
  *field = text + begin;
  *length = end - begin;
  return true;
}

/* To where a row begins that is not blank, past its leading blanks; false at the end of the text. */
static bool find_row(astar_csv *csv)
{
  for (;;) {
    skip_blanks(csv);
    if (csv->at == csv->length) return false;
    if (!is_line_end(csv->text[csv->at])) return true;
    skip_line_end(csv);
  }
}

astar_csv_event astar_csv_next(astar_csv *csv, const char **field, size_t *length, bool *quoted)
{
  bool read;
  *field = csv->text;
  *length = 0;
  *quoted = false;
  if (csv->error) return ASTAR_CSV_ERROR;
  if (csv->begun) {
    skip_blanks(csv);
  } else {
    if (!find_row(csv)) return ASTAR_CSV_END;
    csv->begun = true;
    csv->row++;
    csv->field = 0;
  }
  csv->field++;
  take_place(csv);
  *quoted = csv->at < csv->length && csv->text[csv->at] == '"';
  read = *quoted ? read_quoted(csv, field, length) : read_plain(csv, field, length);
  if (!read) return ASTAR_CSV_ERROR;
  if (csv->at == csv->length) {
    csv->begun = false;
  } else if (csv->text[csv->at] == csv->separator) {
    csv->at++;
  } else {
    skip_line_end(csv);
    csv->begun = false;
  }
  return ASTAR_CSV_FIELD;
}
