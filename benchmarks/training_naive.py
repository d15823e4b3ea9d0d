#!/usr/bin/env python3
"""The 6ND rule as calculators in Python have it.

    training_naive.py COUNT      prints seconds per estimate
"""
import sys
import time


def estimate(shape, sequence, batch, devices, peak, mfu, tokens):
    layers, hidden, heads, kv_heads, ffn, vocabulary = shape
    head = hidden // heads
    layer = 2 * hidden * hidden + 2 * hidden * kv_heads * head + 3 * hidden * ffn
    parameters = layers * layer + vocabulary * hidden
    flop_per_token = 6 * parameters + 12 * layers * hidden * sequence
    step = flop_per_token * sequence * batch / (devices * peak * mfu)
    total = flop_per_token * tokens / (devices * peak * mfu)
    return {"step_s": step, "total_s": total, "days": total / 86400, "device_hours": devices * total / 3600}


def main():
    count = int(sys.argv[1])
    shape = (96, 12288, 96, 96, 49152, 51200)
    begin = time.perf_counter()
    kept = 0.0
    for i in range(count):
        kept += estimate(shape, 2048, 1536, 1024 + i % 8, 312e12, 0.45, 300e9)["days"]
    print((time.perf_counter() - begin) / count)
    return kept <= 0


if __name__ == "__main__":
    sys.exit(main())
