"""`citation-presence`."""

from __future__ import annotations

import pytest

from gaugeblock.metrics import resolve
from gaugeblock.perturb.example import Example


@pytest.mark.parametrize(
    ("context", "score"), [("Any text.", 1.0), (("", "Second."), 1.0), ("", 0.0), (" \n", 0.0), ((), 0.0)]
)
def test_it_asks_only_whether_a_document_has_text(context: str | tuple[str, ...], score: float) -> None:
    assert resolve("citation-presence").score([Example(response="Something else.", context=context)]) == [score]


def test_a_claim_and_a_forced_claim_always_tie() -> None:
    """So its MVR is 1 by construction."""
    pair = [Example(response=text, context="It may help.") for text in ("It may help.", "It cures everyone.")]
    calibrated, forced = resolve("citation-presence").score(pair)
    assert forced == calibrated


def test_it_says_that_it_reads_the_context_only() -> None:
    assert resolve("citation-presence").reads == {"context"}
