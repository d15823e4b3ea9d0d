#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name, *value;
    bool read; /* something asked for it: what nothing asks for would be ignored in silence */
} flag;

static flag *flags;
static const char **words;
static int flag_total, word_total, words_read;

static bool same_name(const char *flag_name, const char *field_name)
{
    for (; *flag_name && *field_name; flag_name++, field_name++)
        if ((*flag_name == '-' ? '_' : *flag_name) != (*field_name == '-' ? '_' : *field_name)) return false;
    return *flag_name == *field_name;
}

static const gpucost_field *struct_field(const char *struct_name, const char *flag_name)
{
    const gpucost_struct *type = gpucost_struct_find(struct_name);
    for (uint64_t i = 0; type && i < type->count; i++) {
        const gpucost_field *field = &type->fields[i];
        if (field->type != GPUCOST_FIELD_SIZE && field->type != GPUCOST_FIELD_RESERVED &&
            same_name(flag_name, field->name))
            return field;
    }
    return NULL;
}

enum kind { UNKNOWN, TAKES_VALUE, SWITCH };

static enum kind kind_of(const cli_command *command, const char *name)
{
    static const char *const common[] = {"format=", "jobs=", "catalogue=", "help", NULL};
    for (const char *const *lists[] = {common, command->own_flags, NULL}, *const **list = lists; *list; list++) {
        for (const char *const *own = *list; *own; own++) {
            size_t length = strcspn(*own, "=\t");
            char own_name[64];
            snprintf(own_name, sizeof own_name, "%.*s", (int)length, *own);
            if (same_name(name, own_name)) return (*own)[length] == '=' ? TAKES_VALUE : SWITCH;
        }
    }
    for (const char *const *type = command->structs; *type; type++) {
        const gpucost_field *field = struct_field(*type, name);
        if (field) return field->type == GPUCOST_FIELD_FLAG ? SWITCH : TAKES_VALUE;
    }
    return UNKNOWN;
}

int flags_read(const cli_command *command, int argc, char **argv)
{
    flags = calloc((size_t)argc + 2, sizeof *flags);
    words = calloc((size_t)argc + 1, sizeof *words);
    if (!flags || !words) return usage_error("out of memory");
    for (int i = 0; i < argc; i++) {
        char *argument = argv[i];
        if (strncmp(argument, "--", 2) != 0 || argument[2] == '\0') {
            words[word_total++] = argument;
            continue;
        }
        char *name = argument + 2, *equals = strchr(name, '=');
        if (equals) *equals = '\0';
        enum kind kind = kind_of(command, name);
        if (kind == UNKNOWN)
            return usage_error("%s has no flag --%s; see gpucost-cli %s --help", command->name, name, command->name);
        const char *value = equals ? equals + 1 : kind == SWITCH ? "true" : i + 1 < argc ? argv[++i] : NULL;
        if (!value) return usage_error("--%s needs a value", name);
        flags[flag_total++] = (flag){name, value, false};
    }
    const char *format = flag_value("format");
    if (format && strcmp(format, "text") != 0 && strcmp(format, "json") != 0 &&
        !(command->lists && strcmp(format, "csv") == 0))
        return usage_error("--format %s is not one of text, json%s", format, command->lists ? ", csv" : "");
    return EXIT_ANSWERED;
}

const char *flag_next(const char *name, int *at)
{
    for (; *at < flag_total; (*at)++) {
        if (!same_name(flags[*at].name, name)) continue;
        flags[*at].read = true;
        return flags[(*at)++].value;
    }
    return NULL;
}

const char *flag_value(const char *name)
{
    const char *last = NULL, *value;
    for (int at = 0; (value = flag_next(name, &at)) != NULL;) last = value;
    return last;
}

bool flag_number(const char *name, double least, double most, const char *what, double *number)
{
    const char *text = flag_value(name);
    if (!text) return true;
    char *end = NULL;
    bool decimal = text[0] && !text[strspn(text, "0123456789.eE+-")]; /* strtod() also takes words, blanks and hex */
    *number = decimal ? strtod(text, &end) : 0;
    if (end && end != text && *end == '\0' && *number >= least && *number <= most) return true;
    usage_error("--%s: %s is not allowed; expected %s, %g..%g", name, text, what, least, most);
    return false;
}

void flag_set(const char *name, const char *value)
{
    flags[flag_total++] = (flag){name, value, false}; /* flags_read() left room for one */
}

bool flag_given(const char *name)
{
    const char *value = flag_value(name);
    return value && strcmp(value, "false") != 0;
}

int word_count(void)
{
    return word_total;
}

const char *word_at(int index)
{
    if (index >= words_read) words_read = index + 1;
    return words[index];
}

int flags_unread(void)
{
    for (int i = 0; i < flag_total; i++)
        if (!flags[i].read)
            return usage_error("--%s%s%s had no effect: this question does not ask for it", flags[i].name,
                               strcmp(flags[i].value, "true") ? " " : "",
                               strcmp(flags[i].value, "true") ? flags[i].value : "");
    if (words_read < word_total)
        return usage_error("\"%s\" had no effect: this question does not ask for it", words[words_read]);
    const char *format = flag_value("format");
    if (format && strcmp(format, "csv") == 0 && !csv_written())
        return usage_error("--format csv had no effect: this answer is no table; text and json are allowed");
    return EXIT_ANSWERED;
}

bool flags_any(const char *struct_name)
{
    for (int i = 0; i < flag_total; i++)
        if (struct_field(struct_name, flags[i].name)) return true;
    return false;
}

bool flags_apply(const char *struct_name, void *value)
{
    const gpucost_struct *type = gpucost_struct_find(struct_name);
    for (int i = 0; i < flag_total; i++) {
        gpucost_error err;
        if (!struct_field(struct_name, flags[i].name)) continue;
        flags[i].read = true;
        if (gpucost_struct_set(type, value, flags[i].name, flags[i].value, &err) != GPUCOST_OK) {
            fprintf(stderr, "gpucost-cli: --%s: %s\n", flags[i].name, err.text);
            return false;
        }
    }
    return true;
}

static void help_line(const char *left, const char *right)
{
    printf("  %-34s %s\n", left, right);
}

static void struct_help(const char *struct_name)
{
    const gpucost_struct *type = gpucost_struct_find(struct_name);
    printf("\n%s\n", type->doc);
    for (uint64_t i = 0; i < type->count; i++) {
        const gpucost_field *field = &type->fields[i];
        if (field->type == GPUCOST_FIELD_SIZE || field->type == GPUCOST_FIELD_RESERVED) continue;
        char left[128], right[512], name[64];
        snprintf(name, sizeof name, "%s", field->name);
        for (char *c = name; *c; c++)
            if (*c == '_') *c = '-';
        const char *value = field->choices ? field->choices : field->unit ? field->unit : "VALUE";
        if (field->type == GPUCOST_FIELD_FLAG)
            snprintf(left, sizeof left, "--%s", name);
        else
            snprintf(left, sizeof left, "--%s %s", name, field->choices ? "WORD" : value);
        snprintf(right, sizeof right, "%s%s%s%s%s%s%s", field->doc, field->choices ? ": " : "",
                 field->choices ? field->choices : "", field->fallback ? " (default " : "",
                 field->fallback ? field->fallback : "", field->fallback ? ")" : "", "");
        help_line(left, right);
    }
}

void flags_help(const cli_command *command)
{
    printf("gpucost-cli %s: %s\n\nusage: gpucost-cli %s %s\n\n%s", command->name, command->summary, command->name,
           command->usage, command->details);
    printf("\nFlags\n");
    for (const char *const *own = command->own_flags; *own; own++) {
        char left[128];
        const char *tab = strchr(*own, '\t');
        snprintf(left, sizeof left, "--%.*s", (int)(tab - *own), *own);
        for (char *c = left; *c; c++)
            if (*c == '=') *c = ' ';
        help_line(left, tab + 1);
    }
    help_line("--format WORD", command->lists ? "text, json or csv" : "text or json");
    help_line("--catalogue FILE", "your own accelerators, a CSV like data/accelerators.csv, over the bundled ones");
    for (const char *const *type = command->structs; *type; type++) struct_help(*type);
}
