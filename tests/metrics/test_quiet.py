"""Loading without a word on the terminal."""

from __future__ import annotations

import warnings

import pytest

from gaugeblock.metrics.quiet import quiet

pytest.importorskip("transformers")


def test_the_settings_are_put_back_even_after_an_error() -> None:
    from huggingface_hub.utils import are_progress_bars_disabled
    from transformers.utils import logging

    before = (logging.get_verbosity(), logging.is_progress_bar_enabled(), are_progress_bars_disabled())
    inside: list[bool] = []

    def loads() -> None:
        with quiet():
            inside.extend((are_progress_bars_disabled(), logging.is_progress_bar_enabled()))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        loads()
    assert inside == [True, False]
    assert (logging.get_verbosity(), logging.is_progress_bar_enabled(), are_progress_bars_disabled()) == before


def test_warnings_inside_are_not_shown(recwarn: pytest.WarningsRecorder) -> None:
    with quiet():
        warnings.warn("a notice of a library", stacklevel=1)
    assert not recwarn.list
