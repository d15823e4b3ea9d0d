"""Latency and throughput of a model that answers requests."""
from gpucost._lib import call
from gpucost.accelerator import cluster_of
from gpucost.model import Model
from gpucost.parallelism import layout_of
from gpucost.values import Serving
from gpucost.workload import workload_of


def estimate(model, cluster, workload=None, layout=None, catalogue=None, **fields):
    """Latency, throughput and the replicas for a request rate. `cluster` is one replica's; `fields` are of the workload."""
    if workload is None and 'kind' not in fields:
        fields['kind'] = 'inference'
    serving = Serving()
    call('gpucost_serving_estimate', Model.of(model), catalogue, cluster_of(cluster), workload_of(workload, fields),
         layout_of(layout), serving)
    return serving
