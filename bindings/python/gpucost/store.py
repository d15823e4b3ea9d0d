"""The SQLite file that keeps price histories."""
import contextlib
import ctypes
import threading

from gpucost._lib import Handle, call, lib, made, path_bytes

READ, WRITE, CREATE = 0, 1, 2
EXPORTS = {'prices': 0, 'tariffs': 1, 'rates': 2}
_MODES = {'read': READ, 'write': WRITE, 'create': CREATE}


class Store(Handle):
    """An open store; a context manager. Threads may share it: it serves one at a time.

    Store('prices.db') reads, 'write' changes an existing one, 'create' makes it when it is missing. Store.bundled() holds the
    dated list offers that come with the library.
    """

    _free = 'gpucost_store_close'

    def __init__(self, path=None, mode='read', _address=None):
        if _address is None:
            if mode not in _MODES:
                raise ValueError(f'mode {mode!r}: expected one of {", ".join(_MODES)}')
            _address = made('gpucost_store_open', path_bytes(path), _MODES[mode])
        super().__init__(_address)
        self._lock = threading.RLock()

    @classmethod
    def bundled(cls):
        return cls(_address=made('gpucost_store_open_bundled'))

    @contextlib.contextmanager
    def _use(self):
        """The handle, for one thread at a time."""
        with self._lock:
            if not self._end.alive:
                raise ValueError('the store is closed')
            yield self

    def close(self):
        """Close it; once is enough."""
        with self._lock:
            self._end()

    def backup(self, path):
        """Copy it into a new file, whole and consistent, while others read and write."""
        with self._use():
            call('gpucost_store_backup', self, path_bytes(path))

    def check(self):
        """Look at all of it; raises when it is damaged."""
        with self._use():
            call('gpucost_store_check', self)

    def vacuum(self):
        """Write it anew without unused pages."""
        with self._use():
            call('gpucost_store_vacuum', self)

    def export(self, path, what='prices'):
        """Write prices, tariffs or rates as CSV that imports to the same content; the number of rows."""
        rows = ctypes.c_uint64()
        with self._use():
            call('gpucost_store_export', self, EXPORTS[what], path_bytes(path), ctypes.byref(rows))
        return rows.value

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def template(what='prices'):
    """Header and example rows of our CSV of prices, tariffs or rates."""
    return lib.gpucost_store_template(EXPORTS[what]).decode()
