"""What makes a calibrated and a raised claim a fair pair: the rules of acceptance of ForceBench, as checks by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import regex

from gaugeblock.perturb.evidence import content_stems, evidence_for, mentions, squeezed
from gaugeblock.perturb.first_names import gender_of
from gaugeblock.perturb.force._axis import LONGEST_EDIT, SHARED
from gaugeblock.perturb.force._openers import opens_turn
from gaugeblock.perturb.lexicon import any_word, lexicon
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import analyse
from gaugeblock.perturb.variant import Edit, diff_edits

_LEXICON: dict[str, Any] = lexicon(__file__)

AXES: tuple[str, ...] = tuple(_LEXICON["axis"])
"""The axes of force."""


def _compiled(strength: str) -> dict[str, regex.Pattern[str]]:
    """The weak or the strong wording of each axis; where it is of several kinds, the lexicon lists them by kind."""
    wordings = {axis: words[strength] for axis, words in _LEXICON["axis"].items()}
    return {axis: regex.compile(any_word(one) if isinstance(one, dict) else one) for axis, one in wordings.items()}


_WEAK = _compiled("weak")
_STRONG = _compiled("strong")
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'’-]*")
_NUMBER = regex.compile(r"[0-9]+(?:[.,][0-9]+)*")
_NEW_WORDS = 2  # content words that a raised claim may have of its own
_GROWTH = 6  # words that it may be longer by
_REACH = 40  # code points before a change that are read for the word before it
_LAST = regex.compile(r"\w+\W*\Z")
_FIRST = regex.compile(r"\W*\w+")
_TURN = regex.compile(r"^[^\s:]+(?: [^\s:]+){0,2}: ?", regex.MULTILINE)  # who speaks
_NEARLY = regex.compile(r"\b(?:almost|nearly)\b")
_NEARLY_SO = regex.compile(r"\b(?:almost|nearly) \w+")
_BESIDE = regex.compile(r"\A\W*(\w+)")


@dataclass(frozen=True)
class _Pair:
    """Two claims and what they are held against."""

    calibrated: str
    raised: str
    context: tuple[str, ...]
    axis: str
    label: float | None

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        return diff_edits(self.calibrated, self.raised)

    @cached_property
    def removed(self) -> str:
        return squeezed(" … ".join(edit.before for edit in self.edits))

    @cached_property
    def added(self) -> str:
        return squeezed(" … ".join(edit.after for edit in self.edits))

    @cached_property
    def changed(self) -> tuple[str, str]:
        """The changed stretch, before and after, with the words between its first and its last edit."""
        first, last = self.edits[0], self.edits[-1]
        tail = len(self.calibrated) - last.end
        return (
            squeezed(self.calibrated[first.start : last.end]),
            squeezed(self.raised[first.start : len(self.raised) - tail]),
        )

    @cached_property
    def around(self) -> tuple[str, str]:
        """The changed stretch with the word before and after it, so that "in 2019" is seen whole."""
        first, last = self.edits[0], self.edits[-1]
        before = _LAST.search(self.calibrated, max(0, first.start - _REACH), first.start)
        after = _FIRST.match(self.calibrated, last.end)
        start = before.start() if before else first.start
        beyond = len(self.calibrated) - (after.end() if after else last.end)
        return (
            squeezed(self.calibrated[start : len(self.calibrated) - beyond]),
            squeezed(self.raised[start : len(self.raised) - beyond]),
        )

    @cached_property
    def sentence(self) -> str:
        """The sentence of the calibrated claim that was raised."""
        span = analyse(self.calibrated).sentence_at(self.edits[0].start) if self.edits else None
        return (span or Span(0, len(self.calibrated))).of(self.calibrated)


def _moves(pair: _Pair, axis: str) -> bool:
    """Whether the change takes away weak wording of an axis, or adds strong wording of it."""
    before, after = pair.around
    weaker = len(_WEAK[axis].findall(before)) > len(_WEAK[axis].findall(after))
    return weaker or len(_STRONG[axis].findall(after)) > len(_STRONG[axis].findall(before))


def _calibrated_supported(pair: _Pair) -> bool:
    return pair.label is None or pair.label > 0.5


def _raised_on_axis(pair: _Pair) -> bool:
    return _moves(pair, pair.axis)


def _not_softened(pair: _Pair) -> bool:
    """Strong wording is not taken away, and weak wording not put in without any being taken away."""
    before, after = pair.around
    lost = len(_STRONG[pair.axis].findall(before)) > len(_STRONG[pair.axis].findall(after))
    return not lost and len(_WEAK[pair.axis].findall(after)) <= len(_WEAK[pair.axis].findall(before))


def _one_axis(pair: _Pair) -> bool:
    """Wording that the axis itself accounts for ("several" is a number and a scope) is no second shift."""
    before, after = pair.around
    for axis in AXES:
        if axis == pair.axis:
            continue
        taken, put = _left(_WEAK, axis, before, pair.axis), _left(_STRONG, axis, after, pair.axis)
        if taken - _left(_WEAK, axis, after, pair.axis) or put - _left(_STRONG, axis, before, pair.axis):
            return False
    return True


def _left(patterns: Mapping[str, regex.Pattern[str]], axis: str, text: str, primary: str) -> set[str]:
    """The words of an axis in a text that are not words of the primary axis as well."""
    own = {word for pattern in (_WEAK, _STRONG) for found in pattern[primary].findall(text) for word in found.split()}
    return {found for found in patterns[axis].findall(text) if not own.intersection(found.split())}


def _same_numbers(pair: _Pair) -> bool:
    return pair.axis in {"numeric", "temporal"} or sorted(_NUMBER.findall(pair.calibrated)) == sorted(
        _NUMBER.findall(pair.raised)
    )


def _same_names(pair: _Pair) -> bool:
    """No name comes or goes; the months and days of a date are the temporal axis's to take."""
    gone, new = _names(pair.calibrated) - _words(pair.raised), _names(pair.raised) - _words(pair.calibrated)
    return not new and (not gone or pair.axis == "temporal")


def _names(text: str) -> set[str]:
    starts = {span.start for span in analyse(text).sentences}
    turns = {turn.end() for turn in _TURN.finditer(text)}
    return {
        match[0].casefold()
        for match in _WORD.finditer(text)
        if match[0][0].isupper()
        and match[0] != "I"
        and not (match.start() in turns and opens_turn(match[0]))
        and not (match.start() in starts and gender_of(match[0]) is None)
    }


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}


def _local(pair: _Pair) -> bool:
    before, after = pair.changed
    return len(before) + len(after) <= 2 * LONGEST_EDIT and _size(pair.edits) <= LONGEST_EDIT


def _size(edits: Sequence[Edit]) -> int:
    return sum(len(edit.before) + len(edit.after) for edit in edits)


def _nothing_added(pair: _Pair) -> bool:
    new = content_stems(pair.added) - content_stems(pair.calibrated)
    vocabulary = content_stems(" ".join(_STRONG[pair.axis].findall(pair.added)))
    unknown = {stem for stem in new - vocabulary if not stem[0].isdigit()}
    return len(unknown) <= _NEW_WORDS and len(pair.raised.split()) - len(pair.calibrated.split()) <= _GROWTH


def _not_stated(pair: _Pair) -> bool:
    """The context has neither the raised sentence nor the raised wording with the word after it."""
    documents = [squeezed(document) for document in pair.context]
    if _NEARLY.search(pair.removed):  # "almost everyone left" has in it, but does not say, "everyone left"
        documents = [_NEARLY_SO.sub("", document) for document in documents]
    span = analyse(pair.raised).sentence_at(pair.edits[0].start)
    sentence = squeezed((span or Span(0, len(pair.raised))).of(pair.raised))
    if any(sentence in document for document in documents):
        return False
    following = _BESIDE.match(pair.calibrated[pair.edits[-1].end :])
    claim = f"{pair.changed[1]} {following[1].lower()}".strip() if following else pair.changed[1]
    return len(claim.split()) < 2 or not any(mentions(document, claim) for document in documents)


def _decisive_evidence(pair: _Pair) -> bool:
    nearest = evidence_for(pair.sentence, pair.context, 1)
    wanted = content_stems(pair.sentence)
    return bool(nearest) and len(wanted & content_stems(nearest[0])) >= min(SHARED, len(wanted))


_RULES: dict[str, Callable[[_Pair], bool]] = {
    "calibrated-supported": _calibrated_supported,
    "raised-on-axis": _raised_on_axis,
    "not-softened": _not_softened,
    "one-axis": _one_axis,
    "same-numbers": _same_numbers,
    "same-names": _same_names,
    "local": _local,
    "nothing-added": _nothing_added,
    "not-stated": _not_stated,
    "decisive-evidence": _decisive_evidence,
}

PAIR_RULES = ("changed", *_RULES)
"""The rules that a pair may break, in the order in which they are asked."""


def validate_pair(
    calibrated: str, raised: str, context: str | Sequence[str], axis: str, *, label: float | None = None
) -> list[str]:
    """The rules that a calibrated and a raised claim break as a pair; none for a pair that may be used.

    The rules: the raised claim differs (``changed``), the calibrated one is not labelled unsupported, the change takes
    weak wording of the axis away or puts strong wording in, and not the other way round, no other axis moves, numbers
    and names stay, the change is small and brings no further claim, the context does not state the raised claim, and
    it has a sentence that decides about the pair.

    Args:
        calibrated: the claim as the evidence warrants it.
        raised: the stronger claim.
        context: the document or documents.
        axis: one of `AXES`.
        label: of the calibrated claim, 1 = supported; None = unknown.

    Raises:
        ValueError: no such axis.

    >>> validate_pair("Tea may calm.", "Tea certainly calms.", "Tea may calm.", "modality")
    []
    """
    if axis not in AXES:
        raise ValueError(f"the axes of force are {', '.join(AXES)}, not {axis!r}")
    documents = (context,) if isinstance(context, str) else tuple(context)
    pair = _Pair(calibrated, raised, documents, axis, label)
    if not pair.edits:
        return ["changed"]
    return [name for name, holds in _RULES.items() if not holds(pair)]
