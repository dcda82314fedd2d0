"""Whether a sentence can stand after "that", and how its first letter is then written."""

from __future__ import annotations

from typing import Any

import regex

from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon

_LEXICON: dict[str, list[str]] = lexicon(__file__)
_CLOSED_CLASS = frozenset(_LEXICON["closed_class"])
_LINKING = frozenset(_LEXICON["linking"])
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})


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
    return any(verb.tag_ in _FINITE for verb in verbs) and any(subject.i < roots[0].i for subject in subjects)


def lowered(sentence: Any, example: Example) -> str | None:
    """The first letter of a sentence as it is written inside one, None where that cannot be told.

    A word of the closed class loses its capital, a name keeps it. Of any other word the same word elsewhere in the
    example decides: written small it loses the capital, written large inside a sentence it keeps it.
    """
    token = sentence[0]
    word, first = token.text, token.text[0]
    if not first.isupper():
        return str(first)
    if word == "I" or regex.match(r"I['’]", word) or (len(word) > 1 and word.isupper()):
        return str(first)
    if word.lower() in _CLOSED_CLASS:
        return str(first.lower())
    if len(sentence) > 1 and sentence[1].is_title and sentence[1].pos_ == "PROPN":
        return str(first)
    elsewhere = f"{example.response}\n{example.context_text}"
    if regex.search(rf"\b{regex.escape(word.lower())}\b", elsewhere):
        return None if token.ent_type_ else str(first.lower())
    if regex.search(rf"\p{{Ll}},?[ ]{regex.escape(word)}\b", elsewhere):
        return str(first)
    return None
