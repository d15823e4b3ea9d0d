#!/usr/bin/env python3
"""What calculators in Python do for one training job: parameters, states, activations and logits, one stage, no
overheads.

    memory_naive.py COUNT      prints seconds per estimate
"""
import sys
import time


def estimate(shape, sequence, batch, tensor, pipeline, data, zero):
    layers, hidden, heads, kv_heads, ffn, vocabulary = shape
    head = hidden // heads
    attention = 2 * hidden * hidden + 2 * hidden * kv_heads * head
    layer = attention + 3 * hidden * ffn + 2 * hidden
    parameters = (layers // pipeline) * layer / tensor + 2 * vocabulary * hidden / tensor
    weights = 2 * parameters / (data if zero >= 3 else 1)
    gradients = 2 * parameters / (data if zero >= 2 else 1)
    states = 12 * parameters / (data if zero >= 1 else 1)
    kept = 8 * hidden + (2 * 2 * (hidden + kv_heads * head) + 4 * heads + 8 * ffn) / tensor
    activations = sequence * batch * kept * (layers // pipeline) * pipeline
    logits = 16 * sequence * batch * vocabulary / tensor
    total = weights + gradients + states + activations + logits
    return {"weights": weights, "gradients": gradients, "states": states, "activations": activations, "logits": logits,
            "total": total}


def main():
    count = int(sys.argv[1])
    shape = (80, 8192, 64, 8, 28672, 128256)
    begin = time.perf_counter()
    kept = 0.0
    for i in range(count):
        kept += estimate(shape, 4096, 1 + i % 8, 8, 1 + i % 4, 8, i % 4)["total"]
    print((time.perf_counter() - begin) / count)
    return kept <= 0


if __name__ == "__main__":
    sys.exit(main())
