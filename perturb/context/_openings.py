"""Whether a sentence stands on its own or leans on the one before it."""

from __future__ import annotations

import regex

from gaugeblock.perturb.lexicon import lexicon

_WORD = regex.compile(r"\p{L}[\p{L}'’-]*")
_CUT_NUMBER = regex.compile(r"\s\d{1,3}\.$")
_FIRST_WORDS = 8
_LONGEST = 4  # words of the longest connective


def leans_back(sentence: str) -> bool:
    """Whether a sentence opens with a pronoun or a connective.

    >>> leans_back("As a result, prices rose."), leans_back("“It rained,” he said."), leans_back("Prices rose.")
    (True, True, False)
    """
    words = [word.lower() for word in _WORD.findall(sentence[:80])[:_LONGEST]]
    openings = {" ".join(words[:count]) for count in range(1, len(words) + 1)}
    tables = lexicon(__file__)
    first = sentence.lstrip("\"'“‘(—–- ")[:1]
    return (
        first.islower() or not openings.isdisjoint(tables["pronouns"]) or not openings.isdisjoint(tables["connectives"])
    )


def is_scrap(sentence: str) -> bool:
    """Whether a sentence begins with a mark that belongs to the one before it, or ends within a number.

    >>> is_scrap(". Ann: Hello"), is_scrap("She ran the 26."), is_scrap("She ran.")
    (True, True, False)
    """
    return sentence[:1] in tuple(".,;:!?)]…") or _CUT_NUMBER.search(sentence) is not None


def points_back_early(sentence: str) -> bool:
    """Whether one of the first words of a sentence points to something said before.

    >>> points_back_early("Before locking her desk, Ann sang."), points_back_early("Bo Lind hid.")
    (True, False)
    """
    words = {word.lower() for word in _WORD.findall(sentence)[:_FIRST_WORDS]}
    return not words.isdisjoint(lexicon(__file__)["pointers"])


def points_elsewhere(sentence: str) -> bool:
    """Whether a sentence holds a word anywhere that points to something said before.

    >>> points_elsewhere("Ann left her coat."), points_elsewhere("Ann left a coat.")
    (True, False)
    """
    words = {word.lower() for word in _WORD.findall(sentence)}
    return not words.isdisjoint(lexicon(__file__)["pointers"])
