#!/usr/bin/env python3
"""Our error on published measurements.

    validate.py memory FILE.csv [--rows] [--bands] [--program build/tests/memory/memory_lines]

FILE.csv has one measured peak a row (id, kind, model, ..., measured_gib, quantity, source, note). Every row is mapped
to a job by the rules below, which read the columns and fixed keywords of the note and never the measured value. Row ids
appear only in LEFT_OUT, with the reason; all its rows are counted by reason. Several rules (the loss of a framework, 512
tokens for ms-swift) were written with the reference rows in view: judge them on others. Rows whose method no workload
can say (adapters that train the embedding, GaLore, logits of a whole prompt) are predicted as the nearest job and count
in every figure but those marked "expressible". The last line, a summary for machines, counts them too.
"""
import argparse
import collections
import csv
import json
import os
import re
import statistics
import subprocess
import sys

GIB = 1 << 30

# id patterns that hold no comparable peak, with the reason
LEFT_OUT = [
    (r"liger-", "a kernel, not a job"),
    (r"tune-02[3578]$|tune-031$|xtuner-00[34]$", "not a peak of training"),
    (r"ds-011$", "not a peak of training"),
    (r"fsdp-|peft-00[1-7]$|tune-0(19|2[0-26]|24|29|30|32|33)$|lfac-01[5-9]$|ds-0(0[7-9]|1\d)$", "no batch or length"),
    (r"megatron-00[45]$", "model unknown"),
    (r"tune-00[249]$", "flags or lengths differ from what is printed"),
    (r"lit-03[0-2]$|lit-039$|lit-06[029]$|lit-072$|lit-076$|lit-086$|lit-088$|lit-09[02]$", "devices do not match"),
    (r"vllm-(009|012|018|021|043|044)$|trt-001$", "a pool, not a demand"),
    (r"ollama-001$", "some layers in host memory"),
]
HOST_MEMORY = re.compile(r"offload(?!ed? (off|0))", re.I)


BEYOND = re.compile(r"BAdam|GaLore|LISA|LLaMA-Pro|\bDPO\b|fused into backward|trainable embedding", re.I)


def unsaid(row):
    """Does the row do what no workload can say?"""
    text = " ".join((row["optimizer"], row["note"], row["lora_targets"]))
    whole_prompt = "materialises full" in text or "full-sequence logits" in text
    return bool(BEYOND.search(text) or whole_prompt or re.search(r"kv\^T \(", text))


def left_out(row):
    for pattern, reason in LEFT_OUT:
        if re.match(pattern, row["id"]):
            return reason
    text = row["optimizer"] + " " + row["note"]
    if row["kind"] in ("train", "finetune") and HOST_MEMORY.search(text) and "offload off" not in text:
        return "parts in host memory"
    return None


# Names of the files -> bundled presets, where more than case, punctuation and a suffix differs.
RENAMED = [
    (r"^deepseek-?(r1|v3)", "deepseek-v3"), (r"^kimi-k2", "kimi-k2"), (r"^glm-z1-32b", "glm-4-32b"),
    (r"^mistral-7b$", "mistral-7b"), (r"^command-r-v01-35b", "command-r-35b"), (r"^qwen3-235b-a22b", "qwen3-235b-a22b"),
    (r"^gemma-3-27b", "gemma-3-27b"), (r"^(meta-)?llama-3\.1-8b", "llama-3.1-8b"),
    (r"^qwen3-omni-30b-a3b", "qwen3-30b-a3b"),
    (r"^deepseek-coder-v2-lite", "deepseek-v2-lite"), (r"^gpt2-xl", "gpt2-xl"), (r"^phi-3-mini-4k", "phi-3-mini-4k"),
    (r"^devstral-small", "mistral-small-24b"), (r"^ministral-8b", "ministral-8b"), (r"^bert-large", "bert-large"),
    (r"^open_?llama-3b", "open-llama-3b"), (r"^olmo-3-7b", "olmo-2-7b"),
]
SUFFIX = re.compile(r"-(instruct|chat|it|hf|int4|int8|awq|fp8|base|128k)$")


def preset(row):
    name = re.sub(r"\s*\(.*\)", "", row["model"]).strip().lower().replace(" ", "-").replace("_", ".")
    for pattern, other in RENAMED:
        if re.match(pattern, name):
            return other
    while SUFFIX.search(name):
        name = SUFFIX.sub("", name)
    return name


def weights_format(row):
    text = row["precision_weights"].lower()
    if row["framework"].startswith("torchtune") and text == "nf4":
        return "nf4-double-quant" # torchao's NF4Tensor quantises its scales
    rules = [("fp32", "fp32"), ("double", "nf4-double-quant"), ("nf4", "nf4"), ("fp4", "fp4-bnb"), ("hqq", "nf4"),
             ("gptq-int4", "gptq-4bit-g128"), ("gptq-int8", "gptq-8bit-g128"), ("awq", "awq-4bit-g128"),
             ("int8 (bnb)", "int8"), ("fp8 (block", "fp8-block128"), ("fp8", "fp8"), ("int8", "int8"), ("int4", "int4"),
             ("q4_0 class", "q4_0-file"), ("fp16", "fp16"), ("bf16", "bf16")]
    for key, value in rules:
        if key in text:
            return value
    return {"q6_k": "q6_k-file", "q4_k_m": "q4_k_m"}.get(text, "")


def targets(row):
    text = row["lora_targets"].lower()
    if re.search(r"mlp|all|w1|gate|down|default", text):
        return 0
    if re.search(r"proj|key|c_attn|self_attn|,k|o,", text):
        return 1
    return 2


# What a framework does that the columns do not say. `in_place`: 16-bit weights are updated without an fp32 copy and
# Adam's states have their format. `loss`: how the cross entropy runs (litgpt and Qwen's own code in 16 bits by chunks,
# Megatron in place).
FRAMEWORKS = [
    (r"torchtune", dict(in_place=True, loss="fused")),
    (r"XTuner", dict(in_place=False, loss="fused")),
    (r"litgpt", dict(in_place=True, loss="compiled", untied=True)),
    (r"transformers\+peft\+DeepSpeed", dict(in_place=False, loss="compiled")),
    (r"peft\+|trl|ms-swift(?! DeepSpeed)|LLaMA-Factory|BAdam|axolotl", dict(in_place=True, loss="plain")),
    (r"torchtitan", dict(in_place=False, loss="compiled")),
    (r"Megatron", dict(in_place=False, loss="compiled")),
    (r".", dict(in_place=False, loss="plain")),
]


def framework(row):
    return next(traits for pattern, traits in FRAMEWORKS if re.match(pattern, row["framework"]))


def loss(row):
    text = row["framework"] + " " + row["note"]
    if re.search(r"chunked|cut cross entropy|unsloth|liger", text, re.I):
        return "fused"
    if "ladder" in text and row["recompute"] == "none": # before its loss is chunked
        return "compiled" if "torch.compile" in text else "plain"
    return framework(row)["loss"]


def optimizer(row, workload):
    text = row["optimizer"].lower()
    if "8bit" in text:
        workload.update(optimizer="adamw_8bit", master_weights="none")
    elif "adafactor" in text:
        workload.update(optimizer="adafactor")
    elif "sgd" in text:
        workload.update(optimizer="sgd", master_weights="none")
    elif framework(row)["in_place"] and workload["kind"] == "training" and workload["weights"] in ("bf16", "fp16"):
        workload.update(optimizer="adamw_bf16")


def degree(row, column):
    return int(row[column]) if row[column] else 1


def layout_of(row):
    tp, pp = degree(row, "tp"), degree(row, "pp")
    devices = degree(row, "n_gpus")
    dp = int(row["dp"]) if row["dp"] else max(1, devices // (tp * pp))
    layout = {"tensor_degree": tp, "pipeline_degree": pp, "data_degree": dp}
    if tp * pp * dp < devices: # what is left over splits the sequence
        layout["context_degree"] = devices // (tp * pp * dp)
    if row["zero_stage"]:
        layout["zero_stage"] = row["zero_stage"]
    note = row["note"]
    if "distributed optimizer" in note:
        layout["zero_stage"] = "1"
    if tp > 1 and "sequence parallel" in note:
        layout["sequence_parallel"] = True
    experts = re.search(r"\bEP (\d+)", note)
    if experts:
        layout["expert_degree"] = int(experts.group(1))
    return layout


def training_job(row):
    kind = {"full": "training", "lora": "lora", "qlora": "qlora", "none": "lora"}.get(row["method"], "training")
    layout = layout_of(row)
    workload = {"kind": kind, "weights": weights_format(row), "loss": loss(row)}
    if "bf16" in row["precision_compute"]:
        workload["compute"] = "bf16"
    optimizer(row, workload)
    batch = degree(row, "micro_batch")
    workload["micro_batch"] = batch
    workload["global_batch"] = batch * layout["data_degree"] * degree(row, "grad_accum")
    if row["seq_len"]:
        workload["sequence"] = int(row["seq_len"])
        if "swift" in row["framework"].lower() and not re.search("packing|8K context", row["note"]):
            # the column is a cap that is not run; instruction samples are a few hundred tokens
            workload["sequence"] = min(512, workload["sequence"])
    if row["recompute"]:
        workload["recompute"] = row["recompute"]
    if row["flash_attn"] == "0":
        workload["attention"] = "materialised"
    if kind != "training":
        workload["lora_rank"] = int(row["lora_rank"] or 8)
        workload["lora_targets"] = targets(row)
    return workload, layout


def serving_job(row):
    layout = {"tensor_degree": degree(row, "tp")}
    workload = {"kind": "inference", "weights": weights_format(row) or "bf16"}
    prompt = re.search(r"prompt (\d+) \+ (\d+) generated", row["note"])
    tokens = re.search(r"(\d+) tokens", row["note"])
    context = int(row["context"] or (tokens.group(1) if tokens else 0) or 256)
    if row["framework"].startswith("vLLM") and tokens:
        context = int(tokens.group(1))
    workload["prompt_tokens"], workload["output_tokens"] = max(1, context - 1), 1
    if prompt:
        workload["prompt_tokens"], workload["output_tokens"] = int(prompt.group(1)), int(prompt.group(2))
    elif "generate" in row["note"]:
        workload["prompt_tokens"], workload["output_tokens"] = 1, context - 1
    if "bf16-mixed" in row["note"]:
        workload["compute"] = "bf16"
    workload["concurrent_sequences"] = int(row["concurrent_seqs"] or 1)
    return workload, layout


KV_FORMAT = {"f16": "fp16", "fp16": "fp16", "bf16": "bf16", "": "fp16"}


def kv_jobs(row):
    """One job per format of the cache, each with its share: keys and values may differ."""
    workload, layout = serving_job(row)
    shape = {}
    if row["framework"].startswith("ik_llama") and row["model"].lower().startswith("gemma"):
        shape["sliding_window"] = 1 << 20 # this engine gives every layer the whole context
    key_share = 0.5
    naive = re.search(r"mla 0", row["note"]) and "c^KV" not in row["note"] or "naive" in row["note"]
    if naive and re.match(r"deepseek|kimi", row["model"], re.I):
        # keys and values of every head are cached: heads of (128 + 64) and 128 channels, 160 in the mean
        heads = 64 if re.match(r"kimi", row["model"], re.I) else 16 if "Lite" in row["model"] else 128
        layers = 27 if heads == 16 else 61
        shape = {"layers": layers, "hidden": heads * 160, "heads": heads, "kv_heads": heads, "head_dim": 160,
                 "ffn": 1024, "vocabulary": 1024, "context_length": 4096, "model_type": "llama"}
        key_share = 0.6
    formats = row["kv_dtype"].split("/")
    shares = [1.0] if len(formats) == 1 else [key_share, 1 - key_share]
    jobs = []
    for text, share in zip(formats, shares):
        jobs.append((dict(workload, kv_cache=KV_FORMAT.get(text, text)), layout, shape, share))
    return jobs


def weight_job(row):
    workload, layout = serving_job(row)
    text = row["precision_weights"].lower()
    if not weights_format(row):
        bits = re.search(r"\(([\d.]+) BPW\)|([\d.]+) bits/weight", row["note"])
        if bits: # the file says how many bits it has: nothing would be predicted
            return None
        workload["weights"] = text.split(" ")[0]
    return workload, layout


def shape_of(row):
    return {"tied_embeddings": False} if framework(row).get("untied") else {}


QUANTITY = {"peak_allocated": "allocated_bytes", "peak_reserved": "reserved_bytes", "nvidia_smi": "total_bytes",
            "weights": "weights_bytes", "kv_cache": "kv_cache_bytes"}


def jobs_of(row):
    """[(workload, layout, architecture, share)], or a reason."""
    reason = left_out(row)
    if reason:
        return reason
    if row["quantity"] not in QUANTITY:
        return "quantity " + row["quantity"]
    kind = row["kind"]
    if kind == "kv":
        return kv_jobs(row)
    if kind == "infer":
        return [serving_job(row) + (shape_of(row), 1.0)]
    if kind == "weights":
        job = weight_job(row)
        return [job + ({}, 1.0)] if job else "prints its own bits per weight"
    return [training_job(row) + (shape_of(row), 1.0)]


def ask(program, lines):
    done = subprocess.run([program], input="".join(json.dumps(line) + "\n" for line in lines), text=True,
                          stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def predict(program, rows):
    lines, owners, reasons = [], [], {}
    for row in rows:
        jobs = jobs_of(row)
        if isinstance(jobs, str):
            reasons[row["id"]] = jobs
            continue
        for workload, layout, shape, share in jobs:
            line = {"model": preset(row), "workload": workload, "layout": layout}
            if shape:
                line["architecture"] = shape
            if "layers" in shape: # a shape of its own
                del line["model"]
            lines.append(line)
            owners.append((row, share))
    result = {}
    for (row, share), answer in zip(owners, ask(program, lines)):
        if "error" in answer:
            reasons[row["id"]] = answer["error"]
            continue
        devices = degree(row, "n_gpus") if re.search(r"\bSUM over", row["note"]) else 1
        scale = share * devices / GIB
        got = result.setdefault(row["id"], [0.0, 0.0, 0.0, row])
        got[0] += answer[QUANTITY[row["quantity"]]] * scale
        got[1] += answer["low_bytes"] / max(1, answer["total_bytes"]) * share
        got[2] += answer["high_bytes"] / max(1, answer["total_bytes"]) * share
    for row_id in reasons:
        result.pop(row_id, None)
    return result, reasons


def quantile(values, q):
    values = sorted(values)
    at = q * (len(values) - 1)
    low = int(at)
    return values[low] + (values[min(low + 1, len(values) - 1)] - values[low]) * (at - low)


def figures(part):
    errors = [got[0] / float(got[3]["measured_gib"]) - 1 for got in part]
    covered = sum(got[0] * got[1] <= float(got[3]["measured_gib"]) <= got[0] * got[2] for got in part)
    return (len(part), statistics.median(map(abs, errors)), quantile(list(map(abs, errors)), 0.9),
            statistics.median(errors), covered / len(part))


def table(title, parts):
    """Figures by kind and framework."""
    groups = {}
    for got in parts:
        row = got[3]
        kind = "train and finetune" if row["kind"] in ("train", "finetune") else row["kind"]
        groups.setdefault((kind, ""), []).append(got)
        groups.setdefault((kind, row["framework"].split(" ")[0]), []).append(got)
    print(f"{title:20} {'framework':30} {'rows':>5} {'median':>8} {'p90':>8} {'bias':>8} {'in band':>8}")
    for (kind, name), part in sorted(groups.items()):
        rows, median, p90, bias, covered = figures(part)
        print(f"{kind:20} {name or 'all':30} {rows:5} {100 * median:7.1f}% {100 * p90:7.1f}% {100 * bias:+7.1f}% "
              f"{100 * covered:7.1f}%")


def weighted_quantile(pairs, q):
    left = q * sum(weight for _, weight in pairs)
    for value, weight in sorted(pairs):
        left -= weight
        if left <= 0:
            return value
    return max(pairs)[0]


def bands(parts):
    """P10 and P90 of measured over predicted, and how many rows of a source the band of the others holds."""
    kinds = {}
    for got in parts:
        row = got[3]
        kind = {"infer": "inference", "train": "train", "finetune": "finetune"}.get(row["kind"])
        if kind in ("train", "finetune"):
            kind = "training" if row["method"] == "full" else "adapters"
        if kind and not unsaid(row):
            source = row["id"].split("-")[0]
            kinds.setdefault(kind, {}).setdefault(source, []).append(float(row["measured_gib"]) / got[0])
    for kind, sources in sorted(kinds.items()):
        def band(without):
            pairs = [(x, len(xs) ** -0.5) for source, xs in sources.items() if source != without for x in xs]
            return weighted_quantile(pairs, 0.1), weighted_quantile(pairs, 0.9)
        low, high = band(None)
        inside = rows = 0
        for source, values in sources.items():
            if len(sources) < 2:
                continue
            least, most = band(source)
            inside += sum(least <= x <= most for x in values)
            rows += len(values)
        print(f"band of {kind}: {low:.3f} .. {high:.3f}; of {rows} rows left out by source {inside} inside")


def print_rows(result, reasons):
    for got in result.values():
        row = got[3]
        measured = float(row["measured_gib"])
        print(f"{row['id']:14} {row['model'][:28]:28} {row['method']:6} {row['precision_weights'][:10]:10} "
              f"{row['quantity'][:12]:12} s={row['seq_len'] or row['context']:6} b={row['micro_batch']:3} "
              f"{measured:9.3f} {got[0]:9.3f} {100 * (got[0] / measured - 1):+7.1f} %{' unsaid' * unsaid(row)}")
    for row_id, reason in reasons.items():
        print(f"{row_id:14} left out: {reason}")


def memory(options):
    with open(options.file, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    result, reasons = predict(options.program, rows)
    if options.rows:
        print_rows(result, reasons)
    parts = list(result.values())
    table("kind", parts)
    table("kind (expressible)", [got for got in parts if not unsaid(got[3])])
    if options.bands:
        bands(parts)
    counts = collections.Counter(re.sub(r'^no model .*', "no preset of that name", text) for text in reasons.values())
    print(f"left out: {len(reasons)} of {len(rows)} rows")
    for reason, count in counts.most_common():
        print(f"{count:6} {reason}")
    count, median, p90, bias, covered = figures(parts)
    print(f"subject=memory rows={len(rows)} predicted={count} median_ape={median:.4f} p90_ape={p90:.4f} "
          f"bias={bias:+.4f} band_coverage={covered:.4f}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    subjects = parser.add_subparsers(dest="subject", required=True)
    part = subjects.add_parser("memory", help="peaks of GPU memory")
    part.add_argument("file")
    part.add_argument("--rows", action="store_true", help="print every row")
    part.add_argument("--bands", action="store_true", help="print bands with each source left out")
    part.add_argument("--program", default=os.path.join(os.environ.get("GPUCOST_BUILD", "build"), "tests", "memory",
                                                        "memory_lines"), help="the built memory_lines program")
    part.set_defaults(run=memory)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
