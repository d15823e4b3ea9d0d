#include <math.h>

#include "base/error.h"
#include "memory/memory_part.h"
#include "memory/memory_table.h"

typedef struct shares {
    double grid, particles, matrix, vectors, fft, state, index, exchange;
} shares;

static double share(double all, double devices)
{
    return ceil(all / devices);
}

/* A slab of the grid with ghost cells; only sides with more than one cell have neighbours. Faces are packed to be
   sent and received. */
static void grid(const gpucost_memory_simulation *job, double devices, shares *p)
{
    if (job->cells_x == 0) return;
    double halo = 2 * (double)job->halo, x = (double)job->cells_x, y = gpucost__or(job->cells_y, 1);
    double z = gpucost__or(job->cells_z, 1),
           values = gpucost__or(job->cell_values, 1) * gpucost__or(job->value_bytes, 8);
    double face = (x + (x > 1 ? halo : 0)) * (y + (y > 1 ? halo : 0));
    double layers = share(z, devices) + (z > 1 ? halo : 0);
    p->grid = face * layers * (values * gpucost__or(job->time_levels, 2) + (double)job->cell_bytes);
    if (devices > 1) p->exchange += 2 * halo * face * values;
}

/* Compressed rows: a value and a column for every entry, a start for every row and one more: saad2003 section 3.4. */
static void matrix(const gpucost_memory_simulation *job, double devices, shares *p)
{
    if (job->rows == 0) return;
    double rows = share((double)job->rows, devices), column = gpucost__or(job->column_bytes, 4);
    double value = gpucost__or(job->value_bytes, 8), entries = rows * (double)job->row_nonzeros;
    p->matrix = gpucost__or(job->matrices, 1) * (entries * (value + column) + (rows + 1) * column);
    p->vectors = gpucost__or(job->vectors, 5) * rows * value; /* x, r, p, Ap: saad2003 algorithm 6.18; and b */
}

static gpucost_status state(const gpucost_memory_simulation *job, double devices, shares *p, gpucost_error *err)
{
    if (job->qubits == 0) return GPUCOST_OK;
    double amplitudes = ldexp(1, (int)job->qubits);
    if (job->devices & (job->devices - 1) && job->devices)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "devices", NULL,
                                   "a state vector lies on a power of two of devices");
    if (devices > amplitudes)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "devices", NULL, "more devices than amplitudes");
    p->state = amplitudes / devices * gpucost__or(job->amplitude_bytes, 16);
    if (devices > 1) p->exchange += p->state / 2; /* deraedt2019 section 3: half goes to a partner */
    return GPUCOST_OK;
}

static gpucost_status count(const gpucost_memory_simulation *job, gpucost_memory_simulation_parts *made,
                            gpucost_error *err)
{
    shares p = {0};
    double devices = gpucost__or(job->devices, 1);
    grid(job, devices, &p);
    matrix(job, devices, &p);
    GPUCOST__TRY(state(job, devices, &p, err));
    p.particles =
        share((double)job->particles, devices) * (gpucost__or(job->particle_bytes, 72) + 4 * (double)job->neighbours);
    /* Out of place, or with a workspace of the size of the data: cuFFT's usual case (its documentation, section 2.6).
     */
    p.fft = share((double)job->fft_points, devices) * gpucost__or(job->fft_point_bytes, 16) *
            gpucost__or(job->fft_copies, 2);
    p.index = (double)job->index_entries * gpucost__or(job->entry_bytes, 1);
    double sum = p.grid + p.particles + p.matrix + p.vectors + p.fft + p.state + p.index + p.exchange;
    if (!(sum + gpucost__bare_context < 0x1p63))
        return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the memory exceeds 64 bits");
    *made = (gpucost_memory_simulation_parts){.size = sizeof *made,
                                              .grid_bytes = (uint64_t)p.grid,
                                              .particles_bytes = (uint64_t)p.particles,
                                              .matrix_bytes = (uint64_t)p.matrix,
                                              .vectors_bytes = (uint64_t)p.vectors,
                                              .fft_bytes = (uint64_t)p.fft,
                                              .state_bytes = (uint64_t)p.state,
                                              .index_bytes = (uint64_t)p.index,
                                              .exchange_bytes = (uint64_t)p.exchange,
                                              .context_bytes = (uint64_t)gpucost__bare_context};
    made->total_bytes = made->grid_bytes + made->particles_bytes + made->matrix_bytes + made->vectors_bytes +
                        made->fft_bytes + made->state_bytes + made->index_bytes + made->exchange_bytes +
                        made->context_bytes;
    return GPUCOST_OK;
}

gpucost_status gpucost_memory_simulation_estimate(const gpucost_memory_simulation *job,
                                                  gpucost_memory_simulation_parts *parts, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_memory_simulation ours;
    gpucost_memory_simulation_parts made;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__memory_simulation_parts_table, parts, err));
    GPUCOST__TRY(gpucost__struct_in(&gpucost__memory_simulation_table, job, &ours, err));
    GPUCOST__TRY(count(&ours, &made, err));
    gpucost__struct_out(&gpucost__memory_simulation_parts_table, &made, parts);
    return GPUCOST_OK;
}

static void in_place(gpucost_memory_simulation *job)
{
    job->time_levels = 1;
}

static void transform_in_place(gpucost_memory_simulation *job)
{
    job->fft_copies = 1;
}

static void single_precision(gpucost_memory_simulation *job)
{
    job->value_bytes = 4;
    if (job->particle_bytes == 0) job->particle_bytes = 36;
    if (job->fft_point_bytes == 0 || job->fft_point_bytes > 8) job->fft_point_bytes = 8;
    if (job->amplitude_bytes == 0 || job->amplitude_bytes > 8) job->amplitude_bytes = 8;
}

static void one_matrix(gpucost_memory_simulation *job)
{
    if (job->matrices > 1) job->matrices = 1;
}

static void matrix_free(gpucost_memory_simulation *job)
{
    job->row_nonzeros = 0;
}

static void twice_the_devices(gpucost_memory_simulation *job)
{
    job->devices = 2 * (job->devices ? job->devices : 1);
}

/* Changes of the program first, then of its numbers, then of the bill. */
static const struct {
    const char *change;
    void (*apply)(gpucost_memory_simulation *job);
} remedies[] = {
    {"one time level, streamed in place", in_place},
    {"the transform in place, without a workspace", transform_in_place},
    {"no stored preconditioner", one_matrix},
    {"a matrix that is applied but not stored", matrix_free},
    {"single precision", single_precision},
    {"twice the devices", twice_the_devices},
    {"four times the devices", twice_the_devices},
};
enum { REMEDIES = sizeof remedies / sizeof *remedies };

uint64_t gpucost_memory_simulation_remedy_count(void)
{
    return REMEDIES;
}

gpucost_status gpucost_memory_simulation_remedy_at(const gpucost_memory_simulation *job, uint64_t capacity_bytes,
                                                   uint64_t index, gpucost_memory_remedy *remedy, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_memory_simulation ours;
    gpucost_memory_simulation_parts before, after;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__memory_remedy_table, remedy, err));
    GPUCOST__TRY(gpucost__struct_in(&gpucost__memory_simulation_table, job, &ours, err));
    GPUCOST__TRY(gpucost__memory_remedy_index(index, REMEDIES, err));
    for (uint64_t i = 0; i < index; i++) remedies[i].apply(&ours);
    GPUCOST__TRY(count(&ours, &before, err));
    remedies[index].apply(&ours);
    GPUCOST__TRY(count(&ours, &after, err));
    gpucost__memory_remedy_out(remedies[index].change, before.total_bytes, after.total_bytes, capacity_bytes, remedy);
    return GPUCOST_OK;
}
