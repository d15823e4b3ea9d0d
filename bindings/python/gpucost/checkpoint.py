"""How often to save, and how long work takes when it is interrupted."""
from gpucost._lib import call
from gpucost.values import CheckpointCase, CheckpointPlan, value


def best(case=None, **fields):
    """The interval that minimises the expected wall time: best(work_s=..., mean_s=..., checkpoint_s=..., restart_s=...)."""
    plan = CheckpointPlan()
    call('gpucost_checkpoint_best', value(CheckpointCase, case, fields) or CheckpointCase(), plan)
    return plan
