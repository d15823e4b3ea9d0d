#include "support/table.h"

#include <stdio.h>
#include <string.h>

#include "gpucost/compatibility.h"

static void check(const table_row *row)
{
    gpucost_compatibility_case question = GPUCOST_INIT(gpucost_compatibility_case);
    gpucost_compatibility_answer answer = GPUCOST_INIT(gpucost_compatibility_answer), untouched = answer;
    gpucost_error err;
    snprintf(question.accelerator, sizeof question.accelerator, "%s", table_text(row, "accelerator"));
    snprintf(question.framework, sizeof question.framework, "%s", table_text(row, "framework"));
    snprintf(question.framework_version, sizeof question.framework_version, "%s", table_text(row, "version"));
    snprintf(question.cuda, sizeof question.cuda, "%s", table_text(row, "cuda"));
    snprintf(question.driver, sizeof question.driver, "%s", table_text(row, "driver"));
    gpucost_status status = gpucost_compatibility_check(NULL, &question, &answer, &err);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    if (status != GPUCOST_OK) {
        if (!strstr(err.text, table_text(row, "expect_reason"))) fail_msg("%s", err.text);
        assert_memory_equal(&answer, &untouched, sizeof answer);
        return;
    }
    if (!strstr(answer.reason, table_text(row, "expect_reason"))) fail_msg("%s", answer.reason);
    assert_int_equal(answer.possible, table_u64(row, "expect_possible"));
    assert_int_equal(answer.through_ptx, table_u64(row, "expect_ptx"));
    assert_string_equal(answer.framework_version, table_text(row, "expect_version"));
    assert_string_equal(answer.cuda, table_text(row, "expect_cuda"));
    assert_string_equal(answer.driver_least, table_text(row, "expect_driver_least"));
    assert_string_equal(answer.driver_last, table_text(row, "expect_driver_last"));
    assert_true(*answer.source != '\0');
}

int main(void)
{
    return table_run("compatibility/check.csv", check);
}
