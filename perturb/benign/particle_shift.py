"""The particle of a verb before or after its object: "picked up the phone" and "picked the phone up"."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._syntax import is_focused, phrase, stop
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

_WORDS: dict[str, Any] = lexicon(__file__)


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each particle that can be moved, on its own, in the order of the text."""
    for verb in tokens_of(text.doc):
        if verb.lemma_.lower() not in _WORDS["verbs"] or not verb.tag_.startswith("V"):
            continue
        edits = _moved(text, verb)
        if edits and free(text, verb.idx, max(edit.end for edit in edits)):
            yield Proposal(tuple(edits), details={"verb": verb.lemma_.lower()})


def _moved(text: Text, verb: Any) -> list[Edit]:
    particles = [c for c in verb.children if c.dep_ == "prt" and c.lower_ in _WORDS["verbs"][verb.lemma_.lower()]]
    objects = [child for child in verb.children if child.dep_ == "dobj" and child.i > verb.i]
    if len(particles) != 1 or len(objects) != 1:
        return []
    particle, words = particles[0], phrase(objects[0])
    if words is None or len(words) > _WORDS["longest"] or words[-1] != objects[0] or is_focused(words):
        return []
    if objects[0].tag_ not in {"NN", "NNS", "NNP", "NNPS"} or not all(
        word.is_alpha or word.tag_ == "POS" for word in words
    ):
        return []
    opener = words[0]
    if opener.tag_ not in {"DT", "PRP$", "NNP", "NNS"} or opener.lower_ in {"no", "any", "all", "every", "each"}:
        return []
    gap = " "
    if particle.i == verb.i + 1 and opener.i == particle.i + 1 and _near(text, verb, particle, opener):
        after = words[-1].nbor() if words[-1].i + 1 < len(verb.doc) else None
        # "Picked the phone up the hill": what follows must not be taken for the particle's own.
        stays = after is None or (after.lower_ in _WORDS["followers"] and after.head == verb)
        if not stays and after is not None and after.tag_ in _WORDS["clinging"]:
            return []
        return [
            replace_span(text.text, particle.idx, opener.idx, ""),
            replace_span(text.text, stop(words[-1]), stop(words[-1]), gap + particle.text),
        ]
    if opener.i == verb.i + 1 and particle.i == words[-1].i + 1 and _near(text, verb, opener):
        if not _near(text, words[-1], particle):
            return []
        return [
            replace_span(text.text, opener.idx, opener.idx, particle.text + gap),
            replace_span(text.text, stop(words[-1]), stop(particle), ""),
        ]
    return []


def _near(text: Text, *tokens: Any) -> bool:
    """Whether one blank stands between each of these and the next."""
    return all(text.text[stop(a) : b.idx] == " " for a, b in itertools.pairwise(tokens))


PERTURBATION = RuleBased(
    name="particle-shift",
    family="benign",
    summary="Moves the particle of a verb to the other side of its object.",
    propose=propose,
    checks=BENIGN,
    limits="Listed verbs with a short object; a pronoun as the object has one place only and stays there.",
    illustration=Illustration(
        response="The keeper turned off the lamp.",
        after="The keeper turned the lamp off.",
    ),
)
