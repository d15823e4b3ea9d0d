/* Stores with bytes changed at random, cut, or no stores at all: every call ends with a status of its family, what it
   gives is sound, and every message is text. Sanitizers look on. */
#include "price/price_support.h"
#include "support/draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "gpucost/history.h"
#include "gpucost/tariff.h"

enum { SEEDS = 500, CUTS = 100 };

static char folder[64], path[96], copy[96];
static unsigned char *whole; /* a sound store */
static size_t bytes;

static int begin(void **state)
{
    (void)state;
    gpucost_store *store = folder_store(folder, path);
    snprintf(copy, sizeof copy, "%s/copy", folder);
    static const char *const feeds[] = {"busy.csv", "tariff.csv", "rates.csv", "observed.csv", "aws_offer.csv"};
    for (size_t i = 0; i < sizeof feeds / sizeof *feeds; i++) import_case(store, feeds[i], "");
    gpucost_store_close(store);
    struct stat about;
    FILE *file = fopen(path, "rb");
    if (!file || stat(path, &about) != 0) return -1;
    bytes = (size_t)about.st_size;
    whole = malloc(bytes);
    size_t read = fread(whole, 1, bytes, file);
    fclose(file);
    return read == bytes ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    free(whole);
    remove_folder(folder);
    return 0;
}

static void remove_logs(void)
{
    char log[128];
    static const char *const ends[] = {"-wal", "-shm", "-journal"};
    for (int i = 0; i < 3; i++) {
        snprintf(log, sizeof log, "%s%s", path, ends[i]);
        unlink(log);
    }
    unlink(copy);
}

static void write_store(const unsigned char *content, size_t size)
{
    remove_logs();
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content, 1, size, file), size);
    fclose(file);
}

static void check_text(const char *text)
{
    for (; *text; text += gpucost__utf8_printable(text))
        if (gpucost__utf8_printable(text) == 0) fail_msg("a message with the byte %d", (unsigned char)*text);
}

/* Of the store's family, or the answer that there is none. */
static gpucost_status sound(gpucost_status status, const gpucost_error *err)
{
    if (status == GPUCOST_OK) return status;
    if (status / 100 != 3 && status != GPUCOST_E_UNKNOWN_FACT && status != GPUCOST_E_UNKNOWN_NAME &&
        status != GPUCOST_E_CURRENCY && status != GPUCOST_E_OVERFLOW)
        fail_msg("status %d: %s", status, err->text);
    assert_int_equal(err->status, status);
    assert_true(*err->text);
    check_text(err->text);
    check_text(err->field);
    check_text(err->value);
    check_text(err->source);
    return status;
}

static void ask_quotes(gpucost_store *store)
{
    gpucost_quotes *quotes;
    gpucost_savings *savings;
    gpucost_error err;
    if (sound(gpucost_price_quotes(store, NULL, &quotes, &err), &err) == GPUCOST_OK) {
        for (uint64_t i = 0; i < gpucost_quotes_count(quotes); i++) {
            gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
            gpucost_unit_price units = GPUCOST_INIT(gpucost_unit_price);
            assert_int_equal(gpucost_quotes_at(quotes, i, &quote, &err), GPUCOST_OK);
            assert_true(quote.effective_nanos > 0);
            check_text(quote.region);
            check_text(quote.source);
            gpucost_price_units(&quote, NULL, &units, &err);
        }
        gpucost_quotes_free(quotes);
    }
    if (sound(gpucost_price_savings(store, NULL, &savings, &err), &err) == GPUCOST_OK) gpucost_savings_free(savings);
}

static void ask_history(gpucost_store *store, int64_t offer)
{
    gpucost_history *history;
    gpucost_error err;
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    gpucost_price_statistics figures = GPUCOST_INIT(gpucost_price_statistics);
    int64_t means[50];
    sound(gpucost_price_as_of(store, offer, 1900000000, &quote, &err), &err);
    if (sound(gpucost_price_statistics_of(store, offer, 1, 2000000000, &figures, &err), &err) == GPUCOST_OK)
        assert_true(isfinite(figures.volatility) && figures.least_nanos <= figures.p10_nanos &&
                    figures.p10_nanos <= figures.p50_nanos && figures.p50_nanos <= figures.p90_nanos &&
                    figures.p90_nanos <= figures.most_nanos);
    if (sound(gpucost_history_new(store, offer, 1, 2000000000, &history, &err), &err) != GPUCOST_OK) return;
    for (uint64_t i = 0; i < gpucost_history_count(history); i++) {
        gpucost_history_step step = GPUCOST_INIT(gpucost_history_step);
        assert_int_equal(gpucost_history_at(history, i, &step, &err), GPUCOST_OK);
        assert_true(step.from_utc_s < step.to_utc_s && step.effective_nanos > 0);
    }
    assert_int_equal(gpucost_history_resample(history, 1700000000, 864000, 50, means, &err), GPUCOST_OK);
    gpucost_history_free(history);
}

static void ask_side_tables(gpucost_store *store)
{
    gpucost_tariffs *tariffs;
    gpucost_error err;
    double rate;
    int64_t last;
    if (sound(gpucost_tariffs_new(store, NULL, &tariffs, &err), &err) == GPUCOST_OK) gpucost_tariffs_free(tariffs);
    sound(gpucost_tariff_rate(store, "USD", "CNY", 0, &rate, NULL, &err), &err);
    sound(gpucost_price_last(store, &last, &err), &err);
    for (int32_t what = 0; what < 3; what++) sound(gpucost_store_export(store, what, "/dev/null", NULL, &err), &err);
}

/* Whether a store opens; what it answers is looked at. *found: check calls it damaged. */
static bool ask_all(bool backup, bool *found)
{
    gpucost_store *store;
    gpucost_error err;
    if (sound(gpucost_store_open(path, GPUCOST_STORE_READ, &store, &err), &err) != GPUCOST_OK) {
        assert_true(strlen(err.source) > 0);
        return false;
    }
    ask_quotes(store);
    for (int64_t offer = 1; offer < 4; offer++) ask_history(store, offer);
    ask_side_tables(store);
    if (backup) sound(gpucost_store_backup(store, copy, &err), &err);
    gpucost_status status = sound(gpucost_store_check(store, &err), &err);
    *found = status == GPUCOST_E_STORE_CORRUPT;
    gpucost_store_close(store);
    return true;
}

static void write_to(void)
{
    static const char more[] = "provider,instance,zone,term,hourly,observed_utc\nlab,p3.2xlarge,z1,spot,2,2024-01-20\n"
                               "aws,g5.xlarge,z9,spot,1,2024-05-01\n";
    gpucost_store *store;
    gpucost_import *report;
    gpucost_error err;
    if (sound(gpucost_store_open(path, GPUCOST_STORE_WRITE, &store, &err), &err) != GPUCOST_OK) return;
    if (sound(gpucost_price_import_text(store, more, strlen(more), "more", NULL, &report, &err), &err) == GPUCOST_OK)
        gpucost_import_free(report);
    sound(gpucost_store_vacuum(store, &err), &err);
    gpucost_store_close(store);
}

static void damage__bytes_at_random__end_in_a_status(void **state)
{
    (void)state;
    unsigned char *damaged = malloc(bytes);
    int refused = 0, found = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        uint64_t at = seed;
        memcpy(damaged, whole, bytes);
        for (uint64_t n = 1 + next_random(&at) % (seed % 2 ? 3 : 20); n > 0; n--)
            damaged[next_random(&at) % bytes] ^= (unsigned char)(1 + next_random(&at) % 255);
        bool corrupt = false;
        write_store(damaged, bytes);
        refused += !ask_all(seed % 5 == 0, &corrupt);
        found += corrupt;
        if (seed % 5 == 0) write_to();
    }
    print_message("# of %d damaged stores %d did not open, check found %d\n", SEEDS, refused, found);
    assert_true(refused + found > SEEDS / 2 &&
                found > SEEDS / 10); /* many bytes are unused, or of values that any may be */
    free(damaged);
}

static void damage__lengths_at_random__are_refused(void **state)
{
    (void)state;
    uint64_t seed = 3;
    gpucost_error err;
    gpucost_store *store = NULL;
    for (int i = 0; i < CUTS; i++) {
        size_t size = i < 20 ? (size_t)i * 8 : (size_t)(next_random(&seed) % bytes);
        write_store(whole, size);
        for (int32_t mode = GPUCOST_STORE_READ; mode <= GPUCOST_STORE_WRITE; mode++) {
            gpucost_status status = gpucost_store_open(path, mode, &store, &err);
            if (status != (size <= 16 ? GPUCOST_E_STORE_FOREIGN : GPUCOST_E_STORE_CORRUPT))
                fail_msg("%d bytes: status %d %s", (int)size, status, err.text);
            assert_null(store);
        }
    }
}

static void damage__what_is_no_file__is_foreign(void **state)
{
    (void)state;
    char other[128];
    gpucost_error err;
    gpucost_store *store = NULL;
    snprintf(other, sizeof other, "%s/pipe", folder);
    assert_int_equal(mkfifo(other, 0600), 0);
    for (int32_t mode = GPUCOST_STORE_READ; mode <= GPUCOST_STORE_CREATE; mode++) {
        assert_int_equal(gpucost_store_open(other, mode, &store, &err), GPUCOST_E_STORE_FOREIGN);
        assert_int_equal(gpucost_store_open(folder, mode, &store, &err), GPUCOST_E_STORE_FOREIGN);
        assert_int_equal(gpucost_store_open("/dev/null", mode, &store, &err), GPUCOST_E_STORE_FOREIGN);
    }
    write_store(whole, bytes);
    store_run(path, "PRAGMA application_id = 7");
    assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_READ, &store, &err), GPUCOST_E_STORE_FOREIGN);
    store_run(path, "PRAGMA application_id = 1733317955; PRAGMA user_version = 99");
    assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_READ, &store, &err), GPUCOST_E_STORE_NEWER);
}

/* Text that another program put there. */
static void damage__text_that_is_no_utf8__is_shown_as_text(void **state)
{
    (void)state;
    gpucost_error err;
    gpucost_store *store;
    write_store(whole, bytes);
    store_run(path, "UPDATE offer SET region = CAST(x'75732DE9731B5B33316D' AS TEXT) WHERE id = 1; "
                    "UPDATE import SET source = CAST(x'FFFE0A' AS TEXT)");
    assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_READ, &store, &err), GPUCOST_OK);
    ask_quotes(store);
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    assert_int_equal(gpucost_price_as_of(store, 1, 1900000000, &quote, &err), GPUCOST_OK);
    assert_string_equal(quote.region, "us-?s?[31m");
    assert_string_equal(quote.source, "?? ");
    gpucost_store_close(store);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(damage__bytes_at_random__end_in_a_status),
        cmocka_unit_test(damage__lengths_at_random__are_refused),
        cmocka_unit_test(damage__what_is_no_file__is_foreign),
        cmocka_unit_test(damage__text_that_is_no_utf8__is_shown_as_text),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("store_damage", tests, begin, end);
}
