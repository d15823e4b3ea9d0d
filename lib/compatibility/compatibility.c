#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accelerator/accelerator_row.h"
#include "base/name.h"
#include "compatibility/compatibility_verdict.h"

/* The question, read. A count of 0 leaves a version open. */
typedef struct {
    gpucost__machine machine;
    const char *framework; /* as the rows spell it; NULL for CUDA alone */
    gpucost__dotted version, cuda;
} question;

uint64_t gpucost_compatibility_count(void)
{
    return gpucost__compatibility_rows_count;
}

gpucost_status gpucost_compatibility_at(uint64_t index, gpucost_compatibility *row, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__compatibility_table, row, err));
    if (index >= gpucost__compatibility_rows_count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu rows",
                                   (unsigned long long)index, (unsigned long long)gpucost__compatibility_rows_count);
    gpucost__struct_out(&gpucost__compatibility_table, &gpucost__compatibility_rows[index], row);
    return GPUCOST_OK;
}

/* Rows that can answer: builds of the framework, or toolkits. */
static bool is_candidate(const gpucost_compatibility *row, const question *q)
{
    if (!q->framework) return strcmp(row->kind, "toolkit") == 0;
    return strcmp(row->kind, "framework") == 0 && strcmp(row->name, q->framework) == 0;
}

/* Frameworks keep their needs within a release: 2.1.2 is as 2.1. */
static bool same_release(const gpucost__dotted *asked, const gpucost__dotted *row)
{
    return gpucost__dotted_compare_parts(asked, row, asked->count < 2 ? asked->count : 2) == 0;
}

static bool is_asked(const gpucost_compatibility *row, const question *q)
{
    gpucost__dotted version = gpucost__dotted_of(row->version), cuda = gpucost__dotted_of(row->cuda);
    return (!q->framework || same_release(&q->version, &version)) && same_release(&q->cuda, &cuda);
}

/* How far a row is from the question: things changed, then steps of the versions. Less is nearer. */
static int64_t distance(const gpucost_compatibility *row, const gpucost__verdict *verdict, const question *q)
{
    gpucost__dotted version = gpucost__dotted_of(row->version), cuda = gpucost__dotted_of(row->cuda);
    int64_t changed = 0, steps = 0;
    if (q->framework && !same_release(&q->version, &version)) {
        changed += 4;
        steps += llabs(((int64_t)version.part[0] - q->version.part[0]) * 100 + version.part[1] - q->version.part[1]);
    }
    if (!same_release(&q->cuda, &cuda)) {
        changed += 1;
        steps += llabs(((int64_t)cuda.part[0] - q->cuda.part[0]) * 20 + cuda.part[1] - q->cuda.part[1]);
    }
    if (!verdict->works) changed += 2; /* the driver */
    return changed * 1000000 + steps * 1000;
}

static gpucost_status read_version(const char *text, const char *field, gpucost__dotted *version, gpucost_error *err)
{
    memset(version, 0, sizeof *version);
    if (!*text) return GPUCOST_OK;
    if (!gpucost__dotted_read(text, version))
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, field, text,
                                   "\"%s\" is not a version; expected numbers with points, such as 12.1", text);
    return GPUCOST_OK;
}

static const char *framework_at(const void *context, uint64_t index)
{
    (void)context;
    const gpucost_compatibility *row = &gpucost__compatibility_rows[index];
    if (strcmp(row->kind, "framework") != 0) return "";
    return index && strcmp(row[-1].name, row->name) == 0 && strcmp(row[-1].kind, row->kind) == 0 ? "" : row->name;
}

static gpucost_status read_framework(const char *name, question *q, gpucost_error *err)
{
    q->framework = NULL;
    if (!*name || gpucost__name_equal(name, "cuda")) return GPUCOST_OK;
    if (gpucost__name_equal(name, "torch")) name = "PyTorch"; /* names of the packages */
    if (gpucost__name_equal(name, "tf")) name = "TensorFlow";
    for (uint64_t i = 0; i < gpucost__compatibility_rows_count && !q->framework; i++) {
        const gpucost_compatibility *row = &gpucost__compatibility_rows[i];
        if (strcmp(row->kind, "framework") == 0 && gpucost__name_equal(row->name, name)) q->framework = row->name;
    }
    if (q->framework) return GPUCOST_OK;
    gpucost_status status = gpucost__name_unknown("framework", name, framework_at, NULL,
                                                  gpucost__compatibility_rows_count, err);
    gpucost__error_under(err, "framework");
    return status;
}

/* Is the version inside what the rows cover? Otherwise nothing is known, and "no" would be a lie. */
static gpucost_status check_covered(const question *q, const gpucost__dotted *version, bool of_cuda, const char *field,
                                    const char *text, gpucost_error *err)
{
    const char *first = NULL, *last = NULL;
    gpucost__dotted least = {0}, most = {0};
    for (uint64_t i = 0; i < gpucost__compatibility_rows_count; i++) {
        const gpucost_compatibility *row = &gpucost__compatibility_rows[i];
        if (!is_candidate(row, q)) continue;
        const char *its = of_cuda ? row->cuda : row->version;
        gpucost__dotted v = gpucost__dotted_of(its);
        if (!first || gpucost__dotted_compare(&v, &least) < 0) first = its, least = v;
        if (!last || gpucost__dotted_compare(&v, &most) > 0) last = its, most = v;
    }
    int parts = version->count < 2 ? version->count : 2;
    if (gpucost__dotted_compare_parts(version, &least, parts) >= 0 &&
        gpucost__dotted_compare_parts(version, &most, parts) <= 0)
        return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, field, text, "%s %s is not covered; %s to %s are",
                               of_cuda ? "CUDA" : q->framework, text, first, last);
}

static gpucost_status read_cuda(const char *text, gpucost__dotted *cuda, gpucost_error *err)
{
    GPUCOST__TRY(read_version(text, "cuda", cuda, err));
    if (cuda->count == 1 && cuda->part[0] >= 70 && cuda->part[0] < 1000) { /* wheels write cu118 */
        cuda->part[1] = cuda->part[0] % 10;
        cuda->part[0] /= 10;
        cuda->count = 2;
    }
    return GPUCOST_OK;
}

static gpucost_status read_question(const gpucost_catalogue *catalogue, const gpucost_compatibility_case *c,
                                    question *q, gpucost_error *err)
{
    memset(q, 0, sizeof *q);
    if (!c->framework[0] && !c->cuda[0] && !c->driver[0])
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "framework", NULL, "give a framework, cuda or driver");
    if (c->framework_version[0] && !c->framework[0])
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "framework", NULL,
                                   "framework_version is of which framework?");
    GPUCOST__TRY(read_framework(c->framework, q, err));
    GPUCOST__TRY(read_version(c->framework_version, "framework_version", &q->version, err));
    GPUCOST__TRY(read_cuda(c->cuda, &q->cuda, err));
    GPUCOST__TRY(read_version(c->driver, "driver", &q->machine.driver, err));
    const char *local = strstr(c->framework_version, "+cu");
    if (local && !q->cuda.count) GPUCOST__TRY(read_cuda(local + 1, &q->cuda, err));
    if (q->framework && q->version.count)
        GPUCOST__TRY(check_covered(q, &q->version, false, "framework_version", c->framework_version, err));
    if (!q->framework && q->cuda.count) GPUCOST__TRY(check_covered(q, &q->cuda, true, "cuda", c->cuda, err));
    if (!c->accelerator[0]) return GPUCOST_OK;
    gpucost_status status = gpucost__accelerator_need(catalogue, c->accelerator, &q->machine.accelerator, err);
    if (status != GPUCOST_OK) {
        gpucost__error_under(err, "accelerator");
        return status;
    }
    gpucost__dotted_read(q->machine.accelerator->compute_capability, &q->machine.capability);
    return GPUCOST_OK;
}

/* The question is about something that no row is: name what there is instead. */
static void explain_missing(const question *q, const gpucost_compatibility_case *c, char *reason, size_t capacity)
{
    int used = 0;
    for (uint64_t i = 0; i < gpucost__compatibility_rows_count; i++) {
        const gpucost_compatibility *row = &gpucost__compatibility_rows[i];
        gpucost__dotted version = gpucost__dotted_of(row->version);
        if (!is_candidate(row, q) || !q->framework || !same_release(&q->version, &version)) continue;
        if (!used)
            used = snprintf(reason, capacity, "%s %s is not built for CUDA %s; it is for %s", q->framework,
                            row->version, c->cuda, row->cuda);
        else if ((size_t)used + 16 < capacity)
            used += snprintf(reason + used, capacity - (size_t)used, ", %s", row->cuda);
    }
    if (!used && q->framework)
        snprintf(reason, capacity, "there is no release %s of %s", c->framework_version, q->framework);
    else if (!used)
        snprintf(reason, capacity, "there is no CUDA %s", c->cuda);
}

static void answer_with(const gpucost_compatibility *row, const gpucost__verdict *verdict,
                        gpucost_compatibility_answer *answer)
{
    bool framework = strcmp(row->kind, "framework") == 0;
    snprintf(answer->framework, sizeof answer->framework, "%s", framework ? row->name : "");
    snprintf(answer->framework_version, sizeof answer->framework_version, "%s", framework ? row->version : "");
    snprintf(answer->cuda, sizeof answer->cuda, "%.15s", row->cuda);
    snprintf(answer->driver_least, sizeof answer->driver_least, "%s", verdict->driver_least);
    snprintf(answer->driver_last, sizeof answer->driver_last, "%s", verdict->driver_last);
    answer->through_ptx = verdict->through_ptx;
}

static void answer_question(const question *q, const gpucost_compatibility_case *c,
                            gpucost_compatibility_answer *answer)
{
    const gpucost_compatibility *nearest = NULL;
    gpucost__verdict best = {0};
    int64_t least = INT64_MAX;
    gpucost__dotted best_version = {0}, best_cuda = {0};
    bool asked_seen = false, asked_runs = false;
    for (uint64_t i = 0; i < gpucost__compatibility_rows_count; i++) {
        const gpucost_compatibility *row = &gpucost__compatibility_rows[i];
        if (!is_candidate(row, q)) continue;
        gpucost__verdict verdict;
        gpucost__compatibility_judge(row, &q->machine, &verdict);
        if (is_asked(row, q) && !verdict.works && (verdict.runs || !asked_runs)) { /* the newest that comes closest */
            asked_seen = true;
            asked_runs = asked_runs || verdict.runs;
            snprintf(answer->reason, sizeof answer->reason, "%s", verdict.reason);
            snprintf(answer->source, sizeof answer->source, "%s", verdict.source);
        }
        if (!verdict.runs) continue;
        /* machine code before PTX, then the newest of what is equally near */
        int64_t far = distance(row, &verdict, q) + (verdict.through_ptx ? 500 : 0);
        gpucost__dotted version = gpucost__dotted_of(row->version), cuda = gpucost__dotted_of(row->cuda);
        int newer = gpucost__dotted_compare(&version, &best_version);
        if (!newer || !q->framework) newer = gpucost__dotted_compare(&cuda, &best_cuda);
        if (far > least || (far == least && newer <= 0)) continue;
        nearest = row;
        best = verdict;
        least = far;
        best_version = version;
        best_cuda = cuda;
    }
    if (nearest) {
        answer->possible = best.works && is_asked(nearest, q);
        if (answer->possible || (is_asked(nearest, q) && asked_seen))
            snprintf(answer->reason, sizeof answer->reason, "%s", best.reason);
        if (answer->possible || !answer->source[0])
            snprintf(answer->source, sizeof answer->source, "%s", best.source);
        answer_with(nearest, &best, answer);
    }
    if (!answer->possible && !asked_seen) explain_missing(q, c, answer->reason, sizeof answer->reason);
}

gpucost_status gpucost_compatibility_check(const gpucost_catalogue *catalogue,
                                           const gpucost_compatibility_case *asked,
                                           gpucost_compatibility_answer *answer, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__compatibility_answer_table, answer, err));
    gpucost_compatibility_case c;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__compatibility_case_table, asked, &c, err));
    question q;
    GPUCOST__TRY(read_question(catalogue, &c, &q, err));
    gpucost_compatibility_answer made = GPUCOST_INIT(gpucost_compatibility_answer);
    const gpucost_accelerator *device = q.machine.accelerator;
    if (device && !q.machine.capability.count) {
        if (strcmp(device->vendor, "NVIDIA") == 0)
            return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, "compute_capability", device->id,
                                       "the compute capability of %s is not known", device->id);
        snprintf(made.reason, sizeof made.reason, "%s is no CUDA device; only builds for CUDA are known", device->id);
        snprintf(made.source, sizeof made.source, "%s", device->source);
    } else {
        if (device) snprintf(made.capability, sizeof made.capability, "%s", device->compute_capability);
        answer_question(&q, &c, &made);
    }
    gpucost__struct_out(&gpucost__compatibility_answer_table, &made, answer);
    return GPUCOST_OK;
}
