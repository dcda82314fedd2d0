"""Two nouns joined by "and" or "or" in the other order: "France and Spain" as "Spain and France"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, entity_type, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

_COMMON = frozenset({"NN", "NNS"})
_PROPER = frozenset({"NNP", "NNPS"})
_PLACES = frozenset({"GPE", "LOC", "NORP", "FAC", "LANGUAGE"})


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """All such pairs at once."""
    edits: list[Edit] = []
    for conjunction in tokens_of(text.doc):
        if conjunction.lower_ in {"and", "or"} and conjunction.dep_ == "cc" and 0 < conjunction.i < len(text.doc) - 1:
            first, second = conjunction.nbor(-1), conjunction.nbor()
            if _exchangeable(text, first, conjunction, second):
                edits.extend(_exchanged(text, first, second))
            elif conjunction.lower_ == "and" and (phrases := _with_articles(text, conjunction)) is not None:
                edits.extend(phrases)
            elif conjunction.lower_ == "and" and _qualities(text, first, conjunction, second):
                edits.extend(_exchanged(text, first, second))
    if edits:
        yield Proposal(tuple(edits), details={"pairs": len(edits) // 2})


def _exchangeable(text: Text, first: Any, conjunction: Any, second: Any) -> bool:
    """Whether the two are a plain pair, each one word, with nothing that belongs to one of them only."""
    pair = conjunction.head == first and second.dep_ == "conj" and second.head == first
    alike = {first.tag_, second.tag_} <= _COMMON or {first.tag_, second.tag_} <= _PROPER
    if not pair or not alike or first.lower_ == second.lower_ or first.dep_ == "conj":
        return False
    # "Both the men and women" may share its article; any other word beside them may belong to one.
    if {first.lower_, second.lower_} & set(lexicon(__file__)["calendar"]):
        return False  # "between August and October" is not "between October and August"
    lefts = [child for child in first.lefts if child.lower_ not in {"the", "between", "both"}]
    rights = [child for child in first.rights if child not in (conjunction, second) and not _both(child, second)]
    if lefts or rights or list(second.children):
        return False
    after = second.nbor().lower_ if second.i + 1 < len(second.doc) else "."
    if after == "," and _ends_clause(second):
        after = "."
    tag = second.nbor().tag_ if second.i + 1 < len(second.doc) else "."
    if after in {",", "'s", "’s", "'", "’", "(", "-", "and", "or", "of", ":"} or tag in {
        *_COMMON,
        *_PROPER,
        "CD",
        "POS",
    }:
        return False
    if tag in {"MD", "VBD", "VBZ", "VBP"} and first.dep_ not in {"nsubj", "nsubjpass"}:
        return False  # "refused by schools and locals would leave": the second noun opens a clause of its own
    before = first.nbor(-1) if first.i else None
    if before is not None and (before.tag_ in {*_PROPER, "JJ", "CD", "NN"} or before.text in {"-", "&", "/"}):
        return False
    if before is not None and before.text == "," and not _opening(before):
        return False
    fixed = lexicon(__file__)
    words = {first.lower_, second.lower_}
    if _is_one_thing(first) or any(words == set(pair) for pair in fixed["fixed"]):
        return False
    if words & set(fixed["titles"]) or "respectively" in first.sent.text.lower() or _one_name(first, second):
        return False
    if first.tag_ in _PROPER and _may_be_a_firm(first, second):
        return False
    opens = text.opens_sentence(first.idx)
    if opens and first.tag_ in _PROPER and not second.text[:1].isupper():
        return False  # a name in lower case would open the sentence
    plain = all(text.text[a.idx + len(a) : b.idx] == " " for a, b in ((first, conjunction), (conjunction, second)))
    return plain and free(text, first.idx, second.idx + len(second))


def _ends_clause(noun: Any) -> bool:
    """Whether the comma behind a noun parts two clauses: "looked for gold and silver, but left"."""
    conjunction = noun.nbor(2) if noun.i + 2 < len(noun.doc) else None
    return conjunction is not None and conjunction.lower_ == "but" and conjunction.head.pos_ in {"VERB", "AUX"}


def _qualities(text: Text, first: Any, conjunction: Any, second: Any) -> bool:
    """Whether two single adjectives that tell of kinds stand before one noun: "tropical and northern forests"."""
    noun = first.head
    kinds = lexicon(__file__)["kinds"]
    if first.tag_ != "JJ" or second.tag_ != "JJ" or conjunction.head != first or second.head != first:
        return False
    if (
        first.dep_ != "amod"
        or noun.tag_ not in {"NN", "NNS"}
        or second.i + 1 != noun.i
        or noun.left_edge.i < first.i - 1
    ):
        return False
    if list(first.lefts) or list(second.children) or list(first.rights) != [conjunction, second]:
        return False
    before = first.nbor(-1) if first.i else None
    if before is None or before.tag_ not in {"IN", "DT", "PRP$"} or before.lower_ in {"a", "an"} or first.is_sent_start:
        return False
    typed = all(word.text.islower() and word.lower_.endswith(tuple(kinds)) for word in (first, second))
    plain = all(text.text[a.idx + len(a) : b.idx] == " " for a, b in ((first, conjunction), (conjunction, second)))
    return typed and plain and free(text, first.idx, second.idx + len(second))


def _both(word: Any, second: Any) -> bool:
    """Whether a word is the "both" that sums up a pair: "Ann and Bo both left"."""
    return bool(word.lower_ == "both" and word.i == second.i + 1)


def _opening(comma: Any) -> bool:
    """Whether a comma closes a short adverbial that opens the sentence: "Later, Ann and Bo left"."""
    words = comma.doc[comma.sent.start : comma.i]
    return len(words) == 1 and words[0].tag_ == "RB"


def _with_articles(text: Text, conjunction: Any) -> list[Edit] | None:
    """Two phrases with an article each: "a red hat and a coat" as "a coat and a red hat"."""
    first, opener = conjunction.head, conjunction.nbor()
    second = next((child for child in first.rights if child.dep_ == "conj"), None)
    if second is None or first.tag_ not in _COMMON or second.tag_ not in _COMMON or first.dep_ == "conj":
        return None
    if first.i != conjunction.i - 1 or second.left_edge != opener or second.right_edge != second:
        return None
    if [child for child in first.rights if child not in (conjunction, second)] or first.lower_ == second.lower_:
        return None
    if not all(_has_article(noun) for noun in (first, second)) or first.dep_ not in {"nsubj", "nsubjpass", "dobj"}:
        return None
    start, after = first.left_edge, second.nbor() if second.i + 1 < len(second.doc) else None
    closes = after is None or after.text == "."
    if first.dep_ == "dobj" and not (closes and start.i == first.head.i + 1):
        return None  # a phrase that follows may be the second one's only
    if first.dep_ != "dobj" and (after is None or after.tag_ not in {"VBD", "VBP", "MD"} or not start.is_sent_start):
        return None
    fixed = lexicon(__file__)
    words = {first.lower_, second.lower_}
    if words & set(fixed["titles"]) or words & set(fixed["calendar"]) or any(words == set(p) for p in fixed["fixed"]):
        return None
    one = text.text[start.idx : first.idx + len(first)]
    other = text.text[opener.idx : second.idx + len(second)]
    if "\n" in one + other or "respectively" in first.sent.text.lower() or _is_one_thing(first):
        return None
    if not free(text, start.idx, second.idx + len(second)) or "same" in one.split():
        return None
    if start.is_sent_start and start.text[:1].isupper():
        moved, front = one[0].lower() + one[1:], other[0].upper() + other[1:]
    else:
        moved, front = one, other
    return [
        replace_span(text.text, start.idx, first.idx + len(first), front),
        replace_span(text.text, opener.idx, second.idx + len(second), moved),
    ]


def _has_article(noun: Any) -> bool:
    """Whether a noun has an article and adjectives or nouns before it, and nothing else."""
    article = noun.left_edge
    plain = all(word.tag_ in {"JJ", "NN", "NNP", "VBN"} for word in noun.doc[article.i + 1 : noun.i])
    return article.lower_ in {"a", "an", "the"} and article.head == noun and noun.i > article.i and plain


def _is_one_thing(first: Any) -> bool:
    """Whether a pair joined by "and" has a singular verb: "Romeo and Juliet is a play"."""
    if first.dep_ not in {"nsubj", "nsubjpass"}:
        return False
    joined = any(child.lower_ == "and" for child in first.children)
    finite = [first.head, *(child for child in first.head.children if child.dep_ in {"aux", "auxpass"})]
    return joined and any(word.tag_ == "VBZ" or word.lower_ == "was" for word in finite)


def _one_name(first: Any, second: Any) -> bool:
    """Whether both words lie in one name, such as that of a firm."""
    return any(entity.start <= first.i and second.i < entity.end for entity in first.doc.ents)


def _may_be_a_firm(first: Any, second: Any) -> bool:
    """Whether two names go with "at", or with a verb in the singular: "she works at Hale and Pike"."""
    before = first.nbor(-1) if first.i else None
    if before is not None and before.lower_ == "at":
        return True
    if all(entity_type(word) in _PLACES for word in (first, second)):
        return False
    verb = first.head
    helpers = [verb, *(child for child in verb.children if child.dep_ in {"aux", "auxpass"})]
    return first.dep_ in {"nsubj", "nsubjpass"} and any(
        word.tag_ == "VBZ" or word.lower_ == "was" for word in helpers if word.i > second.i
    )


def _exchanged(text: Text, first: Any, second: Any) -> Iterator[Edit]:
    one, other = first.text, second.text
    if first.is_sent_start and first.tag_ in _COMMON and first.text[:1].isupper() and second.text.islower():
        one, other = first.text[0].lower() + first.text[1:], second.text[0].upper() + second.text[1:]
    yield replace_span(text.text, first.idx, first.idx + len(first), other)
    yield replace_span(text.text, second.idx, second.idx + len(second), one)


PERTURBATION = RuleBased(
    name="coordination-order",
    family="benign",
    summary="Puts two nouns, or two adjectives of kind, joined by a conjunction in the other order.",
    propose=propose,
    checks=BENIGN,
    version="5",
    limits=(
        "Exchanges pairs of single bare nouns or names, of phrases with an article each, and of adjectives that tell "
        "of kinds (tropical, physical); leaves set phrases and series of dates in their order."
    ),
    illustration=Illustration(
        response="The ferry serves Norville and Oster.",
        after="The ferry serves Oster and Norville.",
    ),
)
