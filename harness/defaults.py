"""How much an audit asks of a metric unless it is told otherwise; imports nothing, so that `--help` answers at once."""

from __future__ import annotations

VARIANTS_OF = 500
"""Examples that variants are made of at most; the tests that change nothing use all."""

SEARCH_CALLS = 600
"""Further examples that a search for what a metric rewards may have scored."""
