/* AWS's spot instance advisor: in which share of a month's instances were interrupted, as a range. No price is in it
   and no date; the saving rests on the last month's mean. */
#include <stdlib.h>
#include <string.h>

#include "price/price_import.h"

enum { RANGES_MOST = 16 };

typedef struct {
    double low, high; /* high 0: not read */
} range;

/* "<5%", "5-10%", ">20%" */
static bool read_label(const char *label, range *read)
{
    char *end;
    bool below = *label == '<', above = *label == '>';
    long first = strtol(label + (below || above), &end, 10), second = first;
    if (end == label || first < 0 || first > 100) return false;
    if (*end == '-') second = strtol(end + 1, &end, 10);
    if (strcmp(end, "%") != 0 || second < first || second > 100) return false;
    *read = (range){below ? 0 : (double)first / 100, above ? 1 : (double)second / 100};
    return read->high > 0;
}

static gpucost_status put_instance(const char *region, const char *system, const char *instance, json_t *figures,
                                   const range *ranges, uint64_t number, gpucost__price_sink *sink, gpucost_error *err)
{
    json_t *bucket = json_object_get(figures, "r"), *saving = json_object_get(figures, "s");
    int64_t index = json_is_integer(bucket) ? json_integer_value(bucket) : -1;
    if (index < 0 || index >= RANGES_MOST || ranges[index].high <= 0) {
        char room[GPUCOST__CELL_MOST];
        return gpucost__price_sink_refuse(sink, number, "r", gpucost__json_cell(bucket, room),
                                          "is not the number of a range", err);
    }
    char product[GPUCOST__CELL_MOST];
    gpucost__aws_product(system, "NA", product, sizeof product);
    int64_t percent = json_is_integer(saving) ? json_integer_value(saving) : -1;
    const gpucost__interruption_row row = {
        .line = number,
        .provider = "",
        .region = region,
        .instance = instance,
        .product = product,
        .observed = "",
        .low = ranges[index].low,
        .high = ranges[index].high,
        .saving = percent >= 0 && percent <= 100 ? (double)percent / 100 : -1,
    };
    return gpucost__price_sink_interruption(sink, &row, err);
}

gpucost_status gpucost__price_read_aws_advisor(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    range ranges[RANGES_MOST] = {{0, 0}};
    json_t *entry, *systems, *instances, *figures;
    size_t i;
    json_array_foreach(json_object_get(feed->json, "ranges"), i, entry)
    {
        json_int_t index = json_integer_value(json_object_get(entry, "index"));
        const char *label = json_string_value(json_object_get(entry, "label"));
        if (index < 0 || index >= RANGES_MOST || !label || !read_label(label, &ranges[index]))
            return gpucost__price_not_this(feed, "/ranges", "expected ranges such as <5%, 5-10% and >20%", err);
    }
    json_t *regions = json_object_get(feed->json, "spot_advisor");
    if (!json_is_object(regions))
        return gpucost__price_not_this(feed, "/spot_advisor", "expected regions with their instance types", err);
    const char *region, *system, *instance;
    uint64_t number = 0;
    json_object_foreach(regions, region, systems) json_object_foreach(systems, system, instances)
        json_object_foreach(instances, instance, figures)
            GPUCOST__TRY(put_instance(region, system, instance, figures, ranges, ++number, sink, err));
    return GPUCOST_OK;
}
