"""What all tests share: where things are, and positions as they come up in play."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every machine, so that a change is judged by what it changed.
settings.register_profile("minevis", deadline=None, print_blob=True, derandomize=True)
# HYPOTHESIS_PROFILE=explore looks for new ones, and for many more of them.
settings.register_profile("explore", deadline=None, print_blob=True, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "minevis"))

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the project."""
    return ROOT
