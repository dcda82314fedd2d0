"""The versions of installed packages, for the fingerprints of metrics whose scores may change with them."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version


def versions(*packages: str) -> dict[str, str | None]:
    """The installed version of each distribution; None where it is not installed.

    >>> versions("no-such-distribution")
    {'no-such-distribution': None}
    """
    return {package: _version(package) for package in packages}


@lru_cache(maxsize=64)
def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
