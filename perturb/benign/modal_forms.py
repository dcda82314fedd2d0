"""One way of saying what must be or will be for another: "must pay" as "has to pay", "should" as "ought to".

Duties and settled plans only: what somebody concludes ("must be ill"), asks for or denies stays as it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import is_conditional, is_negated, present, subject_number, subject_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

_WORDS: dict[str, Any] = lexicon(__file__)
_CONCLUDED = frozenset(_WORDS["concluded"])
_MANDATIVE = frozenset(_WORDS["mandative"])
_AIMS = frozenset(_WORDS["aims"])
_PEOPLE = frozenset(_WORDS["people"])


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each modal that has another form, on its own, in the order of the text."""
    low = text.text.lower()
    if not any(word in low for word in ("must", "should", "ought to", "s to ", "e to ", "d to ")):
        return  # spares the parse
    for word in tokens_of(text.doc):
        rule = _RULES.get(word.lower_)
        if rule is None or not 0 < word.i < len(text.doc) - 1:
            continue
        edit = rule(text, word)
        if edit is not None and free(text, edit.start, edit.end):
            yield Proposal((edit,), details={"from": edit.before, "to": edit.after})


def _must(text: Text, modal: Any) -> Edit | None:
    """ "She must pay" becomes "she has to pay"."""
    verb = modal.nbor()
    if modal.tag_ != "MD" or modal.head.tag_ not in {"VB", "VBN"} or not _plain(modal.head, modal):
        return None
    duty = verb.lemma_.lower() not in _CONCLUDED and verb == modal.head
    if not (duty or (verb.lower_ == "be" and verb.dep_ == "auxpass" and modal.head.i == verb.i + 1)):
        return None
    number = _number(modal.head)
    return None if number is None else _replaced(text, modal, modal, f"{present('have', number)} to")


def _have_to(text: Text, have: Any) -> Edit | None:
    """ "She has to pay" becomes "she must pay"."""
    if have.i + 2 >= len(text.doc) or have.nbor().lower_ != "to" or have.nbor(2).tag_ != "VB":
        return None
    verb = have.nbor(2)
    if have.tag_ not in {"VBZ", "VBP"} or verb.head != have or not _plain(have, have):
        return None
    if any(child.dep_ in {"aux", "dobj", "advmod"} and child.i < verb.i for child in have.children):
        return None
    subject = subject_of(have)
    if subject is None or subject.right_edge.i != have.i - 1 or verb.lemma_.lower() in _CONCLUDED:
        return None
    return _replaced(text, have, have.nbor(), "must")


def _should(text: Text, modal: Any) -> Edit | None:
    """ "She should pay" becomes "she ought to pay"."""
    if modal.tag_ != "MD" or modal.nbor().tag_ != "VB" or modal.head.i < modal.i or not _plain(modal.head, modal):
        return None
    if subject_of(modal.head) is None or any(word.lemma_.lower() in _MANDATIVE for word in modal.sent):
        return None
    return _replaced(text, modal, modal, "ought to")


def _ought(text: Text, modal: Any) -> Edit | None:
    """ "She ought to pay" becomes "she should pay"."""
    if modal.nbor().lower_ != "to" or modal.i + 2 >= len(text.doc) or modal.nbor(2).tag_ != "VB":
        return None
    return _replaced(text, modal, modal.nbor(), "should")


def _is_to(text: Text, be: Any) -> Edit | None:
    """ "The school is to be closed" becomes "the school will be closed"."""
    if be.i + 2 >= len(text.doc) or be.nbor().lower_ != "to" or be.nbor(2).tag_ != "VB" or be.dep_ != "ROOT":
        return None
    subject = subject_of(be)
    verb = next((child for child in be.rights if child.dep_ == "xcomp"), None)
    if subject is None or subject.right_edge.i != be.i - 1 or not _plain(be, be) or verb is None:
        return None
    # What cannot be named as a step ("the next step is to close") is what something is done to, or somebody.
    passive = verb.tag_ == "VBN" and be.nbor(2).lower_ == "be" and verb.i == be.i + 3
    if any(word.lower_ in _AIMS or word.lemma_.lower() in _AIMS for word in (subject, *subject.lefts)):
        return None
    named = subject.tag_ in {"NNP", "NNPS"} or subject.ent_type_ in {"ORG", "GPE", "PERSON"}
    if not passive and not named and not (subject.tag_ == "NNS" and subject.lower_ in _PEOPLE):
        return None
    return _replaced(text, be, be.nbor(), "will")


def _required(text: Text, word: Any) -> Edit | None:
    """ "Visitors are (now, not) required to pay" becomes "visitors (now) have to pay", "do not have to pay"."""
    if word.tag_ != "VBN" or word.i < 2 or word.i + 2 >= len(text.doc) or word.nbor(2).tag_ != "VB":
        return None
    denied = word.nbor(-1).lower_ == "not"
    adverb = word.nbor(-1) if word.nbor(-1).lower_ in {"now", "also", "still", "not"} else None
    be = word.nbor(-1) if adverb is None else adverb.nbor(-1)
    subject = next((child for child in word.lefts if child.dep_ == "nsubjpass"), None)
    if be.lower_ not in {"is", "are"} or be.head != word or word.nbor().lower_ != "to" or subject is None:
        return None
    if is_negated(word) != denied or is_conditional(word) or subject.right_edge.i != be.i - 1:
        return None
    people = subject.lower_ in _PEOPLE or subject.lower_ in {"he", "she", "they", "we"} or subject.ent_type_ == "PERSON"
    verb = word.nbor(2)
    number = subject_number(word)
    if not people or number is None or verb.lemma_.lower() in {"be", "have"}:
        return None
    if denied:
        return _replaced(text, be, word.nbor(), f"{present('do', number)} not have to")
    have = f"{present('have', number)} to"
    return _replaced(text, be, word.nbor(), have if adverb is None else f"{adverb.text} {have}")


def _plain(verb: Any, modal: Any) -> bool:
    """Whether a clause is a plain statement in which nothing stands between the modal and its verb."""
    if is_negated(verb) or is_conditional(verb) or modal.is_sent_start:
        return False
    return modal.nbor().tag_ in {"VB", "TO"} and modal.nbor(-1).tag_ not in {"CC", "RB"}


def _number(verb: Any) -> str | None:
    """The number of a subject right before its verbs; "I" and "you" take the form of the plural."""
    subject = subject_of(verb)
    if subject is None or subject.head != verb or any(word.lower_ in {"every", "each"} for word in subject.subtree):
        return None
    if subject.right_edge.i + 1 != min(child.i for child in (verb, *verb.lefts) if child.i > subject.i):
        return None
    return "plural" if subject.lower_ in {"i", "you"} else subject_number(verb)


def _replaced(text: Text, first: Any, last: Any, after: str) -> Edit | None:
    edit = replace_span(text.text, first.idx, last.idx + len(last), after)
    return edit if edit.before.count(" ") == last.i - first.i and "\n" not in edit.before else None


_RULES: dict[str, Any] = {
    "must": _must,
    "has": _have_to,
    "have": _have_to,
    "should": _should,
    "ought": _ought,
    "is": _is_to,
    "are": _is_to,
    "required": _required,
    "obliged": _required,
    "obligated": _required,
}

PERTURBATION = RuleBased(
    name="modal-forms",
    family="benign",
    version="3",
    summary='Exchanges "must", "have to" and "be required to", "should" and "ought to", and puts "will" for "is to".',
    propose=propose,
    checks=BENIGN,
    limits=(
        "Duties, advice and settled plans only, in plain statements; nothing that is denied, asked, concluded or under "
        'a condition. "Ought to" may sound more formal.'
    ),
    illustration=Illustration(
        response="The tenants must leave the house by June.",
        after="The tenants have to leave the house by June.",
    ),
)
