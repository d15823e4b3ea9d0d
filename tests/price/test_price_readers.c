/* Readers in other processes while an import runs: they go on, and see the store as it was until all of the import is
   there. The feed is a pipe, so that the import is in its middle for as long as the test wants. */
#include "price_support.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpucost/history.h"

enum { OFFERS = 20, FIRST = 2000, SECOND = 150000, READERS = 4, ROUNDS = 25 };

#define HEADER "provider,region,instance,term,hourly,observed_utc\n"

static char *feed_of(int from, int count)
{
    char *text = malloc((size_t)count * 80 + 128);
    size_t used = from ? 0 : (size_t)sprintf(text, HEADER);
    for (int i = from; i < from + count; i++) {
        char when[32];
        gpucost_instant_format(1577836800 + i * INT64_C(30), when, sizeof when);
        used += (size_t)sprintf(text + used, "aws,r%d,p3.2xlarge,spot,%d.5,%s\n", i % OFFERS, 1 + i % 9, when);
    }
    return text;
}

/* The import of what comes through the pipe; 0 when it is good. */
static int import_pipe(const char *path, const char *pipe)
{
    gpucost_store *store;
    gpucost_import *report;
    gpucost_import_options options = GPUCOST_INIT(gpucost_import_options);
    gpucost_error err;
    options.feed = GPUCOST_FEED_CSV;
    if (gpucost_store_open(path, GPUCOST_STORE_WRITE, &store, &err) != GPUCOST_OK) return 1;
    if (gpucost_price_import(store, pipe, &options, &report, &err) != GPUCOST_OK) return 2;
    gpucost_import_free(report);
    gpucost_store_close(store);
    return 0;
}

/* Every question of a reader; 0 when all answers are those of so many records of the first offer. */
static int read_store(const char *path, uint64_t records)
{
    gpucost_store *store;
    gpucost_quotes *quotes;
    gpucost_history *history;
    gpucost_error err;
    gpucost_price_statistics figures = GPUCOST_INIT(gpucost_price_statistics);
    if (gpucost_store_open(path, GPUCOST_STORE_READ, &store, &err) != GPUCOST_OK) return 1;
    for (int round = 0; round < ROUNDS; round++) {
        if (gpucost_price_quotes(store, NULL, &quotes, &err) != GPUCOST_OK) return 2;
        if (gpucost_quotes_count(quotes) != OFFERS) return 3;
        gpucost_quotes_free(quotes);
        if (gpucost_price_statistics_of(store, 1, 1, 2000000000, &figures, &err) != GPUCOST_OK) return 4;
        if (figures.observations != records) return 5;
        if (gpucost_history_new(store, 1, 1, 2000000000, &history, &err) != GPUCOST_OK) return 6;
        gpucost_history_free(history);
    }
    if (gpucost_store_check(store, &err) != GPUCOST_OK) return 7;
    gpucost_store_close(store);
    return 0;
}

static pid_t in_child(int (*steps)(const char *path, uint64_t records), const char *path, uint64_t records)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(steps(path, records));
    return child;
}

static void wait_for(pid_t child)
{
    int how;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how));
    assert_int_equal(WEXITSTATUS(how), 0);
}

static void readers_read(const char *path, uint64_t records)
{
    pid_t readers[READERS];
    for (int i = 0; i < READERS; i++) readers[i] = in_child(read_store, path, records);
    for (int i = 0; i < READERS; i++) wait_for(readers[i]);
}

static void write_all(int to, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        ssize_t n = write(to, text, left);
        assert_true(n > 0);
        text += n;
        left -= (size_t)n;
    }
}

static void readers__in_other_processes__go_on_while_an_import_runs(void **state)
{
    (void)state;
    char folder[64], path[96], pipe[96];
    make_folder(folder);
    snprintf(path, sizeof path, "%s/store", folder);
    snprintf(pipe, sizeof pipe, "%s/feed", folder);
    char *first = feed_of(0, FIRST), *second = feed_of(FIRST, SECOND);
    gpucost_store *store;
    gpucost_error err;
    assert_int_equal(gpucost_store_open(path, GPUCOST_STORE_CREATE, &store, &err), GPUCOST_OK);
    import_text(store, first);
    gpucost_store_close(store);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0) _exit(import_pipe(path, pipe));
    int to = open(pipe, O_WRONLY);
    assert_true(to >= 0);
    write_all(to, HEADER);
    write_all(to, second); /* most of it is read, and a batch of it is in the writer's transaction, when this returns */
    readers_read(path, FIRST / OFFERS);
    assert_int_equal(waitpid(writer, NULL, WNOHANG), 0); /* the import is not over */
    close(to);
    wait_for(writer);
    readers_read(path, (FIRST + SECOND) / OFFERS);
    free(first);
    free(second);
    remove_folder(folder);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(readers__in_other_processes__go_on_while_an_import_runs),
    };
    return RUN_TESTS("price_readers", tests);
}
