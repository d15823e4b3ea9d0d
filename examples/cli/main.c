#include "cli.h"

#include <stdio.h>
#include <string.h>

static const cli_command *const commands[] = {
    &plan_command,  &accelerators_command, &models_command,    &memory_command,
    &training_command, &serving_command,   &price_command,     &portfolio_command,
    &forecast_command, &check_command,
};

static int help(void)
{
    printf("gpucost-cli %s: what GPU work needs, how long it takes, what it costs\n\n", gpucost_version());
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        printf("  %-14s %s\n", commands[i]->name, commands[i]->summary);
    printf("\ngpucost-cli SUBCOMMAND --help tells more. Exit codes: 0 answered (\"does not fit\" is an answer),\n"
           "1 the question could not be answered, 2 the command line is wrong or\n"
           "a flag of it had no effect on the answer.\n");
    return EXIT_ANSWERED;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "--help";
    if (strcmp(name, "--help") == 0 || strcmp(name, "help") == 0) return help();
    if (strcmp(name, "--version") == 0) {
        printf("%s\n", gpucost_version());
        return EXIT_ANSWERED;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i]->name, name) != 0) continue;
        int read = flags_read(commands[i], argc - 2, argv + 2);
        if (read != EXIT_ANSWERED) return read;
        if (flag_given("help")) {
            flags_help(commands[i]);
            return EXIT_ANSWERED;
        }
        gpucost_error err;
        if (!open_catalogue(&err)) return fail(&err);
        int code = commands[i]->run();
        return code == EXIT_ANSWERED ? flags_unread() : code;
    }
    return usage_error("no subcommand \"%s\"; gpucost-cli --help lists them", name);
}
