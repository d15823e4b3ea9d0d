/* price template, backup, check, vacuum and export. */
#include "cli_price.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* GPUCOST_EXPORT_* of a word; -1 when it is none. */
static int32_t export_of(const char *word)
{
    static const char *const words[] = {"prices", "tariffs", "rates"};
    for (int32_t i = 0; i < 3; i++)
        if (strcmp(word, words[i]) == 0) return i;
    usage_error("\"%s\": expected prices, tariffs or rates", word);
    return -1;
}

int price_template(void)
{
    int32_t what = export_of(word_count() > 1 ? word_at(1) : "prices");
    if (what < 0) return EXIT_USAGE;
    fputs(gpucost_store_template(what), stdout);
    return EXIT_ANSWERED;
}

int price_backup(gpucost_store *store)
{
    gpucost_error err;
    if (word_count() < 2) return usage_error("price backup needs a new file for the copy");
    if (gpucost_store_backup(store, word_at(1), &err) != GPUCOST_OK) return fail(&err);
    printf("%s: complete\n", word_at(1));
    return EXIT_ANSWERED;
}

int price_check(gpucost_store *store)
{
    gpucost_error err;
    if (gpucost_store_check(store, &err) != GPUCOST_OK) return fail(&err);
    printf("the store is whole\n");
    return EXIT_ANSWERED;
}

int price_vacuum(gpucost_store *store)
{
    gpucost_error err;
    if (gpucost_store_vacuum(store, &err) != GPUCOST_OK) return fail(&err);
    printf("the store is compact\n");
    return EXIT_ANSWERED;
}

/* The library writes files; standard output may be one that is not to be emptied. */
static int export_to_output(gpucost_store *store, int32_t what)
{
    char path[] = "/tmp/gpucost-export-XXXXXX";
    gpucost_error err;
    int file = mkstemp(path), result = EXIT_ANSWERED;
    if (file < 0) return usage_error("no temporary file: give a file to write to");
    FILE *from = fdopen(file, "r");
    if (gpucost_store_export(store, what, path, NULL, &err) != GPUCOST_OK) result = fail(&err);
    char block[65536];
    for (size_t n; result == EXIT_ANSWERED && from && (n = fread(block, 1, sizeof block, from)) > 0;)
        fwrite(block, 1, n, stdout);
    if (from) fclose(from);
    unlink(path);
    return result;
}

int price_export(gpucost_store *store)
{
    gpucost_error err;
    uint64_t rows;
    if (word_count() < 2) return usage_error("price export needs a file, or - for standard output");
    int32_t what = export_of(word_count() > 2 ? word_at(2) : "prices");
    if (what < 0) return EXIT_USAGE;
    if (strcmp(word_at(1), "-") == 0) return export_to_output(store, what);
    if (gpucost_store_export(store, what, word_at(1), &rows, &err) != GPUCOST_OK) return fail(&err);
    printf("%s: %llu rows\n", word_at(1), (unsigned long long)rows);
    return EXIT_ANSWERED;
}
