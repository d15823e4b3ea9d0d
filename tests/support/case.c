#include "support/case.h"

#include "support/table.h"

gpucost_portfolio_case *pose(const char *json)
{
    gpucost_portfolio_case *made = NULL;
    gpucost_error err;
    if (gpucost_portfolio_case_from_json(json, "case.json", &made, &err)) fail_msg("%s: %s", err.field, err.text);
    return made;
}

gpucost_schedule *schedule_of(const gpucost_portfolio_case *asked)
{
    gpucost_schedule *made = NULL;
    gpucost_error err;
    if (gpucost_schedule_new(asked, &made, &err)) fail_msg("%s: %s", err.field, err.text);
    return made;
}

void assert_amount(const gpucost_money *money, const char *expected)
{
    char text[40];
    gpucost_money_format(money, 0, text, sizeof text);
    assert_string_equal(text, expected);
}
