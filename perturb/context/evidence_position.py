"""The evidence moved: its sentence within its document, its document among the others."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.context._openings import is_scrap, leans_back, points_back_early, points_elsewhere
from gaugeblock.perturb.context._standing import is_balanced, is_introduced_in, is_whole, takes_up
from gaugeblock.perturb.context._support import claims_of, rarity, stems_of, weight
from gaugeblock.perturb.documents import (
    KEPT,
    cites_by_number,
    deletions,
    field_name,
    is_dialogue,
    present,
    rewritten,
    sentences_of,
)
from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.spans import Span, touched
from gaugeblock.perturb.text import Text, analyse, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

POSITIONS = ("start", "middle", "end")

_LEAST_SHARE = 0.3  # of a claim's stems, for a sentence to be its evidence
_FEWEST_SENTENCES = 4
_FEWEST_WORDS = 5
_FEWEST_DOCUMENTS = 2
_POINTING = frozenset({"the", "this", "that", "these", "those"})
_REACH = 3  # sentences that may take a thing up again
_DEFINITE = regex.compile(r"\b[Tt]he \p{Ll}")
_SINGLE_NAME = regex.compile(r"(?<!\p{Lu}[\p{L}.]*\s)(?<=[\p{Ll},] )\p{Lu}\p{Ll}+(?:['’]s)?(?!\s\p{Lu})")
_FULL_NAME = regex.compile(r"\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|^(?:An? )(?:\p{Ll}+ ){1,3}(?=(?:has|have|had|was|were|is)\b)")
_PLACED = regex.compile(r"following|\(\s?(?:left|right|above|below|pictured|centre|center)|\w ?:\s", regex.IGNORECASE)
_PERSONAL = regex.compile(r"\b(?:he|she|they|it|his|her|him|their|them|its)\b")
_OPENING_NAME = regex.compile(r"^(?:Mr|Mrs|Ms|Dr)\b|^\p{Lu}\p{Ll}+(?!\s\p{Lu})")


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """For each claim, its best sentence, wherever that stands on its own, and its document at each of the positions."""
    claims = list(claims_of(example))
    rng.shuffle(claims)
    documents = [list(sentences_of(document)) for document in example.context]
    everything = [span.of(example.context[at]) for at, spans in enumerate(documents) for span in spans]
    if not everything:
        return
    rare = rarity(everything)
    for claim in claims:
        places = [(at, index) for at, spans in enumerate(documents) for index in range(len(spans))]
        shares = [weight(claim.stems & stems_of(sentence), rare) for sentence in everything]
        best = max(range(len(shares)), key=lambda at: shares[at])
        if len(claim.stems & stems_of(everything[best])) < _LEAST_SHARE * len(claim.stems):
            continue
        position, index = places[best]
        document = example.context[position]
        yield from _exchanged(example, position)
        if not _movable(document, documents[position], index):
            continue
        for where in POSITIONS:
            edits = _moved(document, documents[position], index, where, position)
            if edits:
                yield Proposal(edits, details={"position": where, "sentence": index, "document": position})


def _movable(document: str, spans: Sequence[Span], index: int) -> bool:
    """Whether a sentence stands on its own, and none behind it refers back to it."""
    sentence = spans[index].of(document)
    if len(spans) < _FEWEST_SENTENCES or is_dialogue(document) or len(sentence.split()) < _FEWEST_WORDS:
        return False
    if leans_back(sentence) or _points_elsewhere(sentence) or is_scrap(sentence):
        return False
    if sentence.startswith("According to") or _speaks_of_known(sentence, document[: spans[index].start]):
        return False
    if sentence.startswith("The ") or _PLACED.search(sentence) or not is_whole(sentence) or not is_balanced(sentence):
        return False
    if not index and any(_refers_back(span.of(document)) for span in spans[1:3]):
        return False
    parts = analyse(document)
    if touched(parts.protected, spans[index].start, spans[index].end):
        return False
    if any(
        span.start < spans[index].start < span.end or span.start < spans[index].end < span.end
        for span in parts.quotations
    ):
        return False
    if index + 1 == len(spans):
        return True
    rest = [span.of(document) for span in spans[index + 1 : index + 1 + _REACH]]
    before = document[: spans[index].start]
    return (
        not _refers_back(rest[0]) and not _points(rest[0]) and not any(takes_up(one, sentence, before) for one in rest)
    )


def _speaks_of_known(sentence: str, before: str) -> bool:
    """Whether a sentence speaks of a thing as known ("the boat") that the text before it speaks of."""
    known = content_stems(before)
    return any(
        token.lower_ in _POINTING and token.head.i > token.i and not content_stems(token.head.text).isdisjoint(known)
        for token in tokens_of(analyse(sentence).syntax)
    )


def _points_elsewhere(sentence: str) -> bool:
    """Whether a sentence holds a word for somebody or something that it has not named itself before."""
    named = _FULL_NAME.search(sentence)
    own = sentence[: named.end()] + _PERSONAL.sub("", sentence[named.end() :]) if named else sentence
    return points_elsewhere(own)


def _refers_back(sentence: str) -> bool:
    """Whether a sentence needs the one before it: its opening, or a name or thing that it takes as known."""
    opening = sentence.startswith(("The ", "“", '"', "`", "'", "‘"))
    return opening or leans_back(sentence) or is_scrap(sentence) or points_back_early(sentence)


def _moved(document: str, spans: Sequence[Span], index: int, where: str, position: int) -> tuple[Edit, ...] | None:
    """The edits that take a sentence out and put it in before another, or behind the last."""
    sentences = [span.of(document) for span in spans]
    sentence, last = sentences[index], len(spans) - 1
    if where == "start":
        target = 0
    elif where == "end":
        target = last + 1
    else:
        half = len(spans) // 2
        free = [
            at for at in range(max(1, len(spans) // 4), min(last, 3 * len(spans) // 4) + 1) if at - index not in (0, 1)
        ]
        near = sorted(free, key=lambda at: (abs(at - half), at))
        target = next((at for at in near if _fits(document, spans, sentences, index, at)), -1)
    if target < 0 or target in (index, index + 1) or not _fits(document, spans, sentences, index, target):
        return None
    if target > last:
        insertion = replace_span(
            document, spans[last].end, spans[last].end, _gap(document, spans, last) + sentence, field_name(position)
        )
    else:
        gap = _gap(document, spans, target or 1)
        at = spans[target].start
        insertion = replace_span(document, at, at, sentence + gap, field_name(position))
    return (*deletions(document, [spans[index]], position), insertion)


def _gap(document: str, spans: Sequence[Span], before: int) -> str:
    """The white space before a sentence."""
    return document[spans[before - 1].end : spans[before].start] or " "


def _fits(document: str, spans: Sequence[Span], sentences: Sequence[str], index: int, target: int) -> bool:
    """Whether a sentence may stand before the one at the target, with nothing that leans on what is elsewhere now."""
    sentence, last = sentences[index], len(sentences) - 1
    order = [*sentences[:target], sentence, *sentences[target:]]
    del order[index if index < target else index + 1]
    new = order.index(sentence)
    before = " ".join(order[:new])
    # In a text of paragraphs a sentence may open one or stand as one, not break one up.
    if "\n" in document and 0 < target <= last and "\n" not in _gap(document, spans, target):
        return False
    neighbours = [*order[max(0, new - 2) : new], *order[new + 1 : new + 3]]
    if new and order[new - 1].endswith(("?", ":")):
        return False
    if not all(is_whole(one) and is_balanced(one) for one in neighbours):
        return False
    if target == 0 and _takes_as_known(sentence):
        return False
    if target <= last and (
        _refers_back(sentences[target]) or _points(sentences[target]) or _points_elsewhere(sentences[target])
    ):
        return False
    crossed = order[new + 1 : index + 1] if new < index else order[index:new]
    between = " ".join(crossed)
    if new < index:
        # It comes earlier: what it takes as known, and its names, must have been said before already.
        return not is_introduced_in(between, before, sentence) and not takes_up(sentence, between, before)
    start = " ".join(order[:index])
    return not is_introduced_in(sentence, start, between) and not any(takes_up(one, sentence, start) for one in crossed)


def _points(sentence: str) -> bool:
    """Whether a sentence points to another with "this" or "that", which is no conjunction."""
    return any(
        token.lower_ in ("this", "that", "these", "those", "there", "so", "then")
        and token.tag_ in ("DT", "RB", "EX")
        and not (token.lower_ == "there" and token.tag_ == "EX")
        for token in tokens_of(analyse(sentence).syntax)
    )


def _takes_as_known(sentence: str) -> bool:
    """Whether a sentence speaks of things or people as known, so that it cannot open a document."""
    return bool(_DEFINITE.search(sentence) or _OPENING_NAME.match(sentence) or _SINGLE_NAME.search(sentence))


def _exchanged(example: Example, held: int) -> Iterator[Proposal]:
    """The document that holds the evidence in the place of the first, the middle and the last, and that one in its."""
    places = present(example)
    if len(places) < _FEWEST_DOCUMENTS or cites_by_number(f"{example.response} {example.question or ''}"):
        return
    targets = {"first-document": places[0], "last-document": places[-1]}
    if len(places) > _FEWEST_DOCUMENTS:
        targets["middle-document"] = places[len(places) // 2]
    for where, target in targets.items():
        if target == held or example.context[target] == example.context[held]:
            continue
        edits = (
            rewritten(example, target, example.context[held]),
            rewritten(example, held, example.context[target]),
        )
        yield Proposal(edits, details={"position": where, "document": held})


def position_of(proposal: Proposal) -> object:
    """The slot of a proposal: where it moves the evidence."""
    return proposal.details["position"]


PERTURBATION = RuleBased(
    name="evidence-position",
    family="context",
    summary="Moves the sentence that the response rests on within its document, or its document among the others.",
    version="2",
    propose=propose,
    relation=KEPT,
    group=position_of,
    limits="Moves only a sentence that holds no pronoun, in prose of four sentences or more, and one sentence at a "
    "time; the order of a story may become less natural. Documents are exchanged as wholes, unless the response refers "
    "to them by their number.",
    illustration=Illustration(
        response="The pool opens at seven in the summer.",
        context=(
            "Tickets are sold at the gate. Dogs must stay outside. Lifeguards are on duty all day. "
            "Swimmers may enter Harwell Pool from seven in the summer. Lockers cost one euro.",
        ),
        after="Tickets are sold at the gate. Dogs must stay outside. Swimmers may enter Harwell Pool from seven in the "
        "summer. Lifeguards are on duty all day. Lockers cost one euro.",
        shows="context[0]",
    ),
)
