/* Sizes of one family in common units, and which of them a reservation of several serves. */
#include <stdbool.h>
#include <string.h>

#include "base/decimal.h"
#include "base/error.h"
#include "gpucost/savings.h"

/* [aws_ri_size_flexibility]: factors by size; families whose reservations fit one size only. */
static const struct {
    const char *name;
    double units;
} sizes[] = {{"nano", 0.25}, {"micro", 0.5}, {"small", 1}, {"medium", 2}, {"large", 4}, {"xlarge", 8}};

static const char *const one_size_only[] = {"g4ad", "g4dn", "g5",   "g5g",  "g6",   "g6e",      "g6f",     "gr6",
                                            "gr6f", "hpc7a", "p5",  "inf1", "inf2", "u7i-6tb", "u7i-8tb"};

static bool units_of(const char *size, double *units)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (strcmp(size, sizes[i].name) == 0) {
            *units = sizes[i].units;
            return true;
        }
    const char *word = strstr(size, "xlarge");
    char digits[8] = "";
    uint64_t many;
    if (!word || word[6] || word == size || (size_t)(word - size) >= sizeof digits) return false;
    memcpy(digits, size, (size_t)(word - size));
    if (gpucost__decimal_u64(digits, &many) != GPUCOST__DECIMAL_OK || many == 0) return false;
    *units = 8 * (double)many;
    return true;
}

gpucost_status gpucost_savings_units(const char *instance_type, double *units, int32_t *flexible, gpucost_error *err)
{
    gpucost__clear(err);
    const char *point = strchr(instance_type, '.');
    double found;
    if (!point || !units_of(point + 1, &found))
        return gpucost__fail_field(
            err, GPUCOST_E_UNKNOWN_NAME, "instance_type", instance_type,
            "expected a type such as m5.large or p4d.24xlarge: nano, micro, small, medium, large, [N]xlarge");
    int32_t free_size = 1;
    for (size_t i = 0; i < sizeof one_size_only / sizeof *one_size_only; i++)
        if (strlen(one_size_only[i]) == (size_t)(point - instance_type) &&
            strncmp(instance_type, one_size_only[i], strlen(one_size_only[i])) == 0)
            free_size = 0;
    *units = found;
    *flexible = free_size;
    return GPUCOST_OK;
}

gpucost_status gpucost_savings_flexible(const double *sizes_units, const uint64_t *running, uint64_t count,
                                        double reserved_units, double *covered, gpucost_error *err)
{
    gpucost__clear(err);
    if (!(reserved_units >= 0 && reserved_units <= 1e12))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "reserved_units", NULL, "expected 0..1e12 units");
    for (uint64_t i = 0; i < count; i++)
        if (!(sizes_units[i] > 0 && sizes_units[i] <= 1e6) || running[i] > 1000000000000)
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "size_units", NULL,
                                       "size %llu: expected units of 0..1e6 and at most 1e12 "
                                       "machines",
                                       (unsigned long long)i);
    double left = reserved_units;
    for (uint64_t i = 0; i < count; i++) covered[i] = -1;
    for (uint64_t done = 0; done < count; done++) {
        uint64_t least = count;
        for (uint64_t i = 0; i < count; i++)
            if (covered[i] < 0 && (least == count || sizes_units[i] < sizes_units[least])) least = i;
        double need = (double)running[least] * sizes_units[least], used = left < need ? left : need;
        covered[least] = used / sizes_units[least];
        left -= used;
    }
    return GPUCOST_OK;
}
