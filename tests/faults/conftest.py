"""A real server on loopback, as in `tests/transport`."""

from tests.transport.conftest import anyio_backend, settings, site

__all__ = ["anyio_backend", "settings", "site"]
