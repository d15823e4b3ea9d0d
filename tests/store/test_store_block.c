/* Blocks of records: what goes in comes out, and bytes that are no block are refused. */
#include "support/table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "store/store_block.h"

enum { RECORDS = 500, PERIOD = 650 };

static uint64_t seed = 5;

static uint64_t random_number(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return seed >> 20;
}

/* Records of one period in order of time, with repeats, withdrawals, and prices from small to the largest. */
static uint64_t make_records(gpucost__record *rows)
{
    uint64_t count = 1 + random_number() % RECORDS;
    int64_t at = (int64_t)PERIOD * GPUCOST__PERIOD_S + (int64_t)(random_number() % 5), hourly = 1, upfront = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (random_number() % 3) hourly = (int64_t)(random_number() % 1000) * (INT64_C(1) << random_number() % 50);
        if (random_number() % 10 == 0) upfront = INT64_MAX / 4 - (int64_t)random_number();
        bool gone = random_number() % 8 == 0;
        rows[i] = (gpucost__record){at, gone ? GPUCOST__WITHDRAWN : hourly, gone ? 0 : upfront};
        at += 1 + (int64_t)(random_number() % (GPUCOST__PERIOD_S / RECORDS - 1));
    }
    return count;
}

static void pack(gpucost__block *block, const gpucost__record *rows, uint64_t count)
{
    gpucost__block_start(block, PERIOD);
    for (uint64_t i = 0; i < count; i++) assert_true(gpucost__block_add(block, &rows[i]));
    assert_int_equal(block->records, count);
}

static void block__what_goes_in__comes_out(void **state)
{
    (void)state;
    gpucost__block block = {0};
    gpucost__record rows[RECORDS], read[RECORDS];
    for (int round = 0; round < 200; round++) {
        uint64_t count = make_records(rows);
        pack(&block, rows, count);
        assert_true(gpucost__block_read(block.bytes, block.used, PERIOD, count, read));
        assert_memory_equal(read, rows, count * sizeof *rows);
        assert_false(gpucost__block_read(block.bytes, block.used, PERIOD, count + 1, read));
        assert_false(gpucost__block_read(block.bytes, block.used, PERIOD, count - 1, read));
        assert_false(gpucost__block_read(block.bytes, block.used - 1, PERIOD, count, read));
    }
    free(block.bytes);
}

static void block__last_second_of_a_period__belongs_to_it(void **state)
{
    (void)state;
    gpucost__block block = {0};
    gpucost__record read, row = {(int64_t)PERIOD * GPUCOST__PERIOD_S + GPUCOST__PERIOD_S - 1, 7, 0};
    pack(&block, &row, 1);
    assert_true(gpucost__block_read(block.bytes, block.used, PERIOD, 1, &read));
    assert_memory_equal(&read, &row, sizeof row);
    row.observed_utc_s++;
    pack(&block, &row, 1);
    assert_false(gpucost__block_read(block.bytes, block.used, PERIOD, 1, &read));
    assert_false(gpucost__block_read(block.bytes, block.used, -1, 1, &read));
    assert_false(gpucost__block_read(block.bytes, block.used, INT64_MAX / GPUCOST__PERIOD_S, 1, &read));
    free(block.bytes);
}

/* Whatever the bytes are: no read past them (sanitizers look), and what is accepted is in order and in the period. */
static void block__changed_bytes__are_refused_or_in_order(void **state)
{
    (void)state;
    gpucost__block block = {0};
    gpucost__record rows[RECORDS], read[RECORDS];
    for (int round = 0; round < 2000; round++) {
        uint64_t count = make_records(rows);
        pack(&block, rows, count);
        size_t size = block.used - random_number() % (block.used < 8 ? 1 : 8);
        unsigned char *bytes = malloc(size);
        memcpy(bytes, block.bytes, size);
        for (uint64_t n = random_number() % 6; n > 0; n--)
            bytes[random_number() % size] = (unsigned char)random_number();
        if (gpucost__block_read(bytes, size, PERIOD, count, read))
            for (uint64_t i = 0; i < count; i++) {
                assert_int_equal(read[i].observed_utc_s / GPUCOST__PERIOD_S, PERIOD);
                assert_true(i == 0 || read[i].observed_utc_s > read[i - 1].observed_utc_s);
            }
        free(bytes);
    }
    free(block.bytes);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(block__what_goes_in__comes_out),
        cmocka_unit_test(block__last_second_of_a_period__belongs_to_it),
        cmocka_unit_test(block__changed_bytes__are_refused_or_in_order),
    };
    return RUN_TESTS("store_block", tests);
}
