"""What is said of a claim's standing: "the results suggest that", "she thinks that", "he claimed that", "evidence"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.force._raise import Raise, worded
from gaugeblock.perturb.grammar import is_conditional, is_negated, subject_number, subject_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import entity_type

_LEXICON: dict[str, Any] = lexicon(__file__)
_FINDINGS = frozenset(_LEXICON["findings"])
_REPORTS: dict[str, dict[str, list[str]]] = _LEXICON["report"]
_CLAIMS: dict[str, dict[str, list[str]]] = _LEXICON["claim"]
_OPINIONS = frozenset(_LEXICON["opinions"])
_CERTAINTY: dict[str, list[str]] = _LEXICON["certainty"]
_SUPPORTED = frozenset(_LEXICON["supported"])
_EVIDENCE: list[str] = _LEXICON["evidence_levels"]
_HEDGING = frozenset({"suggest", "indicate", "imply"})
_OF_A_NOUN = frozenset({"support", "highlight"})
_SHOWING = frozenset({"show", "demonstrate", "reveal"})
_ABSTRACT = regex.compile(_LEXICON["abstract"])
_BODIES = frozenset(_LEXICON["bodies"])


def tentative(token: Any) -> Iterator[Raise]:
    """The claim raised where a token says that it is somebody's opinion, or suggested only."""
    if token.pos_ != "VERB":
        return
    if token.lemma_ in _HEDGING and token.tag_ == "VBG":
        yield from _remark(token)
    elif token.lemma_ in _HEDGING:
        yield from _report(token)
    elif token.lemma_ in _OPINIONS or token.lemma_ in _CLAIMS:
        yield from _opinion(token)


def found(token: Any) -> Iterator[Raise]:
    """A finding made a proof: "the trial shows that" becomes "the trial conclusively proves that"."""
    if token.pos_ == "VERB" and token.lemma_ in _REPORTS and token.lemma_ not in _HEDGING:
        yield from _report(token)
    elif token.text == "evidence" and token.tag_ == "NN":
        yield from _evidence(token)


def _word(verb: Any, levels: list[str], anchor: str) -> Iterator[Raise]:
    start, end = verb.idx, verb.idx + len(verb)
    for severity, strong in worded(levels):
        yield Raise(severity, ((start, end, strong),), verb.text, strong, anchor)


def _report(verb: Any) -> Iterator[Raise]:
    """ "the study suggests that": only where what suggests is evidence, not a person with a proposal."""
    forms = _REPORTS[verb.lemma_].get(verb.tag_)
    subject = subject_of(verb)
    if not forms or subject is None or is_negated(verb) or is_conditional(verb):
        return
    auxiliaries = {child.lower_ for child in verb.children if child.dep_ in {"aux", "auxpass"}}
    if not _can_be_evidence(subject, verb) or not auxiliaries <= ({"has", "have"} if verb.tag_ == "VBN" else set()):
        return
    content = [child for child in verb.children if child.dep_ in {"ccomp", "dobj"}]
    if not content or any(_is_proposal(child) for child in content):
        return
    if verb.lemma_ in _OF_A_NOUN and not (verb.lemma_ == "highlight" and _is_clause(verb, content)):
        if not any(child.dep_ == "dobj" and child.lemma_ in _SUPPORTED for child in content):
            return
    elif verb.lemma_ not in _HEDGING and not (_is_clause(verb, content) or _shows_a_link(verb, content)):
        return
    yield from _word(verb, forms, subject.text)


def _can_be_evidence(subject: Any, verb: Any) -> bool:
    """Whether it is a finding that "suggests": a study, or what was seen ("the decline suggests that")."""
    lemma = subject.lemma_.lower()
    seen = bool(_ABSTRACT.search(lemma)) and lemma not in _BODIES and subject.tag_ in {"NN", "NNS"}
    return lemma in _FINDINGS or (seen and verb.lemma_ in _HEDGING and not entity_type(subject))


def _remark(verb: Any) -> Iterator[Raise]:
    """ ", suggesting that frost did it": what follows from the finding before it."""
    content = [child for child in verb.children if child.dep_ in {"ccomp", "dobj"}]
    before = verb.nbor(-1) if verb.i else None
    follows = before is not None and (before.text == "," or before.lemma_.lower() in _FINDINGS)
    if not follows or is_negated(verb) or is_conditional(verb) or any(_is_proposal(c) for c in content):
        return
    if verb.i + 1 >= len(verb.doc) or not (content or verb.nbor(1).lower_ == "that"):
        return
    noun = any(child.dep_ == "dobj" and child.tag_ in {"NN", "NNS"} for child in content)
    if verb.nbor(1).lower_ != "that" and not _is_clause(verb, content) and not noun:
        return
    yield from _word(verb, _REPORTS[verb.lemma_]["VBG"], verb.nbor(1).text)


def _shows_a_link(verb: Any, content: list[Any]) -> bool:
    """Whether what is shown is a link, a role or an effect, which may also be proved."""
    return verb.lemma_ in _SHOWING and any(child.lemma_ in _SUPPORTED for child in content)


def _is_clause(verb: Any, content: list[Any]) -> bool:
    """Whether a verb has a clause with a subject of its own right behind it: "found that tea calms"."""
    clause = next((child for child in content if child.dep_ == "ccomp"), None)
    if clause is None or subject_of(clause) is None or verb.i + 1 >= len(verb.doc):
        return False
    if any(child.tag_ == "TO" for child in clause.children):
        return False  # "expect him to stay"
    following = verb.nbor(1)
    if any(child.dep_ == "mark" and child.lower_ == "that" for child in clause.children):
        return bool(clause.i > verb.i)
    return bool(following.lower_ == "that" or (clause.left_edge.i == verb.i + 1 and following.pos_ != "SCONJ"))


def _is_proposal(content: Any) -> bool:
    """Whether what is "suggested" is something to do: "that the firm expand", "that it should"."""
    modals = [child for child in content.children if child.dep_ in {"aux", "auxpass"} and child.tag_ != "VBG"]
    return any(word.lower_ in {"should", "must"} for word in modals) or (content.tag_ == "VB" and not modals)


def _opinion(verb: Any) -> Iterator[Raise]:
    """ "she thinks that he left", "he claimed that it was stolen"."""
    subject = subject_of(verb)
    content = [child for child in verb.children if child.dep_ == "ccomp"]
    if subject is None or subject.lower_ in {"i", "you"} or not _is_clause(verb, content):
        return
    if is_negated(verb) or is_conditional(verb) or any(child.dep_ in {"aux", "auxpass"} for child in verb.children):
        return
    if any(_is_proposal(child) or is_negated(child) for child in content):
        return
    form = (subject_number(verb) or "") if verb.tag_ == "VBD" else verb.tag_
    levels = _CLAIMS[verb.lemma_].get(verb.tag_) if verb.lemma_ in _CLAIMS else _CERTAINTY.get(form)
    yield from _word(verb, levels or [], verb.nbor(1).text)


def _evidence(noun: Any) -> Iterator[Raise]:
    """ "provides evidence that"."""
    verb = noun.head
    if noun.i + 1 >= len(noun.doc) or noun.nbor(1).lower_ not in {"that", "of", "for"} or list(noun.lefts):
        return
    if noun.dep_ != "dobj" or verb.lemma_ not in {"provide", "offer", "give", "present", "find"}:
        return
    if is_negated(verb) or is_conditional(noun):
        return
    for severity, level in enumerate(_EVIDENCE, 1):
        yield Raise(severity, ((noun.idx, noun.idx, f"{level} "),), noun.text, f"{level} evidence", noun.nbor(1).text)
