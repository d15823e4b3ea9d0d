/* gpucost-cli: an example program that uses public headers only. */
#ifndef CLI_H
#define CLI_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "gpucost/gpucost.h"

/* Exit codes. "Does not fit" and "no offer" are answers. */
enum { EXIT_ANSWERED = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* One subcommand. */
typedef struct {
    const char *name;
    const char *summary;             /* one line */
    const char *usage;               /* what follows the name */
    const char *details;             /* paragraphs of --help */
    const char *const *structs;      /* value structs whose fields are flags; ended by NULL */
    const char *const *own_flags;    /* other flags, "name=VALUE\tmeaning" or "name\tmeaning"; ended by NULL */
    bool lists;                      /* its text is a table, which --format csv can write */
    int (*run)(void);
} cli_command;

extern const cli_command accelerators_command, models_command, memory_command, training_command, serving_command,
    price_command, portfolio_command, plan_command, check_command, forecast_command;

/* cli_flags.c: the command line, read once. */
int flags_read(const cli_command *command, int argc, char **argv);
const char *flag_value(const char *name);            /* NULL when absent */
void flag_set(const char *name, const char *value);  /* as if it had been given last */
bool flag_given(const char *name);
/* A number that a flag gives, left alone when absent; false when printed that it is none or out of its limits. */
bool flag_number(const char *name, double least, double most, const char *what, double *number);
const char *flag_next(const char *name, int *at);    /* repeated flags: start with *at = 0; NULL at the end */
int word_count(void);                                /* arguments that are no flags */
const char *word_at(int index);
/* After an answer: a flag or word that nothing asked for is a mistake of the command line. */
int flags_unread(void);
void flags_help(const cli_command *command);
/* Set every flag that names a field of the struct; the first failure is printed. */
bool flags_apply(const char *struct_name, void *value);
bool flags_any(const char *struct_name);             /* was any field of it given? */

/* cli_output.c */
bool wants_json(void);
bool wants_text(void); /* neither JSON nor CSV: remarks may stand beside the table */
bool csv_written(void); /* has --format csv had its effect? */
int fail(const gpucost_error *err);                  /* prints; returns EXIT_FAILED */
int usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
int write_text(const char *path, const char *text);  /* a file, - is standard output; an exit code */
json_t *struct_json(const char *struct_name, const void *value);
json_t *error_json(const gpucost_error *err);
json_t *text_json(const char *text); /* a string, also of bytes that are not UTF-8 */
void print_json(json_t *json);                       /* indented; takes the value */
void print_json_line(json_t *json);                  /* one line; takes the value */
int end_list(json_t *list);                          /* prints what rows gave when JSON is asked for; takes the list */
void money_text(const gpucost_money *money, char text[40]);
void print_struct(const char *struct_name, const void *value);
/* Rows of one struct: aligned columns, CSV or JSON, as --format says. */
void print_rows(const char *struct_name, const void *rows, size_t count, size_t stride, const char *const *columns);

/* cli_scaling.c: training --scaling FILE.csv [--at N]... */
int run_scaling(void);

/* cli_calibrate.c: training --calibrate FILE of measured steps, JSON lines. */
int run_calibrate(void);

/* cli_request.c: a job file and flags, as one request. */
typedef struct {
    gpucost_model *model;
    gpucost_job *job;
    gpucost_workload workload;
    gpucost_training_profile profile;
    gpucost_plan_options options;
    gpucost_parallelism layout;
    gpucost_cluster cluster;
    bool has_layout;
} cli_request;
bool request_from_json(json_t *json, const char *source, cli_request *made, gpucost_error *err);
bool request_from_words(cli_request *made, gpucost_error *err); /* JOB.json and flags */
void request_free(cli_request *made);

/* cli_schedule.c: solve a case and print what to buy when; the first hour is an instant, or 0 when it is not known. */
int answer_schedule(const gpucost_portfolio_case *asked, int64_t first_hour_utc_s);
json_t *schedule_json(const gpucost_portfolio_case *asked, gpucost_error *err);

/* cli_savings.c: portfolio --savings FILE.json */
int run_savings(const char *path);
int run_size(const char *instance_type);

/* cli_backtest.c: what ways to buy would have paid from --backtest HOUR on. */
int answer_backtest(const gpucost_portfolio_case *asked);

/* cli_spot.c: portfolio --deadline TRACE.csv */
int run_deadline(const char *path);

/* cli_risk.c: plan for the scenarios of a case. */
int answer_risk(const gpucost_portfolio_case *asked);
json_t *risk_json(const gpucost_portfolio_case *asked, gpucost_error *err);

/* A JSON object from a file, "-" standard input; NULL with an error that has line and column. */
json_t *read_object(const char *path, gpucost_error *err);

/* Fill a struct from a JSON object. */
bool struct_from_json(const char *struct_name, json_t *object, const char *source, void *value, gpucost_error *err);

/* `answer` on every line of --jobs FILE: JSON lines in, JSON lines out; a line that cannot be answered gives its
   error. */
int run_lines(json_t *(*answer)(json_t *job, const char *source, gpucost_error *err));

/* The catalogue of --catalogue FILE; NULL is the bundled one. False with an error when it cannot be read. */
bool open_catalogue(gpucost_error *err);
const gpucost_catalogue *catalogue(void);

/* Run `answer` on one request, or on every line of --jobs FILE. */
int run_requests(json_t *(*answer)(const cli_request *request, gpucost_error *err),
                 int (*print_text)(const cli_request *request, gpucost_error *err));

/* cli_memory_kinds.c: what takes memory without a model. */
int run_memory_render(void);
int run_memory_simulation(void);

/* cli_training_kinds.c: times without a model. */
int run_training_kernel(void);
int run_training_goodput(void);

/* cli_estimate.c: does it fit, under its layout or the best one? Otherwise the reason. */
bool request_fits(const cli_request *request, bool *fits, char reason[256], gpucost_error *err);

/* cli_gains.c */
json_t *answer_gains(const cli_request *request, gpucost_error *err);
int print_gains(const cli_request *request, gpucost_error *err);

/* cli_network.c: --network NAME or FILE, in models, and in memory, training and serving as the section says. */
int run_network_models(void);
int run_network(const char *section);
void list_networks(json_t *list); /* prints them, or adds them to the list */

/* cli_memory_inverse.c */
json_t *answer_inverse(const cli_request *request, gpucost_error *err);
int print_inverse(const cli_request *request, gpucost_error *err);

#endif
