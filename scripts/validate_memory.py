"""How a row of measured memory becomes a job: rules that read columns and fixed keywords of the note.

No rule reads a row's id or what was measured. docs/validation.md explains them; they were written with the reference
rows in view, so rows of other sources are the fair test.
"""
import collections
import json
import re
import subprocess

from validate_names import (LEFT_OUT, NAMELESS, SHAPES, degree, framework, number, preset, size_of, targets,
                            weights_format)

GIB = 1 << 30

# How the cross entropy of a framework runs: litgpt in 16 bits and chunks, torchtune in chunks, Megatron in place; the
# others in fp32. The code that came with the first Qwen does not cast its logits, and DeepSpeed does not do it for it.
LOSS = {"litgpt": "compiled", "torchtune": "fused", "megatron": "compiled",
        "unsloth": "fused"}


def loss(row):
    text = row["framework"] + " " + row["note"]
    if re.search(r"chunked|cut cross entropy|liger|XTuner", text, re.I):
        return "fused"
    if "ladder" in text and row["recompute"] == "none": # before its loss is chunked
        return "compiled" if "torch.compile" in text else "plain"
    if framework(row) == "torchtitan" and "compile" in text or "torchao" in text:
        return "compiled" if "compile" in text else "plain"
    if framework(row) == "deepspeed" and row["model"].startswith("Qwen-"):
        return "compiled"
    return LOSS.get(framework(row), "plain")


def optimizer(row, workload):
    text = row["optimizer"].lower()
    if re.search(r"8-?bit", text):
        workload.update(optimizer="adamw_8bit", master_weights="none")
    elif re.search(r"adafactor|came", text):
        workload.update(optimizer="adafactor")
    elif "lion" in text:
        workload.update(optimizer="lion")
    elif re.search(r"\bsgd\b", text):
        workload.update(optimizer="sgd", master_weights="none")


def host(row, workload):
    text = row["optimizer"] + " " + row["note"]
    if "paged" in text: # managed memory, which the framework's allocator does not count
        workload["offload"] = "optimizer"
    if re.search(r"fused into backward|optimizer[- ]in[- ]backward", text, re.I):
        workload["optimizer_in_backward"] = True
    if re.search(r"(?<!also cite )activation offload", text, re.I) and "also cite activation" not in text:
        workload["activation_offload"] = True
    rest = re.sub(r"(activation|CPU) offload(ing)?( off| to CPU)|activation offload", "", text)
    if not re.search(r"offload|[_-]cpu\b", rest, re.I):
        return
    if re.search(r"zero2?[_-]cpu", text, re.I):
        workload["offload"] = "optimizer"
        return
    weights = re.search(r"param|FSDP\d? with CPU|gemini", text, re.I) or framework(row) == "fsdp"
    workload["offload"] = "weights" if weights else "optimizer"


def layout_of(row):
    tp, pp = degree(row, "tp"), degree(row, "pp")
    devices = degree(row, "n_gpus")
    if devices > 1 and "may be 1-GPU" in row["note"] and row["method"] != "full":
        devices = 1 # the source runs one device unless it is told otherwise
    dp = number(row, "dp") or max(1, devices // (tp * pp))
    split = re.search(r"\bCP[ =]?(\d+)", row["note"])
    if split and not row["dp"]:
        dp = max(1, dp // int(split.group(1)))
    layout = {"tensor_degree": tp, "pipeline_degree": pp, "data_degree": dp}
    if tp * pp * dp < devices: # what is left over splits the sequence
        layout["context_degree"] = devices // (tp * pp * dp)
    note, frame = row["note"], framework(row)
    if row["zero_stage"]:
        layout["zero_stage"] = row["zero_stage"]
    elif "istributed optimizer" in note or re.search(r"Bridge|NeMo", row["framework"]):
        layout["zero_stage"] = "1"
    elif frame in ("fsdp", "torchtitan", "torchtune") and dp > 1:
        layout["zero_stage"] = "3"
    elif frame == "litgpt" and dp > 1:
        layout["zero_stage"] = "3"
    chunks = re.search(r"\bVPP?[ =]?(\d+)", note)
    if chunks and pp > 1:
        layout["virtual_stages"] = int(chunks.group(1))
    splits = re.search(r"sequence parallel", note) or re.search(r"Bridge|NeMo", row["framework"])
    if tp > 1 and (splits or frame == "torchtitan"):
        layout["sequence_parallel"] = True
    experts = re.search(r"\bEP[ =]?(\d+)", note)
    if experts:
        layout["expert_degree"] = int(experts.group(1))
    return layout


def training_job(row):
    kind = {"full": "training", "lora": "lora", "qlora": "qlora", "none": "lora"}.get(row["method"], "training")
    layout, note = layout_of(row), row["note"]
    frame = framework(row)
    workload = {"kind": kind, "weights": weights_format(row), "loss": loss(row), "framework": frame}
    if frame == "torchtitan" and kind == "training":
        workload["weights"] = "" # its fp32 shards, whatever the products are in
    if "bf16" in row["precision_compute"]:
        workload["compute"] = "bf16"
    optimizer(row, workload)
    host(row, workload)
    batch = degree(row, "micro_batch")
    workload["micro_batch"] = batch
    workload["global_batch"] = batch * layout["data_degree"] * degree(row, "grad_accum")
    stated = re.search(r"seq(?:uence)? length (\d+) expected", note)
    length = number(row, "seq_len") or (int(stated.group(1)) if stated else 0)
    if not length and re.search(r"alpaca-length", note):
        length = 512
    if not length or not row["micro_batch"]:
        return "no batch or length"
    if "may be 1-GPU" in note and kind == "training" and number(row, "n_gpus") > 1:
        return "how many devices ran is not clear"
    if "swift" in row["framework"].lower() and not re.search("packing|8K context|cap was run", note):
        length = min(512, length) # a cap that is not run; instruction samples are a few hundred tokens
    workload["sequence"] = length
    policy = re.match(r"none|selective|full", row["recompute"])
    if policy:
        workload["recompute"] = policy.group(0)
    elif frame == "litgpt" and kind == "training" and layout["data_degree"] > 1:
        workload["recompute"] = "full" # activation_checkpointing_policy of its finetune/full.py
    if row["flash_attn"] == "0" and frame in ("litgpt", "transformers"):
        workload["attention"] = "materialised" if frame == "transformers" else "flash"
    if kind != "training":
        workload["lora_rank"] = number(row, "lora_rank") or 8
        workload["lora_targets"] = targets(row)
        if "kbit_training" in note:
            workload["residual"] = "fp32"
        workload["dora"] = "dora" in note
        workload["train_embeddings"] = "trainable embedding" in row["lora_targets"]
        workload["lora_dropout"] = frame == "litgpt" or "repo script defaults" in note # 0.05 in both
    return workload, layout


def serving_job(row):
    layout = {"tensor_degree": degree(row, "tp")}
    note, frame = row["note"], framework(row)
    workload = {"kind": "inference", "weights": weights_format(row) or "bf16", "framework": frame}
    prompt = re.search(r"prompt (\d+) \+ (\d+) generated", note)
    tokens = re.search(r"(\d+) tokens", note)
    context = number(row, "context") or int(tokens.group(1) if tokens else 0) or 256
    if frame in ("vllm", "sglang", "tensorrt_llm") and tokens:
        context = int(tokens.group(1))
    workload["prompt_tokens"], workload["output_tokens"] = max(1, context - 1), 1
    if prompt:
        workload["prompt_tokens"], workload["output_tokens"] = int(prompt.group(1)), int(prompt.group(2))
    elif "generate" in note and "encode" not in note:
        workload["prompt_tokens"], workload["output_tokens"] = 1, max(1, context - 1)
    if "bf16-mixed" in note:
        workload["compute"] = "bf16"
    if re.search(r"transformers 4\.5", row["framework"]):
        workload["prefill_chunk"] = 512 # peaks that grow by the cache alone: prompts were fed in pieces
    if frame == "llama_cpp":
        pass_tokens = re.search(r"n?_?ubatch (\d+)", note)
        workload["prefill_chunk"] = int(pass_tokens.group(1)) if pass_tokens else 512
        if row["flash_attn"] == "0":
            workload["attention"] = "materialised"
        if row["quantity"] == "compute_buffer" and LATENT.match(row["model"]) and "mla 0" in note:
            workload["kv_expanded"] = True # keys and values of every head are cached as they are
    workload["concurrent_sequences"] = degree(row, "concurrent_seqs")
    if frame == "vllm" and row["quantity"] == "compute_buffer":
        # slots of its profiling run: 1024 from 0.11 on cards of 70 GiB and more, 256 before
        workload["concurrent_sequences"] = 1024 if re.search(r"0\.1[1-9]", row["framework"]) else 256
        workload["prefill_chunk"] = 8192
    return workload, layout


LATENT = re.compile(r"deepseek(?!-?llm|.*distill)|kimi|moonlight", re.I)
KV_FORMAT = {"f16": "fp16", "fp16": "fp16", "bf16": "bf16", "": "fp16"}


def kv_jobs(row):
    """One job per format of the cache, each with its share: keys and values may differ."""
    workload, layout = serving_job(row)
    key_share, note = 0.5, row["note"]
    if row["framework"].startswith("ik_llama"):
        workload["kv_whole"] = True # this engine gives every layer the whole context
    if (re.search(r"mla 0", note) and "c^KV" not in note or "naive" in note) and LATENT.match(row["model"]):
        workload["kv_expanded"] = True
        key_share = 192 / 320 # keys of 128 + 64 channels, values of 128
    formats = row["kv_dtype"].split("/")
    shares = [1.0] if len(formats) == 1 else [key_share, 1 - key_share]
    if re.search(r"kv\^T \(", note): # the latents are kept transposed too, without their rotary part
        shares = [1 + 512 / 576]
    return [(dict(workload, kv_cache=KV_FORMAT.get(text, text)), layout, {}, share)
            for text, share in zip(formats, shares)]


def weight_job(row):
    workload, layout = serving_job(row)
    if not weights_format(row) and row["precision_weights"]:
        return "a mixture of formats with a recipe of its own"
    if workload["weights"].endswith("bnb"):
        workload["weights"] = "nf4"
    some = re.search(r"(\d+)/(\d+) layers|(\d+) of (\d+) layers", row["precision_weights"] + " " + row["note"])
    share = 1.0
    if some:
        part, whole = [int(x) for x in some.groups() if x]
        share = part / whole
    return [(workload, layout, {}, share)]


# What each quantity is the sum of.
TENSORS = ["weights", "gradients", "optimizer", "master", "activations", "logits", "communication", "kv_cache",
           "workspace"]
QUANTITY = {"peak_allocated": TENSORS, "peak_active": TENSORS, "peak_reserved": TENSORS + ["fragmentation"],
            "nvidia_smi": TENSORS + ["fragmentation", "context"], "weights": ["weights"], "kv_cache": ["kv_cache"],
            "compute_buffer": ["activations", "logits"]}


class Prediction:
    """Bytes of what was measured, by part; the band, as shares of it; the job."""

    def __init__(self, workload, layout):
        self.workload, self.layout = workload, layout
        self.parts = collections.Counter()
        self.low = self.high = 0.0

    def total(self):
        return sum(self.parts.values())


def jobs_of(row):
    """[(workload, layout, changes of the architecture, share)], or a reason."""
    for columns, pattern, reason in LEFT_OUT:
        if re.search(pattern, " ".join(row[column] for column in columns.split()), re.I if "pool" in pattern else 0):
            return reason
    if row["quantity"] not in QUANTITY:
        return "quantity " + (row["quantity"] or "not stated")
    if row["framework"].startswith("ollama") and re.search(r"\d+ of \d+ layers only", row["note"]):
        return "some layers in host memory"
    kind = row["kind"]
    shape = {"tied_embeddings": False} if framework(row) == "litgpt" else {}
    if framework(row) == "transformers_legacy" and row["model"].startswith("Qwen2"):
        shape = {"context_length": 32768} # max_position_embeddings of the instruct models that were measured
    if row["quantity"] == "weights":
        return weight_job(row)
    if row["quantity"] == "kv_cache":
        return kv_jobs(row)
    if kind in ("infer", "kv", "weights"):
        if row["precision_weights"] and not weights_format(row) and row["quantity"] != "compute_buffer":
            return "the format of the weights is not known"
        return [serving_job(row) + (shape, 1.0)]
    job = training_job(row)
    return job if isinstance(job, str) else [job + (shape, 1.0)]


def ask(program, lines):
    done = subprocess.run([program], input="".join(json.dumps(line) + "\n" for line in lines), text=True,
                          stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def by_size(row, jobs):
    """What a model that is only known by its size can answer; of small ones the vocabulary decides."""
    if NAMELESS.match(row["model"]) or size_of(row) < 1 or row["quantity"] in ("kv_cache", "compute_buffer"):
        return False
    return row["kind"] != "infer" and jobs


def predict(program, rows):
    """{row number: Prediction}, {row number: reason}"""
    lines, owners, reasons = [], [], {}
    for index, row in enumerate(rows):
        try:
            jobs = jobs_of(row)
            if not float(row["measured_gib"] or 0) > 0:
                jobs = "nothing measured"
        except (ValueError, KeyError) as problem:
            jobs = f"a column cannot be read: {problem}"
        if isinstance(jobs, str):
            reasons[index] = jobs
            continue
        for workload, layout, shape, share in jobs:
            shape = dict(SHAPES.get(preset(row), {}), **shape)
            line = {"model": shape.pop("base", preset(row)), "workload": workload, "layout": layout}
            if shape:
                line["architecture"] = shape
            if "layers" in shape: # a shape of its own
                del line["model"]
            elif by_size(row, jobs):
                line["parameters"] = size_of(row) * 1e9
            lines.append(line)
            owners.append((index, share, workload, layout))
    result = {}
    for (index, share, workload, layout), answer in zip(owners, ask(program, lines)):
        row = rows[index]
        if "error" in answer:
            reasons[index] = re.sub(r"^no model .*", "no preset of that name", answer["error"])
            continue
        card = re.search(r"-(\d+)G\b", row["gpu"])
        stored = sum(answer[part + "_bytes"] for part in ("weights", "gradients", "optimizer", "master"))
        if card and row["kind"] in ("train", "finetune") and stored > int(card.group(1)) * GIB:
            reasons[index] = "the printed layout does not hold the model on that card"
            continue
        devices = degree(row, "n_gpus") if re.search(r"\bSUM over", row["note"]) else 1
        parts = {part: answer[part + "_bytes"] * devices for part in QUANTITY[row["quantity"]]}
        if re.search(r"sum (of .*)?over( \d)? ?GPUs|sum over \d", row["note"]) and number(row, "n_gpus") > 1:
            # layers lie one after another on the devices: each has its own peak of what one layer needs
            for part in ("activations", "context"):
                if part in parts:
                    parts[part] += (degree(row, "n_gpus") - 1) * answer[part + "_bytes"]
        if re.search(r"embedding.* CPU", row["note"]) and row["quantity"] == "weights":
            parts["weights"] -= answer["embedding_bytes"]
        got = result.setdefault(index, Prediction(workload, layout))
        got.parts.update({part: count * share for part, count in parts.items()})
        width = max(1, answer["total_bytes"])
        scale = sum(owner[1] for owner in owners if owner[0] == index)
        got.low += answer["low_bytes"] / width * share / scale
        got.high += answer["high_bytes"] / width * share / scale
    for index in reasons:
        result.pop(index, None)
    return result, reasons
