#include "compatibility/compatibility_verdict.h"

#include <stdio.h>
#include <string.h>

#include "base/name.h"

/* The newest row of a kind whose key is not above `most`: the toolkit of a CUDA version, the family of a device. */
static const gpucost_compatibility *newest(const char *kind, size_t key, const gpucost__dotted *most, int parts)
{
    const gpucost_compatibility *best = NULL;
    gpucost__dotted best_version = {0};
    for (uint64_t i = 0; i < gpucost__compatibility_rows_count; i++) {
        const gpucost_compatibility *row = &gpucost__compatibility_rows[i];
        if (strcmp(row->kind, kind) != 0) continue;
        gpucost__dotted version = gpucost__dotted_of((const char *)row + key);
        if (gpucost__dotted_compare_parts(&version, most, parts) > 0) continue;
        /* later rows are older patches of the same version: the oldest patch has the oldest driver */
        if (best && gpucost__dotted_compare_parts(&version, &best_version, parts) < 0) continue;
        best = row;
        best_version = version;
    }
    return best;
}

static const gpucost_compatibility *toolkit_of(const gpucost__dotted *cuda)
{
    return newest("toolkit", offsetof(gpucost_compatibility, cuda), cuda, 2);
}

/* Machine code for one capability runs on the same major and at least its minor. */
static bool has_machine_code(const char *capabilities, const gpucost__dotted *device)
{
    for (const char *p = capabilities; *p; p += *p == ';') {
        gpucost__dotted code = gpucost__dotted_of(p);
        if (code.part[0] == device->part[0] && code.part[1] <= device->part[1]) return true;
        p += strcspn(p, ";");
    }
    return false;
}

/* Can a program built with this CUDA version hold machine code that runs on the device? */
static bool toolkit_reaches(const gpucost_compatibility *toolkit, const gpucost__dotted *device)
{
    gpucost__dotted least = gpucost__dotted_of(toolkit->capability_least),
                    most = gpucost__dotted_of(toolkit->capability_most);
    return gpucost__dotted_compare(&least, device) <= 0 && device->part[0] <= most.part[0];
}

static bool code_runs(const gpucost_compatibility *row, const gpucost__machine *machine, gpucost__verdict *verdict)
{
    const gpucost__dotted *device = &machine->capability;
    if (row->capabilities[0]) {
        if (has_machine_code(row->capabilities, device)) return true;
        gpucost__dotted ptx = gpucost__dotted_of(row->ptx);
        if (ptx.count && gpucost__dotted_compare(&ptx, device) <= 0) {
            verdict->through_ptx = true;
            return true;
        }
        snprintf(verdict->reason, sizeof verdict->reason,
                 "%s %s for CUDA %s has code for %s%s%s, which %s (capability %u.%u) does not run", row->name,
                 row->version, row->cuda, row->capabilities, ptx.count ? " and PTX for " : "", row->ptx,
                 machine->accelerator->id, device->part[0], device->part[1]);
        return false;
    }
    gpucost__dotted cuda = gpucost__dotted_of(row->cuda);
    const gpucost_compatibility *toolkit = toolkit_of(&cuda);
    if (!toolkit || toolkit_reaches(toolkit, device)) return true;
    verdict->source = toolkit->source;
    snprintf(verdict->reason, sizeof verdict->reason,
             "CUDA %s builds for capability %s to %s; %s has %u.%u", row->cuda, toolkit->capability_least,
             toolkit->capability_most, machine->accelerator->id, device->part[0], device->part[1]);
    return false;
}

/* The oldest driver that serves the build. 11.0 and 12.0 came with a driver as old as the floor of their family. */
static const char *driver_of_build(const gpucost_compatibility *row, bool through_ptx)
{
    gpucost__dotted shipped = gpucost__dotted_of(row->driver), least = gpucost__dotted_of(row->driver_least);
    if (!least.count || (through_ptx && shipped.count)) return row->driver;
    return shipped.count && gpucost__dotted_compare(&shipped, &least) < 0 ? row->driver : row->driver_least;
}

/* A driver knows a device from the CUDA version on that first builds for it. */
static const char *driver_of_device(const gpucost_compatibility *family)
{
    gpucost__dotted cuda = gpucost__dotted_of(family->cuda);
    const gpucost_compatibility *toolkit = cuda.count ? toolkit_of(&cuda) : NULL;
    return toolkit ? toolkit->driver : "";
}

static bool family_allows(const gpucost_compatibility *row, const gpucost_compatibility *family,
                          const gpucost__machine *machine, gpucost__verdict *verdict)
{
    gpucost__dotted cuda = gpucost__dotted_of(row->cuda), last = gpucost__dotted_of(family->cuda_last);
    verdict->driver_last = family->driver_last;
    const char *of_device = driver_of_device(family);
    gpucost__dotted needed = gpucost__dotted_of(verdict->driver_least), known = gpucost__dotted_of(of_device);
    if (gpucost__dotted_compare(&known, &needed) > 0) verdict->driver_least = of_device;
    if (!last.count || gpucost__dotted_compare_parts(&cuda, &last, 2) <= 0) return true;
    verdict->source = family->source;
    snprintf(verdict->reason, sizeof verdict->reason, "CUDA %s has dropped %s (%s); the last version for it is %s",
             row->cuda, machine->accelerator->id, family->name, family->cuda_last);
    return false;
}

static bool driver_serves(const gpucost_compatibility *row, const gpucost__machine *machine, gpucost__verdict *verdict)
{
    if (!machine->driver.count) return true;
    gpucost__dotted least = gpucost__dotted_of(verdict->driver_least), last = gpucost__dotted_of(verdict->driver_last);
    if (least.count && gpucost__dotted_compare_common(&machine->driver, &least) < 0) {
        snprintf(verdict->reason, sizeof verdict->reason, "%s %s%s%s needs driver %s or newer%s%s%s", row->name,
                 row->version, strcmp(row->kind, "framework") == 0 ? " for CUDA " : "",
                 strcmp(row->kind, "framework") == 0 ? row->cuda : "", verdict->driver_least,
                 machine->accelerator ? " on " : "", machine->accelerator ? machine->accelerator->id : "",
                 verdict->through_ptx ? ", to compile its PTX" : "");
        return false;
    }
    if (last.count && machine->driver.part[0] > last.part[0]) {
        snprintf(verdict->reason, sizeof verdict->reason, "driver branch %s is the last one that supports %s",
                 verdict->driver_last, machine->accelerator->id);
        return false;
    }
    return true;
}

/* Wheels are built for x86-64 servers; Jetson boards take the builds of JetPack. */
static bool board_takes_wheels(const gpucost_compatibility *row, const gpucost__machine *machine,
                               gpucost__verdict *verdict)
{
    if (strcmp(row->kind, "framework") != 0 || strcmp(machine->accelerator->form_factor, "module") != 0) return true;
    snprintf(verdict->reason, sizeof verdict->reason,
             "wheels of %s are for x86-64 Linux; %s takes the builds that come with its board", row->name,
             machine->accelerator->id);
    return false;
}

void gpucost__compatibility_judge(const gpucost_compatibility *row, const gpucost__machine *machine,
                                  gpucost__verdict *verdict)
{
    *verdict = (gpucost__verdict){.driver_last = "", .source = row->source};
    bool runs = true;
    if (machine->accelerator)
        runs = board_takes_wheels(row, machine, verdict) && code_runs(row, machine, verdict);
    verdict->driver_least = driver_of_build(row, verdict->through_ptx);
    if (machine->accelerator && runs) {
        const gpucost_compatibility *family = newest("architecture", offsetof(gpucost_compatibility, capability_least),
                                                     &machine->capability, 2);
        runs = !family || family_allows(row, family, machine, verdict);
    }
    verdict->runs = runs;
    verdict->works = runs && driver_serves(row, machine, verdict);
    if (!verdict->works) return;
    snprintf(verdict->reason, sizeof verdict->reason, "%s %s%s%s%s%s%s; it needs driver %s or newer", row->name,
             row->version, strcmp(row->kind, "framework") == 0 ? " for CUDA " : "",
             strcmp(row->kind, "framework") == 0 ? row->cuda : "",
             !machine->accelerator ? " is known"
             : verdict->through_ptx ? " compiles its PTX for "
                                    : " has code for ",
             machine->accelerator ? machine->accelerator->id : "", verdict->through_ptx ? " as it starts" : "",
             verdict->driver_least);
}
