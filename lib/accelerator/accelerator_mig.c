#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accelerator/accelerator_row.h"
#include "base/name.h"

enum { PROFILES_MOST = 16, INSTANCES_MOST = 16, SET_TEXT = 128 };

/* What all instances together may take: a slice of memory each their own, the rest by sums. */
enum { COMPUTE, COPY, DECODE, JPEG, FLOW, ENCODE, KINDS };

typedef struct {
    const gpucost_mig *row;
    uint64_t masks[INSTANCES_MOST]; /* memory slices taken from each legal start */
    int starts[INSTANCES_MOST], start_count;
    uint64_t uses[KINDS];
} profile;

typedef struct {
    const gpucost_accelerator *device;
    profile profiles[PROFILES_MOST];
    int count;
    uint64_t has[KINDS]; /* what the profile of the whole device has; 0 is not known and no limit */
} device_profiles;

/* Instances being placed: counts[p] of profile p. */
typedef struct {
    int counts[PROFILES_MOST];
    int profile_of[INSTANCES_MOST], start_of[INSTANCES_MOST], placed;
} placing;

struct gpucost_mig_sets {
    char (*texts)[SET_TEXT]; /* [count] */
    int *instances;          /* [count] */
    uint64_t count, room;
};

uint64_t gpucost_mig_count(void)
{
    return gpucost__mig_rows_count;
}

gpucost_status gpucost_mig_at(uint64_t index, gpucost_mig *mig, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__mig_table, mig, err));
    if (index >= gpucost__mig_rows_count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu MIG profiles",
                                   (unsigned long long)index, (unsigned long long)gpucost__mig_rows_count);
    gpucost__struct_out(&gpucost__mig_table, &gpucost__mig_rows[index], mig);
    return GPUCOST_OK;
}

static void read_profile(const gpucost_mig *row, profile *p)
{
    *p = (profile){.row = row,
                   .uses = {row->compute_slices, row->copy_engines, row->video_decoders, row->jpeg_decoders,
                            row->optical_flow_engines, row->video_encoders}};
    for (const char *text = row->placements; *text && p->start_count < INSTANCES_MOST; text += *text == ';') {
        char *end;
        int start = (int)strtol(text, &end, 10);
        p->starts[p->start_count] = start;
        p->masks[p->start_count++] = ((UINT64_C(1) << row->memory_slices) - 1) << start;
        text = end;
    }
}

static gpucost_status read_device(const gpucost_catalogue *catalogue, const char *name, device_profiles *d,
                                  gpucost_error *err)
{
    memset(d, 0, sizeof *d);
    gpucost_status status = gpucost__accelerator_need(catalogue, name, &d->device, err);
    if (status != GPUCOST_OK) {
        gpucost__error_under(err, "accelerator");
        return status;
    }
    bool placed = true;
    for (uint64_t i = 0; i < gpucost__mig_rows_count && d->count < PROFILES_MOST; i++) {
        if (!gpucost__name_listed(gpucost__mig_rows[i].accelerators, ';', d->device->id)) continue;
        profile *p = &d->profiles[d->count++];
        read_profile(&gpucost__mig_rows[i], p);
        placed = placed && p->start_count > 0;
        if (p->uses[COMPUTE] > d->has[COMPUTE]) memcpy(d->has, p->uses, sizeof d->has);
    }
    if (!d->count)
        return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, "accelerator", d->device->id,
                                   "%s has no MIG, or its profiles are not known", d->device->id);
    if (!placed)
        return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, "placements", d->device->id,
                                   "where the MIG profiles of %s may be placed is not known", d->device->id);
    return GPUCOST_OK;
}

static const char *const kind_names[KINDS] = {"compute slices", "copy engines",         "video decoders",
                                              "JPEG decoders",  "optical flow engines", "video encoders"};

/* Sums first: they also say why. */
static bool sums_fit(const device_profiles *d, const int counts[], char *reason, size_t capacity)
{
    for (int i = 0; i < d->count; i++) {
        const gpucost_mig *row = d->profiles[i].row;
        if (row->most_instances && (uint64_t)counts[i] > row->most_instances) {
            snprintf(reason, capacity, "%s has room for %llu of %s at most", d->device->id,
                     (unsigned long long)row->most_instances, row->profile);
            return false;
        }
    }
    for (int k = 0; k < KINDS; k++) {
        uint64_t sum = 0;
        for (int i = 0; i < d->count; i++) sum += (uint64_t)counts[i] * d->profiles[i].uses[k];
        if (d->has[k] && sum > d->has[k]) {
            snprintf(reason, capacity, "they take %llu %s, and %s has %llu", (unsigned long long)sum, kind_names[k],
                     d->device->id, (unsigned long long)d->has[k]);
            return false;
        }
    }
    return true;
}

/* Place what is left, largest profiles first; instances of one profile in the order of their starts. */
static bool place(const device_profiles *d, placing *p, int at, int left, int from, uint64_t taken)
{
    while (at >= 0 && left == 0) left = --at < 0 ? 0 : p->counts[at], from = 0;
    if (at < 0) return true;
    const profile *its = &d->profiles[at];
    for (int s = from; s < its->start_count; s++) {
        if (taken & its->masks[s]) continue;
        p->profile_of[p->placed] = at;
        p->start_of[p->placed++] = its->starts[s];
        if (place(d, p, at, left - 1, s + 1, taken | its->masks[s])) return true;
        p->placed--;
    }
    return false;
}

static bool counts_fit(const device_profiles *d, placing *p, char *reason, size_t capacity)
{
    if (!sums_fit(d, p->counts, reason, capacity)) return false;
    p->placed = 0;
    if (place(d, p, d->count, 0, 0, 0)) return true;
    snprintf(reason, capacity, "no placement on %s keeps their memory slices apart", d->device->id);
    return false;
}

static const char *profile_at(const void *context, uint64_t index)
{
    return ((const device_profiles *)context)->profiles[index].row->profile;
}

/* '+' and '-' tell profiles apart, so names are compared as they stand but for case. */
static bool same_profile(const char *name, size_t length, const char *profile_name)
{
    for (size_t i = 0; i < length; i++) {
        char c = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
        if (c != profile_name[i]) return false;
    }
    return profile_name[length] == '\0';
}

/* One part of a list: "2x3g.40gb". */
static gpucost_status read_part(const char *part, size_t length, const device_profiles *d, placing *p,
                                gpucost_error *err)
{
    char text[32];
    snprintf(text, sizeof text, "%.*s", (int)length, part);
    char *name = text, *end;
    long times = strtol(text, &end, 10);
    if (end != text && *end == 'x')
        name = end + 1;
    else
        times = 1;
    if (times < 1 || times > 64)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "profiles", text, "a count is in 1..64, such as 2x%s",
                                   d->profiles[0].row->profile);
    for (int i = 0; i < d->count; i++)
        if (same_profile(name, strlen(name), d->profiles[i].row->profile)) {
            p->counts[i] += (int)times;
            if (p->counts[i] <= 64) return GPUCOST_OK;
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "profiles", text, "a count is in 1..64");
        }
    gpucost_status status = gpucost__name_unknown("MIG profile", name, profile_at, d, (uint64_t)d->count, err);
    gpucost__error_under(err, "profiles");
    return status;
}

static gpucost_status read_list(const char *profiles, const device_profiles *d, placing *p, gpucost_error *err)
{
    int parts = 0;
    for (const char *at = profiles; *at;) {
        size_t skip = strspn(at, " ,;"), length = strcspn(at + skip, " ,;");
        if (length) GPUCOST__TRY(read_part(at + skip, length, d, p, err));
        parts += length > 0;
        at += skip + length;
    }
    if (parts) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "profiles", NULL, "name a profile of %s, such as %s",
                               d->device->id, d->profiles[0].row->profile);
}

gpucost_status gpucost_mig_fits(const gpucost_catalogue *catalogue, const char *accelerator, const char *profiles,
                                gpucost_mig_fit *fit, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__mig_fit_table, fit, err));
    device_profiles d;
    placing p = {0};
    GPUCOST__TRY(read_device(catalogue, accelerator, &d, err));
    GPUCOST__TRY(read_list(profiles, &d, &p, err));
    gpucost_mig_fit made = GPUCOST_INIT(gpucost_mig_fit);
    for (int i = 0; i < d.count; i++) {
        made.instances += (uint64_t)p.counts[i];
        made.compute_slices += (uint64_t)p.counts[i] * d.profiles[i].row->compute_slices;
        made.memory_slices += (uint64_t)p.counts[i] * d.profiles[i].row->memory_slices;
    }
    made.fits = counts_fit(&d, &p, made.reason, sizeof made.reason);
    for (int i = 0, used = 0; made.fits && i < p.placed && used < (int)sizeof made.placements; i++)
        used += snprintf(made.placements + used, sizeof made.placements - (size_t)used, "%s%s@%d", i ? ";" : "",
                         d.profiles[p.profile_of[i]].row->profile, p.start_of[i]);
    gpucost__struct_out(&gpucost__mig_fit_table, &made, fit);
    return GPUCOST_OK;
}

/* Profiles whose name ends after the memory differ from others in more than engines. */
static bool is_plain(const profile *p)
{
    return !strpbrk(p->row->profile, "+-");
}

static bool is_largest(const device_profiles *d, const int counts[])
{
    placing more = {0};
    char reason[128];
    for (int i = 0; i < d->count; i++) {
        if (!is_plain(&d->profiles[i])) continue;
        memcpy(more.counts, counts, sizeof more.counts);
        more.counts[i]++;
        if (counts_fit(d, &more, reason, sizeof reason)) return false;
    }
    return true;
}

static gpucost_status keep(gpucost_mig_sets *sets, const device_profiles *d, const int counts[], gpucost_error *err)
{
    if (sets->count == sets->room) {
        uint64_t room = sets->room ? 2 * sets->room : 32;
        char(*texts)[SET_TEXT] = realloc(sets->texts, (size_t)room * sizeof *texts);
        if (!texts) return gpucost__fail_memory(err);
        sets->texts = texts;
        int *instances = realloc(sets->instances, (size_t)room * sizeof *instances);
        if (!instances) return gpucost__fail_memory(err);
        sets->instances = instances;
        sets->room = room;
    }
    char text[SET_TEXT] = "";
    int instances = 0, used = 0;
    for (int i = d->count - 1; i >= 0; i--) {
        if (!counts[i]) continue;
        instances += counts[i];
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%dx%s", used ? "," : "", counts[i],
                         d->profiles[i].row->profile);
    }
    uint64_t at = sets->count++;
    for (; at > 0 && sets->instances[at - 1] > instances; at--) {
        memcpy(sets->texts[at], sets->texts[at - 1], SET_TEXT);
        sets->instances[at] = sets->instances[at - 1];
    }
    memcpy(sets->texts[at], text, SET_TEXT);
    sets->instances[at] = instances;
    return GPUCOST_OK;
}

/* Counts of profile `at` and below; what does not fit cannot fit with more. */
static gpucost_status collect(gpucost_mig_sets *sets, const device_profiles *d, placing *p, int at, gpucost_error *err)
{
    if (at < 0) return is_largest(d, p->counts) ? keep(sets, d, p->counts, err) : GPUCOST_OK;
    char reason[128];
    gpucost_status status = GPUCOST_OK;
    for (p->counts[at] = 0; status == GPUCOST_OK && counts_fit(d, p, reason, sizeof reason); p->counts[at]++) {
        status = collect(sets, d, p, at - 1, err);
        if (!is_plain(&d->profiles[at])) break;
    }
    p->counts[at] = 0;
    return status;
}

gpucost_status gpucost_mig_sets_new(const gpucost_catalogue *catalogue, const char *accelerator,
                                    gpucost_mig_sets **sets, gpucost_error *err)
{
    gpucost__clear(err);
    device_profiles d;
    placing p = {0};
    GPUCOST__TRY(read_device(catalogue, accelerator, &d, err));
    gpucost_mig_sets *made = calloc(1, sizeof *made);
    gpucost_status status = made ? collect(made, &d, &p, d.count - 1, err) : gpucost__fail_memory(err);
    if (status != GPUCOST_OK) {
        gpucost_mig_sets_free(made);
        return status;
    }
    *sets = made;
    return GPUCOST_OK;
}

void gpucost_mig_sets_free(gpucost_mig_sets *sets)
{
    if (!sets) return;
    free(sets->texts);
    free(sets->instances);
    free(sets);
}

uint64_t gpucost_mig_sets_count(const gpucost_mig_sets *sets)
{
    return sets->count;
}

const char *gpucost_mig_sets_at(const gpucost_mig_sets *sets, uint64_t index)
{
    return index < sets->count ? sets->texts[index] : NULL;
}
