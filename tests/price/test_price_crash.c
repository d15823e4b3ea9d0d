/* A process killed in the middle of an import: the store opens, is whole, and has all of the import or none. */
#include "price_support.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FIRST = 100, ROWS = 60000, ROUNDS = 20 };

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
    nanosleep(&(struct timespec){kill_after_us / 1000000, kill_after_us % 1000000 * 1000}, NULL);
    kill(child, SIGKILL);
    int how;
    waitpid(child, &how, 0);
    if (WIFEXITED(how)) assert_int_equal(WEXITSTATUS(how), 0);
}

static void crash__twenty_kills__leave_all_or_nothing(void **state)
{
    (void)state;
    char folder[64], path[96];
    make_folder(folder);
    snprintf(path, sizeof path, "%s/store", folder);
    char *first = feed_of(0, FIRST), *feed = feed_of(FIRST, ROWS);
    int whole = 0, none = 0;
    for (int round = 0; round < ROUNDS; round++) {
        gpucost_store *store;
        gpucost_error err;
        assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_CREATE, &store, &err), GPUCOST_OK);
        import_text(store, first);
        gpucost_store_close(store);
        import_in_child(path, feed, 1000 + round * 12000L);
        int64_t count = store_number(path, "SELECT count(*) FROM price");
        assert_true(count == FIRST || count == FIRST + ROWS);
        assert_int_equal(store_number(path, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"), 1);
        assert_int_equal(store_number(path, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
        assert_int_equal(store_number(path, "SELECT sum(accepted) FROM import"), count);
        assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_READ, &store, &err), GPUCOST_OK);
        assert_int_equal(quote_count(store, NULL), 50);
        gpucost_store_close(store);
        whole += count > FIRST;
        none += count == FIRST;
        if (count > FIRST) remove_folder(folder); /* start again */
        if (count > FIRST) make_folder(folder);
        snprintf(path, sizeof path, "%s/store", folder);
    }
    assert_true(none > 0);
    print_message("# %d imports were whole, %d left nothing\n", whole, none);
    remove_folder(folder);
    free(first);
    free(feed);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(crash__twenty_kills__leave_all_or_nothing)};
    return RUN_TESTS("price_crash", tests);
}
