"""Laws of scaling fitted to measured throughputs, and what they say of other numbers of devices."""
import ctypes

from gpucost._lib import Handle, call
from gpucost.values import ScalingPrediction, ScalingSummary


class Scaling(Handle):
    """A law of scaling fitted to measured throughputs; immutable. Made by fit()."""

    _free = 'gpucost_scaling_free'

    @property
    def summary(self):
        """Rate, serial share and crosstalk, each with its interval."""
        summary = ScalingSummary()
        call('gpucost_scaling_summarise', self, summary)
        return summary

    def predict(self, devices):
        """Throughput, interval and efficiency; `beyond` is true outside the measured devices."""
        prediction = ScalingPrediction()
        call('gpucost_scaling_predict', self, float(devices), prediction)
        return prediction


def fit(points, law='auto', confidence=0.0):
    """Fit Amdahl's law or the USL to {devices: throughput} or pairs of them."""
    pairs = list(points.items() if hasattr(points, 'items') else points)
    laws = ('auto', 'amdahl', 'usl')
    if law not in laws:
        raise ValueError(f'law {law!r}: expected one of {", ".join(laws)}')
    array = ctypes.c_double * len(pairs)
    return Scaling._made('gpucost_scaling_fit', array(*(float(n) for n, _ in pairs)),
                         array(*(float(x) for _, x in pairs)), len(pairs), laws.index(law), confidence)
