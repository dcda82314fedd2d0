"""A clause with the phrases before and after its verbs, and whether these can change places."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from gaugeblock.perturb.benign._noun_phrases import is_plain, quantified, scoped
from gaugeblock.perturb.benign._syntax import Sentence, follower, is_negative, pronouns
from gaugeblock.perturb.grammar import noun_number
from gaugeblock.perturb.lexicon import lexicon

_WORDS: dict[str, Any] = lexicon(__file__)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause whose first phrase, verbs and second phrase stand side by side.

    Args:
        sentence: it stands in.
        verb: the full verb.
        helpers: its auxiliaries.
        first: the words before the verbs, the subject.
        second: the words after them, the object or the agent.
        subject: the noun that `first` hangs on.
        other: the noun that `second` hangs on.
    """

    sentence: Sentence
    verb: Any
    helpers: list[Any]
    first: list[Any]
    second: list[Any]
    subject: Any
    other: Any

    @property
    def opens(self) -> bool:
        """Whether its first word is the first of the sentence."""
        return bool(self.first[0] == self.sentence.tokens[0])


def adjoining(before: list[Any], verbs: list[Any], after: list[Any]) -> bool:
    """Whether subject, verbs and what follows stand side by side with nothing else between."""
    run = [*before[-1:], *verbs, *after[:1]]
    return all(second.i == first.i + 1 for first, second in itertools.pairwise(run))


def comparable(subject: Any, object_: Any) -> bool:
    """Whether the two may change places: no word that reaches over the other, and not two counted things."""
    if scoped(subject) or scoped(object_) or not is_plain(subject) or not is_plain(object_):
        return False
    # "Three men met two women" counts otherwise than "two women were met by three men".
    return not (quantified(subject) and quantified(object_))


def free_after(verb: Any, last: Any, sentence: Sentence) -> bool:
    """Whether what follows the two belongs to the verb whichever way round they stand."""
    rest = [word for word in sentence.tokens if word.i > last.i]
    if not rest:
        return True
    later = [child for child in verb.rights if child.i > last.i and child in rest]
    purpose = verb.lemma_.lower() == "use"  # "used a telescope to look": whoever uses it looks, either way round
    for child in later:
        if child.dep_ in {"xcomp", "advcl"} and not (purpose and any(word.tag_ == "TO" for word in child.lefts)):
            return False
        if child.dep_ in {"prt", "ccomp", "acl", "oprd", "dative", "parataxis", "appos", "dep"}:
            return False
    opener = rest[1] if rest[0].text == "," and len(rest) > 1 else rest[0]
    if rest[0].text == "," or opener.lower_ in {"and", "but"}:
        # without a verb of its own, what is joined belongs to the object
        told = any(word.tag_ in {"VBD", "VBZ", "VBP", "MD"} for word in rest)
        return bool(opener.lower_ in {"and", "but"} and opener.dep_ == "cc" and opener.head == verb and told)
    if not any(opener.i == child.left_edge.i for child in later) or any(word.text == "," for word in rest):
        return False
    if is_negative(rest) or pronouns(rest):
        return False
    return all(_stays(child, verb, purpose) for child in later) and not (purpose and len(later) > 1)


def _stays(adjunct: Any, verb: Any, purpose: bool) -> bool:
    """Whether something after the object says the same after the agent."""
    if adjunct.dep_ == "prep":
        chained = any(child.dep_ == "prep" for child in adjunct.children) or list(adjunct.conjuncts)
        if adjunct.lower_ in {"to", "from"} and verb.lemma_.lower() not in _WORDS["moving"]:
            return False
        return adjunct.lower_ in _WORDS["adjuncts"] and not chained
    return adjunct.dep_ == "npadvmod" or (purpose and adjunct.dep_ in {"xcomp", "advcl"})


def keeps_pronouns(subject: Any, object_: Any, sentence: Sentence) -> bool:
    """Whether no pronoun that comes after could stand for either of the two."""
    verb = subject.head if subject.head.i > subject.i else object_.head
    rest = [word.lower_ for word in sentence.tokens if word.i > max(subject.right_edge.i, object_.right_edge.i, verb.i)]
    after = {word.strip(".,;'") for word in [*rest, *follower(sentence).lower().split()]}
    if after & {"who", "which", "whose"}:
        return False
    groups = ({"he", "him", "his", "she", "her"}, {"it", "its"}, {"they", "them", "their"})
    return not any(after & group and _may_be(subject, group) and _may_be(object_, group) for group in groups)


def _may_be(noun: Any, group: set[str]) -> bool:
    """Whether a pronoun of a group may stand for a noun."""
    if noun.lower_ in {"i", "we", "us", "me", "you"}:
        return False
    if noun.tag_ == "PRP":
        return noun.lower_ in group
    number = noun_number(noun)
    if "they" in group:
        return number != "singular" or noun.ent_type_ == "ORG"
    thing = noun.lower_.endswith(tuple(_WORDS["thing_endings"])) or noun.lower_ in set(_WORDS["things"])
    if "he" in group:
        return number != "plural" and not thing and noun.ent_type_ not in {"ORG", "GPE", "DATE", "MONEY"}
    return number != "plural" and noun.ent_type_ != "PERSON"
