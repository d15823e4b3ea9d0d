/* portfolio --backtest HOUR: ways to buy, tried on the demand from that hour on. */
#include "cli.h"

int answer_backtest(const gpucost_portfolio_case *asked)
{
    static const char *const columns[] = {"policy", "purchases", "cost", "regret", "ratio", "bound", NULL};
    gpucost_backtest_options options = GPUCOST_INIT(gpucost_backtest_options);
    gpucost_backtest_row rows[GPUCOST_POLICIES];
    gpucost_error err;
    flag_set("split-hour", flag_value("backtest"));
    if (!flags_apply("gpucost_backtest_options", &options)) return EXIT_USAGE;
    for (int i = 0; i < GPUCOST_POLICIES; i++) rows[i] = GPUCOST_INIT(gpucost_backtest_row);
    if (gpucost_backtest_run(asked, &options, sizeof rows[0], GPUCOST_POLICIES, rows, &err)) return fail(&err);
    print_rows("gpucost_backtest_row", rows, GPUCOST_POLICIES, sizeof rows[0], columns);
    return EXIT_ANSWERED;
}
