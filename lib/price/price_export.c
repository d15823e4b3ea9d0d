/* A store as CSV in our formats. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "gpucost/units.h"
#include "price/price_term.h"
#include "store/store_handle.h"

enum { COLUMNS_MOST = 16 };

/* How a column is written. */
enum { TEXT, NUMBER, PRICE, INSTANT, TERM /* and the two columns after it: payment, hours */ };

#define PRICES                                                                                                         \
    "provider,region,zone,instance,accelerator,accelerator_count,product,term,upfront,hourly,currency,tenancy,plan,"   \
    "observed_utc,source,withdrawn\n"
#define TARIFFS "kind,unit,price,provider,region,item,target,term,currency,from_quantity,observed_utc\n"
#define RATES "base,quote,rate,observed_utc\n"

typedef struct {
    const char *header, *sql, *example;
    int columns;
    int kinds[COLUMNS_MOST];
} format;

static const format formats[] = {
    [GPUCOST_EXPORT_PRICES] =
        {PRICES,
         "SELECT o.provider, o.region, o.zone, o.instance, o.accelerator, nullif(o.accelerator_count, 0), o.product, "
         "o.term, p.upfront_nanos, p.hourly_nanos, o.currency, o.tenancy, o.plan, p.observed_utc_s, "
         "coalesce(s.text, i.source), iif(p.hourly_nanos IS NULL, '1', ''), o.payment, o.term_hours "
         "FROM offer o JOIN price p ON p.offer_id = o.id JOIN import i ON i.id = p.import_id "
         "LEFT JOIN source s ON s.id = p.source_id ORDER BY p.offer_id, p.observed_utc_s",
         PRICES
         "aws,us-east-1,,p4d.24xlarge,a100-sxm-40gb,8,Linux/UNIX,on_demand,0,32.7726,USD,,,2024-05-01,price list,\n"
         "aws,us-east-1,use1-az4,p4d.24xlarge,a100-sxm-40gb,8,Linux/"
         "UNIX,spot,0,11.5703,USD,,,2024-05-01T12:00:00Z,feed,\n"
         "aws,us-east-1,,p4d.24xlarge,a100-sxm-40gb,8,Linux/"
         "UNIX,reserved_1y_partial,86135,9.833,USD,,,2024-05-01,price "
         "list,\n"
         "alibaba,cn-shanghai,,ecs.gn6v-c8g1.2xlarge,v100-sxm2-16gb,1,,subscription_1m,7620,0,CNY,,,2024-05,price "
         "list,\n",
         16,
         {TEXT, TEXT, TEXT, TEXT, TEXT, NUMBER, TEXT, TERM, PRICE, PRICE, TEXT, TEXT, TEXT, INSTANT, TEXT, TEXT}},
    [GPUCOST_EXPORT_TARIFFS] = {TARIFFS,
                                "SELECT kind, unit, price_nanos, provider, region, item, target, term, currency, "
                                "from_quantity, observed_utc_s, "
                                "'none', term_hours FROM tariff ORDER BY provider, region, kind, item, target, term, "
                                "term_hours, currency, unit, "
                                "observed_utc_s, from_quantity",
                                TARIFFS
                                "egress,GB,0.09,aws,us-east-1,,internet,on_demand,USD,0,2024-05-01\n"
                                "egress,GB,0.085,aws,us-east-1,,internet,on_demand,USD,10240,2024-05-01\n"
                                "storage,GB-month,0.023,aws,us-east-1,s3-standard,,on_demand,USD,0,2024-05-01\n",
                                11,
                                {TEXT, TEXT, PRICE, TEXT, TEXT, TEXT, TEXT, TERM, TEXT, NUMBER, INSTANT}},
    [GPUCOST_EXPORT_RATES] = {RATES,
                              "SELECT base, quote, rate_nanos, observed_utc_s FROM exchange_rate "
                              "ORDER BY base, quote, observed_utc_s",
                              RATES "USD,CNY,7.1,2024-05-01\nEUR,USD,1.07,2024-05-01\n",
                              4,
                              {TEXT, TEXT, PRICE, INSTANT}},
};
enum { FORMATS = sizeof(formats) / sizeof(formats[0]) };

const char *gpucost_store_template(int32_t what)
{
    return what >= 0 && what < FORMATS ? formats[what].example : NULL;
}

/* With quotes where a comma, a quote or the end of a line is in it. */
static void write_text(FILE *file, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"') fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

/* Nine decimals without the zeros at their end. */
static void write_price(FILE *file, int64_t nanos)
{
    char text[48];
    int n =
        snprintf(text, sizeof text, "%lld.%09lld", (long long)(nanos / 1000000000), (long long)(nanos % 1000000000));
    while (text[n - 1] == '0') n--;
    if (text[n - 1] == '.') n--;
    fprintf(file, "%.*s", n, text);
}

/* reserved_1y_partial of its parts */
static void write_term(FILE *file, const char *term, const char *payment, int64_t hours)
{
    enum { MONTH = 730, YEAR = 8760 };
    fputs(term, file);
    if (hours == 0) return;
    bool years = hours % YEAR == 0;
    fprintf(file, "_%lld%c_%s", (long long)(hours / (years ? YEAR : MONTH)), years ? 'y' : 'm', payment);
}

static void write_cell(FILE *file, gpucost__statement *row, const format *as, int column)
{
    char text[512], payment[16];
    if (as->kinds[column] != TEXT && gpucost__column_is_null(row, column)) return;
    switch (as->kinds[column]) {
    case NUMBER: gpucost__double_text(gpucost__column_f64(row, column), text); break;
    case PRICE: write_price(file, gpucost__column_i64(row, column)); return;
    case INSTANT: gpucost_instant_format(gpucost__column_i64(row, column), text, sizeof text); break;
    case TERM:
        gpucost__column_text(row, column, text, sizeof text);
        gpucost__column_text(row, as->columns, payment, sizeof payment);
        write_term(file, text, payment, gpucost__column_i64(row, as->columns + 1));
        return;
    default: gpucost__column_text(row, column, text, sizeof text);
    }
    write_text(file, text);
}

static gpucost_status fail_file(const char *path, gpucost_error *err)
{
    gpucost__fail(err, GPUCOST_E_IO, "%s", strerror(errno ? errno : EIO));
    gpucost__error_at(err, path, 0, 0);
    return GPUCOST_E_IO;
}

static gpucost_status write_rows(gpucost_store *store, const format *as, FILE *file, const char *path, uint64_t *count,
                                 gpucost_error *err)
{
    gpucost__statement *select;
    gpucost_status status;
    bool row;
    GPUCOST__TRY(gpucost__store_prepare(store, as->sql, &select, err));
    fputs(as->header, file);
    while ((status = gpucost__statement_step(select, &row, err)) == GPUCOST_OK && row) {
        for (int column = 0; column < as->columns; column++) {
            if (column > 0) fputc(',', file);
            write_cell(file, select, as, column);
        }
        fputc('\n', file);
        ++*count;
        if (!ferror(file)) continue;
        status = fail_file(path, err);
        break;
    }
    gpucost__statement_free(select);
    return status;
}

gpucost_status gpucost_store_export(gpucost_store *store, int32_t what, const char *path, uint64_t *rows,
                                    gpucost_error *err)
{
    gpucost__clear(err);
    uint64_t count = 0;
    if (what < 0 || what >= FORMATS)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "what", NULL, "%d is not GPUCOST_EXPORT_*", what);
    FILE *file = fopen(path, "w");
    if (!file) return fail_file(path, err);
    gpucost_status status = write_rows(store, &formats[what], file, path, &count, err);
    errno = 0;
    if (fclose(file) != 0 && status == GPUCOST_OK) status = fail_file(path, err);
    if (status == GPUCOST_OK && rows) *rows = count;
    return status;
}
