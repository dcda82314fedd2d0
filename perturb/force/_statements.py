"""What people say made proved, and what they put forward made insisted on: "said that", "suggests going"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.force._raise import Raise, replaced, word_after
from gaugeblock.perturb.grammar import is_conditional, is_negated, subject_of
from gaugeblock.perturb.lexicon import lexicon

_LEXICON: dict[str, Any] = lexicon(__file__)
_PROOF: dict[str, str] = _LEXICON["proof"]
_SAYING = frozenset(_LEXICON["verbs"]["plain"])
_TELLING = frozenset(_LEXICON["verbs"]["told"])
_FEELINGS = frozenset(_LEXICON["feelings"]["words"])
_INSISTENCE: dict[str, str] = _LEXICON["insistence"]
_OBLIGING = frozenset(_LEXICON["obliging"]["words"])

PROVED = frozenset(_PROOF.values())
"""The forms by which what was said is made proved."""


_ASIDE = frozenset({"parataxis", "advcl"})  # "Ann, he said, left"; "while another said"


def stated(verb: Any) -> Iterator[Raise]:
    """What somebody says is so made proved, at the highest severity: "police said that", "police proved that"."""
    proof = _PROOF.get(verb.tag_)
    subject = subject_of(verb)
    if proof is None or verb.lemma_ not in _SAYING | _TELLING or subject is None or subject.i > verb.i:
        return
    if subject.lower_ in {"i", "you", "we"} or is_negated(verb) or is_conditional(verb):
        return
    if any(child.dep_ in {"aux", "auxpass", "advcl", "prt"} for child in verb.children) or verb.dep_ in _ASIDE:
        return
    last = _listener(verb) if verb.lemma_ in _TELLING else verb
    clause = None if last is None else _assertion(verb, last)
    if last is None or clause is None:
        return
    anchor = word_after(last)
    weak, strong = verb.text, proof if last is verb else f"{proof} to"
    yield Raise(3, ((verb.idx, verb.idx + len(verb), strong),), weak, strong, anchor)


def _listener(verb: Any) -> Any | None:
    """The last word of those who are told, right behind the verb."""
    told = [child for child in verb.rights if child.dep_ in {"dobj", "dative"} and child.left_edge.i == verb.i + 1]
    if len(told) != 1 or told[0].tag_ not in {"NN", "NNS", "NNP", "NNPS"}:
        return None
    words = list(told[0].subtree)
    return words[-1] if words[-1].i - words[0].i + 1 == len(words) <= 5 else None


def _assertion(verb: Any, last: Any) -> Any | None:
    """The clause behind a verb of saying that asserts something of somebody or something else."""
    clause = next((child for child in verb.rights if child.dep_ == "ccomp"), None)
    if clause is None or last.i + 1 >= len(verb.doc) or is_negated(clause):
        return None
    opener = last.nbor()
    that = opener.lower_ == "that" and opener.dep_ == "mark" and opener.head == clause
    subject = next((child for child in clause.lefts if child.dep_ in {"nsubj", "nsubjpass"}), None)
    if subject is None or subject.lower_ in {"i", "we", "you", "it", "this", "that"}:
        return None
    if subject.tag_ not in {"NN", "NNS", "NNP", "NNPS", "PRP"}:
        return None
    if subject.tag_ == "PRP" and subject.dep_ == "nsubjpass":
        return None  # "said she was honoured": a feeling may read like something that was done
    if subject.left_edge.i != (opener.i + 1 if that else opener.i) or not _is_told_as_fact(clause):
        return None
    return clause


def _is_told_as_fact(clause: Any) -> bool:
    """Whether a clause tells what was done: no duty or plan, no feeling or praise, nothing still going on."""
    parts = [clause, *(child for child in clause.children if child.dep_ in {"aux", "auxpass"})]
    finite = any(part.tag_ in {"VBD", "VBZ", "VBP"} for part in parts)
    if clause.pos_ != "VERB" or clause.tag_ == "VBG" or not finite or clause.lemma_ == "be":
        return False
    if any(part.lower_ in _OBLIGING for part in parts) or any(child.dep_ == "acomp" for child in clause.children):
        return False
    return not {clause.lower_, clause.lemma_.lower()} & _FEELINGS


def put_forward(verb: Any) -> Iterator[Raise]:
    """ "Suggests going by train" becomes "insists on going by train"."""
    strong = _INSISTENCE.get(verb.text)
    subject = subject_of(verb)
    if strong is None or verb.tag_ not in {"VBZ", "VBD"} or subject is None or subject.i > verb.i:
        return
    if subject.tag_ not in {"NNP", "PRP"} or is_negated(verb) or is_conditional(verb) or verb.i + 1 >= len(verb.doc):
        return
    if any(child.dep_ in {"aux", "auxpass", "dative", "prt"} for child in verb.children):
        return
    following = verb.nbor()
    deed = following.tag_ == "VBG" and following.head == verb and following.dep_ in {"xcomp", "ccomp", "dobj"}
    named = following.tag_ == "NNP" and any(
        child.dep_ == "dobj" and child.tag_ == "NNP" and child.left_edge == following for child in verb.rights
    )
    if (deed or named) and not any(child.dep_ == "ccomp" and child.tag_ != "VBG" for child in verb.rights):
        yield from replaced(verb, verb, (None, strong))
