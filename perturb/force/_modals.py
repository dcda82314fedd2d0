"""Possibility in the verb group: "may reduce", "is likely to", "appears to", "plans to", "is going to"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._raise import Raise, replaced, word_after
from gaugeblock.perturb.grammar import (
    BE,
    inflect,
    is_conditional,
    is_negated,
    present,
    subject_number,
    subject_of,
    written,
)
from gaugeblock.perturb.lexicon import lexicon

_LEXICON: dict[str, Any] = lexicon(__file__)
_PERMISSION = frozenset(_LEXICON["permission_verbs"])
_ALLOWING = frozenset(_LEXICON["allowing"])
_ABILITY = frozenset(_LEXICON["ability_verbs"])
_GENERIC = frozenset(_LEXICON["generic_verbs"])
_EFFECTS = frozenset(_LEXICON["effect_verbs"])
_IMPACTS = frozenset({"effect", "impact", "influence", "benefit", "consequence"})
_WISHING = frozenset({"hope", "wish", "fear", "chance", "want", "ensure", "doubt", "demand"})
_MOVABLE = frozenset(_LEXICON["movable_adverbs"])
_FUTURE = frozenset(_LEXICON["future_words"])
_PAST_TIMES = frozenset(_LEXICON["past_times"])
_PREDICATES: dict[str, list[str]] = _LEXICON["predicate"]
_SEEMING = frozenset(_LEXICON["seeming"])
_INTENDING = frozenset(_LEXICON["intending"])
_INTENDED = frozenset(_LEXICON["intended"])
_UNDER_WAY = frozenset(_LEXICON["under_way"])
_WEIGHING = frozenset(_LEXICON["weighing"])
_IDIOMS = frozenset(_LEXICON["idiom_verbs"])
_CRIMES = frozenset(_LEXICON["crimes"])
_GUILT: list[str] = _LEXICON["guilt_levels"]
_SAYING = frozenset(_LEXICON["saying"])
_MODALS = frozenset({"may", "might", "could", "can"})
_PURPOSES = frozenset(_LEXICON["purposes"])
_PURPOSE_LEVELS: list[str] = _LEXICON["purpose_levels"]
_AIMS = _EFFECTS | frozenset(_LEXICON["helping"])
_DOUBTS = frozenset({"possibly", "probably", "potentially", "likely", "only", "hardly", "barely", "scarcely", "rarely"})
_UNSAID = "-"  # in the lexicon: no wording at this severity


def verb_group(token: Any) -> Iterator[Raise]:
    """The claim raised where a token is the hedge of a verb group."""
    if token.tag_ == "MD" and token.text in _MODALS:
        yield from _modal(token)
    elif token.tag_ == "MD" and token.text == "would":
        yield from _hypothetical(token)
    elif token.tag_ in {"JJ", "VBN"} and token.text in _PREDICATES:
        yield from _predicate(token)
    elif token.tag_ == "VBN" and token.text in {"accused", "charged", "suspected"}:
        yield from _accused(token)
    elif token.tag_ == "VBD" and token.text in {"seemed", "appeared"}:
        yield from _seemed(token)
    elif token.pos_ == "VERB" and token.lower_ in (_SEEMING | _INTENDING):
        yield from _seeming(token)
    elif token.tag_ in {"VBZ", "VBP"} and token.lemma_ in {"agree", "decide"}:
        yield from _agreed(token)
    elif token.tag_ == "VBD" and token.text in _INTENDED:
        yield from _intended(token)
    elif token.text in _UNDER_WAY or token.text == "like":
        yield from _under_way(token)
    elif token.tag_ == "VBG" and token.text in _WEIGHING:
        yield from _weighing(token)
    elif token.tag_ == "VBN" and token.text in _PURPOSES:
        yield from _made_for(token)


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
    if token.nbor(1).text == "have" or any(word.lemma_ in _WISHING for word in verb.ancestors):
        return
    yield from replaced(token, token, (None, None, f"{token.text} certainly"))


def _hypothetical(modal: Any) -> Iterator[Raise]:
    """ "a ban would reduce noise": what is only thought through made what is to come."""
    verb = modal.head
    first = modal.nbor(1) if modal.i + 1 < len(modal.doc) else None
    if first is not None and _is_manner(first, verb):
        first = verb
    subject = subject_of(verb)
    if first != verb or verb.tag_ != "VB" or verb.lemma_ not in _EFFECTS or subject is None or subject.i > modal.i:
        return
    if is_negated(verb) or is_conditional(verb) or verb.dep_ not in {"ROOT", "relcl"} or subject.tag_ == "PRP":
        return
    if any(word.tag_ == "VBD" or word.lower_ in {"if", "would"} for word in modal.sent if word != modal):
        return
    yield from replaced(modal, modal, (None, "will", "will certainly"))


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
    manner = ""
    if first is not None and not adverbs and _is_manner(first, verb):
        manner, first = f"{first.text} ", verb
    if first is None or first.tag_ != "VB" or verb not in (first, first.head):
        return
    kept = " ".join(adverb for adverb in adverbs if adverb != "well")
    number = subject_number(verb)
    backshift = modal.text not in {"may", "can"} and _reported_in_past(verb)
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
    if modal.text == "can":
        near = modal.nbor(1) == verb or (modal.nbor(1).tag_ == "RB" and modal.i + 2 == verb.i)
        having = verb.lemma_ == "have" and any(w.dep_ == "dobj" and w.lemma_ in _IMPACTS for w in verb.children)
        return (verb.lemma_ in _EFFECTS or having) and verb.tag_ == "VB" and near
    if modal.text == "may":
        allowed = any(word.lemma_.lower() in _ALLOWING for word in modal.sent)
        return verb.lemma_ not in _PERMISSION and not allowed
    return modal.text == "might" or (verb.lemma_ not in _ABILITY and not _coordinate_with_past(verb))


def _is_manner(word: Any, verb: Any) -> bool:
    """Whether a word says how a verb is done, right before it: "may strongly reduce"."""
    manner = word.tag_ == "RB" and word.lower_.endswith("ly") and word.lower_ not in _MOVABLE | _DOUBTS
    return bool(manner and word.head == verb and word.i + 1 == verb.i and verb.tag_ == "VB")


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
    if be.lower_ in {"also", "now", "still", "generally", "widely", "currently"} and word.i > 1:
        adverb, be = be.lower_, word.nbor(-2)
    if be.lower_ not in {"is", "are", "was", "were", "be"} or is_negated(word) or is_negated(word.head):
        return
    if following not in ({"that"} if word.text in {"possible", "probable", "likely"} and adverb == "" else set()) | {
        "to"
    } or (word.text in {"possible", "probable"} and following == "to"):
        return
    if following == "to" and (word.i + 2 >= len(word.doc) or word.nbor(2).tag_ != "VB"):
        return
    levels = [None if strong == _UNSAID else strong for strong in _PREDICATES[word.text]]
    start, end = word.idx, word.idx + len(word)
    for severity, strong in enumerate(levels, 1):
        if strong:
            yield Raise(severity, ((start, end, strong),), f"{word.text} {following}", strong, following)


def _accused(word: Any) -> Iterator[Raise]:
    """ "is accused of", "were charged with": what is still to be shown."""
    if word.i == 0 or word.i + 2 >= len(word.doc) or word.nbor(-1).lower_ not in {"is", "are", "was", "were"}:
        return
    link = word.nbor(1)
    if word.dep_ == "advcl":
        return
    if link.lower_ != ("with" if word.text == "charged" else "of") or is_negated(word) or is_conditional(word):
        return
    if word.text == "charged":
        named = {child.lemma_.lower() for child in link.children} | {child.lemma_.lower() for child in link.subtree}
        if not named & _CRIMES:
            return
    yield from replaced(word, link, _GUILT)


def _finite(verb: Any) -> str | None:
    """The number of a subject in the third person of a verb that is open to be raised."""
    subject = subject_of(verb)
    if is_negated(verb) or is_conditional(verb) or subject is None or subject.lower_ in {"i", "you"}:
        return None
    return subject_number(verb)


def _infinitive(verb: Any) -> Any | None:
    """The verb of "to open" right behind a verb, None where there is none or it is part of an idiom."""
    if verb.i + 2 >= len(verb.doc) or verb.nbor(1).lower_ != "to" or verb.nbor(2).tag_ != "VB":
        return None
    inner = verb.nbor(2)
    idiom = verb.lemma_ in {"want", "like", "wish"} and inner.lower_ in _IDIOMS
    return None if is_negated(inner) or idiom else inner


def _seeming(verb: Any) -> Iterator[Raise]:
    """ "appears to reduce", "seem to be", "plans to move"."""
    inner = _infinitive(verb)
    number = {"VBZ": "singular", "VBP": "plural"}.get(verb.tag_)
    if inner is None and number is not None and verb.lower_ in _SEEMING:
        yield from _seeming_so(verb, number)
        yield from _seeming_to(verb, number)
    if inner is None or number is None or is_negated(verb) or is_conditional(verb):
        return
    if any(child.dep_ in {"aux", "auxpass"} or child.lower_ in {"i", "you"} for child in verb.children):
        return
    levels: list[str | None] = [f"{BE['present'][number]} very likely to {inner.text}"]
    if verb.lower_ in _INTENDING:
        levels += [f"will {inner.text}", f"will certainly {inner.text}"]
    elif not any(child.dep_ == "conj" and child.tag_ == "VB" for child in inner.head.children):
        form = present(inner.text, number)
        after = inner.text == "be" or inner.dep_ == "aux"
        levels += [form, f"{form} certainly" if after else f"certainly {form}"]
    yield from replaced(verb, inner, levels)


def _seeming_so(verb: Any, number: str) -> Iterator[Raise]:
    """ "appears effective": what something seems made what it is."""
    following = verb.nbor(1) if verb.i + 1 < len(verb.doc) else None
    if (
        following is None
        or following.tag_ != "JJ"
        or following.head != verb
        or following.lower_ in {"likely", "unlikely"}
    ):
        return
    if any(child.dep_ in {"aux", "auxpass"} for child in verb.children) or _finite(verb) is None:
        return
    be = BE["present"][number]
    yield from replaced(verb, verb, (f"{be} very probably", be, f"{be} certainly"))


def _seeming_to(verb: Any, number: str) -> Iterator[Raise]:
    """ "appears to strongly regulate", with the manner before the verb."""
    if verb.i + 4 >= len(verb.doc) or verb.nbor(1).lower_ != "to" or _finite(verb) is None:
        return
    manner, inner = verb.nbor(2), verb.nbor(3)
    if not _is_manner(manner, inner) or any(child.dep_ in {"aux", "auxpass"} for child in verb.children):
        return
    if any(child.dep_ == "conj" and child.tag_ == "VB" for child in inner.children):
        return
    form = f"{manner.text} {present(inner.text, number)}"
    levels = (f"{BE['present'][number]} very likely to {manner.text} {inner.text}", form)
    yield from replaced(verb, inner, levels)


def _seemed(verb: Any) -> Iterator[Raise]:
    """ "appeared to confirm it", "seemed calm": what something seemed made what it was."""
    number, inner = _finite(verb), _infinitive(verb)
    following = verb.nbor(1) if verb.i + 1 < len(verb.doc) else None
    if number is None or following is None or any(child.dep_ in {"aux", "auxpass"} for child in verb.children):
        return
    be = BE["past"][number]
    if inner is None:
        if following.tag_ == "JJ" and following.head == verb and following.lower_ not in {"likely", "unlikely", "set"}:
            yield from replaced(verb, verb, (f"{be} very probably", be, f"{be} certainly"))
        return
    if inner.head != verb or any(child.dep_ == "conj" and child.tag_ == "VB" for child in inner.children):
        return
    past = be if inner.text == "be" else inflect(inner.lemma_, "VBD")
    if past is None or (inner.text != "be" and inner.dep_ in {"aux", "auxpass"}):
        return
    if inner.text == "be":
        yield from replaced(verb, inner, (f"{be} very probably", be, f"{be} certainly"))
    else:
        yield from replaced(verb, inner, (f"very probably {past}", past, f"certainly {past}"))


def _made_for(word: Any) -> Iterator[Raise]:
    """ "a scheme designed to reduce crime": what something is meant to do made what it is sure to do."""
    inner = _infinitive(word)
    before = word.nbor(-1) if word.i else None
    if inner is None or before is None or inner.lemma_ not in _AIMS or is_negated(word) or is_conditional(word):
        return
    bare = word.dep_ == "acl" and before.tag_ in {"NN", "NNS"}
    said = word.dep_ in {"ROOT", "ccomp", "relcl"} and before.lower_ in {"is", "are", "was", "were"}
    if bare or said:
        yield from replaced(word, word, _PURPOSE_LEVELS)


def _agreed(verb: Any) -> Iterator[Raise]:
    """ "agrees to meet": what people mean to do, and may not."""
    inner, number = _infinitive(verb), _finite(verb)
    if inner is None or number is None or any(child.dep_ == "aux" for child in verb.children):
        return
    levels = (None, f"will {inner.text}", f"will certainly {inner.text}")
    yield from replaced(verb, inner, levels)


def _intended(verb: Any) -> Iterator[Raise]:
    """ "said that it planned to move": what a report looks ahead to."""
    inner, number = _infinitive(verb), _finite(verb)
    if inner is None or number is None or not _reported_in_past(verb) or verb.dep_ != "ccomp":
        return
    be = BE["past"][number]
    levels = (f"{be} very likely to {inner.text}", f"would {inner.text}", f"would certainly {inner.text}")
    yield from replaced(verb, inner, levels)


def _under_way(verb: Any) -> Iterator[Raise]:
    """ "is planning to move", "are going to move", "would like to move"."""
    first = verb.nbor(-1) if verb.i else None
    inner, number = _infinitive(verb), _finite(verb)
    if first is None or inner is None or number is None:
        return
    if verb.text == "like":
        if first.text != "would" or verb.tag_ != "VB":
            return
        levels: tuple[str | None, ...] = (
            f"{BE['present'][number]} very likely to {inner.text}",
            f"will {inner.text}",
            f"will certainly {inner.text}",
        )
    elif first.text not in {"is", "are"} or verb.tag_ != "VBG":
        return
    elif verb.text == "going":
        levels = (None, None, f"{first.text} certainly going to {inner.text}")
    else:
        levels = (f"{first.text} very likely to {inner.text}", f"will {inner.text}", f"will certainly {inner.text}")
    yield from replaced(first, inner, levels)


def _weighing(verb: Any) -> Iterator[Raise]:
    """ "is considering moving", "are thinking about moving"."""
    first = verb.nbor(-1) if verb.i else None
    if first is None or first.text not in {"is", "are"} or verb.i + 2 >= len(verb.doc) or _finite(verb) is None:
        return
    inner = verb.nbor(1)
    if verb.text == "thinking":
        if inner.text not in {"of", "about"}:
            return
        inner = verb.nbor(2)
    if inner.tag_ != "VBG" or inner.dep_ not in {"xcomp", "pcomp"}:
        return
    lemma = inner.lemma_
    levels = (f"{first.text} very likely to {lemma}", f"will {lemma}", f"will certainly {lemma}")
    yield from replaced(first, inner, levels)
