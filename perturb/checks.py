"""Checks that a proposal must pass: each returns None where it holds, else what is wrong in a few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

import regex

from gaugeblock.perturb.base import Proposal
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.number_words import number_word_pattern, spell, word_value
from gaugeblock.perturb.numbers import Number
from gaugeblock.perturb.spans import Span, touched
from gaugeblock.perturb.text import Text, analyse, folded

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*")
_WORD_BACKWARD = regex.compile(_WORD.pattern, regex.REVERSE)
_NEGATION = regex.compile(
    r"\b(?:not|cannot|never|nobody|none|nothing|nowhere|neither|nor|without|no)\b|n['’]t\b", regex.IGNORECASE
)
_DOUBLED = regex.compile(r"\b(\p{L}+)\s+\1\b", regex.IGNORECASE)
_DIGITS = regex.compile(r"[0-9]+")
_STOP = frozenset(lexicon(__file__)["stop"])
_REACH = 5  # content words on either side of a changed word that tell what it is said of


def same_numbers(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The response has the same numbers, however they are written.

    Signs, units and ordinals are not compared here; for a text that a model wrote anew `llm_checks.same_quantities` is.
    """
    if not any(_MAY_COUNT.search(text) for text in _surroundings(original, changed, proposal, _NEAR)):
        return None  # spares the analysis of the changed text
    before, after = _values(original.response), _values(changed.response)
    return None if before == after else f"the numbers changed: {_difference(before, after)}"


def same_entities(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The names in the response (capitalised words within a sentence) are the same."""
    near = list(_surroundings(original, changed, proposal, 2))
    if not any(_MAY_NAME.search(text) or not _LOWER.search(text) for text in near):
        return None  # spares the analysis of the changed text
    lost = _names(original.response) - _words(changed.response)
    known = _words(original.response)
    # The names of the changed text are some of its words with capitals; where all of these are known, none is new.
    gained = frozenset[str]() if _capitals(changed.response) <= known else _names(changed.response) - known
    return f"a name changed: {', '.join(sorted(lost | gained))}" if lost or gained else None


def same_polarity(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The response has as many negations as before."""
    before, after = _negations(original.response), _negations(changed.response)
    return None if before == after else f"{before} negations became {after}"


def outside_protected(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """No edit touches code, an address, markup or a template field."""
    return _clear_of(original, proposal, "protected")


def outside_quotations(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """No edit changes what somebody is quoted as saying."""
    return _clear_of(original, proposal, "quotations")


def not_in_context(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The context does not state the new wording of the same thing.

    The proposal names the old and the new wording as ``details["from"]`` and ``details["to"]``. The words around the
    edit in the response are looked for around each mention of the two wordings in the context: where the new wording is
    met in company as close as the old one's, the changed claim may be true, and is refused.
    """
    old, new = str(proposal.details.get("from", "")), str(proposal.details.get("to", ""))
    edit = proposal.edits[0]
    response = analyse(original.response)
    company = set(_company(response.text, Span(edit.start, edit.end), response.sentence_at(edit.start)))
    closest_new = closest_old = 0
    for document in original.context:
        context = analyse(document)
        closest_new = max(closest_new, _closest(context, new, company))
        closest_old = max(closest_old, _closest(context, old, company))
    if closest_new and closest_new >= closest_old:
        return f"the context may state {new!r} too"
    return None


def not_doubled(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The edits leave no word twice in a row that was not so before."""
    new = _doubled(changed.response) - _doubled(original.response)
    return f"{min(new)!r} would be doubled" if new else None


BENIGN = (outside_protected, outside_quotations, same_numbers, same_entities, same_polarity, not_doubled)
"""What every rewording must keep."""


# What may make a difference to the names of a text: a capital, or the end of a sentence, whose next word tells none.
_MAY_NAME = regex.compile(
    r"[\p{Lu}\p{Lt}]|[.!?:;…|>#*•·\p{Po}\p{Ps}\p{Pe}\p{Pi}\p{Pf}]|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029\t]|\ {2}|\A\Z"
)
_MAY_COUNT = regex.compile(
    rf"\p{{N}}|[`<>{{}}\[\]/@#|~$£€¥\n\r]|{number_word_pattern().pattern}", regex.IGNORECASE
)  # numbers, and marks of code and addresses, in which none is looked for
_LOWER = regex.compile(r"\p{Ll}")
_NEAR = 40  # how far the words around a number reach that tell what it is


def _surroundings(original: Example, changed: Example, proposal: Proposal, reach: int) -> Iterator[str]:
    """What stands at each edit of the response and around it, before and after, cut at word ends.

    Everything is given where an edit makes the response empty, or was made to an empty one.
    """
    edits = sorted(edit for edit in proposal.edits if edit.field == "response")
    if not original.response.strip() or not changed.response.strip():
        yield from (original.response, changed.response)
        return
    shift = 0
    for edit in edits:
        yield _window(original.response, edit.start, edit.end, reach)
        start = edit.start + shift
        yield _window(changed.response, start, start + len(edit.after), reach)
        shift += len(edit.after) - len(edit.before)


def _window(text: str, start: int, end: int, reach: int) -> str:
    """A stretch with at least `reach` characters on either side, and on to where the words there begin and end."""
    low, high = max(0, start - reach), min(len(text), end + reach)
    while low > 0 and not text[low - 1].isspace():
        low -= 1
    while high < len(text) and not text[high].isspace():
        high += 1
    return text[low:high]


# What follows is asked of the same response again and again, once for each proposal that is checked.


@lru_cache(maxsize=1024)
def _values(text: str) -> Counter[str]:
    return Counter(_value(number) for number in analyse(text).numbers if number.kind != "ordinal")


@lru_cache(maxsize=1024)
def _negations(text: str) -> int:
    return len(_NEGATION.findall(text))


@lru_cache(maxsize=1024)
def _doubled(text: str) -> frozenset[str]:
    return frozenset(match[0].lower() for match in _DOUBLED.finditer(text))


def _value(number: Number) -> str:
    """The value, or the digits of a number that has none (a time, a range, an identifier)."""
    return f"{number.value:.12g}" if number.value is not None else ":".join(_DIGITS.findall(number.text))


def _difference(before: Counter[str], after: Counter[str]) -> str:
    return f"{', '.join(before - after) or 'nothing'} became {', '.join(after - before) or 'nothing'}"


@lru_cache(maxsize=1024)
def _names(text: str) -> frozenset[str]:
    """Words with a capital within a sentence; where a sentence is all capitals, they tell nothing."""
    sentences = [span for span in analyse(text).sentences if any(char.islower() for char in span.of(text))]
    starts = {span.start for span in sentences}
    return frozenset(
        match[0].casefold()
        for span in sentences
        for match in _WORD.finditer(text, span.start, span.end)
        if match[0][0].isupper() and match[0] != "I" and not _opens(text, match.start(), starts)
    )


@lru_cache(maxsize=1024)
def _capitals(text: str) -> frozenset[str]:
    return frozenset(match[0].casefold() for match in _WORD.finditer(text) if match[0][0].isupper())


def _opens(text: str, at: int, starts: set[int]) -> bool:
    """Whether nothing but opening marks stands between a sentence's start and this place."""
    while at > 0 and at not in starts and not text[at - 1].isalnum() and not text[at - 1].isspace():
        at -= 1
    return at in starts


@lru_cache(maxsize=1024)
def _words(text: str) -> frozenset[str]:
    return frozenset(match[0].casefold() for match in _WORD.finditer(text))


def _clear_of(original: Example, proposal: Proposal, what: str) -> str | None:
    for edit in proposal.edits:
        if touched(getattr(analyse(original.text(edit.field)), what), edit.start, edit.end):
            return (
                f"{edit.before!r} stands in {'a quotation' if what == 'quotations' else 'code, an address or markup'}"
            )
    return None


def _company(text: str, place: Span, sentence: Span | None) -> list[str]:
    """The content words nearest to a place, within its sentence."""
    sentence = sentence or Span(0, len(text))
    before = _content(_WORD_BACKWARD.finditer(text, sentence.start, place.start))
    after = _content(_WORD.finditer(text, place.end, sentence.end))
    return before[::-1] + after


def _content(words: Iterable[regex.Match[str]]) -> list[str]:
    """The stems of the first content words; no more are read than that takes."""
    stems = (_stem(word[0]) for word in words if word[0].lower() not in _STOP)
    return list(islice(stems, _REACH))


def _stem(word: str) -> str:
    """Enough of a word to recognise its inflections."""
    return word.casefold()[: max(4, len(word) - 3)]


def _closest(context: Text, wording: str, company: set[str]) -> int:
    """The most company that any mention of the wording has in the context."""
    if not wording:
        return 0
    forms = _forms(wording)
    if not any(folded(form) in context.folded for form in forms):
        return 0  # spares the search, for which each wording needs a pattern of its own
    places = [Span(*match.span()) for match in _mention(wording).finditer(context.text)]
    companies = (_company(context.text, place, context.sentence_at(place.start)) for place in places)
    return max((len(company.intersection(words)) for words in companies), default=0)


@lru_cache(maxsize=1024)
def _mention(wording: str) -> regex.Pattern[str]:
    """The pattern that finds a wording in any of its forms."""
    either = "|".join(regex.escape(form) for form in _forms(wording))
    return regex.compile(rf"(?<!\w|[0-9][.,])(?:{either})(?!\w|[.,][0-9])", regex.IGNORECASE)


def _forms(wording: str) -> set[str]:
    """The wording, and a small number's other form: "12" for "twelve"."""
    if wording.isdecimal() and wording.isascii() and 2 <= int(wording) <= 99:
        return {wording, spell(int(wording))}
    value = word_value(wording)
    return {wording} if value is None or value != int(value) else {wording, str(int(value)), f"{int(value):,}"}
