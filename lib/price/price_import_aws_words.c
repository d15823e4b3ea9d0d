/* AWS's words for systems and commitments, which differ between its feeds. */
#include <stdio.h>
#include <string.h>

#include "base/name.h"
#include "gpucost/units.h"
#include "price/price_import.h"

/* Systems of the price list, as the spot price history and bills name them. */
static const char *const systems[][2] = {
    {"Linux", "Linux/UNIX"},
    {"RHEL", "Red Hat Enterprise Linux"},
    {"SUSE", "SUSE Linux"},
    {"NA", ""},
};

/* Software of the price list ("Pre Installed S/W"). */
static const char *const softwares[][2] = {
    {"NA", ""},
    {"SQL Web", " with SQL Server Web"},
    {"SQL Std", " with SQL Server Standard"},
    {"SQL Ent", " with SQL Server Enterprise"},
};

static const char *translate(const char *const words[][2], size_t count, const char *word, const char **left)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i][0], word) == 0) return words[i][1];
    *left = word;
    return "";
}

void gpucost__aws_product(const char *system, const char *software, char *product, size_t capacity)
{
    const char *system_left = "", *software_left = "";
    const char *then = translate(softwares, sizeof(softwares) / sizeof(softwares[0]), software, &software_left);
    bool plain = !*then && !*software_left; /* with software the short name is the usual one, and fits */
    const char *first = plain || strcmp(system, "RHEL") != 0
                            ? translate(systems, sizeof(systems) / sizeof(systems[0]), system, &system_left)
                            : "RHEL";
    snprintf(product, capacity, "%s%s%s%s%s", first, system_left, then, *software_left ? " with " : "", software_left);
}

bool gpucost__aws_term(const char *kind, const char *length, const char *option, char *term, size_t capacity)
{
    static const char *const lengths[][2] = {{"1yr", "1y"}, {"3yr", "3y"}, {"1", "1y"}, {"3", "3y"}};
    static const char *const options[][2] = {
        {"No Upfront", "no"}, {"Partial Upfront", "partial"}, {"All Upfront", "all"}};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
        for (size_t k = 0; k < sizeof(options) / sizeof(options[0]); k++)
            if (strcmp(length, lengths[i][0]) == 0 && gpucost__name_equal(option, options[k][0])) {
                snprintf(term, capacity, "%s_%s_%s", kind, lengths[i][1], options[k][1]);
                return true;
            }
    return false;
}

bool gpucost__split_rate(const char *text, const gpucost__price_term *term, int64_t *hourly, int64_t *upfront)
{
    int64_t rate;
    if (gpucost_price_parse(text, &rate, NULL) != GPUCOST_OK || rate <= 0 || rate > INT64_MAX / (int64_t)term->hours)
        return false;
    *hourly = term->payment == GPUCOST_PAYMENT_NONE ? rate : term->payment == GPUCOST_PAYMENT_ALL ? 0 : rate / 2;
    *upfront = (rate - *hourly) * (int64_t)term->hours;
    return true;
}
