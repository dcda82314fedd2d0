"""Passages of our own that have nothing to do with a response, for contexts that should not help it."""

from __future__ import annotations

import random
from functools import cache

import regex

from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon

_NAME = regex.compile(r"(?<=[\p{Ll},] )\p{Lu}\p{L}{2,}")
_MOST_SHARED = 2  # an everyday word or two say nothing of the subject


def unrelated_passages(example: Example, rng: random.Random) -> list[str]:
    """Passages that share no name, no number and next to no word with response and question, in random order.

    The response of one word or two must not share any word at all, since a word may be all that it says.
    """
    wanted = content_stems(example.response)
    asked = content_stems(example.question or "")
    most = _MOST_SHARED if len(wanted) > _MOST_SHARED + 1 else 0
    spoken = f"{example.response} {example.question or ''}".lower()
    fitting = []
    for passage, stems, names in _passages():
        if len(wanted & stems) <= most and len(asked & stems) <= _MOST_SHARED and not any(n in spoken for n in names):
            fitting.append(passage)
    rng.shuffle(fitting)
    return fitting


@cache
def _passages() -> tuple[tuple[str, frozenset[str], frozenset[str]], ...]:
    """Every passage with its content stems and its names in lower case."""
    passages: list[str] = lexicon(__file__)["passages"]
    return tuple(
        (passage, content_stems(passage), frozenset(name.lower() for name in _NAME.findall(passage)))
        for passage in passages
    )
