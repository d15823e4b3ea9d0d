#include "job.h"
#include "memory/memory_table.h"

/* A change that applies takes fewer bytes, fits says whether they are enough, and there is an end to the list. */
static void render__remedies__say_what_they_save(void **state)
{
    (void)state;
    gpucost_error err;
    gpucost_memory_render job = GPUCOST_INIT(gpucost_memory_render);
    gpucost_memory_render_parts parts = GPUCOST_INIT(gpucost_memory_render_parts);
    gpucost_memory_remedy remedy = GPUCOST_INIT(gpucost_memory_remedy);
    job_set(&gpucost__memory_render_table, &job, "textures=100;bvh=binary;triangles=1000000;denoiser=1");
    assert_int_equal(gpucost_memory_render_estimate(&job, &parts, &err), GPUCOST_OK);
    uint64_t count = gpucost_memory_render_remedy_count(), capacity = parts.total_bytes - 1;
    for (uint64_t i = 0; i < count; i++) {
        assert_int_equal(gpucost_memory_render_remedy_at(&job, capacity, i, &remedy, &err), GPUCOST_OK);
        assert_true(remedy.change[0] != '\0');
        assert_true(remedy.applies && remedy.fits && remedy.total_bytes <= capacity);
        gpucost_memory_render nothing = GPUCOST_INIT(gpucost_memory_render);
        assert_int_equal(gpucost_memory_render_remedy_at(&nothing, 1, i, &remedy, &err), GPUCOST_OK);
        assert_false(remedy.fits);
    }
    gpucost_memory_remedy before = remedy;
    assert_int_equal(gpucost_memory_render_remedy_at(&job, capacity, count, &remedy, &err), GPUCOST_E_RANGE);
    assert_memory_equal(&remedy, &before, sizeof remedy);
}

/* A change that applies takes fewer bytes, fits says whether they are enough, and there is an end to the list. */
static void simulation__remedies__say_what_they_save(void **state)
{
    (void)state;
    gpucost_error err;
    gpucost_memory_simulation job = GPUCOST_INIT(gpucost_memory_simulation);
    gpucost_memory_simulation_parts parts = GPUCOST_INIT(gpucost_memory_simulation_parts);
    gpucost_memory_remedy remedy = GPUCOST_INIT(gpucost_memory_remedy);
    job_set(&gpucost__memory_simulation_table, &job,
            "cells_x=100;cells_y=100;cells_z=100;rows=1000000;row_nonzeros=7;matrices=2;particles=1000;fft_points="
            "1000000;qubits=20");
    assert_int_equal(gpucost_memory_simulation_estimate(&job, &parts, &err), GPUCOST_OK);
    uint64_t count = gpucost_memory_simulation_remedy_count(), capacity = parts.total_bytes - 1;
    for (uint64_t i = 0; i < count; i++) {
        assert_int_equal(gpucost_memory_simulation_remedy_at(&job, capacity, i, &remedy, &err), GPUCOST_OK);
        assert_true(remedy.change[0] != '\0');
        assert_true(remedy.applies && remedy.fits && remedy.total_bytes <= capacity);
        gpucost_memory_simulation nothing = GPUCOST_INIT(gpucost_memory_simulation);
        assert_int_equal(gpucost_memory_simulation_remedy_at(&nothing, 1, i, &remedy, &err), GPUCOST_OK);
        assert_false(remedy.fits);
    }
    gpucost_memory_remedy before = remedy;
    assert_int_equal(gpucost_memory_simulation_remedy_at(&job, capacity, count, &remedy, &err), GPUCOST_E_RANGE);
    assert_memory_equal(&remedy, &before, sizeof remedy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(render__remedies__say_what_they_save),
                                       cmocka_unit_test(simulation__remedies__say_what_they_save)};
    return RUN_TESTS("memory_remedy", tests);
}
