#include <strings.h>
#include <string.h>

#include "accelerator/accelerator_row.h"
#include "base/dotted.h"
#include "base/name.h"

static const gpucost_field fields[] = {
    FIELD_SIZE(gpucost_accelerator_filter),
    FIELD(gpucost_accelerator_filter, memory_bytes, GPUCOST_FIELD_U64, .unit = "bytes", .fallback = "any",
          .least = "1", .most = "1125899906842624", .doc = "least printed memory"),
    FIELD(gpucost_accelerator_filter, memory_bandwidth_bytes_per_s, GPUCOST_FIELD_F64, .unit = "bytes/s",
          .fallback = "any", .least = "1", .most = "1e18", .doc = "least memory bandwidth"),
    FIELD(gpucost_accelerator_filter, power_w, GPUCOST_FIELD_F64, .unit = "W", .fallback = "any", .least = "1",
          .most = "1000000", .doc = "most board power"),
    FIELD(gpucost_accelerator_filter, vendor, GPUCOST_FIELD_TEXT, .fallback = "any", .doc = "maker, such as NVIDIA"),
    FIELD(gpucost_accelerator_filter, architecture, GPUCOST_FIELD_TEXT, .fallback = "any",
          .doc = "generation, such as Hopper"),
    FIELD(gpucost_accelerator_filter, form_factor, GPUCOST_FIELD_TEXT, .fallback = "any",
          .doc = "part of the form factor, such as SXM"),
    FIELD(gpucost_accelerator_filter, compute_capability, GPUCOST_FIELD_TEXT, .fallback = "any",
          .doc = "least CUDA compute capability"),
    FIELD(gpucost_accelerator_filter, rate, GPUCOST_FIELD_TEXT, .fallback = "any",
          .doc = "throughput that it must have, such as fp8"),
};
const gpucost_struct gpucost__accelerator_filter_table =
    STRUCT_TABLE(gpucost_accelerator_filter, fields, "What an accelerator must be.");

static bool holds_text(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (; *text; text++)
        if (strncasecmp(text, part, length) == 0) return true;
    return false;
}

static gpucost_status has_capability(const gpucost_accelerator *row, const char *least, bool *has, gpucost_error *err)
{
    gpucost__dotted asked, its;
    if (!gpucost__dotted_read(least, &asked))
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "compute_capability", least,
                                   "\"%s\" is not a compute capability, such as 8.0", least);
    *has = gpucost__dotted_read(row->compute_capability, &its) && gpucost__dotted_compare(&its, &asked) >= 0;
    return GPUCOST_OK;
}

gpucost_status gpucost_accelerator_matches(const gpucost_accelerator *accelerator,
                                           const gpucost_accelerator_filter *filter, int32_t *matches,
                                           gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_accelerator row;
    gpucost_accelerator_filter f;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__accelerator_table, accelerator, &row, err));
    GPUCOST__TRY(gpucost__struct_in(&gpucost__accelerator_filter_table, filter, &f, err));
    bool is = row.memory_bytes >= f.memory_bytes &&
              row.memory_bandwidth_bytes_per_s >= f.memory_bandwidth_bytes_per_s &&
              (f.power_w == 0 || (row.power_w > 0 && row.power_w <= f.power_w)) &&
              (!f.vendor[0] || gpucost__name_equal(row.vendor, f.vendor)) &&
              (!f.architecture[0] || holds_text(row.architecture, f.architecture)) &&
              (!f.form_factor[0] || holds_text(row.form_factor, f.form_factor));
    bool capable = true;
    if (f.compute_capability[0]) GPUCOST__TRY(has_capability(&row, f.compute_capability, &capable, err));
    if (f.rate[0]) {
        double rate;
        gpucost_status status = gpucost_accelerator_rate(&row, f.rate, &rate, err);
        if (status != GPUCOST_OK && status != GPUCOST_E_UNKNOWN_FACT) return status;
        capable = capable && status == GPUCOST_OK;
        gpucost__clear(err);
    }
    *matches = is && capable;
    return GPUCOST_OK;
}
