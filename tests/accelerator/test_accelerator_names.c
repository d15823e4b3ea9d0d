#include "support/table.h"

#include <string.h>

#include "gpucost/accelerator.h"

static void check(const table_row *row)
{
    gpucost_accelerator found = GPUCOST_INIT(gpucost_accelerator), before = found;
    gpucost_error err;
    gpucost_status status = gpucost_accelerator_find(NULL, table_text(row, "query"), &found, &err);
    if (strcmp(gpucost_status_name(status), table_text(row, "expect_status")) != 0)
        fail_msg("%s: %s", gpucost_status_name(status), status ? err.text : found.id);
    if (status == GPUCOST_OK) {
        assert_string_equal(found.id, table_text(row, "expect"));
        return;
    }
    assert_memory_equal(&found, &before, sizeof found);
    assert_string_equal(err.value, table_text(row, "query"));
    if (!strstr(err.text, table_text(row, "expect"))) fail_msg("%s is not in: %s", table_text(row, "expect"), err.text);
}

int main(void)
{
    return table_run("accelerator/names.csv", check);
}
