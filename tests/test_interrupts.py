"""Ctrl-C is heard by somebody else for a while, and then by whoever heard it before."""

import signal
import threading

import pytest

from minevis.experiments.runner.run import DeferredInterrupt
from minevis.experiments.runner.workers import deaf_to_interrupts
from minevis.interrupts import ctrl_c_handled_by

LISTENERS = [
    lambda: ctrl_c_handled_by(signal.SIG_IGN),
    DeferredInterrupt,
    deaf_to_interrupts,
]
for_each = pytest.mark.parametrize("listener", LISTENERS)


@for_each
@pytest.mark.parametrize("before", [signal.SIG_DFL, signal.SIG_IGN, signal.default_int_handler])
def test_the_handler_there_was_comes_back(listener, before):
    ours = signal.signal(signal.SIGINT, before)
    try:
        with listener():
            assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
        assert signal.getsignal(signal.SIGINT) == before
    finally:
        signal.signal(signal.SIGINT, ours)


@for_each
def test_a_handler_of_another_program_is_left_alone(listener, monkeypatch):
    """Python knows it as None, and could not put it back."""
    changes = []
    monkeypatch.setattr(signal, "getsignal", lambda number: None)
    monkeypatch.setattr(signal, "signal", lambda number, handler: changes.append(handler))
    with listener():
        pass
    assert changes == []


@for_each
def test_threads_beside_the_main_one_change_nothing(listener):
    seen = []

    def listen():
        with listener():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=listen)
    thread.start()
    thread.join()
    assert seen == [signal.getsignal(signal.SIGINT)]
