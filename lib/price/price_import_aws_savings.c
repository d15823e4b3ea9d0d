/* AWS's bulk files of Compute Savings Plans, CSV and JSON: a rate for each instance type, plan and payment. */
#include <string.h>

#include "price/price_aws_offer.h"
#include "price/price_term.h"

enum { RATE, CURRENCY, USAGE, OPERATION, OPTION, LENGTH, UNIT, KIND, REGION, INSTANCE, SERVICE, COLUMNS };

static const char *const names[COLUMNS] = {
    "DiscountedRate",       "Currency", "DiscountedUsageType", "DiscountedOperation",  "PurchaseOption",
    "LeaseContractLength",  "Unit",     "Product Family",      "DiscountedRegionCode", "DiscountedInstanceType",
    "DiscountedServiceCode"};

/* AWS's "AMI billing information" table: the code after RunInstances tells the system. */
static const char *const operations[][3] = {
    {"RunInstances", "Linux", "NA"},
    {"RunInstances:0002", "Windows", "NA"},
    {"RunInstances:0010", "RHEL", "NA"},
    {"RunInstances:000g", "SUSE", "NA"},
    {"RunInstances:0006", "Windows", "SQL Std"},
    {"RunInstances:0202", "Windows", "SQL Web"},
    {"RunInstances:0102", "Windows", "SQL Ent"},
    {"RunInstances:0004", "Linux", "SQL Std"},
    {"RunInstances:0200", "Linux", "SQL Web"},
    {"RunInstances:0100", "Linux", "SQL Ent"},
    {"RunInstances:1010", "RHEL with HA", "NA"},
    {"RunInstances:0g00", "Ubuntu Pro", "NA"},
    {"RunInstances:0800", "Windows, own license", "NA"},
};

static void product_of(const char *operation, char product[GPUCOST__CELL_MOST])
{
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
        if (strcmp(operations[i][0], operation) == 0) {
            gpucost__aws_product(operations[i][1], operations[i][2], product, GPUCOST__CELL_MOST);
            return;
        }
    gpucost__aws_product(operation, "NA", product, GPUCOST__CELL_MOST);
}

/* Usage of an instance in use: BoxUsage (shared) and DedicatedUsage, with or without a region's prefix. */
static const char *usage_tenancy(const char *usage)
{
    const char *dash = strrchr(usage, '-'), *word = dash ? dash + 1 : usage;
    if (strncmp(word, "BoxUsage", strlen("BoxUsage")) == 0) return "";
    return strncmp(word, "DedicatedUsage", strlen("DedicatedUsage")) == 0 ? "dedicated" : NULL;
}

static gpucost_status put_rate(const char *const cells[COLUMNS], const char *observed, uint64_t line,
                               gpucost__price_sink *sink, gpucost_error *err)
{
    const char *tenancy;
    bool compute = strcmp(cells[KIND], "ComputeSavingsPlans") == 0;
    if ((!compute && strcmp(cells[KIND], "EC2InstanceSavingsPlans") != 0) || strcmp(cells[UNIT], "Hrs") != 0 ||
        (*cells[SERVICE] && strcmp(cells[SERVICE], "AmazonEC2") != 0) || !(tenancy = usage_tenancy(cells[USAGE]))) {
        gpucost__price_sink_skip(sink);
        return GPUCOST_OK;
    }
    char word[64], product[GPUCOST__CELL_MOST], rooms[2][GPUCOST__CELL_MOST];
    gpucost__price_term term;
    int64_t hourly, upfront;
    if (!gpucost__aws_term("savings_plan", cells[LENGTH], cells[OPTION], word, sizeof word) ||
        !gpucost__price_term_parse(word, &term))
        return gpucost__price_sink_refuse(sink, line, names[OPTION], cells[OPTION],
                                          "is not a plan of 1 or 3 years with no, partial or all upfront", err);
    if (!gpucost__split_rate(cells[RATE], &term, &hourly, &upfront))
        return gpucost__price_sink_refuse(sink, line, names[RATE], cells[RATE],
                                          "is not a price above 0 in decimal digits, at most 9 after the point", err);
    product_of(cells[OPERATION], product);
    gpucost__price_row row;
    gpucost__price_row_clear(&row);
    row.line = line;
    row.name[GPUCOST__ROW_HOURLY] = row.name[GPUCOST__ROW_UPFRONT] = names[RATE];
    row.name[GPUCOST__ROW_INSTANCE] = names[INSTANCE];
    row.text[GPUCOST__ROW_INSTANCE] = cells[INSTANCE];
    row.text[GPUCOST__ROW_REGION] = cells[REGION];
    row.text[GPUCOST__ROW_PRODUCT] = product;
    row.text[GPUCOST__ROW_TERM] = word;
    row.text[GPUCOST__ROW_TENANCY] = tenancy;
    row.text[GPUCOST__ROW_PLAN] = compute ? "compute" : "ec2_instance";
    row.text[GPUCOST__ROW_CURRENCY] = cells[CURRENCY];
    row.text[GPUCOST__ROW_HOURLY] = gpucost__nanos_cell(hourly, rooms[0]);
    row.text[GPUCOST__ROW_UPFRONT] = gpucost__nanos_cell(upfront, rooms[1]);
    row.text[GPUCOST__ROW_OBSERVED] = observed;
    return gpucost__price_sink_put(sink, &row, err);
}

static gpucost_status put_savings(const gpucost__csv_row *from, gpucost_error *err)
{
    const char *cells[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) cells[i] = gpucost__csv_row_cell(from, i);
    return put_rate(cells, from->context, (uint64_t)gpucost__csv_line(from->csv), from->sink, err);
}

gpucost_status gpucost__price_read_aws_savings_csv(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    char published[64] = "";
    GPUCOST__TRY(gpucost__aws_preamble(feed, published, err));
    return gpucost__price_each_csv(feed, sink, names, COLUMNS, INSTANCE + 1, put_savings, published, err);
}

/* The rates of one plan. What the CSV says in each row the JSON says once, in the plan's product and term. */
static gpucost_status put_term(json_t *term, json_t *product, const char *observed, uint64_t *number,
                               gpucost__price_sink *sink, gpucost_error *err)
{
    char length[GPUCOST__CELL_MOST];
    json_t *rate, *lease = json_object_get(term, "leaseContractLength");
    size_t i;
    gpucost__json_cell(json_object_get(lease, "duration"), length);
    if (*gpucost__text_cell(lease, "unit") && strcmp(gpucost__text_cell(lease, "unit"), "year") != 0)
        return gpucost__price_sink_refuse(sink, ++*number, "leaseContractLength", gpucost__text_cell(lease, "unit"),
                                          "is not a number of years", err);
    json_array_foreach(json_object_get(term, "rates"), i, rate)
    {
        char price[GPUCOST__CELL_MOST];
        json_t *discounted = json_object_get(rate, "discountedRate");
        const char *cells[COLUMNS] = {
            [RATE] = gpucost__json_cell(json_object_get(discounted, "price"), price),
            [CURRENCY] = gpucost__text_cell(discounted, "currency"),
            [USAGE] = gpucost__text_cell(rate, "discountedUsageType"),
            [OPERATION] = gpucost__text_cell(rate, "discountedOperation"),
            [OPTION] = gpucost__text_cell(json_object_get(product, "attributes"), "purchaseOption"),
            [LENGTH] = length,
            [UNIT] = gpucost__text_cell(rate, "unit"),
            [KIND] = gpucost__text_cell(product, "productFamily"),
            [REGION] = gpucost__text_cell(rate, "discountedRegionCode"),
            [INSTANCE] = gpucost__text_cell(rate, "discountedInstanceType"),
            [SERVICE] = gpucost__text_cell(rate, "discountedServiceCode"),
        };
        GPUCOST__TRY(put_rate(cells, observed, ++*number, sink, err));
    }
    return GPUCOST_OK;
}

gpucost_status gpucost__price_read_aws_savings_json(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    json_t *plans = json_object_get(json_object_get(feed->json, "terms"), "savingsPlan"), *product, *plan;
    json_t *products = json_object(); /* by SKU */
    gpucost_status status = products ? GPUCOST_OK : gpucost__fail_memory(err);
    uint64_t number = 0;
    size_t i;
    if (status == GPUCOST_OK && !json_is_array(plans))
        status = gpucost__price_not_this(feed, "/terms/savingsPlan", "expected the list of plans", err);
    json_array_foreach(json_object_get(feed->json, "products"), i, product)
    {
        if (status == GPUCOST_OK && *gpucost__text_cell(product, "sku") &&
            json_object_set(products, gpucost__text_cell(product, "sku"), product))
            status = gpucost__fail_memory(err);
    }
    json_array_foreach(plans, i, plan)
    {
        const char *published = gpucost__text_cell(feed->json, "publicationDate");
        if (status == GPUCOST_OK)
            status = put_term(plan, json_object_get(products, gpucost__text_cell(plan, "sku")),
                              *published ? published : gpucost__text_cell(plan, "effectiveDate"), &number, sink, err);
    }
    json_decref(products);
    return status;
}
