#include "support/table.h"

#include <string.h>

#include "accelerator/accelerator_row.h"

static void instance__is_found_by_name(void **state)
{
    (void)state;
    /* aws.amazon.com/ec2/instance-types: p4d, p5, g5; learn.microsoft.com: ND H100 v5; cloud.google.com: A3 */
    static const struct { const char *provider, *name, *accelerator; uint64_t count; } rows[] = {
        {"aws", "p4d.24xlarge", "a100-sxm-40gb", 8},     {"aws", "P5.48XLARGE", "h100-sxm-80gb", 8},
        {"", "g5.xlarge", "a10g", 1},                    {"AWS", "g4dn.12xlarge", "t4", 4},
        {"azure", "standard_nd96isr_h100_v5", "h100-sxm-80gb", 8},
        {"gcp", "a3-highgpu-8g", "h100-sxm-80gb", 8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gpucost_instance found = GPUCOST_INIT(gpucost_instance);
        gpucost_error err;
        assert_int_equal(gpucost_instance_find(rows[i].provider, rows[i].name, &found, &err), GPUCOST_OK);
        assert_string_equal(found.accelerator, rows[i].accelerator);
        assert_int_equal(found.accelerator_count, rows[i].count);
    }
    assert_null(gpucost__instance_row("gcp", "p4d.24xlarge"));
    assert_string_equal(gpucost__instance_row("", "p4d.24xlarge")->provider, "aws");
}

static void instance__a_wrong_name_suggests_names_of_the_provider(void **state)
{
    (void)state;
    gpucost_instance found = GPUCOST_INIT(gpucost_instance), before = found;
    gpucost_error err;
    assert_int_equal(gpucost_instance_find("aws", "p5.48xlarg", &found, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "nearest: p5.48xlarge, "));
    assert_int_equal(gpucost_instance_find("gcp", "a3-highgpu-9g", &found, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "nearest: a3-highgpu-8g"));
    assert_int_equal(gpucost_instance_find("amazon", "p5.48xlarge", &found, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_non_null(strstr(err.text, "no provider \"amazon\"; nearest: "));
    assert_non_null(strstr(err.text, "aws"));
    assert_memory_equal(&found, &before, sizeof found);
}

static void instance__every_row_is_valid(void **state)
{
    (void)state;
    assert_true(gpucost_instance_count() > 300);
    for (uint64_t i = 0; i < gpucost_instance_count(); i++) {
        gpucost_instance row = GPUCOST_INIT(gpucost_instance), read;
        gpucost_error err;
        assert_int_equal(gpucost_instance_at(i, &row, &err), GPUCOST_OK);
        assert_int_equal(gpucost__struct_in(&gpucost__instance_table, &row, &read, &err), GPUCOST_OK);
        assert_true(row.provider[0] && row.instance[0] && row.accelerator[0] && row.source[0]);
        assert_true(row.accelerator_count >= 1 && row.accelerator_share > 0);
        assert_ptr_equal(gpucost__instance_row(row.provider, row.instance), &gpucost__instance_rows[i]);
        /* a name that finds an accelerator is its id */
        const gpucost_accelerator *chip = gpucost__accelerator_row(NULL, row.accelerator);
        if (chip) assert_string_equal(chip->id, row.accelerator);
    }
}

static void link__every_row_is_valid_and_names_known_accelerators(void **state)
{
    (void)state;
    assert_true(gpucost_link_count() > 40);
    for (uint64_t i = 0; i < gpucost_link_count(); i++) {
        gpucost_link row = GPUCOST_INIT(gpucost_link), read;
        gpucost_error err;
        assert_int_equal(gpucost_link_at(i, &row, &err), GPUCOST_OK);
        assert_int_equal(gpucost__struct_in(&gpucost__link_table, &row, &read, &err), GPUCOST_OK);
        assert_true(row.id[0] && row.source[0]);
        if (!strstr("scale_up;host;scale_out;measured", row.kind)) fail_msg("%s: kind %s", row.id, row.kind);
        for (char *id = strtok(row.accelerators, ";"); id; id = strtok(NULL, ";"))
            if (!gpucost__accelerator_row(NULL, id)) fail_msg("%s: no accelerator %s", row.id, id);
    }
}

static void link__nvlink_agrees_with_its_accelerators(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < gpucost_link_count(); i++) {
        gpucost_link row = gpucost__link_rows[i];
        if (strcmp(row.technology, "NVLink") != 0 || strcmp(row.kind, "scale_up") != 0) continue;
        assert_close(row.device_bytes_per_s, row.link_bytes_per_s * (double)row.links, 1e-12);
        for (char *id = strtok(row.accelerators, ";"); id; id = strtok(NULL, ";"))
            assert_close(gpucost__accelerator_row(NULL, id)->scale_up_bytes_per_s, row.device_bytes_per_s, 1e-12);
    }
}

static void instance_and_link__arguments_are_checked(void **state)
{
    (void)state;
    gpucost_instance instance = {0};
    gpucost_link link = {0};
    gpucost_error err;
    assert_int_equal(gpucost_instance_at(0, &instance, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_instance_find("aws", "p5.48xlarge", &instance, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_link_at(0, &link, &err), GPUCOST_E_ARGUMENT);
    instance.size = sizeof instance;
    link.size = sizeof link;
    assert_int_equal(gpucost_instance_at(gpucost_instance_count(), &instance, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_link_at(gpucost_link_count(), &link, &err), GPUCOST_E_ARGUMENT);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(instance__is_found_by_name),
        cmocka_unit_test(instance__a_wrong_name_suggests_names_of_the_provider),
        cmocka_unit_test(instance__every_row_is_valid),
        cmocka_unit_test(link__every_row_is_valid_and_names_known_accelerators),
        cmocka_unit_test(link__nvlink_agrees_with_its_accelerators),
        cmocka_unit_test(instance_and_link__arguments_are_checked),
    };
    return RUN_TESTS("instance", tests);
}
