"""Which language a response is in: enough to decline what a perturbation was not made for."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache

from gaugeblock.perturb.example import Example


def language_of(example: Example) -> str | None:
    """ISO 639-1 code of the response's language, or None where it cannot be told.

    A ``language`` entry in the metadata is believed (``en-GB`` counts as ``en``).
    """
    stated = example.metadata.get("language")
    if isinstance(stated, str) and stated:
        return stated.replace("_", "-").split("-")[0].lower()
    return guess_language(example.response)


@lru_cache(maxsize=4096)
def guess_language(text: str) -> str | None:
    """The language of a text, judged by its script.

    Text in Latin script, or without letters, is taken for English.
    """
    scripts = Counter(unicodedata.name(char, "?").split(" ")[0] for char in text if char.isalpha())
    if not scripts or scripts.most_common(1)[0][0] == "LATIN":
        return "en"
    return None
