"""The full stop that a response of one sentence lacks put in, or that of a mere phrase left out."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import ANY_LANGUAGE, Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import outside_protected
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.language import guess_language
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.sentences import LINE_BREAK
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import replace_span

_STOPS = frozenset(".。।")
_ABBREVIATION = regex.compile(r"(?:^|[\s.(])(?:\p{L}|" + "|".join(lexicon(__file__)["abbreviations"]) + r")\Z", regex.I)
_STOP_OF = (
    ("。", regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")),
    ("।", regex.compile(r"[\p{Devanagari}\p{Bengali}]")),
    (".", regex.compile(r"[\p{Latin}\p{Cyrillic}\p{Greek}\p{Hebrew}\p{Arabic}\p{Hangul}]")),
)
_FEWEST_LETTERS = 3
_LONGEST_PHRASE = 5  # words; in a longer text without a verb the parser has more likely missed the verb


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """The stop out, else one in; a response of several sentences or lines is left alone."""
    if len(text.sentences) != 1 or sum(char.isalpha() for char in text.text) < _FEWEST_LETTERS:
        return
    (sentence,) = text.sentences
    words = sentence.of(text.text)
    if LINE_BREAK.search(words) or any(span.end >= sentence.end for span in text.protected):
        return
    last = words[-1]
    if last in _STOPS:
        before = words[:-1]
        if before[-1:].isalnum() and not _ABBREVIATION.search(before) and _is_phrase(text):
            yield Proposal(
                (replace_span(text.text, sentence.end - 1, sentence.end, ""),), details={"change": "dropped"}
            )
    elif (last.isalpha() or last.isdecimal()) and (stop := _stop_of(_letters(words)[-1])):
        yield Proposal((replace_span(text.text, sentence.end, sentence.end, stop),), details={"change": "added"})


def _is_phrase(text: Text) -> bool:
    """Whether the response is no sentence but a phrase, such as "40 euros.", which needs no stop."""
    short = len(text.text.split()) <= _LONGEST_PHRASE
    return (
        short
        and guess_language(text.text) == "en"
        and not any(token.tag_.startswith("VB") for token in tokens_of(text.doc))
    )


def _stop_of(letter: str) -> str | None:
    """The full stop of a letter's script."""
    return next((stop for stop, script in _STOP_OF if script.search(letter)), None)


def _letters(words: str) -> str:
    return "".join(char for char in words if char.isalpha())


PERTURBATION = RuleBased(
    name="terminal-punctuation",
    family="benign",
    changes="layout",
    summary="Puts in the full stop that a response of one sentence lacks, or leaves out that of a mere phrase.",
    propose=propose,
    checks=(outside_protected,),
    languages=ANY_LANGUAGE,
    limits=(
        "Works on responses of one sentence and one line only, and in scripts whose full stop is known. It is a change "
        "of layout only."
    ),
    version="2",
    illustration=Illustration(response="The pier is shut", after="The pier is shut."),
)
