#!/usr/bin/env python3
"""Compare counted parameters with published counts.

    validate_params.py FILE.csv [--rows] [--cli build/examples/gpucost-cli]

FILE.csv has one architecture a row (model, arch, layers, hidden, ..., params_published, params_active_published, source).
Each row is written as the config.json that its type has on Hugging Face, read by gpucost-cli and compared with the published
count; the count itself is never read by the conversion. REASONS names the models whose published count is of something
else than the row says; they stay in every figure.
"""
import argparse
import csv
import json
import os
import re
import statistics
import subprocess
import sys

import built

EXACT = 0.001
ACTIVE = 0.01

# Published counts that differ from what the row describes, and why.
REASONS = [
    (r'^SmolLM3', 'counts the 64 rotary frequencies of each of 36 layers, which are computed and not learned'),
    (r'^DeepSeek-V2-Lite', 'its page cuts 2.45 billion active ones to 2.4'),
    (r'^opt-', 'the count leaves out two rows of the position table'),
]

# Columns and their names in a config, where a row's cell is written as it is.
COLUMNS = [
    ('layers', 'num_hidden_layers'), ('hidden', 'hidden_size'), ('heads', 'num_attention_heads'),
    ('kv_heads', 'num_key_value_heads'), ('head_dim', 'head_dim'), ('ffn', 'intermediate_size'), ('vocab', 'vocab_size'),
    ('max_ctx', 'max_position_embeddings'), ('sliding_window', 'sliding_window'), ('q_lora_rank', 'q_lora_rank'),
    ('kv_lora_rank', 'kv_lora_rank'), ('qk_rope_dim', 'qk_rope_head_dim'), ('qk_nope_dim', 'qk_nope_head_dim'),
    ('v_head_dim', 'v_head_dim'), ('topk', 'num_experts_per_tok'), ('first_dense', 'first_k_dense_replace'),
]
# Names that some types use instead.
RENAMED = {
    'gpt2': {'num_hidden_layers': 'n_layer', 'hidden_size': 'n_embd', 'num_attention_heads': 'n_head',
             'intermediate_size': 'n_inner', 'max_position_embeddings': 'n_positions'},
    'gptj': {'num_hidden_layers': 'n_layer', 'hidden_size': 'n_embd', 'num_attention_heads': 'n_head',
             'intermediate_size': 'n_inner', 'max_position_embeddings': 'n_positions'},
    'bloom': {'num_hidden_layers': 'n_layer', 'num_attention_heads': 'n_head'},
    'mpt': {'num_hidden_layers': 'n_layers', 'hidden_size': 'd_model', 'num_attention_heads': 'n_heads',
            'max_position_embeddings': 'max_seq_len'},
    'opt': {'intermediate_size': 'ffn_dim'},
    'falcon': {'num_key_value_heads': 'num_kv_heads'},
}
EXPERTS = {'mixtral': 'num_local_experts', 'gpt_oss': 'num_local_experts', 'qwen2_moe': 'num_experts',
           'qwen3_moe': 'num_experts'}


def whole(cell):
    number = re.match(r'[\d.eE+]+', cell.strip())  # a window may be "4096:21of42"
    return int(float(number[0])) if number else None


def config_of(row):
    """The row as the config.json of its type."""
    kind = row['arch'].strip()
    names = RENAMED.get(kind, {})
    config = {'model_type': kind}
    for column, name in COLUMNS:
        value = whole(row.get(column) or '')
        if value or column == 'first_dense' and value is not None:
            config[names.get(name, name)] = value
    if (row.get('tied') or '').strip():
        config['tie_word_embeddings'] = row['tied'].strip() in ('1', 'true', 'True')
    experts, width = whole(row.get('experts') or ''), whole(row.get('moe_ffn') or '')
    if experts:
        config[EXPERTS.get(kind, 'n_routed_experts')] = experts
        if width and kind in ('mixtral', 'gpt_oss'):
            config['intermediate_size'] = width
        elif width:
            config['moe_intermediate_size'] = width
        shared = whole(row.get('shared_experts') or '')
        wide = re.search(r'width (\d+)', row.get('shared_experts') or '')  # "1 (width 20480)": as wide as several
        if wide and kind == 'qwen2_moe':
            config['shared_expert_intermediate_size'] = int(wide[1])
        elif shared:
            config['n_shared_experts'] = shared
    return special(kind, row, config)


def special(kind, row, config):
    """What the configs of single types write in a way of their own."""
    if kind == 'qwen':  # counts both halves of the gated matrix
        config['intermediate_size'] *= 2
    if kind == 'falcon':
        heads = whole(row['kv_heads'])
        config['multi_query'] = heads == 1
        config['new_decoder_architecture'] = heads > 1
        config.pop('head_dim', None)
    if kind == 'mpt':
        config['expansion_ratio'] = whole(row['ffn']) / whole(row['hidden'])
        config.pop('intermediate_size', None)
        config['learned_pos_emb'], config['attn_config'] = True, {'alibi': False}  # the classes' own defaults
        config['no_bias'] = (row.get('bias_qkv') or '').strip() in ('', '0')
    if kind in ('llama', 'mistral', 'stablelm', 'olmo', 'olmo2') and (row.get('bias_qkv') or '').strip() == '1':
        config['attention_bias' if kind != 'stablelm' else 'use_qkv_bias'] = True
    return config


def answers(cli, configs):
    """The CLI's answer to each config: JSON lines in, JSON lines out."""
    jobs = ''.join(json.dumps({'model': config}) + '\n' for config in configs)
    done = subprocess.run([cli, 'models', '--jobs', '-'], input=jobs, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if len(lines) != len(configs):
        sys.exit(f'{cli}: {len(configs)} jobs in, {len(lines)} answers out\n{done.stderr}')
    return lines


def reason(name):
    return next((text for pattern, text in REASONS if re.match(pattern, name, re.I)), 'not explained')


def published(cell):
    """A count and what it is rounded to: "37000000000 (README rounds to 37B)" means 36.5 to 37.5 billion."""
    number = re.match(r'\d+', cell.strip())
    if not number:
        return None
    digits = number[0].rstrip('0')
    return int(number[0]), 10 ** (len(number[0]) - len(digits)) // 2 if 'round' in cell else 0


def nearest(counts, cell):
    """The count that is nearest to the published one; one that rounds to it is equal to it."""
    exact, half = published(cell)
    best = min(counts, key=lambda count: abs(count - exact))
    return (exact if abs(best - exact) <= half else best), exact


def report(kind, pairs, most, rows):
    """Print what is off; the share within, and the worst."""
    errors = [(counted / stated - 1, name, counted, stated) for name, counted, stated in pairs]
    for error, name, counted, stated in sorted(errors, key=lambda e: -abs(e[0])):
        if rows or abs(error) > most:
            print(f'{kind} {name}: {counted:,} counted, {stated:,} published ({error:+.4%}); {reason(name)}')
    within = sum(abs(e[0]) <= most for e in errors)
    worst = max(errors, key=lambda e: abs(e[0]), default=(0, '-'))
    return within, worst


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('file')
    parser.add_argument('--rows', action='store_true', help='print every row')
    parser.add_argument('--cli', help='the built gpucost-cli; found, or built first, when not given')
    options = parser.parse_args(argv)
    cli = options.cli or built.find('examples/gpucost-cli')
    with open(options.file, encoding='utf-8', newline='') as file:
        rows = list(csv.DictReader(file))
    totals, active, refused = [], [], 0
    for row, answer in zip(rows, answers(cli, [config_of(row) for row in rows])):
        if 'error' in answer:
            refused += 1
            print(f"refused {row['model']}: {answer['error']['field']}: {answer['error']['text']}")
            continue
        counts = {key: int(value) for key, value in answer['parameters'].items()}
        if published(row['params_published']):
            counted, stated = nearest([counts['total']], row['params_published'])
            if counts['head'] == 0 and stated == counts['total'] + counts['embedding']:
                print(f"{row['model']}: the published count is of a checkpoint that stores the tied head as well; equal with it")
                counted = stated
            totals.append((row['model'], counted, stated))
        if published(row.get('params_active_published') or ''):
            # pages differ on whether looking up a row of the embedding visits the table
            visited = [counts['active'], counts['active'] - counts['embedding']]
            active.append((row['model'], *nearest(visited, row['params_active_published'])))
    within, worst = report('total', totals, EXACT, options.rows)
    within_active, worst_active = report('active', active, ACTIVE, options.rows)
    exact = sum(counted == stated for _, counted, stated in totals)
    median = statistics.median(abs(counted / stated - 1) for _, counted, stated in totals) if totals else 0
    print(f'{exact} of {len(totals)} counts are exact, median error {median:.2e}; active: {within_active} of {len(active)} '
          f'within 1 %, worst {worst_active[1]} {worst_active[0]:+.2%}')
    print(f'subject=params rows={len(rows)} counted={len(rows) - refused} published={len(totals)} within_0p1pct={within} '
          f'worst={worst[1]}:{worst[0]:+.6f} active_published={len(active)} active_within_1pct={within_active}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
