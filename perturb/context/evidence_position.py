"""The sentence that the response rests on moved to the start, the middle or the end of its document."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.context._documents import KEPT, deletions, field_name, is_dialogue, sentences_of
from gaugeblock.perturb.context._openings import is_scrap, leans_back, points_back_early, points_elsewhere
from gaugeblock.perturb.context._support import claims_of, rarity, stems_of, weight
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.spans import Span, touched
from gaugeblock.perturb.text import Text, analyse
from gaugeblock.perturb.variant import Edit, replace_span

POSITIONS = ("start", "middle", "end")

_LEAST_SHARE = 0.3  # of a claim's stems, for a sentence to be its evidence
_FEWEST_SENTENCES = 4
_FEWEST_WORDS = 5
_DEFINITE = regex.compile(r"\b[Tt]he \p{Ll}")
_SINGLE_NAME = regex.compile(r"(?<!\p{Lu}[\p{L}.]*\s)(?<=[\p{Ll},] )\p{Lu}\p{Ll}+(?:['’]s)?(?!\s\p{Lu})")
_OPENING_NAME = regex.compile(r"^(?:Mr|Mrs|Ms|Dr)\b|^\p{Lu}\p{Ll}+(?!\s\p{Lu})")
_WHOLE = regex.compile(r"[\p{Lu}\p{N}“\"].*[.!?][”\"]?$", regex.DOTALL)


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """For each claim, its best sentence, wherever that stands on its own, at each of the positions."""
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
    if not _WHOLE.match(sentence) or leans_back(sentence) or points_elsewhere(sentence) or is_scrap(sentence):
        return False
    if (
        sentence.startswith("The ")
        or "following" in sentence
        or (not index and any(_refers_back(span.of(document)) for span in spans[1:3]))
    ):
        return False
    parts = analyse(document)
    if touched(parts.protected, spans[index].start, spans[index].end):
        return False
    if any(
        span.start < spans[index].start < span.end or span.start < spans[index].end < span.end
        for span in parts.quotations
    ):
        return False
    return index + 1 == len(spans) or not _refers_back(spans[index + 1].of(document))


def _refers_back(sentence: str) -> bool:
    """Whether a sentence needs the one before it: its opening, or a name or thing that it takes as known."""
    opening = sentence.startswith(("The ", "“", '"', "`", "'", "‘"))
    return opening or leans_back(sentence) or is_scrap(sentence) or points_back_early(sentence)


def _moved(document: str, spans: Sequence[Span], index: int, where: str, position: int) -> tuple[Edit, ...] | None:
    """The edits that take a sentence out and put it in before another, or behind the last."""
    last = len(spans) - 1
    sentence = spans[index].of(document)
    if where == "end":
        if index == last or not _WHOLE.match(spans[last].of(document)):
            return None
        gap = document[spans[last - 1].end : spans[last].start]
        insertion = replace_span(document, spans[last].end, spans[last].end, gap + sentence, field_name(position))
    else:
        target = 0 if where == "start" else _middle(document, spans, index)
        if target is None or target in (index, index + 1):
            return None
        if where == "start" and (_takes_as_known(document, sentence) or not _WHOLE.match(spans[0].of(document))):
            return None
        if _refers_back(spans[target].of(document)) or (target and is_scrap(spans[target - 1].of(document))):
            return None
        gap = document[spans[target].end : spans[target + 1].start] if target < last else " "
        insertion = replace_span(
            document, spans[target].start, spans[target].start, sentence + gap, field_name(position)
        )
    return (*deletions(document, [spans[index]], position), insertion)


def _middle(document: str, spans: Sequence[Span], index: int) -> int | None:
    """The place nearest to the middle where neither neighbour leans on the other."""
    half = len(spans) // 2
    free = [
        at
        for at in range(max(1, half - 2), min(len(spans), half + 3))
        if at not in (index, index + 1) and not _refers_back(spans[at].of(document))
    ]
    return min(free, key=lambda at: (abs(at - half), at), default=None)


def _takes_as_known(document: str, sentence: str) -> bool:
    """Whether a sentence speaks of things or people as known, so that it cannot open a document."""
    return bool(_DEFINITE.search(sentence) or _OPENING_NAME.match(sentence) or _SINGLE_NAME.search(sentence))


def position_of(proposal: Proposal) -> object:
    """The slot of a proposal: where it moves the evidence."""
    return proposal.details["position"]


PERTURBATION = RuleBased(
    name="evidence-position",
    family="context",
    summary="Moves the sentence that the response rests on to the start, the middle or the end of its document.",
    propose=propose,
    relation=KEPT,
    group=position_of,
    limits="Moves only a sentence that holds no pronoun, in prose of four sentences or more, and one sentence at a "
    "time; the order of a story may become less natural.",
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
