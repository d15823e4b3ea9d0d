/* Google prices cores, memory, accelerators and local SSD of its accelerator machines apart, and adds them up. What is
   left without one of its parts gets no price: a host alone would look cheap.
   @source{gcp2024accelerator, pricing of machines and parts} */
#include "price/price_gcp_machine.h"

#include <stdio.h>
#include <string.h>

#include "accelerator/accelerator_row.h"
#include "base/money.h"
#include "price/price_import.h"

enum { HOSTS = 5, DEVICES = 6, MONTH_H = 730 };

/* SKUs of hosts are "A2 Instance Core running in Americas", "Commitment v1: A2 Cpu in Americas for 1 Year" and so on.
 */
static const char *const hosts[HOSTS] = {"A2", "A3", "A3Plus", "A3Ultra", "G2"};
static const char *const devices[DEVICES] = {"Nvidia Tesla A100 GPU", "Nvidia Tesla A100 80GB GPU",
                                             "Nvidia H100 80GB GPU", "Nvidia H100 80GB Mega GPU",
                                             "H200 141GB GPU", "Nvidia L4 GPU"};

static const struct {
    const char *prefix; /* of the machine types */
    int host, device;
} families[] = {{"a2-highgpu-", 0, 0}, {"a2-megagpu-", 0, 0},  {"a2-ultragpu-", 0, 1}, {"a3-highgpu-", 1, 2},
                {"a3-megagpu-", 2, 3}, {"a3-ultragpu-", 3, 4}, {"g2-standard-", 4, 5}};

typedef struct {
    int64_t nanos, observed_utc_s; /* 0: not known */
} part;

/* Parts of one region, currency and term. */
typedef struct {
    char region[48], currency[8], term[32];
    int64_t term_hours;
    part core[HOSTS], ram[HOSTS], device[DEVICES];
    part ssd; /* a GiB for a month */
} block;

static bool skip(const char **text, const char *word)
{
    size_t bytes = strlen(word);
    if (strncmp(*text, word, bytes) != 0) return false;
    *text += bytes;
    return true;
}

/* "<name> running in <place>", of a spot machine "<name> attached to Spot Preemptible VMs running in <place>". */
static bool is_device(const char *text, const char *name)
{
    if (!skip(&text, name)) return false;
    skip(&text, " attached to Spot Preemptible VMs");
    skip(&text, " attached to Preemptible VMs");
    return strncmp(text, " running in ", strlen(" running in ")) == 0;
}

static part *part_of(block *parts, const char *item, const char *unit)
{
    const char *text = item, *rest;
    bool commitment = skip(&text, "Commitment v1: ");
    if (!commitment) skip(&text, "Spot ");
    if (!commitment) skip(&text, "Preemptible ");
    for (int i = 0; i < HOSTS; i++) {
        rest = text;
        if (!skip(&rest, hosts[i])) continue;
        if (strcmp(unit, "h") == 0 &&
            (skip(&rest, " Instance Core running in ") || (commitment && skip(&rest, " Cpu in "))))
            return &parts->core[i];
        if (strcmp(unit, "GiBy.h") == 0 &&
            (skip(&rest, " Instance Ram running in ") || (commitment && skip(&rest, " Ram in "))))
            return &parts->ram[i];
    }
    for (int i = 0; i < DEVICES && strcmp(unit, "h") == 0; i++)
        if (is_device(text, devices[i])) return &parts->device[i];
    if (strcmp(unit, "GiBy.mo") == 0 && (strncmp(text, "SSD backed Local Storage", 24) == 0 ||
                                         (commitment && strncmp(text, "Local SSD ", strlen("Local SSD ")) == 0)))
        return &parts->ssd;
    return NULL;
}

/* quantity x price added, half to even; false when the part is not known. */
static bool add(const part *from, double quantity, double per, gpucost__int128 *sum, int64_t *observed_utc_s)
{
    gpucost__int128 nanos;
    if (from->nanos <= 0 || !gpucost__price_times(from->nanos, quantity / per, &nanos)) return false;
    if (from->observed_utc_s > *observed_utc_s) *observed_utc_s = from->observed_utc_s;
    return !gpucost__add_i128(*sum, nanos, sum);
}

static gpucost_status put_machine(const block *parts, const gpucost_instance *machine, int host, int device,
                                  gpucost__price_sink *sink, gpucost_error *err)
{
    gpucost__int128 sum = 0;
    int64_t observed_utc_s = 0;
    /* a disk of "375 GB" is 375 GiB on the bill */
    double ssd_gib = (double)machine->local_storage_bytes / 1e9;
    if (machine->vcpus == 0 || machine->memory_bytes == 0 ||
        !add(&parts->core[host], (double)machine->vcpus, 1, &sum, &observed_utc_s) ||
        !add(&parts->ram[host], (double)machine->memory_bytes / 0x1p30, 1, &sum, &observed_utc_s) ||
        !add(&parts->device[device], (double)machine->accelerator_count, 1, &sum, &observed_utc_s) ||
        (ssd_gib > 0 && !add(&parts->ssd, ssd_gib, MONTH_H, &sum, &observed_utc_s)) || sum > INT64_MAX / 4)
        return GPUCOST_OK;
    char room[GPUCOST__CELL_MOST], observed[32];
    gpucost_instant_format(observed_utc_s, observed, sizeof observed);
    gpucost__price_row row;
    gpucost__price_row_clear(&row);
    row.text[GPUCOST__ROW_REGION] = parts->region;
    row.text[GPUCOST__ROW_INSTANCE] = machine->instance;
    row.text[GPUCOST__ROW_TERM] = parts->term;
    row.text[GPUCOST__ROW_CURRENCY] = parts->currency;
    row.text[GPUCOST__ROW_HOURLY] = gpucost__nanos_cell((int64_t)sum, room);
    row.text[GPUCOST__ROW_OBSERVED] = observed;
    row.text[GPUCOST__ROW_SOURCE] = "sum of parts of the Cloud Billing Catalog";
    return gpucost__price_sink_put(sink, &row, err);
}

static gpucost_status put_machines(const block *parts, gpucost__price_sink *sink, gpucost_error *err)
{
    for (uint64_t i = 0; i < gpucost__instance_rows_count; i++) {
        const gpucost_instance *machine = &gpucost__instance_rows[i];
        if (strcmp(machine->provider, "gcp") != 0) continue;
        for (size_t f = 0; f < sizeof families / sizeof *families; f++)
            if (strncmp(machine->instance, families[f].prefix, strlen(families[f].prefix)) == 0)
                GPUCOST__TRY(put_machine(parts, machine, families[f].host, families[f].device, sink, err));
    }
    return GPUCOST_OK;
}

/* Begin the block of a row when it is another than the one at hand, which is put. */
static gpucost_status enter(block *parts, gpucost__statement *row, gpucost__price_sink *sink, gpucost_error *err)
{
    char region[sizeof parts->region], currency[sizeof parts->currency], term[16];
    int64_t hours = gpucost__column_i64(row, 3);
    gpucost__column_text(row, 0, region, sizeof region);
    gpucost__column_text(row, 1, currency, sizeof currency);
    gpucost__column_text(row, 2, term, sizeof term);
    if (strcmp(parts->region, region) == 0 && strcmp(parts->currency, currency) == 0 && parts->term_hours == hours &&
        strncmp(parts->term, term, strlen(term)) == 0)
        return GPUCOST_OK;
    if (*parts->region) GPUCOST__TRY(put_machines(parts, sink, err));
    *parts = (block){.term_hours = hours};
    memcpy(parts->region, region, sizeof region);
    memcpy(parts->currency, currency, sizeof currency);
    if (hours > 0)
        snprintf(parts->term, sizeof parts->term, "%s_%dy_no", term, (int)(hours / 8760));
    else
        snprintf(parts->term, sizeof parts->term, "%s", term);
    return GPUCOST_OK;
}

gpucost_status gpucost__gcp_machines(gpucost_store *store, int64_t until_utc_s, gpucost__price_sink *sink,
                                     gpucost_error *err)
{
    /* of an item the newest comes last and stays */
    static const char sql[] = "SELECT region, currency, term, term_hours, item, unit, price_nanos, observed_utc_s FROM "
                              "tariff WHERE provider = "
                              "'gcp' AND (kind = 'part' OR kind = 'storage') AND from_quantity = 0 AND price_nanos > 0 "
                              "AND observed_utc_s <= ?1 "
                              "ORDER BY region, currency, term, term_hours, item, observed_utc_s";
    block parts = {.region = ""};
    gpucost__statement *select;
    gpucost_status status;
    bool row;
    GPUCOST__TRY(gpucost__store_prepare(store, sql, &select, err));
    gpucost__bind_i64(select, 1, until_utc_s);
    while ((status = gpucost__statement_step(select, &row, err)) == GPUCOST_OK && row) {
        char item[128], unit[16];
        status = enter(&parts, select, sink, err);
        if (status != GPUCOST_OK) break;
        gpucost__column_text(select, 4, item, sizeof item);
        gpucost__column_text(select, 5, unit, sizeof unit);
        part *found = part_of(&parts, item, unit);
        int64_t observed_utc_s = gpucost__column_i64(select, 7);
        if (found && observed_utc_s >= found->observed_utc_s)
            *found = (part){gpucost__column_i64(select, 6), observed_utc_s};
    }
    gpucost__statement_free(select);
    if (status == GPUCOST_OK && *parts.region) status = put_machines(&parts, sink, err);
    return status;
}
