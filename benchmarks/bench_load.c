/* Time to load the library: dlopen() in a fresh process, with all that it needs already there (GSL, SQLite, jansson and
   the rest are not ours), and with nothing there. bench_load libgpucost.so */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

enum { NEEDED_MOST = 32, PROCESSES = 41 };

static char needed[NEEDED_MOST][512];
static int needed_count;

/* In the fresh process: open all but the last, then time the last. */
static int child(int count, char **paths)
{
    for (int i = 0; i < count - 1; i++)
        if (!dlopen(paths[i], RTLD_NOW | RTLD_GLOBAL)) return 1;
    double begin = now();
    if (!dlopen(paths[count - 1], RTLD_NOW)) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    printf("%.9f\n", now() - begin);
    return 0;
}

static int list(struct dl_phdr_info *object, size_t size, void *library)
{
    (void)size;
    if (object->dlpi_name[0] == '/' && strcmp(object->dlpi_name, library) != 0 && needed_count < NEEDED_MOST)
        snprintf(needed[needed_count++], sizeof needed[0], "%s", object->dlpi_name);
    return 0;
}

static double fresh_process(const char *self, const char *library, int count)
{
    char command[NEEDED_MOST * 520] = "", line[64];
    snprintf(command, sizeof command, "'%s' child", self);
    for (int i = 0; i < count; i++)
        snprintf(command + strlen(command), sizeof command - strlen(command), " '%s'", needed[i]);
    snprintf(command + strlen(command), sizeof command - strlen(command), " '%s'", library);
    FILE *pipe = popen(command, "r");
    double seconds = pipe && fgets(line, sizeof line, pipe) ? strtod(line, NULL) : 0;
    if (pipe) pclose(pipe);
    return seconds;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(const char *what, const char *self, const char *library, int count)
{
    double seconds[PROCESSES];
    for (int i = 0; i < PROCESSES; i++) seconds[i] = fresh_process(self, library, count);
    qsort(seconds, PROCESSES, sizeof *seconds, by_size);
    printf("%-40s median %6.3f ms, fastest %6.3f ms of %d processes\n", what, 1e3 * seconds[PROCESSES / 2],
           1e3 * seconds[0], PROCESSES);
}

int main(int argc, char **argv)
{
    if (argc < 2) return 2;
    if (strcmp(argv[1], "child") == 0) return child(argc - 2, argv + 2);
    char *library = realpath(argv[1], NULL);
    if (!library || !dlopen(library, RTLD_NOW)) return 1;
    dl_iterate_phdr(list, library);
    print("libgpucost, what it needs being there", argv[0], library, needed_count);
    print("libgpucost and all that it needs", argv[0], library, 0);
    free(library);
    return 0;
}
