"""What models, frameworks and formats of published memory figures are called here, and which rows hold no peak."""
import re

# Rows that hold no comparable peak: (columns that are searched, pattern, reason)
LEFT_OUT = [
    ("model", r"^kernel:", "one kernel, not a job"),
    ("note", r"after model (init|setup)|after deepspeed\.initialize|before optimizer states", "not a peak of a step"),
    ("note", r"^(?!.*tokens).*\bpool\b|pool that was left|left-over pool|free-memory fraction|set by gpu_memory_util",
     "a pool as large as the card allows, not a demand"),
    ("note optimizer", r"\b(BAdam|GaLore|LISA|LLaMA-Pro|DPO|PPO|GRPO)\b", "a method that a workload does not say"),
    ("note", r"does not list them|NOT packed|layers only, since", "flags or lengths are not what is printed"),
    ("note", r"trainable params \d+; FSDP$", "the figure does not shrink with the devices that share the model"),
    ("note", r"another process held", "another process on the card"),
]
NAMELESS = re.compile(r"^\(|unstated|not in the excerpt", re.I)

# Names of the files -> bundled presets, where more than case, punctuation and a suffix differs.
RENAMED = [
    (r"^deepseek-?(r1|v3)", "deepseek-v3"), (r"^kimi-k2", "kimi-k2"), (r"^glm-z1-32b", "glm-4-32b"),
    (r"^command-r-v01-35b", "command-r-35b"), (r"^qwen3-235b-a22b", "qwen3-235b-a22b"),
    (r"^gemma-3-27b", "gemma-3-27b"), (r"^(meta-)?llama-3\.1-8b", "llama-3.1-8b"),
    (r"^qwen3-omni-30b-a3b", "qwen3-30b-a3b"), (r"^deepseek-coder-v2-lite", "deepseek-v2-lite"),
    (r"^phi-3-mini-4k", "phi-3-mini-4k"), (r"^(devstral-small|mistral-small-3)", "mistral-small-24b"),
    (r"^codestral-22b", "mistral-small-22b"), (r"^open.?llama.3b", "open-llama-3b"), (r"^olmo-3-7b", "olmo-2-7b"),
    (r"^7b-gpt", "gpt3-6.7b"), (r"^wizardlm-33b", "llama-33b"), (r"^wizardlm-13b", "llama-13b"),
    (r"^vicuna-7b", "llama-7b"),
    (r"^vicuna-13b", "llama-13b"), (r"^longchat-7b", "llama-7b"), (r"^tiny-?llama", "tinyllama-1.1b"),
    (r"^open.?llama.(7|13)b", r"llama-\1b"), (r"^llama-?2-(\d+)b", r"llama-2-\1b"), (r"^llama-?3-(\d+)b", r"llama-3-\1b"),
]
SUFFIX = re.compile(r"-(instruct|chat|it|hf|int4|int8|awq|gptq|fp8|bf16|base|128k|v0\.1|v1\.0|2[45]\d\d)$")


def preset(row):
    if row["model"].startswith("(70B-class"):
        return "llama-3.3-70b"
    name = re.sub(r"\s*\(.*\)", "", row["model"]).strip().lower().replace(" ", "-").replace("_", ".")
    name = name.rsplit("/", 1)[-1]
    for pattern, other in RENAMED:
        match = re.match(pattern, name)
        if match:
            return match.expand(other)
    name = re.sub(r"-instruct-(?=v\d)", "-", name)
    while SUFFIX.search(name):
        name = SUFFIX.sub("", name)
    return name


# Models without a preset whose shape their authors print (Spectra, arXiv 2407.12327; OPT, arXiv 2205.01068, table 1;
# Stability-AI/StableLM, README; XLM-R large with 8192 positions, arXiv 2402.03216); "base" is the preset that the rest is as in.
SHAPES = {"opt-13b": {"base": "opt-6.7b", "layers": 40, "hidden": 5120, "heads": 40, "kv_heads": 40, "ffn": 20480},
          "opt-350m": {"base": "opt-125m", "layers": 24, "hidden": 1024, "heads": 16, "kv_heads": 16, "ffn": 4096,
                       "embedding_dim": 512},
          "stablelm-base-alpha-7b": {"base": "stablelm-base-alpha-3b", "layers": 16, "hidden": 6144, "heads": 48,
                                     "kv_heads": 48, "head_dim": 128, "ffn": 24576},
          "bge-reranker-v2-m3": {"base": "roberta-large", "vocabulary": 250002, "learned_positions": 8194,
                                 "context_length": 8192},
          "trilm-3.9b": {"model_type": "llama", "layers": 30, "hidden": 3072, "heads": 24, "kv_heads": 24,
                         "head_dim": 128, "ffn": 9216, "vocabulary": 50688, "context_length": 2048, "gated_mlp": True,
                         "output_head": True}}


def size_of(row):
    """Parameters in 1e9, from the column or the name."""
    named = re.search(r"(\d+(?:\.\d+)?)B\b", row["model"])
    return float(row["params_b"] or (named.group(1) if named else 0))


def number(row, column):
    return int(float(row[column])) if row[column] else 0


def degree(row, column):
    return number(row, column) or 1


# Frameworks by the first pattern that matches the framework column, then the note.
FRAMEWORKS = [
    (r"Megatron-DeepSpeed|ms-swift DeepSpeed|^DeepSpeed", "deepspeed"), (r"Megatron|NeMo", "megatron"),
    (r"torchtitan", "torchtitan"), (r"torchtune|torchao", "torchtune"), (r"lit-?gpt", "litgpt"), (r"unsloth", "unsloth"),
    (r"FSDP|XTuner|llama-recipes", "fsdp"), (r"vLLM", "vllm"), (r"SGLang", "sglang"), (r"TensorRT", "tensorrt_llm"),
    (r"llama\.cpp|llamafile|ollama|llama-box", "llama_cpp"),
]


def framework(row):
    text = row["framework"]
    for pattern, name in FRAMEWORKS:
        if re.search(pattern, text, re.I):
            return name
    if row["zero_stage"] and re.search(r"DeepSpeed", text + row["note"]):
        return "deepspeed"
    version = re.search(r"transformers 4\.(\d+)", text)
    if version or text == "transformers": # older pages name no version
        return "transformers" if version and int(version.group(1)) >= 45 else "transformers_legacy"
    if re.search(r"peft|trl|swift|LLaMA-Factory|transformers|axolotl|\bHF\b|accelerate", text):
        return "transformers"
    return "auto"


FILES = {"q8_0 class": "q8_0-file", "q4_k class": "q4_k_m", "q4_k_m class": "q4_k_m", "q4_0 class": "q4_0-file"}
FILE_TYPE = re.compile(r"^(i?q\d+_(?:\w+?)|f16|bf16)( - (medium|small|large))?$")


def file_format(text):
    """The catalogue's mean of a llama.cpp file type, or nothing for mixtures with a recipe of their own."""
    if text in FILES:
        return FILES[text]
    match = FILE_TYPE.match(text)
    if not match: # a recipe of its own: the blocks it is named after, which most of it has
        block = re.match(r"(i?q\d+_\w+?)(_r\d)?( - [\d.]+ bpw)?$", text)
        return block.group(1) if block else ""
    if re.search(r"_r\d$|_kss?$|iq\d_k$", match.group(1)):
        return re.sub(r"_r\d$", "", match.group(1))
    name, size = match.group(1), match.group(3)
    if name in ("f16", "bf16"):
        return "fp16"
    name += "_" + size[0] if size else ""
    if name == "q2_k_m":
        return "q2_k-file"
    return name if name in ("iq2_m", "iq3_m", "iq3_xs", "q2_k_s") or re.search(r"_k_[sml]$", name) else name + "-file"


def weights_format(row):
    text = row["precision_weights"].lower()
    if row["framework"].startswith("torchtune") and text == "nf4":
        return "nf4-double-quant" # torchao's NF4Tensor quantises its scales
    bits = re.search(r"mlx.*?(\d)-?bit|(\d)-?bit.*mlx", (text + " " + row["framework"]).lower())
    if bits:
        return "mlx-%sbit-g64" % (bits.group(1) or bits.group(2))
    rules = [("fp32", "fp32"), ("double", "nf4-double-quant"), ("nf4", "nf4"), ("fp4 (bnb", "fp4-bnb"),
             ("mxfp4", "mxfp4"), ("fp4", "fp4-bnb"), ("hqq", "nf4"), ("gptq-int4 g32", "gptq-4bit-g32"),
             ("gptq-int4", "gptq-4bit-g128"), ("gptq-int8", "gptq-8bit-g128"), ("awq", "awq-4bit-g128"), ("int8 (bnb)", "int8"),
             ("fp8 (block", "fp8-block128"), ("fp8", "fp8"), ("int8", "int8"), ("int4", "int4"), ("fp16", "fp16"),
             ("bf16", "bf16")]
    for key, value in rules:
        if key in text:
            return value
    return file_format(text)


def targets(row):
    text = row["lora_targets"].lower()
    if re.search(r"mlp|all|w1|gate|down|default|up", text):
        return "all_linear"
    return "attention" if re.search(r"proj|key|c_attn|self_attn|,k|o,", text) else "query_value"


KINDS = {"train": "training and fine-tuning", "finetune": "training and fine-tuning"}
QUANTITY_KINDS = {"weights": "weights", "kv_cache": "key-value cache", "compute_buffer": "compute buffer"}


def kind_of(row):
    return QUANTITY_KINDS.get(row["quantity"]) or KINDS.get(row["kind"]) or "inference"


def framework_of(row):
    """As the tables print it."""
    text = re.sub(r"^transformers\+peft\+DeepSpeed$", "transformers+peft, DeepSpeed", row["framework"])
    return re.sub(r" [v(]?\d.*| \(.*", "", text) or "not stated"


def band_kind(row):
    """Which of the library's bands the row is judged by; none when it is no peak."""
    kind = kind_of(row)
    if kind.startswith("training"):
        return "training" if row["method"] == "full" else "adapters"
    if kind != "inference":
        return None
    return "inference, " + ("transformers" if framework(row).startswith("transformers") else "others")


def source_of(row):
    return re.sub(r"-?\d+$", "", row["id"])
