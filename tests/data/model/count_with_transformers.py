#!/usr/bin/env python3
"""Parameters of each configs/*/config.json as transformers builds it: the oracle behind configs.csv.

count_with_transformers.py [NAME...]

Needs transformers (5.24.0 was used) and torch; models are built on the meta device, so no memory is needed. A row in
configs.csv adds what a checkpoint stores and the class does not: correction biases of routers, and untied heads of T5.
"""
import json
import pathlib
import sys

import torch
import transformers

ENCODERS = {'bert', 'camembert', 'clip_text_model', 'clip_vision_model', 'deberta-v2', 'deit', 'dinov2', 'distilbert',
            'electra', 'longformer', 'modernbert', 'mpnet', 'roberta', 'siglip_text_model', 'vit', 'xlm-roberta'}
SAME_SHAPE = {'kimi_k2': 'deepseek_v3', 'qwen2_vl': 'qwen2', 'qwen2_5_vl': 'qwen2', 'qwen3_vl_text': 'qwen3'}
CLASSES = {'bart': 'BartForConditionalGeneration', 'mllama_text_model': 'MllamaForCausalLM',
           'siglip_text_model': 'SiglipTextModel', 'whisper': 'WhisperForConditionalGeneration'}
WHOLE = {'clip': 'CLIPModel', 'siglip': 'SiglipModel'}  # with towers: the whole document is one class
UNREAD = ('architectures', 'model_type', 'quantization_config', 'rope_scaling', 'torch_dtype')


def build(document):
    kind = document['model_type']
    if 'vision_config' in document or 'audio_config' in document:
        if kind not in transformers.CONFIG_MAPPING:
            return None
        config = transformers.CONFIG_MAPPING[kind](**{k: v for k, v in document.items() if k not in UNREAD})
        with torch.device('meta'):
            if kind in WHOLE:
                return getattr(transformers, WHOLE[kind])(config)
            return transformers.AutoModelForMultimodalLM.from_config(config)
    config = dict(document.get('text_config', document))
    if 'tie_word_embeddings' in document:
        config['tie_word_embeddings'] = document['tie_word_embeddings']
    kind = SAME_SHAPE.get(config['model_type'], config['model_type'])
    if kind not in transformers.CONFIG_MAPPING:
        return None
    if kind == 'exaone4':
        config.update(sliding_window=4096, sliding_window_pattern=4)  # null is refused; they have no parameters
    config = transformers.CONFIG_MAPPING[kind](**{k: v for k, v in config.items() if k not in UNREAD})
    with torch.device('meta'):
        if kind in CLASSES:
            return getattr(transformers, CLASSES[kind])(config)
        auto = (transformers.AutoModel if kind in ENCODERS else transformers.AutoModelForSeq2SeqLM
                if document.get('is_encoder_decoder') else transformers.AutoModelForCausalLM)
        return auto.from_config(config)


def main(names):
    transformers.logging.set_verbosity_error()
    for path in sorted((pathlib.Path(__file__).parent / 'configs').glob('*/config.json')):
        if names and path.parent.name not in names:
            continue
        model = build(json.loads(path.read_text(encoding='utf-8')))
        if model is None:
            print(f'{path.parent.name},,no class')
            continue
        model.tie_weights()
        print(f'{path.parent.name},{sum(p.numel() for p in model.parameters())},{type(model).__name__}', flush=True)


if __name__ == '__main__':
    main(sys.argv[1:])
