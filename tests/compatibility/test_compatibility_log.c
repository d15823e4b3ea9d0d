#include "support/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/compatibility.h"

static gpucost_fault_log *read(const char *text)
{
    gpucost_fault_log *log = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_fault_log_from_text(text, "kern.log", &log, &err), GPUCOST_OK);
    return log;
}

static gpucost_fault_summary summary_of(const char *text)
{
    gpucost_fault_log *log = read(text);
    gpucost_fault_summary summary = GPUCOST_INIT(gpucost_fault_summary);
    assert_int_equal(gpucost_fault_log_summarise(log, &summary, NULL), GPUCOST_OK);
    gpucost_fault_log_free(log);
    return summary;
}

static void log__counts_events_by_device(void **state)
{
    (void)state;
    gpucost_fault_log *log =
        read("[ 10.5] usb 1-1: new device\n"
             "[ 1000.5] NVRM: Xid (PCI:0000:3b:00): 79, pid='<unknown>', GPU has fallen off the bus.\n"
             "[ 1002.0] NVRM: Xid (PCI:0000:3B:00): 79, pid=7\n"
             "[ 1003.0] NVRM: Xid (PCI:0000:3b:00): 45, pid=7\r\n"
             "[ 5000.0] NVRM: Xid (PCI:0000:5e:00): 31, pid=8, Ch 00000001");
    gpucost_fault_summary summary = GPUCOST_INIT(gpucost_fault_summary);
    gpucost_fault_events row = GPUCOST_INIT(gpucost_fault_events);
    gpucost_error err;
    assert_int_equal(gpucost_fault_log_summarise(log, &summary, &err), GPUCOST_OK);
    assert_int_equal(summary.lines, 5);
    assert_int_equal(summary.events, 4);
    assert_int_equal(summary.devices, 2);
    assert_int_equal(summary.failures, 2);
    assert_int_equal(summary.hardware_failures, 1);
    assert_int_equal(summary.application_failures, 1);
    assert_int_equal(summary.untimed, 0);
    assert_int_equal(gpucost_fault_log_count(log), 3);
    assert_int_equal(gpucost_fault_log_at(log, 0, &row, &err), GPUCOST_OK);
    assert_string_equal(row.device, "0000:3b:00");
    assert_int_equal(row.code, 79);
    assert_int_equal(row.events, 2);
    assert_int_equal(row.failures, 1);
    assert_int_equal(row.first_line, 2);
    assert_int_equal(row.last_line, 3);
    assert_string_equal(row.origin, "hardware");
    assert_int_equal(gpucost_fault_log_at(log, 3, &row, &err), GPUCOST_E_ARGUMENT);
    gpucost_fault_log_free(log);
}

static void log__merges_lines_of_one_failure(void **state)
{
    (void)state;
    assert_int_equal(summary_of("[ 1.0] NVRM: Xid (PCI:0000:01:00): 48, x\n"
                                "[ 61.9] NVRM: Xid (PCI:0000:01:00): 95, x\n").failures, 1);
    assert_int_equal(summary_of("[ 1.0] NVRM: Xid (PCI:0000:01:00): 48, x\n"
                                "[ 62.0] NVRM: Xid (PCI:0000:01:00): 48, x\n").failures, 2);
    /* a clock that goes back is a restart */
    assert_int_equal(summary_of("[ 90.0] NVRM: Xid (PCI:0000:01:00): 48, x\n"
                                "[ 80.0] NVRM: Xid (PCI:0000:01:00): 48, x\n").failures, 2);
    assert_int_equal(summary_of("[ 1.0] NVRM: Xid (PCI:0000:01:00): 48, x\n"
                                "[ 2.0] NVRM: Xid (PCI:0000:02:00): 48, x\n").failures, 2);
}

static void log__reads_the_times_of_logs(void **state)
{
    (void)state;
    gpucost_fault_summary syslog = summary_of("Feb 29 23:59:30 node7 kernel: NVRM: Xid (PCI:0000:01:00): 119, x\n"
                                              "Mar  1 00:00:10 node7 kernel: NVRM: Xid (PCI:0000:01:00): 119, x\n"
                                              "Mar  1 00:02:00 node7 kernel: NVRM: Xid (PCI:0000:01:00): 119, x\n");
    assert_int_equal(syslog.untimed, 0);
    assert_int_equal(syslog.driver_failures, 2);
    gpucost_fault_summary iso =
        summary_of("2024-02-29T23:59:30+00:00 node7 kernel: NVRM: Xid (PCI:0000:01:00): 119, x\n"
                   "2024-03-01T00:00:10+00:00 node7 kernel: NVRM: Xid (PCI:0000:01:00): 119, x\n");
    assert_int_equal(iso.untimed, 0);
    assert_int_equal(iso.driver_failures, 1);
    gpucost_fault_summary none = summary_of("NVRM: Xid (0000:01:00): 119, x\nNVRM: Xid (0000:01:00): 119, x\n");
    assert_int_equal(none.untimed, 2);
    assert_int_equal(none.failures, 2);
}

static void log__skips_what_is_no_xid(void **state)
{
    (void)state;
    static const char *const lines[] = {"",
                                        "\n\n",
                                        "NVRM: Xid",
                                        "NVRM: Xid (",
                                        "NVRM: Xid (PCI:",
                                        "NVRM: Xid (PCI:0000:3b:00)",
                                        "NVRM: Xid (PCI:0000:3b:00): x",
                                        "NVRM: Xid (PCI:zz): 79",
                                        "NVRM: Xid (PCI:0000:3b:00): 79999999999",
                                        "NVRM: Xid (): 79",
                                        "\xff\xfe"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) assert_int_equal(summary_of(lines[i]).events, 0);
    gpucost_fault_summary unknown = summary_of("NVRM: Xid (PCI:0000:3b:00): 999, pid=1");
    assert_int_equal(unknown.events, 1);
    assert_int_equal(unknown.failures, 0);
}

/* Lines as drivers write them: the MIG line is of NVIDIA's error management guide, those of switches of its fabric
   manager guide, those of amdgpu of reports (github.com/tomsom/yoga-linux/issues/38, pop-os/cosmic-epoch/issues/3764).
 */
static void log__knows_every_driver(void **state)
{
    (void)state;
    static const struct { const char *line, *device, *fault, *origin; uint64_t code, failures;
    } rows[] = {
        {"NVRM: Xid (0000:03:00): 13, 0001 00000000 0000902d", "0000:03:00", "Xid", "application", 13, 1},
        {"NVRM: Xid (0003:00): 8, Channel 00000020", "0003:00", "Xid", NULL, 8, 1},
        {"NVRM: Xid (PCI:0000:01:00 GPU-I:05): 94, pid=7194, Contained: CE User Channel (0x9). RST: No, D-RST: No",
         "0000:01:00", "Xid", NULL, 94, 1},
        {"NVRM: Xid (PCI:0000:3b:00 GPU-I:01 GPU-CI:02): 13, pid=9, name=a, Graphics Exception", "0000:3b:00", "Xid",
         "application", 13, 1},
        {"NVRM: Xid (PCI:0018:01:00): 119, pid=1, name=python, Timeout after 6s of waiting for RPC response from GPU0 "
         "GSP!",
         "0018:01:00", "Xid", NULL, 119, 1},
        {"nvidia-nvswitch0: SXid (PCI:0000:ca:00.0): 20034, Fatal, Link 30 LTSSM Fault Up", "0000:ca:00.0", "SXid",
         "hardware", 20034, 1},
        {"nvidia-nvswitch3: SXid (PCI:0000:C1:00.0): 28006, Non-fatal, Link 46 MC TS crumbstore MCTO (First)",
         "0000:c1:00.0", "SXid", "information", 28006, 0},
        {"amdgpu 0000:33:00.0: amdgpu: GPU reset begin!", "0000:33:00.0", "amdgpu reset", "driver", 0, 1},
        {"Aug 09 11:36:30 n kernel: amdgpu 0000:0c:00.0: ring gfx_0.0.0 timeout, signaled seq=5389552, emitted "
         "seq=5389554",
         "0000:0c:00.0", "amdgpu ring timeout", "driver", 0, 1},
        {"amdgpu 0000:04:00.0: amdgpu: [gfxhub] page fault (src_id:0 ring:32 vmid:0 pasid:0)", "0000:04:00.0",
         "amdgpu page fault", "application", 0, 1},
        {"amdgpu 0000:83:00.0: amdgpu: 1 uncorrectable hardware errors detected in umc block", "0000:83:00.0",
         "amdgpu uncorrectable error", "hardware", 0, 1},
        {"amdgpu 0000:83:00.0: amdgpu: 3 correctable hardware errors detected in umc block", "0000:83:00.0",
         "amdgpu corrected error", "information", 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gpucost_fault_log *log = read(rows[i].line);
        gpucost_fault_events row = GPUCOST_INIT(gpucost_fault_events);
        assert_int_equal(gpucost_fault_log_count(log), 1);
        assert_int_equal(gpucost_fault_log_at(log, 0, &row, NULL), GPUCOST_OK);
        assert_string_equal(row.device, rows[i].device);
        assert_string_equal(row.fault, rows[i].fault);
        assert_int_equal(row.code, rows[i].code);
        assert_int_equal(row.failures, rows[i].failures);
        if (rows[i].origin) assert_string_equal(row.origin, rows[i].origin);
        gpucost_fault_log_free(log);
    }
    /* a hang, its reset and what follows are one failure; details of a switch's fault are no event */
    gpucost_fault_summary hang =
        summary_of("[127033.2] amdgpu 0000:c5:00.0: amdgpu: ring gfx_0.0.0 timeout, signaled seq=2\n"
                   "[127035.4] amdgpu 0000:c5:00.0: amdgpu: GPU reset begin!\n"
                   "[127037.8] amdgpu 0000:c5:00.0: amdgpu: GPU reset succeeded, trying to resume\n"
                   "[9.1] nvidia-nvswitch3: SXid (PCI:0000:c1:00.0): 28006, Severity 0 Engine 46\n");
    assert_int_equal(hang.events, 2);
    assert_int_equal(hang.failures, 1);
    assert_int_equal(hang.devices, 1);
}

static void log__survives_any_cut(void **state)
{
    (void)state;
    const char whole[] = "Feb  9 12:00:00 n kernel: [ 1000.5] NVRM: Xid (PCI:0000:3b:00): 79, pid=1\n";
    for (size_t length = 0; length < sizeof whole; length++) {
        char *text = malloc(length + 1);
        assert_non_null(text);
        memcpy(text, whole, length);
        text[length] = '\0';
        assert_true(summary_of(text).events <= 1);
        free(text);
    }
}

static void file__that_is_missing_is_an_error(void **state)
{
    (void)state;
    gpucost_fault_log *log = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_fault_log_from_file("/nonexistent/kern.log", &log, &err), GPUCOST_E_IO);
    assert_null(log);
    assert_true(strstr(err.source, "kern.log") != NULL);
}

static void faults__are_all_explained(void **state)
{
    (void)state;
    gpucost_error err;
    assert_int_equal(gpucost_fault_count(), 172);
    for (uint64_t i = 0; i < gpucost_fault_count(); i++) {
        gpucost_fault row = GPUCOST_INIT(gpucost_fault), found = row;
        assert_int_equal(gpucost_fault_at(i, &row, &err), GPUCOST_OK);
        assert_int_equal(row.code, i + 1);
        assert_true(*row.meaning && *row.mnemonic && *row.source);
        assert_int_equal(gpucost_fault_find(row.code, &found, &err), GPUCOST_OK);
        assert_memory_equal(&row, &found, sizeof row);
    }
    gpucost_fault row = GPUCOST_INIT(gpucost_fault);
    assert_int_equal(gpucost_fault_find(79, &row, &err), GPUCOST_OK);
    assert_string_equal(row.mnemonic, "ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS");
    assert_string_equal(row.origin, "hardware");
    assert_int_equal(row.ends_job, 1);
    assert_int_equal(gpucost_fault_find(63, &row, &err), GPUCOST_OK);
    assert_int_equal(row.ends_job, 0);
    assert_int_equal(gpucost_fault_find(0, &row, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_string_equal(err.value, "0");
    assert_int_equal(
        gpucost_fault_rate_of(1, (double)NAN, 0, &(gpucost_fault_rate){.size = sizeof(gpucost_fault_rate)}, &err),
        GPUCOST_E_RANGE);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(log__counts_events_by_device),
        cmocka_unit_test(log__merges_lines_of_one_failure),
        cmocka_unit_test(log__reads_the_times_of_logs),
        cmocka_unit_test(log__skips_what_is_no_xid),
        cmocka_unit_test(log__knows_every_driver),
        cmocka_unit_test(log__survives_any_cut),
        cmocka_unit_test(file__that_is_missing_is_an_error),
        cmocka_unit_test(faults__are_all_explained),
    };
    return RUN_TESTS("faults", tests);
}
