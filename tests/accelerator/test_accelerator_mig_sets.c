/* The exact search against brute force: every subset of legal (profile, start) pairs of a device. */
#include "support/table.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/accelerator.h"

enum { PAIRS_MOST = 64, PROFILES_MOST = 8, FOUND_MOST = 512 };

typedef struct {
    int profile;
    uint64_t mask;
} pair;

typedef struct {
    gpucost_mig profiles[PROFILES_MOST];
    int profile_count, pair_count, found_count;
    pair pairs[PAIRS_MOST];
    int found[FOUND_MOST][PROFILES_MOST]; /* counts of each feasible set */
} device;

static void read_device(const char *id, device *d)
{
    memset(d, 0, sizeof *d);
    for (uint64_t i = 0; i < gpucost_mig_count(); i++) {
        gpucost_mig row = GPUCOST_INIT(gpucost_mig);
        assert_int_equal(gpucost_mig_at(i, &row, NULL), GPUCOST_OK);
        if (strncmp(row.accelerators, id, strlen(id)) != 0 || strpbrk(row.profile, "+-")) continue;
        d->profiles[d->profile_count] = row;
        for (char *p = row.placements; *p; p += *p == ';') {
            long start = strtol(p, &p, 10);
            d->pairs[d->pair_count++] = (pair){d->profile_count, ((UINT64_C(1) << row.memory_slices) - 1) << start};
        }
        d->profile_count++;
    }
}

static void remember(device *d, const int counts[PROFILES_MOST])
{
    for (int i = 0; i < d->found_count; i++)
        if (memcmp(d->found[i], counts, sizeof d->found[i]) == 0) return;
    assert_true(d->found_count < FOUND_MOST);
    memcpy(d->found[d->found_count++], counts, sizeof d->found[0]);
}

static void enumerate(device *d, int at, uint64_t taken, uint64_t compute, int counts[PROFILES_MOST])
{
    remember(d, counts);
    for (int i = at; i < d->pair_count; i++) {
        const gpucost_mig *row = &d->profiles[d->pairs[i].profile];
        if (taken & d->pairs[i].mask || compute + row->compute_slices > 7) continue;
        if ((uint64_t)counts[d->pairs[i].profile] == row->most_instances) continue;
        counts[d->pairs[i].profile]++;
        enumerate(d, i + 1, taken | d->pairs[i].mask, compute + row->compute_slices, counts);
        counts[d->pairs[i].profile]--;
    }
}

static bool is_found(const device *d, const int counts[PROFILES_MOST])
{
    for (int i = 0; i < d->found_count; i++)
        if (memcmp(d->found[i], counts, sizeof d->found[i]) == 0) return true;
    return false;
}

static bool is_largest(const device *d, const int counts[PROFILES_MOST])
{
    int more[PROFILES_MOST];
    for (int i = 0; i < d->profile_count; i++) {
        memcpy(more, counts, sizeof more);
        more[i]++;
        if (is_found(d, more)) return false;
    }
    return true;
}

static void list(const device *d, const int counts[PROFILES_MOST], char text[160])
{
    text[0] = '\0';
    for (int i = 0; i < d->profile_count; i++)
        if (counts[i])
            snprintf(text + strlen(text), 160 - strlen(text), "%dx%s,", counts[i], d->profiles[i].profile);
}

static void compare(const char *id, int expect_sets)
{
    device d;
    int counts[PROFILES_MOST] = {0}, largest = 0;
    char text[160];
    gpucost_error err;
    read_device(id, &d);
    enumerate(&d, 0, 0, 0, counts);
    for (int i = 0; i < d.found_count; i++) largest += is_largest(&d, d.found[i]);
    if (expect_sets) assert_int_equal(largest, expect_sets);

    gpucost_mig_sets *sets = NULL;
    assert_int_equal(gpucost_mig_sets_new(NULL, id, &sets, &err), GPUCOST_OK);
    assert_int_equal(gpucost_mig_sets_count(sets), largest);
    assert_null(gpucost_mig_sets_at(sets, (uint64_t)largest));
    for (uint64_t s = 0; s < gpucost_mig_sets_count(sets); s++) {
        gpucost_mig_fit fit = GPUCOST_INIT(gpucost_mig_fit);
        assert_int_equal(gpucost_mig_fits(NULL, id, gpucost_mig_sets_at(sets, s), &fit, &err), GPUCOST_OK);
        if (!fit.fits) fail_msg("%s: %s", gpucost_mig_sets_at(sets, s), fit.reason);
    }
    gpucost_mig_sets_free(sets);

    /* every small set, whether it fits or not */
    for (int code = 1; code < 1 << 12; code++) {
        int asked[PROFILES_MOST] = {code & 3,      code >> 2 & 3, code >> 4 & 3,
                                    code >> 6 & 3, code >> 8 & 3, code >> 10 & 3};
        int beyond = 0;
        for (int i = d.profile_count; i < PROFILES_MOST; i++) beyond += asked[i];
        if (beyond) continue;
        gpucost_mig_fit fit = GPUCOST_INIT(gpucost_mig_fit);
        list(&d, asked, text);
        assert_int_equal(gpucost_mig_fits(NULL, id, text, &fit, &err), GPUCOST_OK);
        if ((fit.fits == 1) != is_found(&d, asked)) fail_msg("%s on %s: %d", text, id, (int)fit.fits);
    }
}

static void sets__are_those_of_brute_force(void **state)
{
    (void)state;
    compare("a30", 0);
    compare("a100-sxm-40gb", 0);
    compare("h100-sxm-80gb", 0);
    compare("gb300", 0);
}

static void sets__need_mig(void **state)
{
    (void)state;
    gpucost_mig_sets *sets = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_mig_sets_new(NULL, "v100", &sets, &err), GPUCOST_E_UNKNOWN_FACT);
    assert_int_equal(gpucost_mig_sets_new(NULL, "h1000", &sets, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_null(sets);
    gpucost_mig_sets_free(NULL);
}

static void profiles__belong_to_devices(void **state)
{
    (void)state;
    assert_int_equal(gpucost_mig_count(), 118);
    gpucost_mig row = GPUCOST_INIT(gpucost_mig);
    assert_int_equal(gpucost_mig_at(118, &row, NULL), GPUCOST_E_ARGUMENT);
    for (uint64_t i = 0; i < gpucost_mig_count(); i++) {
        gpucost_accelerator chip = GPUCOST_INIT(gpucost_accelerator);
        char id[64];
        assert_int_equal(gpucost_mig_at(i, &row, NULL), GPUCOST_OK);
        snprintf(id, sizeof id, "%.*s", (int)strcspn(row.accelerators, ";"), row.accelerators);
        assert_true(row.compute_slices > 0 && *row.source);
        if (gpucost_accelerator_find(NULL, id, &chip, NULL) != GPUCOST_OK) continue; /* no catalogue row */
        if (row.memory_bytes) assert_true(row.memory_bytes <= chip.memory_bytes);
        if (row.multiprocessors && chip.multiprocessors) assert_true(row.multiprocessors <= chip.multiprocessors);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets__are_those_of_brute_force),
        cmocka_unit_test(sets__need_mig),
        cmocka_unit_test(profiles__belong_to_devices),
    };
    return RUN_TESTS("MIG sets", tests);
}
