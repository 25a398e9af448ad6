/*
** csv.c: a reader of comma separated values; see astar.h. It reads every byte once, after a scan of the first row for
** its separator.
*/
#include "astar.h"

#include <string.h>

/* The state of a reader; between two calls it is in `opaque` of the astar_csv. */
typedef struct reader {
  astar_csv *csv;
  const char *text;
  size_t length, at;
  size_t line_at;    /* where the current line begins */
  uint32_t line_now; /* the number of the current line */
  bool begun;        /* the current row has more fields */
} reader;

typedef char reader_fits[sizeof(reader) <= sizeof(((astar_csv *)0)->opaque) ? 1 : -1];

static bool is_line_end(char c)
{
  return c == '\n' || c == '\r';
}

/* A tab is a blank unless it is the separator. */
static bool is_blank(const reader *r, char c)
{
  return (c == ' ' || c == '\t') && c != r->csv->separator;
}

static void skip_blanks(reader *r)
{
  while (r->at < r->length && is_blank(r, r->text[r->at])) r->at++;
}

static void skip_line_end(reader *r)
{
  if (r->text[r->at++] == '\r' && r->at < r->length && r->text[r->at] == '\n') r->at++;
  r->line_at = r->at;
  r->line_now++;
}

/* Report the current place as `line` and `column`. */
static void report_place(reader *r)
{
  r->csv->line = r->line_now;
  r->csv->column = (uint32_t)(r->at - r->line_at) + 1;
}

static bool fail_here(reader *r, const char *error)
{
  report_place(r);
  r->csv->error = error;
  return false;
}

static bool fail_at_zero(reader *r)
{
  return fail_here(r, "zero byte (text in UTF-8 expected)");
}

/*
** The separator, by the first row that is not blank: a comma outside quotes, else a semicolon, else a tab.
** A doubled quote closes and opens again, so it needs no special case.
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

/* Take a first line such as `sep=;`, which spreadsheets write to name the separator. */
static bool take_separator(reader *r)
{
  const char *at = r->text + r->at;
  if (r->length - r->at < 5 || memcmp(at, "sep=", 4) != 0) return false;
  if (at[4] != ',' && at[4] != ';' && at[4] != '\t') return false;
  if (r->length - r->at > 5 && !is_line_end(at[5])) return false;
  r->csv->separator = at[4];
  r->at += 5;
  if (r->at < r->length) skip_line_end(r);
  return true;
}

void astar_csv_open(astar_csv *csv, const char *text, size_t length)
{
  reader r;
  memset(csv, 0, sizeof *csv);
  memset(&r, 0, sizeof r);
  r.csv = csv;
  r.text = text ? text : "";
  r.length = length;
  r.line_now = csv->line = csv->column = 1;
  if (length >= UINT32_MAX) {
    csv->error = "text of 4 GiB or more";
  } else {
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) r.at = r.line_at = 3;
    if (!take_separator(&r)) csv->separator = find_separator(r.text + r.at, length - r.at);
  }
  memcpy(csv->opaque, &r, sizeof r);
}

/* Read an unquoted field, up to the separator, the line end or the end of the text. */
static bool read_plain(reader *r, const char **field, size_t *length)
{
  size_t begin = r->at, end;
  for (; r->at < r->length; r->at++) {
    char c = r->text[r->at];
    if (c == r->csv->separator || is_line_end(c)) break;
    if (c == '"') return fail_here(r, "quote inside a field that does not begin with one");
    if (c == '\0') return fail_at_zero(r);
  }
  end = r->at;
  while (end > begin && is_blank(r, r->text[end - 1])) end--;
  *field = r->text + begin;
  *length = end - begin;
  return true;
}

/* Read a quoted field, from the opening quote on. */
static bool read_quoted(reader *r, const char **field, size_t *length)
{
  const char *text = r->text;
  size_t begin = ++r->at, end;
  for (;;) {
    if (r->at == r->length) {
      r->csv->error = "quote is not closed"; /* reported at the beginning of the field */
      return false;
    }
    if (text[r->at] == '\0') return fail_at_zero(r);
    if (is_line_end(text[r->at])) {
      skip_line_end(r);
    } else if (text[r->at] != '"') {
      r->at++;
    } else if (r->at + 1 < r->length && text[r->at + 1] == '"') {
      r->at += 2;
    } else {
      break;
    }
  }
  end = r->at++;
  skip_blanks(r);
  if (r->at < r->length && text[r->at] != r->csv->separator && !is_line_end(text[r->at])) {
    if (text[r->at] == '\0') return fail_at_zero(r);
    return fail_here(r, "text after a closing quote");
  }
  *field = text + begin;
  *length = end - begin;
  return true;
}

/* Move to the first field of the next row that is not blank, past leading blanks; false at the end of the text. */
static bool find_row(reader *r)
{
  for (;;) {
    skip_blanks(r);
    if (r->at == r->length) return false;
    if (!is_line_end(r->text[r->at])) return true;
    skip_line_end(r);
  }
}

/* As astar_csv_next(). */
static astar_csv_event read_field(reader *r, const char **field, size_t *length, bool *quoted)
{
  if (r->begun) {
    skip_blanks(r);
  } else {
    if (!find_row(r)) return ASTAR_CSV_END;
    r->begun = true;
    r->csv->row++;
    r->csv->field = 0;
  }
  r->csv->field++;
  report_place(r);
  *quoted = r->at < r->length && r->text[r->at] == '"';
  if (!(*quoted ? read_quoted(r, field, length) : read_plain(r, field, length))) return ASTAR_CSV_ERROR;
  if (r->at == r->length) {
    r->begun = false;
  } else if (r->text[r->at] == r->csv->separator) {
    r->at++;
  } else {
    skip_line_end(r);
    r->begun = false;
  }
  return ASTAR_CSV_FIELD;
}

astar_csv_event astar_csv_next(astar_csv *csv, const char **field, size_t *length, bool *quoted)
{
  astar_csv_event event = ASTAR_CSV_ERROR;
  reader r;
  memcpy(&r, csv->opaque, sizeof r);
  r.csv = csv; /* the caller may have moved it */
  *field = r.text;
  *length = 0;
  *quoted = false;
  if (!csv->error) event = read_field(&r, field, length, quoted);
  memcpy(csv->opaque, &r, sizeof r);
  return event;
}
