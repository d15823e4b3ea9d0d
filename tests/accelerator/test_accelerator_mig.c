#include "support/table.h"

#include <string.h>

#include "gpucost/accelerator.h"

static void check(const table_row *row)
{
    gpucost_mig_fit fit = GPUCOST_INIT(gpucost_mig_fit), untouched = fit;
    gpucost_error err;
    gpucost_status status =
        gpucost_mig_fits(NULL, table_text(row, "accelerator"), table_text(row, "profiles"), &fit, &err);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    if (status != GPUCOST_OK) {
        if (!strstr(err.text, table_text(row, "expect_reason"))) fail_msg("%s", err.text);
        assert_memory_equal(&fit, &untouched, sizeof fit);
        return;
    }
    if (!strstr(fit.reason, table_text(row, "expect_reason"))) fail_msg("%s", fit.reason);
    assert_int_equal(fit.fits, table_u64(row, "expect_fits"));
    assert_string_equal(fit.placements, table_text(row, "expect_placements"));
    assert_true((*fit.reason == '\0') == (fit.fits == 1));
}

int main(void)
{
    return table_run("accelerator/mig.csv", check);
}
