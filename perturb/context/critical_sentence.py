"""The sentences that the response rests on taken out of the context."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.context._openings import is_scrap, leans_back
from gaugeblock.perturb.context._standing import hangs, is_balanced, is_introduced_in, is_whole, takes_up
from gaugeblock.perturb.context._support import Claim, claims_of, is_lost, rarity, stems_of, weight
from gaugeblock.perturb.documents import LOST, all_sentences, deletions, is_dialogue
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import Text, analyse
from gaugeblock.perturb.variant import Edit

_MOST = 3
_SHORT_TURN = 5
_SPEAKER = regex.compile(r"^[^:\n]{1,30}:\s*")
_REACTION = regex.compile(
    r"\b(?:that|it|this|too|also|so|then|yes|yeah|no|not|ok|okay|sure|thanks|great)\b", regex.IGNORECASE
)
_REACH = 3  # sentences that may take a thing up again
_ON_AND_ON = frozenset({"He", "She", "They"})
_SINGLE_NAME = regex.compile(r"(?:Mr|Mrs|Ms|Dr)\b|\p{Lu}\p{Ll}+(?:['’]s)? (?!\p{Lu})(?=\p{Ll}+(?:s|ed)\b)")
_LEAST_SHARE = 0.4  # of a claim, for the context to be what it rests on

_Place = tuple[int, Span]


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """For each claim, the sentence that shares most with it, with up to two others that share as much of it."""
    places = list(all_sentences(example))
    sentences = [span.of(example.context[position]) for position, span in places]
    if len(sentences) < 2:
        return
    claims = list(claims_of(example))
    rng.shuffle(claims)
    for claim in claims:
        order = _ranked(claim, sentences)
        for count in range(1, min(_MOST, len(order)) + 1):
            chosen = order[:count]
            left = [sentence for at, sentence in enumerate(sentences) if at not in chosen]
            if (
                left
                and is_lost(claim, sentences, left, strict=count > 1)
                and not _breaks(example, chosen, places, sentences)
            ):
                yield _proposal(example, [places[at] for at in chosen], claim)
                break


def _ranked(claim: Claim, sentences: list[str]) -> list[int]:
    """The sentences that share a good part of a claim, best first; none where no sentence does."""
    rare = rarity(sentences)
    shares = [weight(claim.stems & stems_of(sentence), rare) for sentence in sentences]
    best = max(shares)
    if not best or len(claim.stems & rare.keys()) < _LEAST_SHARE * len(claim.stems):
        return []
    return [at for at in sorted(range(len(shares)), key=lambda at: -shares[at]) if shares[at] >= best / 4]


def _breaks(example: Example, chosen: list[int], places: list[_Place], sentences: list[str]) -> bool:
    """Whether what stays would no longer read as one text, or would refer to what goes."""
    for position in sorted({places[at][0] for at in chosen}):
        here = [at for at, place in enumerate(places) if place[0] == position]
        gone = [at for at in here if at in chosen]
        breaks = _breaks_talk if is_dialogue(example.context[position]) else _breaks_prose
        if any(breaks(example.context[position], at, here, set(gone), places, sentences) for at in gone):
            return True
    return False


def _breaks_talk(
    document: str, at: int, here: list[int], gone: set[int], places: list[_Place], sentences: list[str]
) -> bool:
    """In a conversation only a whole line goes, which neither answers nor is answered."""
    span = places[at][1]
    shares_line = document[: span.start].rpartition("\n")[2].strip() or document[span.end :].partition("\n")[0].strip()
    if shares_line or "?" in sentences[at] or not _SPEAKER.match(sentences[at]) or at == here[0]:
        return True
    before = sentences[at - 1]
    if "?" in before:
        return True
    after = next((other for other in here if other > at and other not in gone), None)
    if after is None:
        return False
    said = stems_of(_SPEAKER.sub("", sentences[at]))
    return _reacts(sentences[after]) or not said.isdisjoint(stems_of(_SPEAKER.sub("", sentences[after])))


def _breaks_prose(
    document: str, at: int, here: list[int], gone: set[int], places: list[_Place], sentences: list[str]
) -> bool:
    sentence = sentences[at]
    span = places[at][1]
    cut = any(
        one.start < span.start < one.end or one.start < span.end < one.end for one in analyse(document).quotations
    )
    if not is_whole(sentence) or not is_balanced(sentence) or cut:
        return True
    before = " ".join(sentences[other] for other in here if other < at and other not in gone)
    rest = [sentences[other] for other in here if other > at and other not in gone]
    if not rest:
        return False
    after = document[span.end :]
    if is_introduced_in(sentence, before, after) or any(takes_up(one, sentence, before) for one in rest[:_REACH]):
        return True
    # Whoever is spoken of without a name must be the one that the removed sentence spoke of so too.
    first, own = rest[0].split()[0], sentence.split()[0]
    same = first == own and first in _ON_AND_ON and at != here[0]
    opens = not before and (_SINGLE_NAME.match(rest[0]) is not None or takes_up(rest[0], rest[0], ""))
    return opens or is_scrap(rest[0]) or (hangs(rest[0], before) and not same)


def _reacts(turn: str) -> bool:
    """Whether a turn of a conversation answers the one before it."""
    said = _SPEAKER.sub("", turn)
    said = said[:1].upper() + said[1:]  # in a chat every turn may begin with a small letter
    return leans_back(said) or len(said.split()) < _SHORT_TURN or _REACTION.search(said) is not None


def _proposal(example: Example, chosen: list[_Place], claim: Claim) -> Proposal:
    edits: list[Edit] = []
    for position in sorted({position for position, _ in chosen}):
        spans = [span for at, span in chosen if at == position]
        edits += deletions(example.context[position], spans, position)
    return Proposal(tuple(edits), details={"claim": claim.text, "removed": len(chosen)})


PERTURBATION = RuleBased(
    name="critical-sentence",
    family="context",
    summary="Takes the sentences that the response rests on out of the context.",
    propose=propose,
    relation=LOST,
    keeps_label=False,
    needs_supported=True,
    limits="Finds the sentences by shared words, names and numbers. Where the context says the same in more than three "
    "places, or another sentence refers back to the one that would go, nothing is taken out.",
    illustration=Illustration(
        response="The pool opens at seven in the summer.",
        context=("Tickets are sold at the gate. The pool opens at seven in the summer. Dogs must stay outside.",),
        after="Tickets are sold at the gate. Dogs must stay outside.",
        shows="context[0]",
    ),
)
