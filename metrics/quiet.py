"""Loading a model without progress bars and notices on the terminal."""

from __future__ import annotations

import importlib
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def quiet() -> Iterator[None]:
    """Silence what transformers and the hub client print while a model loads, and put their settings back."""
    hub: Any = importlib.import_module("huggingface_hub.utils")
    from transformers.utils import logging as transformers_logging

    verbosity = transformers_logging.get_verbosity()
    bars = transformers_logging.is_progress_bar_enabled()
    hub_bars = not hub.are_progress_bars_disabled()
    hub_log = logging.getLogger("huggingface_hub")
    hub_level = hub_log.level
    transformers_logging.set_verbosity_error()
    transformers_logging.disable_progress_bar()
    hub.disable_progress_bars()
    hub_log.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        transformers_logging.set_verbosity(verbosity)
        if bars:
            transformers_logging.enable_progress_bar()
        if hub_bars:
            hub.enable_progress_bars()
        hub_log.setLevel(hub_level)
