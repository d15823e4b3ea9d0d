"""Networks: models as lists of layers, with exact parameters, FLOPs and what the backward pass needs."""
import os

from gpucost._lib import Handle, call, lib, path_bytes
from gpucost.values import Layer, LayerCount, NetworkOptions, NetworkTotals, value


class Network(Handle):
    """An immutable network. Network.preset('resnet-50', height=288), Network.file('layers.csv'), Network.layers([{...}])."""

    _free = 'gpucost_network_free'

    @classmethod
    def preset(cls, name, options=None, **fields):
        """A bundled network by name or alias; `options` and `fields` say the size of a sample."""
        return cls._made('gpucost_network_from_preset', name.encode(), value(NetworkOptions, options, fields))

    @classmethod
    def file(cls, path):
        """A list of layers: CSV with a column a field of Layer, or JSON with an array "layers"."""
        return cls._made('gpucost_network_from_file', path_bytes(path))

    @classmethod
    def layers(cls, layers, name=None):
        """From Layer values or dicts, the first of kind 'input'."""
        given = [value(Layer, layer, {}) for layer in layers]
        return cls._made('gpucost_network_from_layers', Layer._pack(given), 0, len(given), name.encode() if name else None)

    @classmethod
    def of(cls, given):
        """A network from whatever names one: a Network, a preset name, a path, a list of layers."""
        if isinstance(given, cls):
            return given
        if isinstance(given, (list, tuple)):
            return cls.layers(given)
        return cls.file(given) if not isinstance(given, str) or os.path.exists(given) else cls.preset(given)

    @property
    def totals(self):
        """Sums over the layers for one sample; .parameters, .flop, .stored_bytes."""
        sums = NetworkTotals()
        call('gpucost_network_total', self, sums)
        return sums

    def __len__(self):
        return lib.gpucost_network_count(self)

    def __getitem__(self, index):
        """(Layer, LayerCount) of one layer."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        layer, count = Layer(), LayerCount()
        call('gpucost_network_at', self, index, layer, count)
        return layer, count

    def __repr__(self):
        totals = self.totals
        return f'<Network {totals.name}: {totals.layers} layers, {totals.parameters:,} parameters>'


def presets():
    """Names of the bundled networks."""
    return [lib.gpucost_network_preset_at(i).decode() for i in range(lib.gpucost_network_preset_count())]
