"""The time of an event shifted: what has happened is still to come, what is to come has happened, what is was once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import not_doubled, outside_protected, outside_quotations
from gaugeblock.perturb.corruption._claims import asserted, claim
from gaugeblock.perturb.evidence import mentions
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import inflect, is_negated, subject_number, subject_of, written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import replace_span

_LEXICON: dict[str, Any] = lexicon(__file__)
_FUTURE = frozenset(_LEXICON["future"])
_PAST = frozenset(_LEXICON["past"])
_PRESENT = frozenset(_LEXICON["present"])
_STATES = frozenset(_LEXICON["states"])
_EVENTS = frozenset(_LEXICON["events"])
_HARDLY_ENDS = frozenset(_LEXICON["hardly_ends"])
_WAS = {"singular": "was", "plural": "were"}
_YET = {"singular": "has yet to", "plural": "have yet to"}
_PERFECT = {"singular": "has", "plural": "have"}


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """One main verb at a time, in random order."""
    verbs = [token for token in tokens_of(text.doc) if token.pos_ in {"VERB", "AUX"} and _is_main(token)]
    rng.shuffle(verbs)
    for verb in verbs:
        if not asserted(text, verb) or is_negated(verb) or subject_of(verb) is None:
            continue
        for first, last, after in (*_to_come(verb), *_has_happened(verb), *_was_once(verb)):
            start, end = first.idx, last.idx + len(last)
            if _glued(text, start) or not text.text[start:end].islower() or _stated(example, verb, after):
                continue
            edit = replace_span(text.text, start, end, after)
            yield claim(edit, "PredE", "lexicon", old=edit.before, new=edit.after)


_Shift = tuple[Any, Any, str]


def _is_main(verb: Any) -> bool:
    """Whether the verb is a sentence's main one, or what somebody says, with no second verb that shares its subject."""
    if verb.dep_ not in {"ROOT", "ccomp"} or any(child.dep_ in {"conj", "parataxis"} for child in verb.children):
        return False
    return verb.dep_ == "ROOT" or not any(child.lower_ in {"whether", "if"} for child in verb.children)


def _glued(text: Text, start: int) -> bool:
    """ "He'll" and "it's" hang on their subject."""
    return start > 0 and not text.text[start - 1].isspace()


def _parts(verb: Any) -> list[Any]:
    return sorted((c for c in verb.children if c.dep_ in {"aux", "auxpass"}), key=lambda part: int(part.i))


def _around(verb: Any) -> set[str]:
    return {word.lower_ for word in verb.sent}


def _adjacent(parts: list[Any], verb: Any) -> bool:
    return all(one.i + 1 == other.i for one, other in pairwise([*parts, verb]))


def _to_come(verb: Any) -> Iterator[_Shift]:
    """What has happened is yet to: "has been fined" as "will be fined", "opened" as "has yet to open"."""
    parts, around = _parts(verb), _around(verb)
    number = subject_number(verb)
    if around & _PAST or not _adjacent(parts, verb) or any(child.lower_ == "then" for child in verb.children):
        return
    words = [part.lower_ for part in parts]
    if words in (["has", "been"], ["have", "been"]) and verb.tag_ == "VBN" and parts[1].dep_ == "auxpass":
        yield parts[0], parts[1], "will be"
    elif words in (["has"], ["have"]) and verb.tag_ == "VBN" and verb.lemma_ not in _STATES:
        yield parts[0], verb, f"will {verb.lemma_}"
    elif words in (["was"], ["were"]) and verb.tag_ == "VBN" and parts[0].dep_ == "auxpass" and verb.lemma_ in _EVENTS:
        if _alone(verb):
            yield parts[0], parts[0], "will be"
    elif not words and verb.tag_ == "VBD" and verb.lemma_ in _EVENTS and number is not None and _alone(verb):
        yield verb, verb, f"{_YET[number]} {verb.lemma_}"


def _alone(verb: Any) -> bool:
    """Whether nothing goes with the verb that has a time of its own."""
    timed = any(child.dep_ in {"advcl", "npadvmod", "ccomp", "csubj"} for child in verb.children)
    return not timed and not _dated(verb) and not _other_finite(verb, frozenset({"VBD"}))


def _dated(verb: Any) -> bool:
    """Whether the sentence says when, in a way that only the past can be meant."""
    return any(token.ent_type_ in {"DATE", "TIME"} for token in verb.sent) or any(
        child.dep_ == "prep" and child.lower_ in {"after", "since", "during", "before", "following"}
        for child in verb.children
    )


def _other_finite(verb: Any, tags: frozenset[str]) -> bool:
    """Whether a clause that hangs on the verb has its own tense, which would clash with the shifted one."""
    own = {verb.i, *(part.i for part in verb.children if part.dep_ in {"aux", "auxpass"})}
    return any(word.tag_ in tags and word.i not in own for word in verb.subtree)


def _has_happened(verb: Any) -> Iterator[_Shift]:
    """What is to come has happened: "will open" as "opened", "is going to open" as "has opened"."""
    parts, around = _parts(verb), _around(verb)
    number = subject_number(verb)
    if verb.dep_ == "ccomp" and verb.i < verb.head.i and any(child.tag_ == "MD" for child in verb.head.children):
        return  # "They will come, they will cook": two statements of one time
    if around & _FUTURE or number is None or _other_finite(verb, frozenset({"VBZ", "VBP", "MD"})):
        return
    words = [part.lower_ for part in parts]
    if words == ["will", "be"] and _adjacent(parts, verb) and verb.tag_ in {"VBN", "VBG"}:
        yield parts[0], parts[1], _WAS[number]
    elif words == ["will"] and _adjacent(parts, verb):
        past = _WAS[number] if verb.lemma_ == "be" else inflect(verb.lemma_, "VBD")
        if past is not None and verb.tag_ == "VB":
            yield parts[0], verb, past
    elif verb.lower_ in {"going", "set", "due", "planning"} and words in (["is"], ["are"]) and _adjacent(parts, verb):
        aim = next((child for child in verb.children if child.dep_ == "xcomp" and child.tag_ == "VB"), None)
        if aim is None or aim.i != verb.i + 2 or verb.nbor().lower_ != "to" or aim.lemma_ == "be":
            return
        done = inflect(aim.lemma_, "VBN")
        if done is not None and not any(child.dep_ == "conj" for child in aim.children):
            yield parts[0], aim, f"{_PERFECT[number]} already {done}"


def _was_once(verb: Any) -> Iterator[_Shift]:
    """What is the case is so no longer: "is a teacher" as "is no longer a teacher"."""
    if verb.lemma_ != "be" or verb.tag_ not in {"VBZ", "VBP"} or verb.lower_ not in {"is", "are"} or _parts(verb):
        return
    what = next(
        (child for child in verb.children if child.dep_ in {"attr", "acomp", "prep"} and child.i > verb.i), None
    )
    subject = subject_of(verb)
    if (
        what is None
        or subject is None
        or subject.i > verb.i
        or subject.tag_ in {"EX", "WDT", "WP"}
        or subject.dep_ == "csubj"
    ):
        return
    if _around(verb) & _PRESENT or any(child.dep_ in {"ccomp", "advcl", "expl"} for child in verb.children):
        return
    said = {word.lower_ for word in what.subtree}
    if verb.nbor() != what.left_edge or said & _HARDLY_ENDS or what.tag_ in {"JJR", "JJS"} or subject.lower_ == "it":
        return
    yield verb, verb, f"{verb.lower_} no longer"


def _stated(example: Example, verb: Any, after: str) -> bool:
    """Whether the context has the shifted wording, for any subject."""
    phrase = after if after.split()[-1] == verb.lemma_ else f"{after} {written(verb, verb)}"
    return any(mentions(document, phrase) for document in example.context)


PERTURBATION = RuleBased(
    name="tense-shift",
    family="corruption",
    summary="Shifts the time of an event or a state: done for still to come, still to come for done, now for once.",
    propose=propose,
    checks=(outside_protected, outside_quotations, not_doubled),
    keeps_label=False,
    needs_supported=True,
    limits="Leaves sentences alone whose dates and adverbs fix the time, and verbs that share their subject with"
    " another.",
    illustration=Illustration(
        response="A retired pilot has been fined for landing on the village green.",
        after="A retired pilot will be fined for landing on the village green.",
        context=("The court fined the retired pilot 400 euros for landing on the village green.",),
    ),
)
