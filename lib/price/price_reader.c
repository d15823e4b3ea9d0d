/* Which feed is it, and who reads it? A new reader is one row here. */
#include <string.h>
#include <strings.h>

#include "price/price_import.h"

static const gpucost__price_reader readers[] = {
    {GPUCOST_FEED_CSV, "csv", "", false, gpucost__price_read_csv},
    {GPUCOST_FEED_AWS_SPOT_JSON, "aws_spot_json", "aws", true, gpucost__price_read_aws_spot_json},
    {GPUCOST_FEED_AWS_SPOT_TEXT, "aws_spot_text", "aws", false, gpucost__price_read_aws_spot_text},
    {GPUCOST_FEED_AWS_SPOT_CSV, "aws_spot_csv", "", false, gpucost__price_read_aws_spot_csv},
    {GPUCOST_FEED_AWS_OFFER_CSV, "aws_offer_csv", "aws", false, gpucost__price_read_aws_offer_csv},
    {GPUCOST_FEED_AWS_OFFER_JSON, "aws_offer_json", "aws", true, gpucost__price_read_aws_offer_json},
    {GPUCOST_FEED_AWS_SAVINGS_CSV, "aws_savings_csv", "aws", false, gpucost__price_read_aws_savings_csv},
    {GPUCOST_FEED_AWS_ADVISOR_JSON, "aws_advisor_json", "aws", true, gpucost__price_read_aws_advisor},
    {GPUCOST_FEED_AZURE_RETAIL_JSON, "azure_retail_json", "azure", true, gpucost__price_read_azure_retail},
    {GPUCOST_FEED_GCP_SKU_JSON, "gcp_sku_json", "gcp", true, gpucost__price_read_gcp_sku},
    {GPUCOST_FEED_ALIBABA_SPOT_JSON, "alibaba_spot_json", "alibaba", true, gpucost__price_read_alibaba_spot},
    {GPUCOST_FEED_ALIBABA_PRICE_JSON, "alibaba_price_json", "alibaba", true, gpucost__price_read_alibaba_price},
    {GPUCOST_FEED_TENCENT_JSON, "tencent_json", "tencent", true, gpucost__price_read_tencent},
    {GPUCOST_FEED_SKYPILOT_CSV, "skypilot_csv", "", false, gpucost__price_read_skypilot},
    {GPUCOST_FEED_EC2INSTANCES_JSON, "ec2instances_json", "aws", true, gpucost__price_read_ec2instances},
    {GPUCOST_FEED_TARIFF_CSV, "tariff_csv", "", false, gpucost__price_read_tariff},
    {GPUCOST_FEED_RATE_CSV, "rate_csv", "", false, gpucost__price_read_rate},
    {GPUCOST_FEED_OCI_JSON, "oci_json", "oci", true, gpucost__price_read_oci},
    {GPUCOST_FEED_AWS_SAVINGS_JSON, "aws_savings_json", "aws", true, gpucost__price_read_aws_savings_json},
};

const gpucost__price_reader *gpucost__price_reader_of(int32_t feed)
{
    const gpucost__price_reader *reader = readers;
    while (reader->feed != feed) reader++;
    return reader;
}

/* Does the header line name this column? Quotes, blanks and case do not matter. */
static bool has_column(const char *line, size_t bytes, const char *name)
{
    const char *end = line + bytes;
    for (const char *p = line; p < end;) {
        const char *comma = memchr(p, ',', (size_t)(end - p)), *stop = comma ? comma : end;
        const char *first = p, *last = stop;
        while (first < last && strchr(" \"", *first)) first++;
        while (last > first && strchr(" \"", last[-1])) last--;
        if ((size_t)(last - first) == strlen(name) && strncasecmp(first, name, strlen(name)) == 0) return true;
        p = stop + 1;
    }
    return false;
}

static bool starts(const char *text, size_t bytes, const char *word)
{
    return bytes >= strlen(word) && memcmp(text, word, strlen(word)) == 0;
}

/* AWS's bulk files begin with lines of two fields; "OfferCode" tells whose prices follow. */
static int32_t detect_offer(const char *head, size_t bytes)
{
    const char *end = head + bytes;
    for (const char *line = head; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) stop = end;
        const char *p = line + (*line == '"');
        if (starts(p, (size_t)(stop - p), "OfferCode")) {
            for (; p < stop; p++)
                if (starts(p, (size_t)(stop - p), "SavingsPlan")) return GPUCOST_FEED_AWS_SAVINGS_CSV;
            return GPUCOST_FEED_AWS_OFFER_CSV;
        }
        line = stop + 1;
    }
    return GPUCOST_FEED_AUTO;
}

/* Columns that tell a table, all of them; the first row that fits. */
static const struct {
    int32_t feed;
    const char *columns[3];
} tables[] = {
    {GPUCOST_FEED_AWS_SPOT_CSV, {"on_demand", "spot"}},
    {GPUCOST_FEED_SKYPILOT_CSV, {"InstanceType", "AcceleratorName"}},
    {GPUCOST_FEED_RATE_CSV, {"base", "quote", "rate"}},
    {GPUCOST_FEED_TARIFF_CSV, {"kind", "unit", "price"}},
    {GPUCOST_FEED_CSV, {"hourly"}},
    {GPUCOST_FEED_CSV, {"on_demand_hourly"}},
};

int32_t gpucost__price_detect(const char *head, size_t bytes)
{
    if (starts(head, bytes, "\xEF\xBB\xBF")) {
        head += 3;
        bytes -= 3;
    }
    while (bytes > 0 && strchr(" \t\r\n", *head) && *head) {
        head++;
        bytes--;
    }
    if (bytes == 0) return GPUCOST_FEED_AUTO;
    if (*head == '{' || *head == '[') return GPUCOST__PRICE_JSON;
    if (starts(head, bytes, "SPOTPRICEHISTORY\t") || starts(head, bytes, "NEXTTOKEN\t"))
        return GPUCOST_FEED_AWS_SPOT_TEXT;
    if (starts(head, bytes, "FormatVersion,") || starts(head, bytes, "\"FormatVersion\""))
        return detect_offer(head, bytes);
    size_t line = 0;
    while (line < bytes && head[line] != '\n' && head[line] != '\r') line++;
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        bool all = true;
        for (int k = 0; all && k < 3 && tables[i].columns[k]; k++) all = has_column(head, line, tables[i].columns[k]);
        if (all) return tables[i].feed;
    }
    return GPUCOST_FEED_AUTO;
}

/* Keys that tell a document or an entry of a list, both of them. */
static const struct {
    int32_t feed;
    const char *keys[2];
} documents[] = {
    {GPUCOST_FEED_AWS_SPOT_JSON, {"SpotPriceHistory"}},
    {GPUCOST_FEED_AWS_SPOT_JSON, {"AvailabilityZone", "SpotPrice"}},
    {GPUCOST_FEED_AWS_OFFER_JSON, {"PriceList"}},
    {GPUCOST_FEED_AWS_OFFER_JSON, {"product", "terms"}},
    {GPUCOST_FEED_AWS_OFFER_JSON, {"products", "terms"}},
    {GPUCOST_FEED_AWS_ADVISOR_JSON, {"spot_advisor", "ranges"}},
    {GPUCOST_FEED_AZURE_RETAIL_JSON, {"Items", "NextPageLink"}},
    {GPUCOST_FEED_AZURE_RETAIL_JSON, {"Items", "BillingCurrency"}},
    {GPUCOST_FEED_AZURE_RETAIL_JSON, {"armSkuName", "retailPrice"}},
    {GPUCOST_FEED_GCP_SKU_JSON, {"skus"}},
    {GPUCOST_FEED_GCP_SKU_JSON, {"skuId", "pricingInfo"}},
    {GPUCOST_FEED_ALIBABA_SPOT_JSON, {"SpotPrices"}},
    {GPUCOST_FEED_ALIBABA_PRICE_JSON, {"PriceInfo"}},
    {GPUCOST_FEED_TENCENT_JSON, {"Response"}},
    {GPUCOST_FEED_EC2INSTANCES_JSON, {"instance_type", "pricing"}},
    {GPUCOST_FEED_OCI_JSON, {"partNumber", "currencyCodeLocalizations"}},
    {GPUCOST_FEED_OCI_JSON, {"items"}},
};

int32_t gpucost__price_detect_json(json_t *document)
{
    json_t *entry = json_is_array(document) ? json_array_get(document, 0) : document;
    if (json_is_string(entry)) return GPUCOST_FEED_AWS_OFFER_JSON; /* products are documents in strings there */
    if (json_object_get(json_object_get(entry, "terms"), "savingsPlan")) return GPUCOST_FEED_AWS_SAVINGS_JSON;
    for (size_t i = 0; i < sizeof(documents) / sizeof(documents[0]); i++)
        if (json_object_get(entry, documents[i].keys[0]) &&
            (!documents[i].keys[1] || json_object_get(entry, documents[i].keys[1])))
            return documents[i].feed;
    return GPUCOST_FEED_AUTO;
}

gpucost_status gpucost__price_not_this(const gpucost__feed *feed, const char *field, const char *why,
                                       gpucost_error *err)
{
    gpucost__fail_field(err, GPUCOST_E_SYNTAX, field, NULL, "%s", why);
    gpucost__error_at(err, gpucost__input_name(feed->input), 0, 0);
    return GPUCOST_E_SYNTAX;
}

gpucost_status gpucost__price_need_option(const gpucost__feed *feed, const char *option, const char *why,
                                          gpucost_error *err)
{
    gpucost__fail_field(err, GPUCOST_E_MISSING, option, NULL, "%s", why);
    gpucost__error_at(err, gpucost__input_name(feed->input), 0, 0);
    return GPUCOST_E_MISSING;
}

gpucost_status gpucost__price_need_asked(const gpucost__feed *feed, gpucost_error *err)
{
    const char *missing = !feed->known[GPUCOST__ROW_INSTANCE] ? "instance"
                          : !feed->known[GPUCOST__ROW_REGION] ? "region"
                                                              : NULL;
    if (!missing) return GPUCOST_OK;
    return gpucost__price_need_option(
        feed, missing, "the answer does not say what was asked for: give instance, region and term in the options",
        err);
}
