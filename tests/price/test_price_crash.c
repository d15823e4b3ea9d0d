/* A process killed in the middle of an import: the store opens, is whole, and has all of the import or none. */
#include "price_support.h"
#include "support/draw.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef ROUNDS
#define ROUNDS 50
#endif
enum { FIRST = 100, ROWS = 20000 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static char *feed_of(int from, int count)
{
    char *text = malloc((size_t)count * 80 + 128);
    size_t used = (size_t)sprintf(text, "provider,region,instance,term,hourly,observed_utc\n");
    for (int i = from; i < from + count; i++) {
        char when[32];
        gpucost_instant_format(1577836800 + i * INT64_C(60), when, sizeof when);
        used += (size_t)sprintf(text + used, "aws,r%d,p3.2xlarge,spot,%d.5,%s\n", i % 50, 1 + i % 9, when);
    }
    return text;
}

static void import_in_child(const char *path, const char *feed, long kill_after_us)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        gpucost_store *store;
        gpucost_import *report;
        if (gpucost_store_open(path, GPUCOST_STORE_WRITE, &store, NULL) != GPUCOST_OK) _exit(1);
        if (gpucost_price_import_text(store, feed, strlen(feed), "feed", NULL, &report, NULL) != GPUCOST_OK) _exit(2);
        gpucost_store_close(store);
        _exit(0);
    }
    int how;
    double end = now() + (double)kill_after_us * 1e-6;
    while (now() < end && waitpid(child, &how, WNOHANG) == 0) nanosleep(&(struct timespec){0, 200000}, NULL);
    if (now() >= end) { /* it may be over already; then its status is not ours to judge */
        kill(child, SIGKILL);
        waitpid(child, &how, 0);
        return;
    }
    if (WIFEXITED(how)) assert_int_equal(WEXITSTATUS(how), 0);
}

/* All or nothing of the second import, and a store that is whole. True when all is there. */
static bool check_store(const char *path)
{
    gpucost_store *store;
    gpucost_error err;
    assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_READ, &store, &err), GPUCOST_OK);
    if (gpucost_store_check(store, &err) != GPUCOST_OK) fail_msg("%s", err.text);
    assert_int_equal(quote_count(store, NULL), 50);
    gpucost_store_close(store);
    int64_t count = store_number(path, "SELECT count(*) FROM price");
    assert_true(count == FIRST || count == FIRST + ROWS);
    assert_int_equal(store_number(path, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"), 1);
    assert_int_equal(store_number(path, "SELECT sum(accepted) FROM import"), count);
    return count > FIRST;
}

static void crash__kills_at_random_moments__leave_all_or_nothing(void **state)
{
    (void)state;
    char folder[64], path[96];
    char *first = feed_of(0, FIRST), *feed = feed_of(FIRST, ROWS);
    int whole = 0;
    uint64_t seed = (uint64_t)getpid();
    double whole_s = 0; /* of an import that nobody kills */
    for (int round = 0; round < ROUNDS; round++) {
        make_folder(folder);
        snprintf(path, sizeof path, "%s/store", folder);
        gpucost_store *store;
        gpucost_error err;
        assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_CREATE, &store, &err), GPUCOST_OK);
        import_text(store, first);
        gpucost_store_close(store);
        double began = now();
        long after_us = round == 0 ? 60000000 : (long)((double)(next_random(&seed) % 1100) / 1000 * whole_s * 1e6);
        import_in_child(path, feed, after_us);
        if (round == 0) whole_s = now() - began;
        whole += check_store(path);
        remove_folder(folder);
    }
    assert_true(whole > 0 && whole < ROUNDS);
    print_message("# %d of %d imports were whole, the others left nothing; an import takes %.3f s\n", whole, ROUNDS,
                  whole_s);
    free(first);
    free(feed);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(crash__kills_at_random_moments__leave_all_or_nothing)};
    return RUN_TESTS("price_crash", tests);
}
