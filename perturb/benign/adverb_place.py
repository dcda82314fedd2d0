"""An adverb in another of its places: "has recently opened" as "recently has opened", "Recently, it opened" moved in.

Only adverbs of time and of source that speak of the whole clause in either place.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._syntax import SUBJECTS, Sentence, is_negative, raised, sentences, stop
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.first_word import lowered
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

_WORDS: dict[str, Any] = lexicon(__file__)
_HELPERS = frozenset(_WORDS["helpers"])
_MIDDLE = frozenset(_WORDS["middle"])
_FIRST = frozenset(_WORDS["first"])


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each adverb that can be moved, on its own, those at a sentence's beginning first."""
    if not any(word in text.text.lower() for word in _MIDDLE | _FIRST):
        return  # spares the parse
    found = list(sentences(text))
    for sentence in found:
        yield from _inward(sentence)
    for sentence in found:
        yield from _outward(sentence, example)
    for sentence in found:
        yield from _around_helper(sentence)


def _inward(sentence: Sentence) -> Iterator[Proposal]:
    """ "Recently, Ann has left." becomes "Ann has recently left."."""
    words = sentence.tokens
    if words[0].lower_ not in _FIRST or words[1].text != "," or not _plain(sentence, words[2:]):
        return
    place = _middle_place(sentence, words[2:])
    if place is None:
        return
    source = sentence.text.text
    word = words[0].text[:1].lower() + words[0].text[1:]
    yield Proposal(
        (
            replace_span(source, words[0].idx, words[2].idx + 1, raised(words[2].text[:1], sentence)),
            replace_span(source, place.idx, place.idx, f"{word} "),
        ),
        details={"adverb": word, "to": "middle"},
    )


def _outward(sentence: Sentence, example: Example) -> Iterator[Proposal]:
    """ "Ann has recently left." becomes "Recently, Ann has left."."""
    words = sentence.tokens
    adverb = next((word for word in words if word.lower_ in _FIRST and word.head == sentence.root), None)
    if adverb is None or adverb.i == words[0].i or adverb.i > sentence.root.i or adverb.dep_ != "advmod":
        return
    rest = tuple(word for word in words if word != adverb)
    after = adverb.nbor() if adverb.i < words[-1].i else None
    if after is None or not _plain(sentence, rest) or list(adverb.children) or _middle_place(sentence, rest) != after:
        return
    low = lowered(words[0].text, words[0], example)
    if low is None:
        return
    source = sentence.text.text
    front = raised(adverb.lower_, sentence) + sentence.comma
    yield Proposal(
        (
            replace_span(source, sentence.span.start, words[0].idx + 1, f"{front} {low[:1]}"),
            replace_span(source, adverb.idx, after.idx, ""),
        ),
        details={"adverb": adverb.lower_, "to": "front"},
    )


def _around_helper(sentence: Sentence) -> Iterator[Proposal]:
    """ "Has also opened" becomes "also has opened" and back."""
    source = sentence.text.text
    for adverb in sentence.tokens:
        if adverb.lower_ not in _MIDDLE or adverb.dep_ != "advmod" or list(adverb.children) or adverb.i < 1:
            continue
        verb = adverb.head
        if verb.pos_ != "VERB" or is_negative(verb.children) or adverb.i > verb.i:
            continue
        helpers = [child for child in verb.children if child.dep_ in {"aux", "auxpass"} and child.i < verb.i]
        subject = next((child for child in verb.children if child.dep_ in {"nsubj", "nsubjpass"}), None)
        if not helpers or helpers[0].lower_ not in _HELPERS or subject is None or subject.tag_ in {"WDT", "WP"}:
            continue
        helper = helpers[0]
        spaced = source[min(helper.idx, adverb.idx) :][: len(helper) + len(adverb) + 1].count(" ") == 1
        if adverb.i == helper.i + 1 and helper.i == subject.right_edge.i + 1 and spaced:
            # Put before "has", an adverb after a noun may be read as the noun's.
            first, second = helper, adverb
        elif helper.i == adverb.i + 1 and adverb.i == subject.right_edge.i + 1 and spaced:
            first, second = adverb, helper
        else:
            continue
        yield Proposal(
            (replace_span(source, first.idx, stop(second), f"{second.text} {first.text}"),),
            details={"adverb": adverb.lower_, "to": "helper"},
        )


def _plain(sentence: Sentence, rest: tuple[Any, ...]) -> bool:
    """Whether a sentence is one clause that begins with its subject, so that the adverb has one verb to go with."""
    subjects = [child for child in sentence.root.children if child.dep_ in SUBJECTS]
    if not rest or len(subjects) != 1 or subjects[0].left_edge != rest[0] or subjects[0].dep_ == "expl":
        return False
    if is_negative([*sentence.root.children, *subjects[0].subtree]) or any(
        word.text == "," for word in subjects[0].subtree
    ):
        return False
    return not any(
        child.dep_ in {"conj", "ccomp", "parataxis", "advcl"} and not _trails(child) for child in sentence.root.children
    )


def _trails(clause: Any) -> bool:
    """Whether a clause but adds what comes with the deed: "they flew around it, adding hours to the journey"."""
    opens = clause.left_edge == clause and clause.nbor(-1).text == "," if clause.i else False
    return clause.dep_ == "advcl" and clause.tag_ == "VBG" and opens


def _middle_place(sentence: Sentence, rest: tuple[Any, ...]) -> Any | None:
    """The word before which an adverb stands in the middle of a clause: after the first helper, else at the verb."""
    root = sentence.root
    helpers = [child for child in root.lefts if child.dep_ in {"aux", "auxpass"}]
    subject = next(child for child in root.children if child.dep_ in SUBJECTS)
    inner = [word for word in rest if subject.right_edge.i < word.i <= root.i]
    if [word for word in inner if word not in (*helpers, root)] or root.lemma_.lower() == "be":
        return None
    return inner[1] if len(inner) > 1 else (inner[0] if inner else None)


PERTURBATION = RuleBased(
    name="adverb-place",
    family="benign",
    summary="Moves an adverb of time or of source to another of its places in the clause.",
    propose=propose,
    version="2",
    checks=BENIGN,
    limits="A short list of adverbs that speak of the whole clause wherever they stand; clauses with a denial stay.",
    illustration=Illustration(
        response="The theatre has recently opened a second stage.",
        after="Recently, the theatre has opened a second stage.",
    ),
)
