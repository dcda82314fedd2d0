"""Whether a capitalised word is a name or an ordinary word that begins a sentence."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any

import regex

from gaugeblock.perturb.context._lowered import is_word
from gaugeblock.perturb.context._pools import PEOPLE
from gaugeblock.perturb.first_names import FEMALE, MALE

PROPER = ("NNP", "NNPS")
"""The tags of the words of a name."""

_JOINING = frozenset({"of", "the", "de", "van", "von", "and", "for", "&"})
_TITLES = frozenset(PEOPLE["titles"])


def is_read_as_name(tokens: Iterable[Any]) -> bool:
    """Whether the parse takes all words of a name for proper nouns, but for an article and what joins the others.

    Args:
        tokens: of the parse, in a row.
    """
    words = [token for token in tokens if token.tag_ != "POS" and any(letter.isalpha() for letter in token.text)]
    return any(token.tag_ in PROPER for token in words) and all(
        token.tag_ in PROPER or token.text in _JOINING or (token.tag_ == "DT" and not place)
        for place, token in enumerate(words)
    )


def may_be_word(name: str) -> bool:
    """Whether the first word of a name could be an ordinary one, where it begins a sentence.

    >>> may_be_word("Insult"), may_be_word("Ann Ode"), may_be_word("Mr Ode")
    (True, False, False)
    """
    first = name.split()[0]
    known = first in MALE or first in FEMALE or first.rstrip(".") in _TITLES
    return not known and is_word(first)


def speakers(text: str) -> list[str]:
    """The names at the head of the lines of a conversation, each once.

    >>> speakers("Ann: hello\\nBo: hi\\nAnn: how are you?")
    ['Ann', 'Bo']
    """
    return list(dict.fromkeys(regex.findall(r"(?m)^(\p{Lu}\p{Ll}[\p{L}'’-]*(?:\ \p{Lu}[\p{L}'’-]+)?)\ ?:\ ", text)))


def unmarked(text: str) -> str:
    """A text without the marks on its letters.

    >>> unmarked("Händel")
    'Handel'
    """
    return regex.sub(r"\p{Mn}", "", unicodedata.normalize("NFD", text))


def stands_within(name: str, text: str) -> bool:
    """Whether a name stands behind another word of its sentence, so that its capital is its own.

    >>> stands_within("Grace", "Then Grace left."), stands_within("Grace", "Grace left.")
    (True, False)
    """
    return regex.search(rf"[\p{{Ll}},)]\ {regex.escape(name)}(?!\w)", text) is not None
