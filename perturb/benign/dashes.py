"""Dashes of another style: a spaced hyphen as an en dash, an en dash as an em dash, an em dash as a spaced en dash."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import ANY_LANGUAGE, Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import outside_protected
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.spans import touched
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span

# Between words only: a hyphen that opens a line is a list's, one between numbers may be a minus or a score.
_STYLES = (
    ("em", regex.compile(r"(?<=[\p{L}\p{N}\p{M})”’\"'.,]) – (?=[\p{L}\p{N}(“‘\"'])"), " — "),
    ("en", regex.compile(r"(?<=[\p{L}\p{N}\p{M})”’\"'.,]) ?— ?(?=[\p{L}\p{N}(“‘\"'])"), " – "),
    ("en", regex.compile(r"(?<=[\p{L}\p{M})”’\"'.,]) --? (?=[\p{L}\p{N}(“‘\"'])"), " – "),
)
# Whatever may be a dash, so that none is left in another style beside those that are changed.
_ANY = regex.compile(r"[–—]|(?<=\s)--?(?=\s)|--")
_NUMBERS = regex.compile(r"\p{N}\s*\Z")
# Text cut into tokens has blanks around its hyphens too: "dry - cleaner ' s".
_TOKENISED = regex.compile(r"\p{L} (?:[.,;:](?: |\Z)|['’] ?\p{L}{1,2}\b)|``|''")


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """All dashes of one style in another."""
    if _TOKENISED.search(text.text):
        return
    for style, pattern, after in _STYLES:
        edits = [edit for match in pattern.finditer(text.text) if (edit := _edit(text, match, after))]
        if edits and len(edits) == len(_ANY.findall(text.text)):
            yield Proposal(tuple(edits), details={"style": style})


def _edit(text: Text, match: regex.Match[str], after: str) -> Edit | None:
    between_numbers = _NUMBERS.search(text.text[: match.start()][-2:]) and text.text[match.end()].isnumeric()
    # "The PFC – amygdala circuit": such a dash joins two names.
    joins = text.text[: match.start()][-2:].isupper() and not text.text[match.end() :][:1].isupper()
    if between_numbers or joins or touched(text.protected, *match.span()):
        return None
    return replace_span(text.text, *match.span(), after)


PERTURBATION = RuleBased(
    name="dashes",
    family="benign",
    changes="layout",
    summary="Writes dashes between words in another style.",
    propose=propose,
    checks=(outside_protected,),
    languages=ANY_LANGUAGE,
    limits="Hyphens within words, and dashes between numbers, stay as they are. It is a change of layout only.",
    illustration=Illustration(
        response="The pier - built in spring - is shut.",
        after="The pier – built in spring – is shut.",
    ),
)
