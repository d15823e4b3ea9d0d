"""Models: from a Hugging Face config.json, a preset name, or a parameter count."""
import ctypes
import json
import os

from gpucost._lib import Handle, call, lib, path_bytes
from gpucost.values import Architecture, Parameters, Tensor, TensorTotals, value


class Model(Handle):
    """An immutable model. Model.preset('llama-2-7b'), Model.file('config.json'), Model.config({...}), Model.parameter_count(7e9)."""

    _free = 'gpucost_model_free'

    @classmethod
    def preset(cls, name):
        """A bundled model by name or alias; an unknown one raises UnknownNameError with the nearest names."""
        return cls._made('gpucost_model_from_preset', name.encode())

    @classmethod
    def file(cls, path):
        """A Hugging Face config.json, or the folder that holds one."""
        return cls._made('gpucost_model_from_file', path_bytes(path))

    @classmethod
    def config(cls, config, source='config'):
        """A Hugging Face config as text or as a dict."""
        text = json.dumps(config) if isinstance(config, dict) else config
        return cls._made('gpucost_model_from_config', text.encode(), source.encode())

    @classmethod
    def gguf(cls, path):
        """The model of a GGUF file: architecture from its metadata, parameters from its tensors."""
        return cls._made('gpucost_model_from_tensors', Tensors.file(path))

    @classmethod
    def parameter_count(cls, parameters):
        """A Llama-like decoder of that many parameters, for when no more is known."""
        return cls._made('gpucost_model_from_parameters', int(parameters))

    @classmethod
    def from_architecture(cls, architecture=None, **fields):
        """A model of a given Architecture, or of its fields."""
        return cls._made('gpucost_model_from_architecture', value(Architecture, architecture, fields))

    @classmethod
    def of(cls, given):
        """A model from whatever names one: a Model, a preset name, a path, a config dict, a number of parameters."""
        if isinstance(given, cls):
            return given
        if isinstance(given, Architecture):
            return cls.from_architecture(given)
        if isinstance(given, dict):
            return cls.config(given)
        if isinstance(given, (int, float)):
            return cls.parameter_count(given)
        return cls.file(given) if not isinstance(given, str) or os.path.exists(given) else cls.preset(given)

    @property
    def architecture(self):
        shape = Architecture()
        call('gpucost_model_architecture', self, shape)
        return shape

    @property
    def parameters(self):
        """Parameters by block; .total is all of them."""
        counts = Parameters()
        call('gpucost_model_parameters', self, counts)
        return counts

    def weight_bytes(self, precision):
        """Bytes of the weights in a number format, such as 'bf16' or 'q4_k_m'."""
        weights = ctypes.c_uint64()
        call('gpucost_model_weight_bytes', self, precision.encode(), ctypes.byref(weights))
        return weights.value

    @property
    def notes(self):
        """What was assumed or left out when the model was read."""
        return [lib.gpucost_model_note_at(self, i).decode() for i in range(lib.gpucost_model_note_count(self))]

    def __repr__(self):
        return f'<Model {self.architecture.name}: {self.parameters.total:,} parameters>'


class Tensors(Handle):
    """The tensors of a GGUF or safetensors file, an index, or the folder of one; only headers are read."""

    _free = 'gpucost_tensors_free'

    @classmethod
    def file(cls, path):
        return cls._made('gpucost_tensors_from_file', path_bytes(path))

    @classmethod
    def memory(cls, data, source='memory'):
        """From the first bytes of a file."""
        return cls._made('gpucost_tensors_from_memory', bytes(data), len(data), source.encode())

    @property
    def totals(self):
        sums = TensorTotals()
        call('gpucost_tensors_total', self, sums)
        return sums

    def __len__(self):
        return lib.gpucost_tensors_count(self)

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError(index)
        row = Tensor()
        call('gpucost_tensors_at', self, index, row)
        return row


def presets():
    """Names of the bundled models."""
    return [lib.gpucost_model_preset_at(i).decode() for i in range(lib.gpucost_model_preset_count())]
