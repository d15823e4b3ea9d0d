#include <stdbool.h>
#include <string.h>

#include "accelerator/accelerator_row.h"
#include "base/name.h"

/* Network of one device in the makers' training nodes [nvidia2025network]: a port of 200 Gb/s each around Ampere boards
   on a baseboard, of 400 Gb/s around Hopper and Blackwell, of 800 Gb/s around Blackwell Ultra. PCI Express cards and
   older boards: 100 Gb/s, the least that training nodes were sold with. */
static double network_bytes_per_s(const gpucost_accelerator *row)
{
    static const struct {
        const char *architecture;
        double bytes_per_s;
    } ports[] = {{"Ampere", 25e9}, {"Hopper", 50e9}, {"Blackwell", 50e9}, {"Blackwell Ultra", 100e9}};
    bool baseboard = strncmp(row->form_factor, "SXM", 3) == 0 || strncmp(row->form_factor, "Grace", 5) == 0;
    for (size_t i = 0; baseboard && i < sizeof ports / sizeof *ports; i++)
        if (strcmp(row->architecture, ports[i].architecture) == 0) return ports[i].bytes_per_s;
    return 12.5e9;
}

/* Bytes of payload of one lane and direction after the line code. Generations 3 to 5: 8, 16 and 32 GT/s with 128b/130b;
   generation 6: 64 GT/s in flits of 256 bytes that carry 242 [pcisig2022]. */
static double pcie_lane_bytes_per_s(uint64_t generation)
{
    switch (generation) {
    case 1: return 0.25e9; /* 2.5 and 5 GT/s with 8b/10b */
    case 2: return 0.5e9;
    case 3: return 0.985e9;
    case 4: return 1.969e9;
    case 5: return 3.938e9;
    case 6: return 7.563e9;
    default: return 0;
    }
}

/* How many devices the links of a card join: a bridge joins two cards, some join four; beyond that traffic takes PCI
   Express. Other boards sit on a switch or a mesh that spans the node. */
static uint64_t scale_up_span(const gpucost_accelerator *row)
{
    if (strncmp(row->form_factor, "PCIe", 4) != 0) return UINT64_MAX;
    for (uint64_t i = 0; i < gpucost__link_rows_count; i++) {
        const gpucost_link *link = &gpucost__link_rows[i];
        if (strstr(link->scope, "quad") && gpucost__name_listed(link->accelerators, ';', row->id)) return 4;
    }
    return 2;
}

static gpucost_status fill_scale_up(const gpucost_accelerator *row, gpucost_cluster *cluster, gpucost_error *err)
{
    double pcie = pcie_lane_bytes_per_s(row->pcie_generation) * (double)row->pcie_lanes;
    if (row->scale_up_bytes_per_s > 0 && (cluster->devices_per_node <= scale_up_span(row) || pcie == 0))
        cluster->scale_up_bytes_per_s = row->scale_up_bytes_per_s;
    else if (pcie > 0)
        cluster->scale_up_bytes_per_s = pcie;
    else if (cluster->devices_per_node == 1)
        cluster->scale_up_bytes_per_s = cluster->network_bytes_per_s; /* alone in its node, it has no other link */
    else
        return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, "scale_up_bytes_per_s", row->id,
                                   "no link of %s is known; set scale_up_bytes_per_s", row->name);
    return GPUCOST_OK;
}

gpucost_status gpucost_cluster_resolve(const gpucost_catalogue *catalogue, const gpucost_cluster *cluster,
                                       gpucost_cluster *resolved, gpucost_accelerator *accelerator, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__cluster_table, resolved, err));
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__accelerator_table, accelerator, err));
    gpucost_cluster c;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__cluster_table, cluster, &c, err));
    if (!c.accelerator[0])
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "accelerator", NULL, "name an accelerator, such as %s",
                                   "h100-sxm-80gb");
    const gpucost_accelerator *row;
    gpucost_status status = gpucost__accelerator_need(catalogue, c.accelerator, &row, err);
    if (status != GPUCOST_OK) {
        gpucost__error_under(err, "accelerator");
        return status;
    }
    memcpy(c.accelerator, row->id, sizeof c.accelerator);
    if (c.devices == 0) c.devices = 1;
    if (c.devices_per_node == 0) c.devices_per_node = 8;
    if (c.devices_per_node > c.devices) c.devices_per_node = c.devices;
    if (c.devices % c.devices_per_node != 0)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "devices_per_node", NULL,
                                   "%llu devices do not fill nodes of %llu; devices_per_node must divide devices",
                                   (unsigned long long)c.devices, (unsigned long long)c.devices_per_node);
    if (c.network_bytes_per_s == 0)
        c.network_bytes_per_s = network_bytes_per_s(row) * (double)c.devices_per_node;
    if (c.scale_up_bytes_per_s == 0) GPUCOST__TRY(fill_scale_up(row, &c, err));
    gpucost__struct_out(&gpucost__cluster_table, &c, resolved);
    gpucost__struct_out(&gpucost__accelerator_table, row, accelerator);
    return GPUCOST_OK;
}
