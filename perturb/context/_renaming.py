"""`Renaming`: one value written as another wherever it stands, with the edits that this takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import regex

from gaugeblock.perturb.documents import prose
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.spans import touched
from gaugeblock.perturb.text import analyse
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.wording import starts_with_vowel_sound

_ARTICLE = regex.compile(r"(?<!\w)([Aa]n?)(\s+[\"“'‘]?)$")


TRIMMED = ' ."“”'
"""Marks around a value that are no part of it."""


@dataclass(frozen=True)
class Renaming:
    """A value and what it becomes, in all the forms that the example has of it.

    Args:
        kind: what sort of value it is: ``person``, ``town``, ``number``.
        old: the value, as the response has it.
        new: what the response has instead.
        forms: every form of the old value with the form that takes its place.
        apart: whether a form within a longer capitalised name is left alone (a first name that another person bears).
        towns: the forms that are towns of a country or a state, renamed with it.
    """

    kind: str
    old: str
    new: str
    forms: Mapping[str, str]
    apart: frozenset[str] = frozenset()
    towns: frozenset[str] = frozenset()

    def edits(self, text: str, field: str) -> Iterator[Edit]:
        """The edits of one text; what follows "a" or "an" takes its article along where the sound changes."""
        for match in self._pattern().finditer(text):
            start, end = match.span()
            after = self.forms[match[0]]
            bare_possessive = text[end : end + 1] in ("'", "’") and not text[end + 1 : end + 2].isalpha()
            if bare_possessive and match[0].endswith("s") and not after.endswith("s"):
                end, after = end + 1, f"{after}{text[end]}s"
            article = _ARTICLE.search(text[max(0, start - 6) : start])
            sounds_alike = starts_with_vowel_sound(match[0]) == starts_with_vowel_sound(after)
            if article and not sounds_alike:
                wanted = article[1][0] + ("n" if starts_with_vowel_sound(after) else "")
                start -= len(article[0])
                after = wanted + article[2] + after
            yield replace_span(text, start, end, after, field)

    def mentions(self, text: str) -> int:
        """How often any form stands in a text."""
        return sum(1 for _ in self._pattern().finditer(text))

    def _pattern(self) -> regex.Pattern[str]:
        forms = sorted(self.forms, key=lambda form: (-len(form), form))
        parts = []
        for form in forms:
            # A first name alone belongs to somebody else where another surname follows it.
            alone = r"(?!\s\p{Lu})" if form in self.apart else ""
            # A sentence may be glued to the one before it ("in 2000.Ann"), a number is one with its fraction.
            before, after = (r"(?<!\d[.,])", r"(?![.,:]\d)") if form[0].isdecimal() else ("", "")
            parts.append(before + regex.escape(form) + after + alone)
        return regex.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)")


def clear_of_protected(example: Example, edits: Iterator[Edit] | tuple[Edit, ...]) -> bool:
    """Whether no edit touches code, an address or markup."""
    return not any(touched(analyse(prose(example.text(edit.field))).protected, edit.start, edit.end) for edit in edits)
