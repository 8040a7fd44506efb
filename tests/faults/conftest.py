"""A real server on loopback, as in `tests/transport`; and a game that was played, to be spoilt."""

import copy

import pytest

from tests.faults.truth import Truth, the_truth
from tests.transport.conftest import anyio_backend, settings, site

__all__ = ["anyio_backend", "settings", "site"]


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Truth:
    return the_truth(tmp_path_factory.mktemp("truth"))


@pytest.fixture
def truth(played: Truth) -> Truth:
    return Truth(copy.copy(played.ledger), copy.deepcopy(played.witnesses))
