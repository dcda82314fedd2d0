"""The sentences of the context that a claim rests on, found by the words they share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import regex

from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import analyse

_STOPWORDS = frozenset(lexicon(__file__)["stopwords"])
_WORD = regex.compile(r"\w+(?:[-.,]\w+)*")
_STEM = 5  # "reduces" and "reduction" share five letters, as most forms of a long word do


@lru_cache(maxsize=4096)
def content_stems(text: str) -> frozenset[str]:
    """The first letters of the words of a text that carry content.

    >>> sorted(content_stems("The risk was reduced."))
    ['reduc', 'risk']
    """
    return frozenset(word[:_STEM] for word in _WORD.findall(text.lower()) if word not in _STOPWORDS)


@lru_cache(maxsize=256)
def _sentences(context: tuple[str, ...]) -> tuple[tuple[str, frozenset[str]], ...]:
    found = (span.of(document) for document in context for span in analyse(document).sentences)
    return tuple((sentence, content_stems(sentence)) for sentence in found)


@lru_cache(maxsize=1024)
def _ranked(claim: str, context: tuple[str, ...]) -> tuple[str, ...]:
    wanted = content_stems(claim)
    scored = [(len(wanted & stems), sentence) for sentence, stems in _sentences(context)]
    return tuple(sentence for shared, sentence in sorted(scored, key=lambda pair: -pair[0]) if shared)


def evidence_for(claim: str, context: Sequence[str], count: int = 3) -> tuple[str, ...]:
    """The sentences of the context that share most content words with a claim, best first.

    Args:
        claim: a sentence of the response.
        context: the documents.
        count: how many sentences at most; those that share nothing are left out.
    """
    return _ranked(claim, tuple(context))[:count]


@lru_cache(maxsize=1024)
def squeezed(text: str) -> str:
    """The text in lower case with single blanks, to look phrases up in."""
    return " ".join(text.lower().split())


_HEDGED = r"(?<!\b(?:may|might|could|can|would|should|will|to|not)(?: \w+ly| also| well| even)? )"


def mentions(text: str, phrase: str) -> bool:
    """Whether a text has a phrase, unhedged, whatever the case and the line breaks, at word boundaries.

    >>> mentions("It is\\nlikely to rise", "Likely to"), mentions("unlikely to", "likely to")
    (True, False)
    >>> mentions("this may have caused it", "have caused")
    False
    """
    wanted, read = squeezed(phrase), squeezed(text)
    # A plain search comes first: it is far faster, and most phrases are not there.
    return wanted in read and bool(regex.search(rf"{_HEDGED}(?<!\w){regex.escape(wanted)}(?!\w)", read))
