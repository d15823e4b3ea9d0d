#include "support/table.h"

#include <stdlib.h>

#include "price/price_term.h"

static void reads_a_word(const table_row *row)
{
    gpucost__price_term term;
    bool read = gpucost__price_term_parse(table_text(row, "word"), &term);
    assert_int_equal(read, !table_is_empty(row, "term"));
    if (!read) return;
    assert_int_equal(term.term, table_u64(row, "term"));
    assert_int_equal(term.payment, strtol(table_text(row, "payment"), NULL, 10));
    assert_int_equal(term.hours, table_u64(row, "hours"));
}

int main(void)
{
    return table_run("price/terms.csv", reads_a_word);
}
