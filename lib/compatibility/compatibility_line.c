/*
 * What drivers write to the kernel log when a device fails.
 *
 *   NVRM: Xid (PCI:0000:3b:00): 79, pid=...                        NVIDIA, since 2013 with "PCI:" before the address
 *   NVRM: Xid (PCI:0000:3b:00 GPU-I:05 GPU-CI:02): 94, pid=...     and with the MIG instance where one is at fault
 *   nvidia-nvswitch3: SXid (PCI:0000:c1:00.0): 20034, Fatal, ...   NVSwitch; lines of the same code without a word of
 *                                                                  severity are details of the first
 *   amdgpu 0000:c1:00.0: amdgpu: GPU reset begin!                  AMD, by what is said: there are no numbers
 *
 * Sources: NVIDIA Xid and fabric manager documentation; open-gpu-kernel-modules; the amdgpu driver of Linux.
 */
#include "compatibility/compatibility_line.h"

#include <string.h>

#include "base/name.h"
#include "compatibility/compatibility_row.h"

/* An address of `length` characters, in lower case. */
static bool take_device(const char *text, size_t length, char device[32])
{
    if (length == 0 || length > 31 || strspn(text, "0123456789abcdefABCDEF:.") < length) return false;
    for (size_t i = 0; i < length; i++)
        device[i] = (char)(text[i] >= 'A' && text[i] <= 'F' ? text[i] - 'A' + 'a' : text[i]);
    device[length] = '\0';
    return true;
}

/* "(PCI:0000:3b:00 GPU-I:05): 79": the device and the number; *rest is what follows. */
static bool take_number(const char *p, gpucost__fault_line *line, const char **rest)
{
    if (strncmp(p, "PCI:", 4) == 0) p += 4;
    size_t length = strcspn(p, " )"), whole = strcspn(p, ")");
    if (p[whole] != ')' || !take_device(p, length, line->device)) return false;
    p += whole + 1;
    if (*p == ':') p++;
    while (*p == ' ') p++;
    uint64_t value = 0;
    const char *start = p;
    for (; gpucost__is_digit(*p) && p - start < 9; p++) value = value * 10 + (uint64_t)(*p - '0');
    if (p == start || gpucost__is_digit(*p)) return false;
    line->code = value;
    *rest = p;
    return true;
}

static bool read_xid(const char *text, gpucost__fault_line *line)
{
    const char *p = strstr(text, "NVRM: Xid ("), *rest;
    if (!p || !take_number(p + strlen("NVRM: Xid ("), line, &rest)) return false;
    const gpucost_fault *fault = gpucost__fault_row(line->code);
    line->fault = "Xid";
    line->origin = fault ? fault->origin : "";
    line->ends_job = fault && fault->ends_job;
    return true;
}

static bool read_switch(const char *text, gpucost__fault_line *line)
{
    const char *p = strstr(text, "SXid ("), *rest;
    if (!p || !take_number(p + strlen("SXid ("), line, &rest)) return false;
    bool fatal = strncmp(rest, ", Fatal", 7) == 0;
    if (!fatal && strncmp(rest, ", Non-fatal", 11) != 0) return false;
    line->fault = "SXid";
    line->origin = fatal ? "hardware" : "information";
    line->ends_job = fatal;
    return true;
}

static bool read_amdgpu(const char *text, gpucost__fault_line *line)
{
    static const struct {
        const char *said, *fault, *origin;
        bool ends_job;
    } rows[] = {
        {"uncorrectable hardware errors detected", "amdgpu uncorrectable error", "hardware", true},
        {"correctable hardware errors detected", "amdgpu corrected error", "information", false},
        {"device lost from bus", "amdgpu lost from bus", "hardware", true},
        {"page fault (src_id", "amdgpu page fault", "application", true},
        {" timeout, signaled seq=", "amdgpu ring timeout", "driver", true},
        {"GPU reset begin", "amdgpu reset", "driver", true},
    };
    const char *p = strstr(text, "amdgpu ");
    if (!p) return false;
    p += strlen("amdgpu ");
    size_t length = strcspn(p, " ");
    if (length < 9 || p[length - 1] != ':' || !take_device(p, length - 1, line->device)) return false;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!strstr(p, rows[i].said)) continue;
        line->fault = rows[i].fault;
        line->origin = rows[i].origin;
        line->ends_job = rows[i].ends_job;
        line->code = 0;
        return true;
    }
    return false;
}

bool gpucost__fault_line_read(const char *text, gpucost__fault_line *line)
{
    return read_xid(text, line) || read_switch(text, line) || read_amdgpu(text, line);
}
