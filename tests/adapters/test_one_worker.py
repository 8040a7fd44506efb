"""Catches a process that takes the sockets of the one before it for its own."""

from web.adapters.one_worker import OneWorker
from web.rooms.presence import new_session, worker_of


def test_a_process_is_alive_under_a_name_that_no_other_had() -> None:
    one, other = OneWorker(), OneWorker()
    assert one.id != other.id
    assert one.alive() == {one.id}


def test_a_session_says_on_which_worker_it_is() -> None:
    worker = OneWorker()
    assert worker_of(new_session(worker.id, "a.b-c_d")) == worker.id
