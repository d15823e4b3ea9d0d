/* Answers of `aws ec2 describe-spot-price-history`, as JSON and as text. They come newest first, repeat unchanged
   prices daily, and begin with the price in force at the start that was asked for; order and repeats do not matter
   here. */
#include <stdio.h>
#include <string.h>

#include "price/price_import.h"

/* Region of a zone by name: us-east-1 of us-east-1b, us-west-2 of us-west-2-lax-1a. False when it is none. */
static bool region_of(const char *zone, char *region, size_t capacity)
{
    const char *p = strchr(zone, '-');
    while (p && (p[1] < '0' || p[1] > '9')) p = strchr(p + 1, '-');
    if (!p || zone[0] < 'a' || zone[0] > 'z') return false;
    for (p++; *p >= '0' && *p <= '9'; p++) continue;
    if (!*p || (size_t)(p - zone) >= capacity) return false;
    snprintf(region, capacity, "%.*s", (int)(p - zone), zone);
    return true;
}

/* A row whose zone names its region. */
static gpucost_status put(gpucost__price_sink *sink, gpucost__price_row *row, gpucost_error *err)
{
    char region[GPUCOST__CELL_MOST];
    const char *zone = row->text[GPUCOST__ROW_ZONE];
    if (!region_of(zone, region, sizeof region))
        return gpucost__price_sink_refuse(sink, row->line, row->name[GPUCOST__ROW_ZONE], zone,
                                          "is not an availability zone such as us-east-1b", err);
    row->text[GPUCOST__ROW_REGION] = region;
    row->text[GPUCOST__ROW_TERM] = "spot";
    return gpucost__price_sink_put(sink, row, err);
}

/* Keys of a row, in the order in which the text form has them. */
static const struct {
    int cell;
    const char *key;
} keys[] = {
    {GPUCOST__ROW_ZONE, "AvailabilityZone"},      {GPUCOST__ROW_INSTANCE, "InstanceType"},
    {GPUCOST__ROW_PRODUCT, "ProductDescription"}, {GPUCOST__ROW_HOURLY, "SpotPrice"},
    {GPUCOST__ROW_OBSERVED, "Timestamp"},
};
enum { KEYS = sizeof(keys) / sizeof(keys[0]) };

static void name_cells(gpucost__price_row *row)
{
    gpucost__price_row_clear(row);
    for (int i = 0; i < KEYS; i++) row->name[keys[i].cell] = keys[i].key;
    row->name[GPUCOST__ROW_REGION] = keys[0].key;
}

static gpucost_status read_entry(json_t *entry, uint64_t number, gpucost__price_sink *sink, gpucost_error *err)
{
    if (!json_is_object(entry))
        return gpucost__price_sink_refuse(sink, number, "SpotPriceHistory", "", "the entry is not an object", err);
    gpucost__price_row row;
    char rooms[KEYS][GPUCOST__CELL_MOST];
    name_cells(&row);
    row.line = number;
    for (int i = 0; i < KEYS; i++)
        row.text[keys[i].cell] = gpucost__json_cell(json_object_get(entry, keys[i].key), rooms[i]);
    return put(sink, &row, err);
}

/* One page; entries are numbered through all pages. */
static gpucost_status read_page(gpucost__feed *feed, json_t *page, uint64_t *number, gpucost__price_sink *sink,
                                gpucost_error *err)
{
    json_t *history = json_object_get(page, "SpotPriceHistory"), *entry;
    if (!json_is_array(history))
        return gpucost__price_not_this(feed, "/SpotPriceHistory",
                                       "expected the list that describe-spot-price-history answers", err);
    size_t i;
    json_array_foreach(history, i, entry) GPUCOST__TRY(read_entry(entry, ++*number, sink, err));
    const char *token = json_string_value(json_object_get(page, "NextToken"));
    feed->truncated = token && *token;
    return GPUCOST_OK;
}

/* A page, a list of pages, or a bare list of entries. */
static gpucost_status read_document(gpucost__feed *feed, json_t *document, gpucost__price_sink *sink,
                                    gpucost_error *err)
{
    uint64_t number = 0;
    if (json_is_object(document)) return read_page(feed, document, &number, sink, err);
    if (!json_is_array(document)) return gpucost__price_not_this(feed, "", "expected an object or a list", err);
    size_t i;
    json_t *item;
    json_array_foreach(document, i, item)
    {
        if (json_object_get(item, "SpotPriceHistory"))
            GPUCOST__TRY(read_page(feed, item, &number, sink, err));
        else
            GPUCOST__TRY(read_entry(item, ++number, sink, err));
    }
    return GPUCOST_OK;
}

gpucost_status gpucost__price_read_aws_spot_json(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    return read_document(feed, feed->json, sink, err);
}

/* Cut a line at its tabs; the number of fields, at most `most` of them kept. */
static int split(char *line, char *fields[], int most)
{
    int count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *p = line; p; count++) {
        char *tab = strchr(p, '\t');
        if (tab) *tab++ = '\0';
        if (count < most) fields[count] = p;
        p = tab;
    }
    return count;
}

static gpucost_status read_line(gpucost__feed *feed, char *line, bool *history, gpucost__price_sink *sink,
                                gpucost_error *err)
{
    char *fields[KEYS + 1] = {NULL};
    uint64_t number = (uint64_t)gpucost__input_line_number(feed->input);
    int count = split(line, fields, KEYS + 1);
    if (count == 1 && !*fields[0]) return GPUCOST_OK;
    if (strcmp(fields[0], "NEXTTOKEN") == 0) { /* between the pages, and after the last when more exist */
        *history = true;
        feed->truncated = count > 1 && *fields[1] && strcmp(fields[1], "None") != 0;
        return GPUCOST_OK;
    }
    if (strcmp(fields[0], "SPOTPRICEHISTORY") != 0 || count != KEYS + 1)
        return gpucost__price_sink_refuse(sink, number, "", fields[0],
                                          "the line is not SPOTPRICEHISTORY and five fields, separated by tabs", err);
    *history = true;
    feed->truncated = false;
    gpucost__price_row row;
    name_cells(&row);
    row.line = number;
    for (int i = 0; i < KEYS; i++) row.text[keys[i].cell] = fields[i + 1];
    return put(sink, &row, err);
}

gpucost_status gpucost__price_read_aws_spot_text(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    bool history = false, any = false;
    for (;;) {
        char *line;
        size_t bytes;
        GPUCOST__TRY(gpucost__input_line(feed->input, &line, &bytes, err));
        if (!line) break;
        any = true;
        GPUCOST__TRY(read_line(feed, line, &history, sink, err));
    }
    if (history || !any) return GPUCOST_OK;
    return gpucost__price_not_this(feed, "", "expected lines that start with SPOTPRICEHISTORY and a tab", err);
}
