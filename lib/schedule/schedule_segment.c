#include "schedule/schedule_segment.h"

#include <stdlib.h>
#include <string.h>

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* Stable counting sort by the digit of `level` at `shift`. */
static void sort_by_digit(const gpucost__hinge *from, gpucost__hinge *to, uint64_t count, int shift)
{
    uint64_t place[DIGITS + 1] = {0};
    for (uint64_t i = 0; i < count; i++) place[((from[i].level >> shift) & (DIGITS - 1)) + 1]++;
    for (int d = 0; d < DIGITS; d++) place[d + 1] += place[d];
    for (uint64_t i = 0; i < count; i++) to[place[(from[i].level >> shift) & (DIGITS - 1)]++] = from[i];
}

/* By level within segments; the result is in `sorted`. `first` counts the hinges of each segment on the way. */
static void sort_hinges(gpucost__hinge *sorted, gpucost__hinge *spare, uint64_t hinges, uint64_t *first, uint64_t count)
{
    int32_t most = 0;
    for (uint64_t i = 0; i < hinges; i++)
        if (sorted[i].level > most) most = sorted[i].level;
    gpucost__hinge *from = sorted, *to = spare;
    for (int shift = 0; shift < 31 && most >> shift; shift += DIGIT_BITS) {
        sort_by_digit(from, to, hinges, shift);
        gpucost__hinge *swap = from;
        from = to;
        to = swap;
    }
    if (from == sorted) memcpy(spare, sorted, (size_t)hinges * sizeof *spare);
    memset(first, 0, ((size_t)count + 1) * sizeof *first);
    for (uint64_t i = 0; i < hinges; i++) first[spare[i].segment]++;
    for (uint64_t j = 0, sum = 0; j <= count; j++) {
        uint64_t here = first[j];
        first[j] = sum;
        sum += here;
    }
    for (uint64_t i = 0; i < hinges; i++) sorted[first[spare[i].segment]++] = spare[i];
    for (uint64_t j = count; j > 0; j--) first[j] = first[j - 1];
    first[0] = 0;
}

void gpucost__segments_weigh(gpucost__segments *segments, const int64_t *weights)
{
    for (uint64_t j = 0; j < segments->count; j++) {
        gpucost__int128 weight = 0, moment = 0;
        for (uint64_t i = segments->first[j + 1]; i-- > segments->first[j];) {
            const gpucost__hinge *hinge = &segments->hinges[i];
            gpucost__int128 own = weights ? (gpucost__int128)hinge->price * weights[hinge->path] : hinge->price;
            weight += own;
            moment += own * hinge->level;
            segments->weight[i] = weight;
            segments->moment[i] = moment;
        }
    }
}

gpucost_status gpucost__segments_new(gpucost__hinge *hinges, uint64_t hinge_count, uint64_t count,
                                     gpucost__segments *segments, gpucost_error *err)
{
    size_t room = (size_t)hinge_count + 1;
    gpucost__hinge *spare = malloc(room * sizeof *spare);
    *segments = (gpucost__segments){.count = count,
                                    .hinges = hinges,
                                    .first = malloc(((size_t)count + 1) * sizeof *segments->first),
                                    .level = malloc(room * sizeof *segments->level),
                                    .weight = malloc(room * sizeof *segments->weight),
                                    .moment = malloc(room * sizeof *segments->moment)};
    bool ok = spare && segments->first && segments->level && segments->weight && segments->moment;
    if (ok) {
        sort_hinges(hinges, spare, hinge_count, segments->first, count);
        for (uint64_t i = 0; i < hinge_count; i++) segments->level[i] = hinges[i].level;
    } else {
        gpucost__segments_free(segments);
    }
    free(spare);
    return ok ? GPUCOST_OK : gpucost__fail_memory(err);
}

void gpucost__segments_free(gpucost__segments *segments)
{
    free(segments->hinges);
    free(segments->first);
    free(segments->level);
    free(segments->weight);
    free(segments->moment);
    *segments = (gpucost__segments){0};
}

gpucost__int128 gpucost__segment_cost(const gpucost__segments *segments, uint64_t segment, int64_t units)
{
    uint64_t low = segments->first[segment], end = segments->first[segment + 1], high = end;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (segments->level[middle] > units)
            high = middle;
        else
            low = middle + 1;
    }
    if (low == end) return 0;
    return segments->moment[low] - segments->weight[low] * units;
}

gpucost__int128 gpucost__segment_saving(const gpucost__segments *segments, uint64_t segment, int64_t units, int shift)
{
    gpucost__int128 saved = gpucost__segment_cost(segments, segment, units) -
                            gpucost__segment_cost(segments, segment, units + ((int64_t)1 << shift));
    return saved >> shift;
}
