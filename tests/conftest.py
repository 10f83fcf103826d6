"""What all tests share: where things are, and positions as they come up in play."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("minevis", deadline=None, print_blob=True)
settings.load_profile("minevis")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the project."""
    return ROOT
