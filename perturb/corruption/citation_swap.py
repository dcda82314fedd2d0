"""A citation marker changed for another's: "[1]" for "[2]", "(Ode et al., 2019)" for "(Lind, 2020)"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import regex

from gaugeblock.perturb.base import ENGLISH, Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import outside_protected
from gaugeblock.perturb.corruption._claims import changeable, claim
from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.relations import Relation, relations
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

# Not "a[1]", which is code, nor "[1](https://...)" and "[1]:", which are links.
_NUMBERS = regex.compile(r"(?<=^|[\s.,;!?(]|\p{L}{3})\[(?P<list>\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,9})\](?![\w(:\[])")
_NAMED_NUMBER = regex.compile(
    r"[(\[](?:source|doc|document|passage|ref|reference)s?\.?\s?#?(?P<list>\d{1,3})[)\]]", regex.IGNORECASE
)
_AUTHORS = regex.compile(
    r"\(\p{Lu}[\p{L}'’-]+(?:\s(?:et\sal\.|(?:and|&)\s\p{Lu}[\p{L}'’-]+))?,?\s(?:1[89]|20)\d{2}[a-z]?\)"
)
_TRIED = 50  # markers
_DIGITS = regex.compile(r"\d{1,3}")


@dataclass(frozen=True, slots=True)
class _Marker:
    """One citation: its place, and what names the document there (a number, or authors and year)."""

    start: int
    end: int
    name: str


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """One marker at a time, in random order: the documents that share least with what is claimed come first."""
    numbered, named = _numbered(text), _named(text)
    markers = [*numbered, *named]
    rng.shuffle(markers)
    sentences = {marker: _sentence(text, marker) for marker in markers}
    for marker in markers[:_TRIED]:
        if not changeable(text, marker.start, marker.end):
            continue
        if marker in named:
            others = [other.name for other in named if other.name != marker.name]
        else:
            others = _other_documents(example, text, marker, numbered)
        beside = {other.name for other in markers if _same_claim(sentences, marker, other)}
        for other in dict.fromkeys(others):
            if other not in beside:
                edit = replace_span(text.text, marker.start, marker.end, other)
                swapped = claim(edit, "EntE", "response" if marker in named else "context", old=marker.name, new=other)
                # What is said is as well supported as before; a label that says otherwise would mislead.
                yield replace(swapped, unknown_label=True)


def _numbered(text: Text) -> list[_Marker]:
    found = []
    for pattern in (_NUMBERS, _NAMED_NUMBER):
        for match in pattern.finditer(text.text):
            # A range names documents that it does not write; one number of it cannot be changed alone.
            if regex.search(r"[–-]", match["list"]):
                continue
            start = match.start("list")
            found += [_Marker(start + d.start(), start + d.end(), d[0]) for d in _DIGITS.finditer(match["list"])]
    return found


def _named(text: Text) -> list[_Marker]:
    return [_Marker(*match.span(), match[0]) for match in _AUTHORS.finditer(text.text)]


def _same_claim(sentences: dict[_Marker, Span], one: _Marker, other: _Marker) -> bool:
    """Whether two markers stand in one sentence, or right beside each other, so that both may be for one claim."""
    return sentences[one] == sentences[other] or abs(one.start - other.start) < len(one.name) + 6


def _sentence(text: Text, marker: _Marker) -> Span:
    """The sentence that a marker belongs to; one behind its full stop belongs to the sentence before."""
    found = text.sentence_at(marker.start) or Span(0, len(text.text))
    leading = text.text[found.start : marker.start]
    if found.start and not regex.search(r"\p{L}", leading):
        return text.sentence_at(max(0, found.start - 2)) or found
    return found


def _other_documents(example: Example, text: Text, marker: _Marker, numbered: list[_Marker]) -> list[str]:
    """The numbers of other documents, those that share least with the claim first, none that shares as much."""
    count = len(example.context)
    used = {int(other.name) for other in numbered}
    first = 0 if 0 in used else 1
    if any(number - first >= count for number in used) or count < 2:
        # The numbers are not those of the documents: only another that the response itself uses will do.
        return sorted({other.name for other in numbered if other.name != marker.name}) if len(used) > 1 else []
    claimed = content_stems(_sentence(text, marker).of(text.text))
    shared = [len(claimed & content_stems(document)) for document in example.context]
    own = shared[int(marker.name) - first]
    order = sorted((at for at in range(count) if at + first != int(marker.name)), key=lambda at: (shared[at], at))
    return [str(at + first) for at in order if 2 * shared[at] < own]


PERTURBATION = RuleBased(
    name="citation-swap",
    family="corruption",
    summary="Cites another document for a claim.",
    propose=propose,
    checks=(outside_protected,),
    # What is claimed stays as it is and as well supported by the documents together; only where it is said to stand is
    # wrong. So nothing is asked of a score that does not look at citations.
    relation=relations(
        "corruption", factual_consistency=Relation.NONE, grounding=Relation.NONE, citation_support=Relation.DECREASE
    ),
    languages=ENGLISH,
    keeps_label=False,
    needs_supported=True,
    limits="It tests metrics of citation support only, and the variant has no label. "
    "Ranges such as [1-3] and citations without brackets are not read.",
    illustration=Illustration(
        response="The tram line was closed in March [1]. Its depot is now a theatre [2].",
        after="The tram line was closed in March [2]. Its depot is now a theatre [2].",
        context=(
            "The tram line along the shore was closed in March.",
            "The old depot of the trams is now a theatre with 90 seats.",
        ),
    ),
)
