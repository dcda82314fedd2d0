"""Whether a sentence can stand after "that"."""

from __future__ import annotations

from typing import Any

from gaugeblock.perturb.grammar import FINITE
from gaugeblock.perturb.lexicon import lexicon

_LEXICON: dict[str, list[str]] = lexicon(__file__)
_LINKING = frozenset(_LEXICON["linking"])


def can_follow_that(sentence: Any) -> bool:
    """Whether a sentence (a spaCy span) is a plain statement that may follow "it is worth noting that".

    Questions, commands, fragments, list items, quoted speech and sentences that open with a linking word may not.
    """
    text = sentence.text.strip()
    if not text.endswith(".") or "\n" in text or ":" in text or not text[0].isalpha():
        return False
    if sentence[0].lower_ in _LINKING or sentence[0].tag_ in {"CC", "UH", "VB"}:
        return False
    roots = [token for token in sentence if token.dep_ == "ROOT"]
    if len(roots) != 1:
        return False
    verbs = [roots[0], *(child for child in roots[0].children if child.dep_ in {"aux", "auxpass"})]
    subjects = [child for child in roots[0].children if child.dep_ in {"nsubj", "nsubjpass", "expl", "csubj"}]
    return any(verb.tag_ in FINITE for verb in verbs) and any(subject.i < roots[0].i for subject in subjects)
