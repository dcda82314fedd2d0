"""What is said of a group in general said of each of it: "patients with asthma", "all patients with asthma"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._raise import Raise
from gaugeblock.perturb.grammar import clause_verb, is_conditional, is_negated, subject_of, written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import is_name
from gaugeblock.perturb.text import entity_type

_LEXICON: dict[str, Any] = lexicon(__file__)
_GROUPS = frozenset(_LEXICON["groups"])
_TOGETHER = frozenset(_LEXICON["together_verbs"])
_THINGS = frozenset(_LEXICON["things"])
_IN_THINGS = frozenset({"in", "on", "for", "across", "to"})
_NOT_ALWAYS = frozenset(_LEXICON["not_always"])
_EFFECTS = frozenset(_LEXICON["effect_verbs"])
_OPINIONS = frozenset(_LEXICON["opinions"])
_OF_THE_WHOLE = frozenset(_LEXICON["of_the_whole"])
_DEFINING = frozenset(_LEXICON["defining_verbs"])
_COUNTED = frozenset(
    {"many", "few", "other", "more", "such", "same", "most", "certain", "different", "various", "new", "further"}
)
_PLAIN_LIMITS = frozenset({"amod", "compound", "punct", "nmod", "npadvmod"})
_WHOLLY = frozenset(_LEXICON["wholly_verbs"])


def bare_group(noun: Any) -> Iterator[Raise]:
    """ "experts say", "in mice": a plural without a word that says how many."""
    things = noun.lower_ in _THINGS
    if (
        not (things or noun.lower_ in _GROUPS)
        or noun.tag_ != "NNS"
        or any(child.dep_ == "conj" for child in noun.children)
    ):
        return
    verb = clause_verb(noun)
    if verb is None or is_negated(verb) or is_conditional(noun) or _has_collective(verb):
        return
    if verb.lemma_ in _TOGETHER and not (things and verb.lemma_ == "use" and verb.tag_ == "VBN"):
        return
    if noun.i and noun.nbor(-1).tag_ == "HYPH":
        return
    first = noun.left_edge
    limits = [
        child for child in noun.lefts if child.dep_ not in _PLAIN_LIMITS or child.tag_ in {"CD", "PDT", "JJS", "JJR"}
    ]
    if limits or any(
        word.like_num or word.lower_ in {"many", "few", "other", "more", "such", "same"} for word in noun.lefts
    ):
        return
    if things:
        if noun.dep_ != "pobj" or noun.head.lower_ not in _IN_THINGS or first.i != noun.head.i + 1:
            return
    elif noun.dep_ == "nsubj":
        if verb != noun.head or verb.tag_ not in {"VBP", "VBD"} or verb.lemma_ not in _OPINIONS:
            return
    elif (
        noun.dep_ != "pobj"
        or noun.head.lower_ not in {"in", "among"}
        or first.i != noun.head.i + 1
        or verb.lemma_ not in _EFFECTS
    ):
        return
    if first.i and first.nbor(-1).lower_ in {"and", "or", ",", "than", "as", "including", "between"}:
        return
    yield from _all_of(noun, (3,))  # a bare plural may already mean nearly all


def _all_of(noun: Any, severities: tuple[int, ...]) -> Iterator[Raise]:
    """A bare plural with "all" or "nearly all" before it."""
    first = noun.left_edge
    if first.lower_ in {"overall", "total", "whole", "entire", "general"}:
        return  # "all overall injuries"
    opens = first.is_sent_start and not is_name(first) and not first.text.isupper() and not entity_type(first)
    word = first.text[0].lower() + first.text[1:] if opens else first.text
    for severity in severities:
        level = "all" if severity == 3 else "nearly all"
        capital = first.is_sent_start and first.text[0].isupper()
        strong = f"{level[0].upper()}{level[1:]} {word}" if capital else f"{level} {word}"
        phrase = f"{level} {first.doc[first.i : noun.i + 1].text}"
        yield Raise(
            severity, ((first.idx, first.idx + len(first), strong),), first.text, strong, phrase[len(strong) + 1 :]
        )


def bare_object(noun: Any) -> Iterator[Raise]:
    """ "a tool to detect faults", "improves existing pumps": what a thing is for, or acts on, made all there is."""
    if noun.tag_ != "NNS" or any(child.dep_ in {"conj", "cc", "det", "nummod", "poss"} for child in noun.children):
        return
    first, existing = noun.left_edge, any(child.lower_ == "existing" for child in noun.lefts)
    if first.i == 0 or any(child.dep_ not in {"amod", "compound", "punct"} for child in noun.lefts):
        return
    if any(word.like_num or word.lower_ in _COUNTED for word in first.doc[first.i : noun.i]):
        return
    verb = clause_verb(noun)
    if verb is None or is_negated(verb) or (is_conditional(noun) and not _is_purpose(verb)):
        return
    if existing:
        if first.lower_ != "existing" or noun.dep_ not in {"pobj", "dobj"} or first.nbor(-1).lower_ in {"other", "the"}:
            return
        if verb.lemma_ not in _EFFECTS:
            return
    elif (
        noun.dep_ != "dobj"
        or noun.head != verb
        or verb.lemma_ not in _WHOLLY
        or first.i != verb.i + 1
        or not _is_purpose(verb)
    ):
        return
    yield from _all_of(noun, (2, 3))


def _is_purpose(verb: Any) -> bool:
    """Whether a verb names what something is for: "to detect faults", "for detecting faults", "can detect faults"."""
    before = verb.nbor(-1).lower_ if verb.i else ""
    return (verb.tag_ == "VBG" and verb.dep_ == "pcomp" and before == "for") or (
        verb.tag_ == "VB" and before in {"to", "can"}
    )


def _has_collective(verb: Any) -> bool:
    """Whether the verb says something of the group as a whole, or of how many there are."""
    return any(word.lower_ in _OF_THE_WHOLE for word in verb.subtree)


def bare_effect(verb: Any) -> Iterator[Raise]:
    """ "the valve reduces leaks": an effect in general made one without exception."""
    if verb.tag_ == "VBG" and verb.lemma_ in {"lead", "result"}:
        yield from _outcome(verb)
    if (
        verb.tag_ not in {"VBZ", "VBP"}
        or verb.lemma_ not in _EFFECTS
        or verb.dep_ not in {"ROOT", "ccomp", "relcl", "conj"}
    ):
        return
    if verb.dep_ == "relcl" and verb.lemma_ in _DEFINING:
        return
    subject = subject_of(verb)
    if subject is None or subject.i > verb.i or subject.lemma_.lower() in _NOT_ALWAYS or is_negated(verb):
        return
    if any(child.lower_ in {"if", "unless", "whether", "how"} for child in verb.subtree):
        return
    if verb.dep_ == "conj" and subject.head != verb:
        return
    before = verb.nbor(-1) if verb.i else None
    if before is None or before.tag_ in {"RB", "RBR", "MD"} or not before.is_alpha:
        return
    if not any(child.dep_ in {"dobj", "prep", "ccomp"} for child in verb.children):
        return
    weak = written(verb, verb)
    following = verb.nbor(1).text if verb.i + 1 < len(verb.doc) else ""
    change = (verb.idx, verb.idx, "always ")
    yield Raise(3, (change,), weak, f"always {verb.text}", following if following.isalpha() else "")


def _outcome(verb: Any) -> Iterator[Raise]:
    """ ", leading to a leak": what followed made what always follows."""
    if verb.i < 2 or verb.i + 2 >= len(verb.doc) or verb.nbor(-1).text != "," or verb.dep_ != "advcl":
        return
    link = "to" if verb.lemma_ == "lead" else "in"
    finite = verb.head
    if verb.nbor(1).lower_ != link or is_negated(verb) or is_conditional(verb) or finite.tag_ not in {"VBZ", "VBP"}:
        return
    yield Raise(3, ((verb.idx, verb.idx, "always "),), verb.text, f"always {verb.text}", link)
