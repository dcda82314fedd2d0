"""Fixtures shared by the tests."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))  # so that a test can import `strategies`

settings.register_profile("gaugeblock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gaugeblock")

os.environ.setdefault("HF_HUB_OFFLINE", "1")

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of public benchmark slices; they stay outside the repository."""
    if not SHARED.is_dir():
        pytest.skip("the public benchmark slices (../shared/data) are not on this machine")
    return SHARED
