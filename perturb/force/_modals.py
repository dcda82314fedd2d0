"""Modal verbs of possibility and of what is to come: "may reduce", "could close", "should start", "will open"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._effects import EFFECT_VERBS
from gaugeblock.perturb.force._raise import Raise, replaced, word_after
from gaugeblock.perturb.force._verb_groups import MOVABLE, is_manner, reported_in_past
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

_LEXICON: dict[str, list[str]] = lexicon(__file__)
_PERMISSION = frozenset(_LEXICON["permission_verbs"])
_ALLOWING = frozenset(_LEXICON["allowing"])
_ABILITY = frozenset(_LEXICON["ability_verbs"])
_GENERIC = frozenset(_LEXICON["generic_verbs"])
_IMPACTS = frozenset(_LEXICON["impacts"])
_WISHING = frozenset(_LEXICON["wishing"])
_FUTURE = frozenset(_LEXICON["future_words"])
_PAST_TIMES = frozenset(_LEXICON["past_times"])
_COMING = frozenset(_LEXICON["coming"])
_COMING_TIMES = frozenset(_LEXICON["coming_times"])
_SAYING = frozenset(_LEXICON["saying"])
_MODALS = frozenset({"may", "might", "could", "can"})


def modal_verb(token: Any) -> Iterator[Raise]:
    """The claim raised where a token is a modal verb of possibility."""
    if token.tag_ != "MD":
        return
    if token.text in _MODALS and "any time" not in token.sent.text.lower():  # what is certain has a time
        yield from _modal(token)
    elif token.text == "would":
        yield from _hypothetical(token)
    elif token.text == "should":
        yield from _should(token)


def future(token: Any) -> Iterator[Raise]:
    """What is said to come made sure to come: "will open" becomes "will certainly open"."""
    verb = token.head
    ahead = token.text == "would" and verb.dep_ == "ccomp" and verb.head.tag_ == "VBD" and verb.head.lemma_ in _SAYING
    if (
        token.tag_ != "MD"
        or not (ahead or token.text == "will")
        or token.i + 1 >= len(token.doc)
        or token.nbor(1).tag_ != "VB"
    ):
        return
    subject = subject_of(verb)
    if (
        subject is None
        or subject.lower_ in {"i", "you"}
        or subject.i > token.i
        or is_negated(verb)
        or is_conditional(token)
    ):
        return
    if token.nbor(1) not in (verb, *verb.children) or any(child.dep_ == "expl" for child in verb.children):
        return
    if token.nbor(1).text == "have" or any(word.lemma_ in _WISHING for word in (verb, *verb.ancestors)):
        return
    yield from replaced(token, token, (None, None, f"{token.text} certainly"))


def _hypothetical(modal: Any) -> Iterator[Raise]:
    """ "a ban would reduce noise": what is only thought through made what is to come."""
    verb = modal.head
    first = modal.nbor(1) if modal.i + 1 < len(modal.doc) else None
    if first is not None and is_manner(first, verb):
        first = verb
    subject = subject_of(verb)
    if first != verb or verb.tag_ != "VB" or verb.lemma_ not in EFFECT_VERBS or subject is None or subject.i > modal.i:
        return
    if is_negated(verb) or is_conditional(verb) or verb.dep_ not in {"ROOT", "relcl"} or subject.tag_ == "PRP":
        return
    if any(word.tag_ == "VBD" or word.lower_ in {"if", "would"} for word in modal.sent if word != modal):
        return
    yield from replaced(modal, modal, (None, "will", "will certainly"))


def _should(modal: Any) -> Iterator[Raise]:
    """ "Work should start soon": what is expected made what is to come."""
    verb, subject = modal.head, subject_of(modal.head)
    if verb.lemma_ not in _COMING or verb.tag_ != "VB" or verb.i != modal.i + 1 or subject is None:
        return
    timed = any(child.lower_ in _COMING_TIMES for child in verb.rights)
    if not timed or subject.tag_ not in {"NN", "NNS"} or subject.i > modal.i or is_negated(verb):
        return
    if not is_conditional(verb) and verb.dep_ in {"ROOT", "conj"}:
        yield from replaced(modal, modal, (None, "will", "will certainly"))


def _is_sought(verb: Any) -> bool:
    """Whether a clause tells what somebody looks for: "to find a boxer who could beat him"."""
    governor = clause_verb(verb.head) if verb.dep_ == "relcl" else None
    return governor is not None and any(child.tag_ == "TO" for child in governor.lefts)


def _phrase(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _modal(modal: Any) -> Iterator[Raise]:
    """ "may", "might" and "could" of possibility: not of permission, not of past ability, not negated."""
    verb = modal.head
    if modal.dep_ not in {"aux", "auxpass"} or is_negated(verb) or is_conditional(verb) or not _is_possibility(modal):
        return
    if _is_sought(verb):
        return
    first, adverbs = modal.nbor(1) if modal.i + 1 < len(modal.doc) else None, []
    while first is not None and first.tag_ == "RB" and first.lower_ in MOVABLE and first.i + 1 < len(modal.doc):
        adverbs.append(first.lower_)
        first = first.nbor(1)
    manner = ""
    if first is not None and not adverbs and is_manner(first, verb):
        manner, first = f"{first.text} ", verb
    if first is None or first.tag_ != "VB" or verb not in (first, first.head):
        return
    kept = " ".join(adverb for adverb in adverbs if adverb != "well")
    number = subject_number(verb)
    backshift = modal.text not in {"may", "can"} and reported_in_past(verb)
    if number:
        be = BE["past" if backshift else "present"][number]
        yield _replaced(1, modal, first, _phrase(be, kept, "likely to", manner + first.text))
    last, form = first, _plain_form(verb, first, number, backshift)
    if first.text == "have" and word_after(first) == "been" and number and not backshift:
        last, form = first.nbor(1), BE["past"][number]
    if form is None:
        return
    if manner:
        if " " not in form:  # "will strongly reduce" would need its adverb within, and "certainly strongly" jars
            yield _replaced(2, modal, last, manner + form)
    elif first.text == "be" or first != verb or " " in form:
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
    lost = subject is None and modal.text in {"may", "might"} and modal.i > 1 and modal.nbor(-1).tag_ in {"NN", "NNS"}
    if not expletive and not lost and (subject is None or subject.i > modal.i):
        return False
    if subject is not None and _is_object_too(subject):
        return False
    if subject is not None and subject.lower_ in {"you", "ye", "y'all"}:
        return False  # "you may leave now", "you could ask"
    if modal.i and modal.nbor(-1).lower_ in {"as", "than", "so"}:
        return False
    if modal.text == "could" and verb.dep_ == "ROOT" and modal.nbor(1).lower_ == "have" and modal.nbor(1) != verb:
        return False  # "could have won" tells what did not happen
    if modal.text == "can":
        near = modal.nbor(1) == verb or (modal.nbor(1).tag_ == "RB" and modal.i + 2 == verb.i)
        having = verb.lemma_ == "have" and any(w.dep_ == "dobj" and w.lemma_ in _IMPACTS for w in verb.children)
        return (verb.lemma_ in EFFECT_VERBS or having) and verb.tag_ == "VB" and near
    if modal.text == "may":
        allowed = any(word.lemma_.lower() in _ALLOWING for word in modal.sent)
        return verb.lemma_ not in _PERMISSION and not allowed
    return modal.text == "might" or (verb.lemma_ not in _ABILITY and not _coordinate_with_past(verb))


def _is_object_too(subject: Any) -> bool:
    """Whether a subject may be the object of the verb before it: "drugs used to target the virus could help"."""
    first = subject.left_edge
    before = first.nbor(-1) if first.i > first.sent.start else None
    return before is not None and before.tag_ in {"VB", "VBN", "VBG"} and before.lemma_ not in _SAYING


def _replaced(severity: int, first: Any, last: Any, strong: str) -> Raise:
    """The tokens from first to last, replaced."""
    start, end = first.idx, last.idx + len(last)
    return Raise(severity, ((start, end, strong),), written(first, last), strong, word_after(last))


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


def _coordinate_with_past(verb: Any) -> bool:
    return bool(verb.dep_ == "conj" and verb.head.tag_ == "VBD")
