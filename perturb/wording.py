"""Small help with English wording: letter case, and "a" or "an"."""

from __future__ import annotations

import regex

_VOWEL_SOUND = regex.compile(
    r"(?!uni[^nm]|use|usa|usu|uk\b|u\.|eu|one\b|once\b)[aeiou]|hour|honest|honou?r|heir|8|11\b|18\b", regex.I
)
# Two or three capitals, or more without a vowel, are read letter by letter; "NATO" and "UNESCO" are read as words.
_INITIALS = regex.compile(r"(?:[A-Z]{2,3}|[B-DF-HJ-NP-TV-Z]{4,})s?(?![A-Za-z])")
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

    Initials are judged by the name of their first letter: "an MP", "a UN envoy".

    >>> [w for w in ("hour", "unit", "entire", "European", "11", "umbrella", "MRI", "UN") if starts_with_vowel_sound(w)]
    ['hour', 'entire', '11', 'umbrella', 'MRI']
    """
    if initials := _INITIALS.match(word.strip()):
        return initials[0][0] in "AEFHILMNORSX"
    return _VOWEL_SOUND.match(word.strip()) is not None


def article_clash(text: str, start: int, word: str) -> bool:
    """Whether `word` put at `start` would stand after the wrong one of "a" and "an"."""
    article = _ARTICLE.search(text[max(0, start - 8) : start])
    return article is not None and (article[1].lower() == "an") != starts_with_vowel_sound(word)
