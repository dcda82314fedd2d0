"""A denial put in other words: "is impossible" as "is not possible", "no longer" as "not ... any longer".

Only pairs of which one is exactly the denial of the other: what is not legal is illegal, but who is not happy need not
be unhappy.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import not_doubled, outside_protected, outside_quotations, same_entities, same_numbers
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.wording import like_case

_WORDS: dict[str, Any] = lexicon(__file__)
_DO = {"did": "VBD", "does": "VBZ", "do": "VBP"}
_HELPERS = frozenset(_WORDS["helpers"])


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each denial that can be reworded, on its own, in the order of the text."""
    if not any(stem in text.text.lower() for stem in _WORDS["stems"]):
        return  # spares the parse
    for token in tokens_of(text.doc):
        for rule in (_opposite, _parted, _no_longer, _lack, _not_have, _cannot, _without, _nobody):
            edits = rule(text, token)
            if edits and all(free(text, edit.start, edit.end) for edit in edits):
                yield Proposal(tuple(edits), details={"rule": rule.__name__.strip("_"), "from": token.lower_})


def _opposite(text: Text, token: Any) -> list[Edit]:
    """ "Is impossible" becomes "is not possible"."""
    positive = _negative_adjectives().get(token.lower_)
    if positive is None or not _predicate(token) or not _bare(token):
        return []
    return [_replace(text, token, token, f"not {positive}")]


def _parted(text: Text, token: Any) -> list[Edit]:
    """ "Is not possible" becomes "is impossible"."""
    negative = _WORDS["adjectives"].get(token.lower_)
    before = token.nbor(-1) if token.i else None
    if negative is None or before is None or before.lower_ != "not" or not _predicate(token):
        return []
    if _word_after(token) in {"only", "to", "but", "or", "nor"} and token.lower_ not in {"able", "likely"}:
        return []
    verb = before.nbor(-1) if before.i else None
    if verb is None or verb.lower_ not in {"is", "are", "was", "were", "be", "been", "being"} or _coordinated(token):
        return []
    if not _near(text, before, token) or any(child.dep_ == "advmod" for child in token.children):
        return []
    return [_replace(text, before, token, negative)]


def _no_longer(text: Text, token: Any) -> list[Edit]:
    """ "Is no longer open" becomes "is not open any longer", at the end of a short clause."""
    if token.lower_ != "longer" or not token.i or token.nbor(-1).lower_ != "no" or token.i < 2:
        return []
    no, verb = token.nbor(-1), token.nbor(-2)
    after = token.nbor() if token.i + 1 < len(token.doc) else None
    if verb.lower_ not in _HELPERS or after is None or not _near(text, verb, no) or not _near(text, no, token):
        return []
    clause = after if after.pos_ in {"ADJ", "VERB", "ADV"} else None
    if clause is None or clause.i + 1 >= len(token.doc) or clause.nbor().text not in {".", ","}:
        return []
    end = clause.idx + len(clause)
    return [
        _replace(text, no, token, "not"),
        replace_span(text.text, end, end, " any longer"),
    ]


def _lack(text: Text, token: Any) -> list[Edit]:
    """ "Lacks a roof" becomes "does not have a roof"."""
    if token.lemma_.lower() != "lack" or token.tag_ not in {"VBD", "VBZ", "VBP"} or token.dep_ in {"conj", "amod"}:
        return []
    if not any(child.dep_ == "dobj" and _countable(child) for child in token.children) or not _simple(token):
        return []
    if any(child.dep_ in {"aux", "advmod", "conj"} for child in token.children):
        return []
    auxiliary = {"VBD": "did", "VBZ": "does", "VBP": "do"}[token.tag_]
    return [_replace(text, token, token, f"{auxiliary} not have")]


def _not_have(text: Text, token: Any) -> list[Edit]:
    """ "Does not have a roof" becomes "lacks a roof"."""
    if token.lower_ != "have" or token.tag_ != "VB" or token.i < 2:
        return []
    negation, auxiliary = token.nbor(-1), token.nbor(-2)
    objects = [child for child in token.children if child.dep_ == "dobj"]
    if negation.lower_ not in {"not", "n't", "n’t"} or auxiliary.lower_ not in _DO or len(objects) != 1:
        return []
    if objects[0].lower_ not in _WORDS["lacked"] or not _simple(token) or not _near(text, negation, token):
        return []
    if objects[0].left_edge.lower_ in {"any", "to", "enough"} or objects[0].left_edge.i != token.i + 1:
        return []
    form = {"VBD": "lacked", "VBZ": "lacks", "VBP": "lack"}[_DO[auxiliary.lower_]]
    return [_replace(text, auxiliary, token, form)]


def _cannot(text: Text, token: Any) -> list[Edit]:
    """ "Cannot" becomes "is not able to"."""
    if token.lower_ in {"cannot", "can", "ca"}:
        negation = token.nbor() if token.i + 1 < len(token.doc) else None
        if negation is None or negation.lower_ not in {"not", "n't", "n’t"} or token.head.tag_ != "VB":
            return []
        verb = token.head
        subject = next((child for child in verb.children if child.dep_ == "nsubj" and child.i < token.i), None)
        after = negation.nbor() if negation.i + 1 < len(token.doc) else None
        if subject is None or after is None or after != verb or verb.lemma_.lower() in _WORDS["not_ability"]:
            return []
        # "Cannot" denies leave as well as power; only of a person is it "not able to", and only where no rule is told.
        number = {"he": "is", "she": "is", "they": "are", "we": "are", "i": "am"}.get(subject.lower_)
        if subject.tag_ == "NNP" and subject.ent_type_ == "PERSON" and not list(subject.conjuncts):
            number = "is"
        if number is None or subject.right_edge.i != token.i - 1:
            return []
        return [_replace(text, token, negation, f"{number} not able to")]
    return []


def _without(text: Text, token: Any) -> list[Edit]:
    """ "Without a word" becomes "with no word"."""
    if token.lower_ != "without" or token.dep_ != "prep" or token.i + 2 >= len(token.doc):
        return []
    objects = [child for child in token.children if child.dep_ == "pobj"]
    if len(objects) != 1 or objects[0].tag_ not in {"NN", "NNS"} or list(objects[0].conjuncts):
        return []
    opener = token.nbor()
    if opener.lower_ in {"a", "an", "any"} and _near(text, token, opener) and opener.head == objects[0]:
        return [_replace(text, token, opener, "with no")]
    if objects[0] == opener and opener.tag_ in {"NN", "NNS"} and opener.lower_ in _WORDS["without"]:
        return [_replace(text, token, token, "with no")]
    return []


def _nobody(text: Text, token: Any) -> list[Edit]:
    """ "Nobody" becomes "no one" and back: the same denial in another word."""
    if token.lower_ == "nobody" and token.dep_ in {"nsubj", "nsubjpass", "dobj", "pobj"}:
        return [_replace(text, token, token, "no one")]
    if token.lower_ != "one" or not token.i or token.dep_ not in {"nsubj", "nsubjpass"}:
        return []
    no = token.nbor(-1)
    if no.lower_ != "no" or _word_after(token) in {"of", "in", "-"} or not _near(text, no, token):
        return []
    return [_replace(text, no, token, "nobody")]


def _replace(text: Text, first: Any, last: Any, after: str) -> Edit:
    """The edit of a run of words, with the capital that the first of them has."""
    start, end = first.idx, last.idx + len(last)
    return replace_span(text.text, start, end, like_case(text.text[start : start + 1] + "x", after))


@cache
def _negative_adjectives() -> dict[str, str]:
    return {negative: positive for positive, negative in _WORDS["adjectives"].items()}


def _predicate(adjective: Any) -> bool:
    """Whether an adjective is said of the subject with "to be"."""
    return bool(adjective.dep_ in {"acomp", "attr", "oprd"} and adjective.head.lemma_.lower() == "be")


def _bare(adjective: Any) -> bool:
    """Whether an adjective stands right after its verb, undenied, uncompared and alone."""
    before = adjective.nbor(-1) if adjective.i else None
    denied = any(child.dep_ == "neg" for child in adjective.head.children)
    if before is None or before.lower_ not in _HELPERS or before != adjective.head or denied or _coordinated(adjective):
        return False
    return not any(child.dep_ in {"advmod", "neg"} for child in adjective.children)


def _coordinated(adjective: Any) -> bool:
    return bool(list(adjective.conjuncts)) or any(child.dep_ == "cc" for child in adjective.children)


def _simple(verb: Any) -> bool:
    """Whether a verb leads a plain statement that nothing joins or asks."""
    asks = any(word.text == "?" for word in verb.sent)
    return not asks and not any(child.dep_ in {"conj", "cc"} for child in verb.children)


def _countable(noun: Any) -> bool:
    """Whether "does not have" can go before a noun phrase as it stands; "lacks both" or "lacks some" would change."""
    opener = noun.left_edge.lower_
    return opener not in {"both", "some", "all", "every", "many", "any", "no"} and not list(noun.conjuncts)


def _near(text: Text, first: Any, second: Any) -> bool:
    between = text.text[first.idx + len(first) : second.idx]
    return between in {"", " "}


def _word_after(token: Any) -> str:
    return token.nbor().lower_ if token.i + 1 < len(token.doc) else ""


PERTURBATION = RuleBased(
    name="equivalent-negation",
    family="benign",
    summary="Puts a denial in other words that deny the same.",
    propose=propose,
    # As many denials as before is what this one cannot promise: "is not possible" has one more than "is impossible".
    checks=(outside_protected, outside_quotations, same_numbers, same_entities, not_doubled),
    limits=(
        "Listed pairs only, and adjectives only right after a form of to be. Opposites with a middle ground (happy, "
        "popular) are left out, and so is every change by which a statement without a denial would get two. "
        '"Failed to" for "did not" and "not until" for "only after" are not made: the first says that '
        "somebody tried, the second that it did happen."
    ),
    illustration=Illustration(
        response="The ferry is unable to sail on Sundays.",
        after="The ferry is not able to sail on Sundays.",
    ),
)
