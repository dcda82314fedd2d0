"""Small help with English wording: letter case, and "a" or "an"."""

from __future__ import annotations

import regex

from gaugeblock.perturb.lexicon import lexicon

_SOUNDS = lexicon(__file__)
_VOWEL_SOUND = regex.compile(
    rf"(?!{'|'.join(_SOUNDS['consonant'])})[aeiou]|{'|'.join(_SOUNDS['vowel'])}", regex.IGNORECASE
)
# "eight", "eleven", "eighteen" with what is said behind them: 80, 8bn, 11th, 18,000, 1837; but not 110 and 1,800.
_EIGHT = regex.compile(r"[$£€¥₹₩]?\ ?(?:8|(?:11|18)(?:[0-9]{2,3}|[0-9]{6})?(?![0-9]))")
# Two or three capitals, or more without a vowel, are read letter by letter, and so is one that stands for itself
# ("X-ray", "M4"); "NATO" and "UNESCO" are read as words.
_INITIALS = regex.compile(
    r"(?:[A-Z]{2,3}|[B-DF-HJ-NP-TV-Z]{4,})s?(?![A-Za-z])|[A-Za-z](?=[-‑–][A-Za-z0-9])|[A-Z](?=[0-9]|\W*\Z|\s)"
)
_LETTERS_AS_VOWELS = frozenset("AEFHILMNORSX")
_OPENING = " \t\n\"'“‘([«"
_ARTICLE = regex.compile(r"\b(an?)\s+$", regex.I)


def like_case(model: str, word: str) -> str:
    """The word in the letter case of the one that it replaces.

    >>> like_case("CAN'T", "cannot"), like_case("About", "roughly"), like_case("about", "May")
    ('CANNOT', 'Roughly', 'May')
    """
    letters = [char for char in model if char.isalpha()]
    if len(letters) > 1 and all(char.isupper() for char in letters):
        return word.upper()
    if letters and letters[0].isupper():
        return word[:1].upper() + word[1:]
    return word


def starts_with_vowel_sound(word: str) -> bool:
    """Whether "an" goes before the word rather than "a".

    Initials are judged by the name of their first letter ("an MP", "a UN envoy"), amounts by their number.

    >>> [w for w in ("hour", "unit", "entire", "European", "11th", "$8m", "MRI", "UN") if starts_with_vowel_sound(w)]
    ['hour', 'entire', '11th', '$8m', 'MRI']
    """
    said = word.strip(_OPENING)
    if (initials := _INITIALS.match(said)) and initials[0] not in _SOUNDS["spoken"]:
        return initials[0][0].upper() in _LETTERS_AS_VOWELS
    return _VOWEL_SOUND.match(said) is not None or _EIGHT.match(said) is not None


def article_clash(text: str, start: int, word: str) -> bool:
    """Whether `word` put at `start` would stand after the wrong one of "a" and "an"."""
    article = _ARTICLE.search(text[max(0, start - 8) : start])
    return article is not None and (article[1].lower() == "an") != starts_with_vowel_sound(word)
