#include "price/price_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "price/price_table.h"

bool gpucost__report_reject(gpucost_import *report, uint64_t line, const char *field, const char *value,
                            const char *reason)
{
    report->summary.rows++;
    report->summary.rejected++;
    if (report->count >= GPUCOST__REJECTS_KEPT) return true;
    if (report->count == report->room) {
        uint64_t room = report->room ? report->room * 2 : 16;
        gpucost_import_reject *grown = realloc(report->rejects, (size_t)room * sizeof *grown);
        if (!grown) return false;
        report->rejects = grown;
        report->room = room;
    }
    gpucost_import_reject *reject = &report->rejects[report->count++];
    *reject = GPUCOST_INIT(gpucost_import_reject);
    reject->line = line;
    gpucost__utf8_copy(reject->field, sizeof reject->field, field, SIZE_MAX);
    gpucost__utf8_copy(reject->value, sizeof reject->value, value, SIZE_MAX);
    gpucost__utf8_copy(reject->reason, sizeof reject->reason, reason, SIZE_MAX);
    return true;
}

static int compare_lines(const void *left, const void *right)
{
    const gpucost_import_reject *a = left, *b = right;
    if (a->line != b->line) return a->line > b->line ? 1 : -1;
    int order = strcmp(a->field, b->field);
    return order ? order : strcmp(a->reason, b->reason);
}

void gpucost__report_sort(gpucost_import *report, uint64_t first, const char *file)
{
    if (report->count - first > 1)
        qsort(report->rejects + first, (size_t)(report->count - first), sizeof *report->rejects, compare_lines);
    for (uint64_t i = first; i < report->count; i++)
        gpucost__utf8_copy(report->rejects[i].source, sizeof report->rejects[i].source, file, SIZE_MAX);
}

gpucost_status gpucost_import_summarise(const gpucost_import *report, gpucost_import_summary *summary,
                                        gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__import_summary_table, summary, err));
    gpucost__struct_out(&gpucost__import_summary_table, &report->summary, summary);
    return GPUCOST_OK;
}

uint64_t gpucost_import_reject_count(const gpucost_import *report)
{
    return report->count;
}

gpucost_status gpucost_import_reject_at(const gpucost_import *report, uint64_t index, gpucost_import_reject *reject,
                                        gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__import_reject_table, reject, err));
    if (index >= report->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu rejects",
                                   (unsigned long long)index, (unsigned long long)report->count);
    gpucost__struct_out(&gpucost__import_reject_table, &report->rejects[index], reject);
    return GPUCOST_OK;
}

void gpucost_import_free(gpucost_import *report)
{
    if (!report) return;
    free(report->rejects);
    free(report);
}
