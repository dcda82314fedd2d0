"""An adverbial moved to the other end of its sentence: "She left after the vote" as "After the vote, she left".

Only where the sentence has one place that it can belong to: nothing between the verb and an adverbial at the end is a
verb or names an event of its own, and no pronoun comes before what it stands for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._syntax import (
    Sentence,
    has_verb,
    is_finite,
    is_focused,
    is_negative,
    phrase,
    pronouns,
    raised,
    sentences,
    stop,
)
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.first_word import MONTHS, lowered
from gaugeblock.perturb.grammar import written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

_WORDS: dict[str, Any] = lexicon(__file__)
_UNITS = frozenset(_WORDS["units"])
_EVENTS = frozenset(_WORDS["events"])
_POINTS = frozenset(_WORDS["points"])
_PREPOSITIONS = frozenset(_WORDS["prepositions"])
_EVENT_PREPOSITIONS = frozenset(_WORDS["event_prepositions"])
_LONG_PREPOSITIONS = tuple(_WORDS["long_prepositions"])
_MARKS = frozenset(_WORDS["marks"])
_STAYING = frozenset(_WORDS["staying_verbs"])
_NOUN_ENDINGS = tuple(_WORDS["event_endings"])


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each adverbial that can be moved, on its own, in the order of the text."""
    for sentence in sentences(text):
        yield from _to_end(sentence, example)
        yield from _to_front(sentence, example)


def _to_end(sentence: Sentence, example: Example) -> Iterator[Proposal]:
    """ "After the vote, she left." becomes "She left after the vote."."""
    words = sentence.tokens
    adverbial = next((c for c in sentence.root.children if c.i < sentence.root.i and c.left_edge == words[0]), None)
    moved = phrase(adverbial) if adverbial is not None else None
    if adverbial is None or moved is None or not sentence.closed:
        return
    rest = [word for word in words if word.i > moved[-1].i]
    if len(rest) < 3 or rest[0].text != "," or rest[0].head != sentence.root:
        return
    main = rest[1:]
    kind = _kind(adverbial, moved)
    if kind is None or not _stands_alone(sentence, main, kind) or _dated(main):
        return
    if kind != "date" and pronouns(main) and any(word.pos_ in {"NOUN", "PROPN"} for word in moved):
        return  # "After Bob left, he slept" is not "He slept after Bob left"
    if any(word.pos_ in {"VERB", "AUX"} for word in main if word.i > sentence.root.i) or is_focused(moved):
        return
    low = lowered(written(moved[0], moved[-1]), moved[0], example)
    if low is None or "," in low or _ambiguous_after(main[-1], moved):
        return
    gap = sentence.comma if moved[0].lower_ in {"although", "though", "while", "whereas"} else ""
    yield Proposal(
        (
            replace_span(
                sentence.text.text,
                sentence.span.start,
                main[0].idx + 1,
                raised(main[0].text[:1], sentence),
            ),
            replace_span(sentence.text.text, sentence.end, sentence.end, f"{gap} {low}"),
        ),
        details={"direction": "end", "adverbial": low},
    )


def _to_front(sentence: Sentence, example: Example) -> Iterator[Proposal]:
    """ "She left after the vote." becomes "After the vote, she left."."""
    words = sentence.tokens
    adverbial = next((c for c in sentence.root.rights if c.i <= words[-1].i and sentence.ends_with(c)), None)
    moved = phrase(adverbial) if adverbial is not None else None
    moved = moved and [word for word in moved if word.i <= words[-1].i]
    if adverbial is None or moved is None:
        return
    kind = _kind(adverbial, moved)
    main = [word for word in words if word.i < moved[0].i]
    comma = bool(main) and main[-1].text == ","
    if comma:
        main.pop()
    if kind is None or len(main) < 2 or not sentence.closed or not _stands_alone(sentence, main, kind):
        return
    if main[-1].text.endswith("."):
        return  # "left the U.S. in 2019" would end with two full stops
    if main[-1].lemma_ == "be" or main[0].lower_ in {"this", "that", "these", "those", "there"}:
        return  # "This was despite the rain": the adverbial is what is said
    if (
        not _pronouns_keep(sentence, main, moved, kind)
        or is_focused(moved)
        or (comma and kind not in {"clause", "open"})
    ):
        return
    between = [word for word in main if word.i > sentence.root.i and not _carries(sentence.root, word)]
    if has_verb(between) or any(word.text == "," for word in between) or _ambiguous_after(main[-1], moved):
        return
    if _opens_with_adverbial(sentence, main):
        return
    low = lowered(main[0].text, main[0], example)
    if low is None:
        return
    fronted = raised(written(moved[0], moved[-1]), sentence) + sentence.comma
    yield Proposal(
        (
            replace_span(sentence.text.text, sentence.span.start, main[0].idx + 1, f"{fronted} {low[:1]}"),
            replace_span(sentence.text.text, stop(main[-1]), stop(moved[-1]), ""),
        ),
        details={"direction": "front", "adverbial": written(moved[0], moved[-1])},
    )


def _kind(adverbial: Any, moved: list[Any]) -> str | None:
    """``date``, ``event``, ``clause`` or ``open`` (a clause that no denial reaches): None for what may not be moved."""
    if is_negative(moved) or any(word.text == "," for word in moved):
        return None
    if adverbial.dep_ == "advcl":
        mark = moved[0]
        plain = mark.head == adverbial and mark.lower_ in _MARKS and is_finite(adverbial)
        once = sum(word.lower_ in _MARKS for word in moved) == 1
        if not (plain and once and _has_subject(adverbial)):
            return None
        # A denial does not reach into "although" or "if"; whether it reaches into "because" nobody can tell.
        return "open" if mark.lower_ in {"although", "though", "while", "if"} else "clause"
    if adverbial.dep_ in {"prep", "npadvmod"} and has_verb(moved):
        return None
    if adverbial.dep_ == "prep" and " ".join(word.lower_ for word in moved).startswith(_LONG_PREPOSITIONS):
        return "event" if moved[-1].pos_ in {"NOUN", "PROPN", "NUM"} else None
    if adverbial.dep_ == "prep" and moved[0] == adverbial:
        objects = [child for child in adverbial.children if child.dep_ == "pobj"]
        if len(objects) != 1 or any(child.dep_ == "cc" for child in objects[0].children):
            return None
        if adverbial.lower_ in _PREPOSITIONS and _is_date(objects[0], moved[1:]):
            return "date"
        if adverbial.lower_ in _EVENT_PREPOSITIONS and _plain_event(objects[0]):
            return "event"
    if adverbial.dep_ == "npadvmod" and len(moved) == 1 and adverbial.lower_ in {"yesterday", "today", "tomorrow"}:
        return "date"
    if adverbial.dep_ == "npadvmod" and _is_date(adverbial, moved) and moved[0].lower_ in {"last", "this", "next"}:
        return "date"
    return None


def _is_date(head: Any, words: list[Any]) -> bool:
    """A calendar date, or a unit of time with an ordinal, "last", "this" or the like."""
    allowed = [w for w in words if w.lower_ in MONTHS | _UNITS | _POINTS or w.like_num or w.lower_ in {"of", "the"}]
    if len(allowed) != len(words):
        return False
    year = head.text.isdecimal() and len(head.text) == 4
    named = any(word.lower_ in MONTHS | _UNITS for word in words)
    return year or head.lower_ in MONTHS or head.lower_ in _UNITS or (head.like_num and named)


def _plain_event(noun: Any) -> bool:
    """A noun with words before it only, so that the next phrase is not torn from it."""
    rights = [child for child in noun.rights if not (child.dep_ == "prep" and child.lower_ in _WORDS["within"])]
    return noun.pos_ == "NOUN" and not rights and noun.lower_ not in _UNITS


def _has_subject(verb: Any) -> bool:
    return any(child.dep_ in {"nsubj", "nsubjpass", "expl"} for child in verb.children)


def _stands_alone(sentence: Sentence, main: list[Any], kind: str) -> bool:
    """Whether the main clause is one plain clause, so that an adverbial has one verb to belong to."""
    root = sentence.root
    if root not in main or not _has_subject(root) or root.lemma_.lower() in _STAYING:
        return False
    if any(child.dep_ in {"conj", "ccomp", "parataxis", "advcl"} and child in main for child in root.children):
        return False
    if any(word.lower_ in {"if", "when", "because", "that", "whether", "how"} for word in main):
        return False
    subject_end = max((c.right_edge.i for c in root.children if c.dep_ in {"nsubj", "nsubjpass"}), default=0)
    if subject_end > root.i or main[-1].tag_ in {"IN", "TO", "RP"}:
        return False
    if is_focused(main) and kind != "date":
        return False
    return kind == "open" or not is_negative(main)


def _pronouns_keep(sentence: Sentence, main: list[Any], moved: list[Any], kind: str) -> bool:
    """Whether each pronoun of an adverbial still stands for the same when the adverbial comes first."""
    found = pronouns(moved)
    if not found:
        return True
    subject = next((child for child in sentence.root.children if child.dep_ in {"nsubj", "nsubjpass"}), None)
    if kind not in {"clause", "open"} or subject is None:
        return False
    for group in _WORDS["persons"]:
        if found <= set(group):
            if subject.lower_ in group:
                return True  # "She faces a fine when she returns": the same pronoun leads either way
            # With no sentence before it and no other person in it, the name is all that "she" can stand for.
            alone = sentence.span == sentence.text.sentences[0] and "it" not in group and "they" not in group
            others = [word for word in main if word.pos_ in {"PROPN", "PRON"} and word not in list(subject.subtree)]
            return alone and subject.pos_ == "PROPN" and subject.text[:1].isupper() and not others
    return False


def _carries(root: Any, word: Any) -> bool:
    """Whether a verb after the root is but the other half of "have to", "need to" or "be going to"."""
    whole = root.lower_ in {"have", "has", "had", "need", "needs", "needed", "going"}
    return whole and word.dep_ == "xcomp" and word.head == root


def _dated(main: list[Any]) -> bool:
    """Whether a clause has a time of its own, which another one would run into."""
    return any(word.lower_ in MONTHS | _UNITS or (word.text.isdecimal() and len(word.text) == 4) for word in main)


def _opens_with_adverbial(sentence: Sentence, main: list[Any]) -> bool:
    """Whether something stands before the subject already."""
    return not any(
        child.dep_ in {"nsubj", "nsubjpass", "expl"} and child.left_edge == main[0] for child in sentence.root.children
    )


def _ambiguous_after(before: Any, moved: list[Any]) -> bool:
    """Whether an adverbial after this word may belong to the word: "the attack on Monday", "plans for 2019"."""
    if moved[0].lower_ in _MARKS and has_verb(moved):
        return before.lower_ in _POINTS | {"time", "moment", "day", "reason"}
    phrase_ = [before, *(word for word in before.ancestors if word.pos_ in {"NOUN", "PROPN"})]
    nouns = [word for word in phrase_ if word.pos_ == "NOUN"]
    return before.pos_ == "NUM" or any(
        word.lemma_.lower() in _EVENTS or word.lower_ in _EVENTS or word.lower_.endswith(_NOUN_ENDINGS)
        for word in nouns
    )


PERTURBATION = RuleBased(
    name="clause-fronting",
    family="benign",
    summary="Moves an adverbial of time, cause, condition or concession to the other end of its sentence.",
    propose=propose,
    version="2",
    checks=BENIGN,
    limits=(
        "Only sentences of one plain main clause, and only adverbials that can belong to its verb alone; a date after "
        'a noun that names an event ("the attack on Monday") stays where it is, as does anything near a negation.'
    ),
    illustration=Illustration(
        response="The museum lost its roof in March 2018.",
        after="In March 2018, the museum lost its roof.",
    ),
)
