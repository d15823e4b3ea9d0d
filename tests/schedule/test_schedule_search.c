/* Both widths of the search take the same way, and a search from an optimum is soon done. */
#include "support/table.h"

#include <stdlib.h>
#include <string.h>

#include "schedule/schedule_model.h"

enum { HOURS = 400 };

/* A walk with three terms at any date; `price` shifts the first term's. */
static gpucost_portfolio_case *a_walk(unsigned n, int price)
{
    int32_t demand[HOURS];
    srand(n);
    int level = 300;
    for (int t = 0; t < HOURS; t++) {
        level += rand() % 61 - 30;
        if (level < 0) level = 0;
        demand[t] = level;
    }
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    memcpy(options.currency, "USD", 4);
    options.on_demand_nanos = 1000;
    gpucost_portfolio_case *made = NULL;
    assert_int_equal(gpucost_portfolio_case_new(demand, NULL, HOURS, &options, &made, NULL), GPUCOST_OK);
    for (int k = 0; k < 3; k++) {
        gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
        row.term_hours = (uint64_t[]){24, 70, 200}[k];
        row.hourly_nanos = (int64_t[]){801, 703, 597}[k] + (k == 0 ? price : 0);
        assert_int_equal(gpucost_portfolio_case_add_commitment(made, &row, NULL, 0, NULL), GPUCOST_OK);
    }
    return made;
}

static void assert_same(const gpucost__network *network, const gpucost__circulation *a, const gpucost__circulation *b)
{
    assert_memory_equal(a->bought, b->bought, (size_t)network->arc_count * sizeof *a->bought);
    assert_memory_equal(a->committed, b->committed, (size_t)network->segments.count * sizeof *a->committed);
    assert_memory_equal(a->potential, b->potential, ((size_t)network->segments.count + 1) * sizeof *a->potential);
    assert_int_equal(a->pushes, b->pushes);
    assert_int_equal(a->settled, b->settled);
}

static void search__takes_the_same_way_in_both_widths(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= 20; n++) {
        gpucost_portfolio_case *asked = a_walk(n, 0);
        gpucost__model model;
        gpucost__circulation narrow, wide;
        assert_int_equal(gpucost__model_of(asked, false, &model, NULL), GPUCOST_OK);
        assert_false(model.network.wide);
        assert_int_equal(gpucost__circulate(&model.network, &narrow, NULL), GPUCOST_OK);
        model.network.wide = true;
        assert_int_equal(gpucost__circulate(&model.network, &wide, NULL), GPUCOST_OK);
        assert_same(&model.network, &narrow, &wide);
        gpucost__circulation_free(&narrow);
        gpucost__circulation_free(&wide);
        gpucost__model_free(&model);
        gpucost_portfolio_case_free(asked);
    }
}

static void search__has_nothing_to_do_from_an_optimum(void **state)
{
    (void)state;
    gpucost_portfolio_case *asked = a_walk(1, 0);
    gpucost__model model;
    gpucost__circulation cold, warm;
    assert_int_equal(gpucost__model_of(asked, false, &model, NULL), GPUCOST_OK);
    assert_int_equal(gpucost__circulate(&model.network, &cold, NULL), GPUCOST_OK);
    assert_true(cold.pushes > 100);
    assert_int_equal(gpucost__circulation_new(&model.network, &warm, NULL), GPUCOST_OK);
    memcpy(warm.bought, cold.bought, (size_t)model.network.arc_count * sizeof *warm.bought);
    memcpy(warm.committed, cold.committed, (size_t)model.network.segments.count * sizeof *warm.committed);
    memcpy(warm.potential, cold.potential, ((size_t)model.network.segments.count + 1) * sizeof *warm.potential);
    assert_int_equal(gpucost__circulate_from(&model.network, &warm, NULL), GPUCOST_OK);
    assert_true(warm.pushes < cold.pushes / 4);
    gpucost__circulation_free(&cold);
    gpucost__circulation_free(&warm);
    gpucost__model_free(&model);
    gpucost_portfolio_case_free(asked);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(search__takes_the_same_way_in_both_widths),
        cmocka_unit_test(search__has_nothing_to_do_from_an_optimum),
    };
    return RUN_TESTS("schedule_search", tests);
}
