"""Association made causation: "is associated with" becomes "contributes to", "leads to", "directly causes"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration
from gaugeblock.perturb.checks import same_entities, same_numbers
from gaugeblock.perturb.force._axis import evidence_is_not_strong, evidence_is_weak, force_perturbation, not_stated
from gaugeblock.perturb.force._blame import blamed
from gaugeblock.perturb.force._contribution import contribution
from gaugeblock.perturb.force._effects import is_concrete, is_effect, named
from gaugeblock.perturb.force._help import helped
from gaugeblock.perturb.force._raise import Raise
from gaugeblock.perturb.grammar import is_conditional, is_negated, subject_number, subject_of, written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text, tokens_of

_LEXICON: dict[str, Any] = lexicon(__file__)
_TIES: dict[str, list[str]] = _LEXICON["tie"]
_FORMS: dict[str, list[str]] = _LEXICON["form"]
_ACTIVE: dict[str, list[str]] = _LEXICON["active"]
_NOUNS = frozenset(_LEXICON["nouns"])
_NOUN_LEVELS: list[str] = _LEXICON["noun_levels"]
_FACTOR = _LEXICON["factor"]
_FORESEEING = frozenset({"predictor", "predictors"})
_SETTLED = frozenset(_LEXICON["settled"])
_PARTIAL = frozenset(_LEXICON["partial"])
_KEPT = frozenset(_LEXICON["kept_adverbs"])
_DROPPED = frozenset(_LEXICON["dropped_adverbs"])


def _find(text: Text, rng: random.Random) -> Iterator[Raise]:
    for token in tokens_of(text.syntax):
        if token.text in _TIES and token.tag_ in {"VBN", "VBD"}:
            yield from _headline(token) if token.dep_ == "ROOT" and not _auxiliaries(token) else _passive(token)
        elif token.tag_ in _ACTIVE and token.lemma_ == "correlate":
            yield from _active(token)
        elif token.pos_ == "VERB":
            yield from contribution(token)
            yield from helped(token)
            yield from blamed(token)
        elif token.text in _NOUNS:
            yield from _noun(token)
        elif token.text in {"factor", "factors"}:
            yield from _factor(token)
        elif token.text in _FORESEEING:
            yield from _predictor(token)
        elif token.text in {"cause", "causes", "contributor", "contributors"}:
            yield from _cause(token)
        elif token.text == "predictive":
            yield from _predictive(token)


def _is_causal(tied: Any) -> bool:
    """Whether the words tied can be cause and effect: something measured behind, no person, place or thing before."""
    subject = subject_of(tied)
    if subject is None or any(is_concrete(noun) for noun in named(subject)):
        return False
    found = [
        (prep.i != tied.i + 1, child)
        for prep in tied.children
        if prep.dep_ in {"prep", "agent"}
        for child in prep.children
        if child.dep_ == "pobj"
    ]
    objects = [child for _, child in sorted(found, key=lambda pair: pair[0])]  # the one behind the tie first
    return bool(objects) and is_effect(objects[0]) and not is_concrete(objects[0])


def _auxiliaries(verb: Any) -> list[Any]:
    return [child for child in verb.children if child.dep_ in {"aux", "auxpass"}]


def _headline(tied: Any) -> Iterator[Raise]:
    """ "Low weight at birth linked to higher death rates", where a headline leaves out the "is"."""
    doc = tied.doc
    number = subject_number(tied)
    if number is None or tied.i + 2 >= len(doc) or doc[tied.i + 1].lower_ not in _TIES[tied.text]:
        return
    if is_negated(tied) or is_conditional(tied) or not _is_causal(tied) or doc[tied.i - 1].tag_ == "RB":
        return
    first, last, weak = tied.idx, doc[tied.i + 1].idx + len(doc[tied.i + 1]), written(tied, doc[tied.i + 1])
    for severity, strong in enumerate(_FORMS["is" if number == "singular" else "are"], 1):
        yield Raise(severity, ((first, last, strong),), weak, strong, _next_word(doc, tied.i + 2))


def _next_word(doc: Any, position: int) -> str:
    following = doc[position : position + 2].text
    return following if following.replace(" ", "").isalnum() else ""


def _passive(tied: Any) -> Iterator[Raise]:
    """ "is associated with", "has been linked to", "were strongly correlated with"."""
    doc = tied.doc
    if tied.i + 2 >= len(doc) or doc[tied.i + 1].lower_ not in _TIES[tied.text]:
        return
    if is_negated(tied) or is_conditional(tied) or not _is_causal(tied):
        return
    if doc[tied.i + 2].tag_ in {"PRP", "WDT", "WP"}:
        return
    start, adverb = tied.i - 1, ""
    while start >= 0 and doc[start].tag_ == "RB":
        if doc[start].lower_ in _KEPT and not adverb:
            adverb = doc[start].lower_
        elif doc[start].lower_ not in _DROPPED:
            return
        start -= 1
    if start < 0 or doc[start].lower_ not in _FORMS:
        return
    if doc[start].lower_ == "been":
        if start == 0 or doc[start - 1].lower_ not in {"has", "have", "had"}:
            return
        start_of_edit, forms = doc[start], _FORMS["been"]
    else:
        start_of_edit, forms = doc[start], _FORMS[doc[start].lower_]
    first, last = start_of_edit.idx, doc[tied.i + 1].idx + len(doc[tied.i + 1])
    for severity, form in enumerate(forms, 1):
        strong = f"{adverb} {form}" if adverb else form
        yield Raise(
            severity,
            ((first, last, strong),),
            written(start_of_edit, doc[tied.i + 1]),
            strong,
            _next_word(doc, tied.i + 2),
        )


def _active(verb: Any) -> Iterator[Raise]:
    """ "correlates with"."""
    doc = verb.doc
    if verb.i + 2 >= len(doc) or doc[verb.i + 1].lower_ != "with" or is_negated(verb) or is_conditional(verb):
        return
    if any(child.dep_ == "auxpass" for child in verb.children) or not _is_causal(verb):
        return
    first, last = verb.idx, doc[verb.i + 1].idx + len("with")
    for severity, strong in enumerate(_ACTIVE[verb.tag_], 1):
        yield Raise(
            severity, ((first, last, strong),), written(verb, doc[verb.i + 1]), strong, _next_word(doc, verb.i + 2)
        )


def _noun(noun: Any) -> Iterator[Raise]:
    """ "a link between", "an association with"."""
    doc = noun.doc
    if noun.i == 0 or noun.i + 2 >= len(doc) or doc[noun.i + 1].lower_ != "between":
        return
    if any(word.lower_ in _SETTLED for word in noun.children):
        return
    if is_negated(noun.head) or is_conditional(noun):
        return
    tied = [word for child in doc[noun.i + 1].children if child.dep_ == "pobj" for word in named(child)]
    if not any(is_effect(word) for word in tied) or any(is_concrete(word) for word in tied):
        return
    before = doc[noun.i - 1]
    if before.lower_ not in {"a", "an", "the"} and before.tag_ not in {"JJ", "JJR"}:
        return
    follow = doc[noun.i + 1].text
    for severity, level in enumerate(_NOUN_LEVELS, 1):
        if severity == 1 and before.tag_ in {"JJ", "JJR"}:
            continue  # "a significant probable causal correlation" piles up adjectives
        strong = f"{level} {noun.text}"
        changes: tuple[tuple[int, int, str], ...] = ((noun.idx, noun.idx, f"{level} "),)
        if before.lower_ == "an":
            changes = ((before.idx, before.idx + 2, before.text[0]), *changes)
        yield Raise(severity, changes, noun.text, strong, follow)


def _factor(noun: Any) -> Iterator[Raise]:
    """ "is a risk factor for"."""
    doc = noun.doc
    if noun.i < 2 or noun.i + 2 >= len(doc) or doc[noun.i - 1].lower_ != "risk" or doc[noun.i + 1].lower_ != "for":
        return
    if noun.dep_ != "attr" or is_negated(noun.head) or is_conditional(noun):
        return
    subject = subject_of(noun.head)
    if subject is None or any(is_concrete(word) for word in named(subject)):
        return
    levels = _FACTOR[noun.text]
    first, last = doc[noun.i - 1].idx, doc[noun.i + 1].idx + len("for")
    for severity, strong in enumerate(levels, 1):
        yield Raise(
            severity,
            ((first, last, strong),),
            written(doc[noun.i - 1], doc[noun.i + 1]),
            strong,
            _next_word(doc, noun.i + 2),
        )


def _predictor(noun: Any) -> Iterator[Raise]:
    """ "was an independent predictor of death"."""
    doc = noun.doc
    if noun.i < 2 or noun.i + 2 >= len(doc) or doc[noun.i + 1].lower_ != "of" or noun.dep_ != "attr":
        return
    be, subject, limits = noun.head, subject_of(noun.head), [word for word in noun.lefts if word.dep_ != "det"]
    if be.lower_ not in {"is", "are", "was", "were"} or is_negated(be) or is_conditional(noun) or subject is None:
        return
    if any(word.dep_ != "amod" or word.tag_ not in {"JJ", "NN"} for word in limits) or noun.left_edge.i != be.i + 1:
        return
    if (
        subject.tag_ in {"PRP", "DT"}
        or any(is_concrete(word) for word in named(subject))
        or any(child.dep_ == "conj" for child in noun.children)
    ):
        return
    objects = [word for child in doc[noun.i + 1].children if child.dep_ == "pobj" for word in named(child)]
    if not objects or not is_effect(objects[0]) or any(is_concrete(word) for word in objects):
        return
    first, last = noun.left_edge, doc[noun.i + 1]
    article = "" if noun.text.endswith("s") else "a "
    for severity, strong in enumerate((f"{article}{level}" for level in _FACTOR[noun.text]), 1):
        change = (first.idx, last.idx + len(last), strong)
        yield Raise(severity, (change,), written(first, last), strong, _next_word(doc, noun.i + 2))


def _cause(noun: Any) -> Iterator[Raise]:
    """ "is a common cause of", "are important contributors to"."""
    link = "of" if noun.text.startswith("cause") else "to"
    doc = noun.doc
    if noun.i < 2 or noun.i + 2 >= len(doc) or doc[noun.i + 1].lower_ != link or noun.dep_ != "attr":
        return
    limits = list(noun.lefts)
    article = noun.text in {"cause", "contributor"}
    if [word.lower_ for word in limits if word.dep_ == "det"] != (["a"] if article else []) and not (
        article and limits and limits[0].lower_ == "an"
    ):
        return
    if len(limits) > 1 + article or any(w.lower_ not in _PARTIAL and w.dep_ != "det" for w in limits):
        return
    if is_negated(noun.head) or is_conditional(noun) or any(child.dep_ in {"conj", "cc"} for child in noun.children):
        return
    subject, plural = subject_of(noun.head), not article
    if subject is None or subject.tag_ in {"PRP", "DT"} or (not article and not limits):
        return
    first, last = noun.left_edge, doc[noun.i + 1]
    levels = ("the main cause of", "the sole cause of") if not plural else ("the main causes of", "the only causes of")
    for severity, strong in enumerate(levels, 2):
        change = (first.idx, last.idx + len(last), strong)
        yield Raise(severity, (change,), written(first, last), strong, _next_word(doc, noun.i + 2))


def _predictive(word: Any) -> Iterator[Raise]:
    """ "was predictive of"."""
    doc = word.doc
    if word.i < 2 or word.i + 2 >= len(doc) or doc[word.i + 1].lower_ != "of" or doc[word.i - 1].lower_ not in _FORMS:
        return
    be = doc[word.i - 1]
    if be.lower_ not in {"is", "are", "was", "were"} or is_negated(word) or is_negated(be) or is_conditional(word):
        return
    tied = be if subject_of(be) is not None else word
    subject = subject_of(tied)
    objects = [
        child for prep in word.children if prep.lower_ == "of" for child in prep.children if child.dep_ == "pobj"
    ]
    if subject is None or any(is_concrete(noun) for noun in named(subject)) or not objects or not is_effect(objects[0]):
        return
    for severity, strong in enumerate(_FORMS[be.lower_], 1):
        change = (be.idx, doc[word.i + 1].idx + 2, strong)
        yield Raise(severity, (change,), written(be, doc[word.i + 1]), strong, _next_word(doc, word.i + 2))


PERTURBATION = force_perturbation(
    "relation",
    "Turns an association into a cause.",
    _find,
    (
        not_stated,
        evidence_is_weak(_LEXICON["weak_evidence"]),
        evidence_is_not_strong(_LEXICON["strong_evidence"]),
        same_numbers,
        same_entities,
    ),
    triggers=_LEXICON["triggers"],
    limits=(
        "Only what a cause can act on is turned into an effect (a risk, a rate, a disease); people, places and things "
        "that are 'linked' are left alone. Most texts claim no association, so coverage is low outside science."
    ),
    illustration=Illustration(
        response="Night work is associated with a higher risk of falls.",
        after="Night work contributes to a higher risk of falls.",
        context=("In the survey, night work was associated with a higher risk of falls.",),
    ),
)
