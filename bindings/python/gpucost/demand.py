"""Devices needed in each hour."""
import datetime

from gpucost._lib import Handle, lib, path_bytes
from gpucost.units import from_instant


class Demand(Handle):
    """An hourly series on a UTC grid without gaps. Demand.csv('demand.csv') reads the columns time, gpus, interruptible."""

    _free = 'gpucost_demand_free'

    @classmethod
    def csv(cls, path):
        return cls._made('gpucost_demand_from_csv', path_bytes(path))

    def __len__(self):
        return lib.gpucost_demand_hours(self)

    @property
    def start(self):
        """The first hour."""
        return from_instant(lib.gpucost_demand_start(self))

    @property
    def devices(self):
        """Devices in each hour."""
        return lib.gpucost_demand_devices(self)[:len(self)]

    @property
    def interruptible(self):
        """Devices in each hour that may be interrupted."""
        return lib.gpucost_demand_interruptible(self)[:len(self)]

    def to_pandas(self):
        """A DataFrame indexed by hour."""
        import pandas
        hours = pandas.date_range(self.start, periods=len(self), freq=datetime.timedelta(hours=1))
        return pandas.DataFrame({'gpus': self.devices, 'interruptible': self.interruptible}, index=hours)
