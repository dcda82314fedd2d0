"""Possibility made certainty: "may reduce" becomes "is likely to reduce", "reduces", "certainly reduces"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.checks import same_entities, same_numbers
from gaugeblock.perturb.force._axis import (
    Raise,
    evidence_is_weak,
    force_perturbation,
    not_stated,
)
from gaugeblock.perturb.grammar import (
    BE,
    clause_verb,
    is_conditional,
    is_negated,
    present,
    subject_number,
    subject_of,
    written,
)
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.wording import like_case

_LEXICON: dict[str, Any] = lexicon(__file__)
_PERMISSION = frozenset(_LEXICON["permission_verbs"])
_ALLOWING = frozenset(_LEXICON["allowing"])
_ABILITY = frozenset(_LEXICON["ability_verbs"])
_GENERIC = frozenset(_LEXICON["generic_verbs"])
_MOVABLE = frozenset(_LEXICON["movable_adverbs"])
_FUTURE = frozenset(_LEXICON["future_words"])
_PAST_TIMES = frozenset(_LEXICON["past_times"])
_FINDINGS = frozenset(_LEXICON["findings"])
_REPORTS: dict[str, dict[str, list[str]]] = _LEXICON["report"]
_ADVERBS: dict[str, list[str]] = _LEXICON["adverb"]
_ADJECTIVES: dict[str, list[str]] = _LEXICON["adjective"]
_PREDICATES: dict[str, list[str]] = _LEXICON["predicate"]
_SEEMING = frozenset(_LEXICON["seeming"])
_BEFORE_ADJECTIVE = frozenset({"DT", "JJ", "IN", "VBG", "VBZ", "VBD", "VBP", "VB", "PRP$"})
_INTENDING = frozenset(_LEXICON["intending"])
_MODALS = frozenset({"may", "might", "could"})


def _find(text: Text, rng: random.Random) -> Iterator[Raise]:
    for token in text.doc:
        if token.tag_ == "MD" and token.text in _MODALS:
            yield from _modal(token)
        elif token.dep_ == "amod" and token.text in _ADJECTIVES:
            yield from _adjective(token)
        elif token.tag_ in {"JJ", "VBN"} and token.text in _PREDICATES:
            yield from _predicate(token)
        elif token.pos_ == "VERB" and token.lower_ in (_SEEMING | _INTENDING):
            yield from _seeming(token)
        elif token.pos_ == "VERB" and token.lemma_ in _REPORTS:
            yield from _report(token)
        elif token.pos_ == "ADV" and token.text in _ADVERBS:
            yield from _adverb(token)


def _phrase(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _modal(modal: Any) -> Iterator[Raise]:
    """ "may", "might" and "could" of possibility: not of permission, not of past ability, not negated."""
    verb = modal.head
    if modal.dep_ not in {"aux", "auxpass"} or is_negated(verb) or is_conditional(verb) or not _is_possibility(modal):
        return
    first, adverbs = modal.nbor(1) if modal.i + 1 < len(modal.doc) else None, []
    while first is not None and first.tag_ == "RB" and first.lower_ in _MOVABLE and first.i + 1 < len(modal.doc):
        adverbs.append(first.lower_)
        first = first.nbor(1)
    if first is None or first.tag_ != "VB" or verb not in (first, first.head):
        return
    kept = " ".join(adverb for adverb in adverbs if adverb != "well")
    number = subject_number(verb)
    backshift = modal.text != "may" and _reported_in_past(verb)
    if number:
        be = BE["past" if backshift else "present"][number]
        yield _replaced(1, modal, first, _phrase(be, kept, "likely to", first.text))
    last, form = first, _plain_form(verb, first, number, backshift)
    if first.text == "have" and _word_after(first) == "been" and number and not backshift:
        last, form = first.nbor(1), BE["past"][number]
    if form is None:
        return
    if first.text == "be" or first != verb or " " in form:
        finite, _, rest = form.partition(" ")
        yield _replaced(2, modal, last, _phrase(finite, kept, rest))
        yield _replaced(3, modal, last, _phrase(finite, "certainly", kept, rest))
    else:
        yield _replaced(2, modal, last, _phrase(kept, form))
        yield _replaced(3, modal, last, _phrase("certainly", kept, form))


def _is_possibility(modal: Any) -> bool:
    """Whether a modal says that something is possible, not that it is allowed or that somebody was able to."""
    verb = modal.head
    subject = subject_of(verb)
    expletive = any(child.dep_ == "expl" for child in verb.children)
    if not expletive and (subject is None or subject.i > modal.i):
        return False
    if subject is not None and subject.lower_ in {"you", "ye", "y'all"}:
        return False  # "you may leave now", "you could ask"
    if modal.i and modal.nbor(-1).lower_ in {"as", "than", "so"}:
        return False
    if modal.text == "may":
        allowed = any(word.lemma_.lower() in _ALLOWING for word in modal.sent)
        return verb.lemma_ not in _PERMISSION and not allowed
    return modal.text == "might" or (verb.lemma_ not in _ABILITY and not _coordinate_with_past(verb))


def _word_after(token: Any) -> str:
    """The word that follows a token, empty where none does."""
    following = token.nbor(1) if token.i + 1 < len(token.doc) else None
    return following.text if following is not None and following.is_alpha else ""


def _replaced(severity: int, first: Any, last: Any, strong: str) -> Raise:
    """The tokens from first to last, replaced."""
    start, end = first.idx, last.idx + len(last)
    return Raise(severity, ((start, end, strong),), written(first, last), strong, _word_after(last))


def _plain_form(verb: Any, first: Any, number: str | None, backshift: bool) -> str | None:
    """The unhedged form of a verb group that starts with the base form `first`, None where none is safe."""
    if first.text == "have" and first != verb:
        if any(word.lower_ in _PAST_TIMES or word.shape_ == "dddd" for word in verb.sent):
            return None
        return "had" if backshift else number and present("have", number)
    if backshift:
        return BE["past"][number] if first == verb and first.text == "be" and number else f"would {first.text}"
    return present(first.text, number) if number and _is_generic(verb, first) else f"will {first.text}"


def _is_generic(verb: Any, first: Any) -> bool:
    """Whether the present tense says of a verb what "will" would: states, standing effects and the perfect."""
    if any(word.lower_ in _FUTURE for word in verb.sent):
        return False
    joined = [child for child in verb.children if child.dep_ == "conj" and child.tag_ == "VB"]
    if joined and first == verb:
        return False  # "may lower pain and improve sleep": the second verb would need its ending too
    if first.dep_ == "auxpass":
        return verb.lemma_ in _GENERIC
    return first.text in {"be", "have"} or verb.lemma_ in _GENERIC


def _reported_in_past(verb: Any) -> bool:
    return any(word.tag_ == "VBD" and word.i < verb.i for word in verb.ancestors)


def _coordinate_with_past(verb: Any) -> bool:
    return bool(verb.dep_ == "conj" and verb.head.tag_ == "VBD")


def _predicate(word: Any) -> Iterator[Raise]:
    """ "is likely to", "are expected to", "is thought to", "is possible that"."""
    if word.i == 0 or word.i + 1 >= len(word.doc) or is_conditional(word):
        return
    be, following = word.nbor(-1), word.nbor(1).lower_
    adverb = ""
    if be.lower_ in {"also", "now", "still", "generally"} and word.i > 1:
        adverb, be = be.lower_, word.nbor(-2)
    if be.lower_ not in {"is", "are", "was", "were", "be"} or is_negated(word) or is_negated(word.head):
        return
    if following not in ({"that"} if word.text in {"possible", "probable", "likely"} and adverb == "" else set()) | {
        "to"
    } or (word.text in {"possible", "probable"} and following == "to"):
        return
    if following == "to" and (word.i + 2 >= len(word.doc) or word.nbor(2).tag_ != "VB"):
        return
    for severity, strong in enumerate(_PREDICATES[word.text], 1):
        yield Raise(
            severity, ((word.idx, word.idx + len(word), strong),), f"{word.text} {following}", strong, following
        )


def _seeming(verb: Any) -> Iterator[Raise]:
    """ "appears to reduce", "seem to be", "plans to move"."""
    if verb.i + 2 >= len(verb.doc) or verb.nbor(1).lower_ != "to" or verb.nbor(2).tag_ != "VB":
        return
    number = {"VBZ": "singular", "VBP": "plural"}.get(verb.tag_)
    inner = verb.nbor(2)
    if number is None or is_negated(verb) or is_negated(inner) or is_conditional(verb):
        return
    if any(child.dep_ in {"aux", "auxpass"} or child.lower_ in {"i", "you"} for child in verb.children):
        return
    levels = [f"{BE['present'][number]} very likely to {inner.text}"]
    if verb.lower_ in _INTENDING:
        levels += [f"will {inner.text}", f"will certainly {inner.text}"]
    elif not any(child.dep_ == "conj" and child.tag_ == "VB" for child in inner.head.children):
        form = present(inner.text, number)
        after = inner.text == "be" or inner.dep_ == "aux"
        levels += [form, f"{form} certainly" if after else f"certainly {form}"]
    for severity, strong in enumerate(levels, 1):
        yield _replaced(severity, verb, inner, strong)


def _report(verb: Any) -> Iterator[Raise]:
    """ "the study suggests that": only where what suggests is evidence, not a person with a proposal."""
    forms = _REPORTS[verb.lemma_].get(verb.tag_)
    subject = subject_of(verb)
    if not forms or subject is None or is_negated(verb) or is_conditional(verb):
        return
    if subject.lemma_.lower() not in _FINDINGS or any(child.dep_ in {"aux", "auxpass"} for child in verb.children):
        return
    content = [child for child in verb.children if child.dep_ in {"ccomp", "dobj"}]
    if not content or any(_is_proposal(child) for child in content):
        return
    for severity, strong in enumerate(forms, 1):
        yield Raise(severity, ((verb.idx, verb.idx + len(verb), strong),), verb.text, strong, subject.text)


def _is_proposal(content: Any) -> bool:
    """Whether what is "suggested" is something to do: "that the firm expand", "that it should"."""
    modals = [child for child in content.children if child.dep_ in {"aux", "auxpass"} and child.tag_ != "VBG"]
    return any(word.lower_ in {"should", "must"} for word in modals) or (content.tag_ == "VB" and not modals)


def _adjective(adjective: Any) -> Iterator[Raise]:
    """ "a possible cause"."""
    doc = adjective.doc
    if adjective.i == 0 or adjective.i + 1 >= len(doc) or doc[adjective.i + 1] != adjective.head:
        return
    before, noun = doc[adjective.i - 1], adjective.head
    verb = clause_verb(noun)
    if before.tag_ not in _BEFORE_ADJECTIVE or noun.tag_ not in {
        "NN",
        "NNS",
    }:
        return
    if before.lower_ in {"no", "any", "as", "every", "all"} or verb is None or is_negated(verb) or is_conditional(noun):
        return
    start, end = adjective.idx, adjective.idx + len(adjective)
    for severity, strong in enumerate(_ADJECTIVES[adjective.text], 1):
        if not strong and before.lower_ == "a" and noun.text[0].lower() in "aeiou":
            change, anchor = (before.idx, noun.idx, like_case(before.text, "an ")), f"an {noun.text}"
        else:
            change = (start, end if strong else noun.idx, strong)
            anchor = noun.text if strong else f"{before.text} {noun.text}"
        yield Raise(severity, (change,), adjective.text, strong, anchor)


def _adverb(adverb: Any) -> Iterator[Raise]:
    """ "probably", "possibly", "potentially" inside a clause."""
    if adverb.i + 1 >= len(adverb.doc) or not adverb.nbor(1).is_alpha or is_conditional(adverb):
        return
    if adverb.i == 0 or not adverb.nbor(-1).is_alpha or is_negated(adverb.head):
        return
    if adverb.nbor(-1).lower_ in {"most", "very", "quite", "more", "less", "a", "an", "or", "and", "not"}:
        return
    follow = adverb.nbor(1)
    start, end = adverb.idx, adverb.idx + len(adverb)
    for severity, strong in enumerate(_ADVERBS[adverb.text], 1):
        last = end if strong else follow.idx
        change = like_case(adverb.text, strong)
        yield Raise(
            severity,
            ((start, last, change),),
            adverb.text,
            strong,
            f"{adverb.nbor(-1).text} {follow.text}" if not strong else follow.text,
        )


PERTURBATION = force_perturbation(
    "modality",
    "Turns a possibility into a certainty.",
    _find,
    (not_stated, evidence_is_weak(_LEXICON["weak_evidence"]), same_numbers, same_entities),
)
