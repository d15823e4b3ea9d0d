/* Single hours under plans: the provider's own examples. */
#include "support/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/savings.h"

enum { KINDS_MOST = 8 };

static int64_t nanos(const char *text)
{
    int64_t value = 0;
    assert_int_equal(gpucost_price_parse(text, &value, NULL), GPUCOST_OK);
    return value;
}

/* "4-2:1.00:0.60:0.70": units, of them reserved, on demand, rate of the family's plan, rate of the plan for everything.
 */
static uint64_t read_kinds(const char *text, gpucost_usage_kind *kinds, int64_t *units)
{
    uint64_t count = 0;
    while (*text) {
        char parts[4][40];
        int used = 0;
        assert_int_equal(
            sscanf(text, "%39[^:]:%39[^:]:%39[^:]:%39[^ ]%n", parts[0], parts[1], parts[2], parts[3], &used), 4);
        kinds[count] = GPUCOST_INIT(gpucost_usage_kind);
        char *end;
        units[count] = strtoll(parts[0], &end, 10);
        if (*end == '-') kinds[count].reserved_units = strtoull(end + 1, &end, 10);
        kinds[count].on_demand_nanos = nanos(parts[1]);
        kinds[count].instance_nanos = nanos(parts[2]);
        kinds[count].compute_nanos = nanos(parts[3]);
        count++;
        text += used;
        while (*text == ' ') text++;
    }
    return count;
}

static void assert_amount(const gpucost_money *money, const char *expected)
{
    gpucost_money wanted;
    char text[40];
    assert_int_equal(gpucost_money_parse(expected, "USD", &wanted, NULL), GPUCOST_OK);
    gpucost_money_format(money, 0, text, sizeof text);
    if (gpucost_money_compare(money, &wanted) != 0) fail_msg("%s is not %s", text, expected);
}

static void check(const table_row *row)
{
    gpucost_usage_kind kinds[KINDS_MOST];
    int64_t units[KINDS_MOST];
    uint64_t count = read_kinds(table_text(row, "kinds"), kinds, units);
    gpucost_savings_plan plan = GPUCOST_INIT(gpucost_savings_plan);
    memcpy(plan.currency, "USD", 4);
    plan.instance_nanos = nanos(table_text(row, "instance"));
    plan.compute_nanos = nanos(table_text(row, "compute"));
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
    gpucost_error err;
    gpucost_status status = gpucost_savings_price(kinds, count, units, 1, &plan, &bill, &err);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    assert_string_equal(err.field, table_text(row, "expect_field"));
    if (status != GPUCOST_OK) return;
    assert_amount(&bill.on_demand, table_text(row, "expect_on_demand"));
    assert_amount(&bill.unused, table_text(row, "expect_unused"));
    assert_amount(&bill.cost, table_text(row, "expect_cost"));
}

int main(void)
{
    return table_run("savings/hours.csv", check);
}
