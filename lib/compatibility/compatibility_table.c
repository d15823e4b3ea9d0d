#include "compatibility/compatibility_row.h"

#define TEXT(type, member, text) FIELD(type, member, GPUCOST_FIELD_TEXT, .doc = (text))
#define COUNT(type, member, text) FIELD(type, member, GPUCOST_FIELD_U64, .doc = (text))

#define C gpucost_compatibility
static const gpucost_field compatibility_fields[] = {
    FIELD_SIZE(C),
    TEXT(C, kind, "toolkit, framework, architecture or channel"),
    TEXT(C, name, "such as CUDA, PyTorch or Ampere"),
    TEXT(C, version, "release"),
    TEXT(C, cuda, "CUDA version it is built for, or the first one that builds for the architecture"),
    TEXT(C, cuda_last, "last CUDA version that builds for the architecture"),
    TEXT(C, driver, "driver that came with this CUDA version"),
    TEXT(C, driver_least, "oldest driver under minor-version compatibility"),
    TEXT(C, driver_last, "last driver branch that supports the architecture"),
    TEXT(C, capability_least, "lowest compute capability it has code for"),
    TEXT(C, capability_most, "highest compute capability it has code for"),
    TEXT(C, capabilities, "compute capabilities it has machine code for, joined by ';'"),
    TEXT(C, ptx, "compute capability of its PTX; empty without PTX"),
    TEXT(C, cudnn, "cuDNN version it was tested with"),
    TEXT(C, python, "Python versions it was tested with"),
    TEXT(C, source, "where the row comes from"),
};
#undef C
const gpucost_struct gpucost__compatibility_table = STRUCT_TABLE(
    gpucost_compatibility, compatibility_fields, "What a toolkit, a build of a framework or an architecture needs.");

#define C gpucost_compatibility_case
static const gpucost_field case_fields[] = {
    FIELD_SIZE(C),
    FIELD(C, accelerator, GPUCOST_FIELD_TEXT, .fallback = "any device", .doc = "accelerator by any name it has"),
    FIELD(C, framework, GPUCOST_FIELD_TEXT, .fallback = "CUDA alone", .doc = "pytorch or tensorflow"),
    FIELD(C, framework_version, GPUCOST_FIELD_TEXT, .fallback = "any", .doc = "such as 2.1 or 2.1.2+cu121"),
    FIELD(C, cuda, GPUCOST_FIELD_TEXT, .fallback = "any", .doc = "such as 12.1 or cu121"),
    FIELD(C, driver, GPUCOST_FIELD_TEXT, .fallback = "any", .doc = "such as 525.60.13"),
};
#undef C
const gpucost_struct gpucost__compatibility_case_table =
    STRUCT_TABLE(gpucost_compatibility_case, case_fields, "A combination of device, framework, CUDA and driver.");

#define C gpucost_compatibility_answer
static const gpucost_field answer_fields[] = {
    FIELD_SIZE(C),
    FIELD(C, possible, GPUCOST_FIELD_FLAG, .doc = "the combination works"),
    FIELD(C, through_ptx, GPUCOST_FIELD_FLAG, .doc = "the working combination compiles PTX as it starts"),
    TEXT(C, reason, "why, or why not"),
    TEXT(C, framework, "framework of the combination that works"),
    TEXT(C, framework_version, "release of the combination that works"),
    TEXT(C, cuda, "CUDA version of the combination that works; empty when none works"),
    TEXT(C, driver_least, "oldest driver of the combination that works"),
    TEXT(C, driver_last, "last driver branch of the device; empty when it is still supported"),
    TEXT(C, capability, "compute capability of the accelerator"),
    TEXT(C, source, "row that decided"),
};
#undef C
const gpucost_struct gpucost__compatibility_answer_table = STRUCT_TABLE(
    gpucost_compatibility_answer, answer_fields, "Whether a combination works, and the nearest one that does.");

#define C gpucost_fault
static const gpucost_field fault_fields[] = {
    FIELD_SIZE(C),
    COUNT(C, code, "Xid"),
    TEXT(C, mnemonic, "NVIDIA's names, joined by ';'"),
    TEXT(C, meaning, "what happened"),
    TEXT(C, origin, "hardware, driver, application or information; empty when current products do not report it"),
    TEXT(C, cause, "what is behind it most often"),
    TEXT(C, action, "what to do"),
    FIELD(C, ends_job, GPUCOST_FIELD_FLAG, .doc = "work on the device cannot go on"),
    FIELD(C, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    TEXT(C, resolution, "NVIDIA's bucket of what to do at once"),
    TEXT(C, investigation, "NVIDIA's bucket of what to look into"),
    TEXT(C, source, "where the row comes from"),
};
#undef C
const gpucost_struct gpucost__fault_table =
    STRUCT_TABLE(gpucost_fault, fault_fields, "An event that the NVIDIA driver writes to the kernel log.");

#define C gpucost_fault_events
static const gpucost_field events_fields[] = {
    FIELD_SIZE(C),
    TEXT(C, device, "PCI address"),
    COUNT(C, code, "Xid or SXid; 0 for amdgpu"),
    COUNT(C, events, "lines in the log"),
    COUNT(C, failures, "those that end a job, with lines of one failure counted once"),
    COUNT(C, first_line, "line of the first event"),
    COUNT(C, last_line, "line of the last event"),
    TEXT(C, origin, "hardware, driver, application or information; empty when not known"),
    TEXT(C, fault, "Xid, SXid or such as amdgpu ring timeout"),
};
#undef C
const gpucost_struct gpucost__fault_events_table =
    STRUCT_TABLE(gpucost_fault_events, events_fields, "Events of one kind on one device.");

#define C gpucost_cuda_error
static const gpucost_field cuda_error_fields[] = {
    FIELD_SIZE(C),
    COUNT(C, code, "number of both interfaces"),
    TEXT(C, runtime, "name in the runtime interface"),
    TEXT(C, driver, "name in the driver interface"),
    TEXT(C, meaning, "what happened"),
    TEXT(C, origin, "application, software, machine or hardware"),
    TEXT(C, cause, "what is behind it most often"),
    TEXT(C, action, "what to do"),
    FIELD(C, ends_process, GPUCOST_FIELD_FLAG, .doc = "the process cannot go on with the device"),
    FIELD(C, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
    TEXT(C, source, "where the row comes from"),
};
#undef C
const gpucost_struct gpucost__cuda_error_table =
    STRUCT_TABLE(gpucost_cuda_error, cuda_error_fields, "An error of the CUDA runtime and driver interfaces.");

#define C gpucost_fault_summary
static const gpucost_field summary_fields[] = {
    FIELD_SIZE(C),
    COUNT(C, lines, "lines read"),
    COUNT(C, events, "lines of faults"),
    COUNT(C, devices, "devices with a fault"),
    COUNT(C, failures, "failures that end a job, of any origin"),
    COUNT(C, hardware_failures, "failures of hardware"),
    COUNT(C, driver_failures, "failures of driver or firmware"),
    COUNT(C, application_failures, "failures of applications"),
    COUNT(C, untimed, "lines of faults without a readable time, none of them merged"),
};
#undef C
const gpucost_struct gpucost__fault_summary_table =
    STRUCT_TABLE(gpucost_fault_summary, summary_fields, "A kernel log in short.");

#define C gpucost_fault_rate
#define PER_HOUR(member, text) FIELD(C, member, GPUCOST_FIELD_F64, .unit = "1/h", .doc = (text))
#define HOURS(member, text) FIELD(C, member, GPUCOST_FIELD_F64, .unit = "h", .doc = (text))
static const gpucost_field rate_fields[] = {
    FIELD_SIZE(C),
    FIELD(C, failures, GPUCOST_FIELD_U64, .most = "1000000000", .doc = "failures seen"),
    FIELD(C, device_hours, GPUCOST_FIELD_F64, .unit = "h", .least = "1e-6", .most = "1e12",
          .doc = "hours of all devices added"),
    FIELD(C, confidence, GPUCOST_FIELD_F64, .fallback = "0.95", .least = "0.5", .most = "0.999999",
          .doc = "share of intervals that hold the true rate"),
    PER_HOUR(per_hour, "failures per device and hour"),
    PER_HOUR(low_per_hour, "lower end of the interval"),
    PER_HOUR(high_per_hour, "upper end of the interval"),
    HOURS(mean_h, "device hours between failures; 0 when none was seen"),
    HOURS(mean_low_h, "shortest mean inside the interval"),
    HOURS(mean_high_h, "longest mean inside the interval; 0 when none was seen: unbounded"),
};
#undef C
const gpucost_struct gpucost__fault_rate_table =
    STRUCT_TABLE(gpucost_fault_rate, rate_fields, "How often devices fail, with its interval.");
