"""How far a command is, shown while it runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gaugeblock.progress import Bar, Lines


@contextmanager
def progress_shown() -> Iterator[Bar | Lines]:
    """Progress on standard error: a bar with rate and time left on a terminal, a line a step elsewhere."""
    from gaugeblock.progress import Bar, Lines

    if sys.stderr.isatty():
        with Bar() as bar:
            yield bar
    else:
        lines = Lines()
        yield lines
        lines.finish()
