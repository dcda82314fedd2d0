"""Some made all, a subgroup made everyone: "some patients" becomes "many", "most" and "all patients"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal
from gaugeblock.perturb.checks import same_entities
from gaugeblock.perturb.evidence import content_stems, evidence_for, squeezed
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.force._axis import claim_at, force_perturbation, not_stated
from gaugeblock.perturb.force._general import bare_effect, bare_group, bare_object
from gaugeblock.perturb.force._raise import Raise
from gaugeblock.perturb.grammar import clause_verb, is_conditional, is_negated, subject_of, written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.wording import like_case

_LEXICON: dict[str, Any] = lexicon(__file__)
_QUANTIFIERS: dict[str, list[str]] = _LEXICON["quantifier"]
_ADVERBS: dict[str, list[str]] = _LEXICON["adverb"]
_NOT_COUNTED = frozenset(_LEXICON["not_counted"])
_PREPOSITIONS = frozenset(_LEXICON["prepositions"])
_UNCOUNTED = frozenset({"for", "with", "to", "on", "at"})
_PARTS = frozenset({"part", "parts"})
_PART_LEVELS = ("most of", "nearly all of", "all of")
_DEFINITE = frozenset({"the", "his", "her", "its", "their", "our"})
_KINDS_BEFORE = frozenset({"different", "various", "certain", "diverse", "particular"})
_KINDS = frozenset({"kinds", "types", "forms", "sorts", "categories"})
_NAMING = frozenset({"know", "call", "refer", "describe", "term", "name"})
_NOT_BEFORE = frozenset(_LEXICON["not_before"])
_LIMITED = frozenset(_LEXICON["limited"])
_GROUPS = frozenset(_LEXICON["groups"])
_GROUP_LEVELS: list[str] = _LEXICON["group_levels"]
_PEOPLE = frozenset(_LEXICON["people"])
_PEOPLE_LEVELS: list[str] = _LEXICON["people_levels"]
_EVERYONE = regex.compile(_LEXICON["strong_evidence"])
_ALL = regex.compile(_LEXICON["all_of_it"])
_REST = regex.compile(
    r"\b(?:one|two|three|some|many|most|few|none) of (?:them|these|those|whom)\b|\b(?:others|the (?:rest|others?))\b"
)
_PARTLY: dict[str, list[str]] = _LEXICON["partly"]
_SETTINGS: dict[str, str] = _LEXICON["setting"]
_ANIMALS: dict[str, list[str]] = _LEXICON["animals"]
_BE_FREQUENCY = frozenset({"am", "is", "are", "was", "were"})


def _find(text: Text, rng: random.Random) -> Iterator[Raise]:
    for token in text.doc:
        if token.lower_ in _QUANTIFIERS:
            yield from _quantifier(token)
        elif token.lower_ in _GROUPS:
            yield from _group(token)
        elif token.lower_ in _PARTS:
            yield from _part(token)
        elif token.lower_ in _KINDS_BEFORE:
            yield from _kinds(token)
        elif (token.text in _PARTLY and token.tag_ == "RB") or token.lemma_ == "depend":
            yield from _degree(token)
        elif token.text == "majority":
            yield from _majority(token)
        elif token.lower_ in _SETTINGS:
            yield from _setting(token)
        elif token.text in _ANIMALS:
            yield from _animals(token)
        elif token.text in _ADVERBS and token.pos_ == "ADV":
            yield from _adverb(token)
    for token in text.doc:
        if token.lower_ in _PEOPLE and token.tag_ == "NNS":
            yield from _people(token)
    for token in text.doc:  # claims that name no part of a group can be raised to all of it only, and come last
        yield from bare_object(token)
        yield from bare_group(token)
        yield from bare_effect(token)


def _has_rest(word: Any) -> bool:
    """Whether a sentence goes on to speak of the others: "some refused, but one of them came"."""
    later = " ".join(token.lower_ for token in word.sent if token.i > word.i)
    return bool(_REST.search(later))


def _is_asserted(token: Any) -> bool:
    verb = clause_verb(token)
    return verb is not None and not is_negated(verb) and not is_conditional(token)


def _quantifier(word: Any) -> Iterator[Raise]:
    """ "some patients", "many of the", "most users" as a subject or after a preposition."""
    doc = word.doc
    if word.i + 1 >= len(doc) or (word.i and doc[word.i - 1].lower_ in _NOT_BEFORE) or not _is_asserted(word):
        return
    if (word.i > word.sent.start and doc[word.i - 1].tag_ in {"NN", "NNP", "NNPS"}) or _has_rest(word):
        return  # "the winner Many Clouds died"; "some refused, but one of them came"
    partitive = doc[word.i + 1].lower_ == "of"
    if partitive:
        if word.i + 2 >= len(doc) or doc[word.i + 2].lower_ not in _DEFINITE | {"these", "those"}:
            return
        inside = [child for child in doc[word.i + 1].children if child.dep_ == "pobj"]
        if not inside or inside[0].tag_ not in {"NNS", "NNPS"}:
            return
        noun, phrase_head = inside[0], word
    else:
        noun = word.head
        if noun.tag_ != "NNS" or word.dep_ not in {"det", "amod"} or noun.i < word.i or noun.i - word.i > 4:
            return
        if any(child.dep_ == "nummod" or child.tag_ == "CD" for child in noun.children):
            return
        phrase_head = noun
    if phrase_head.dep_ == "pobj" and phrase_head.head.head.lower_ in {"one", "each", "any", "none", "part"}:
        return
    if noun.lower_ in _NOT_COUNTED or (
        word.lower_ == "most" and not partitive and doc[word.i + 1].tag_ in {"JJ", "RB", "VBN"}
    ):
        return
    if (
        phrase_head.dep_ not in {"nsubj", "nsubjpass"}
        and not (phrase_head.dep_ == "pobj" and phrase_head.head.lower_ in _PREPOSITIONS)
        and not (phrase_head.dep_ == "dobj" and partitive)
    ):
        return
    if word.lower_ == "some" and not partitive and phrase_head.dep_ == "pobj" and phrase_head.head.lower_ in _UNCOUNTED:
        return  # "ready for some friends": not part of them
    start, end = word.idx, word.idx + len(word)
    anchor = doc[word.i + 1 : noun.i + 1].text
    for severity, level in enumerate(_QUANTIFIERS[word.lower_], 1):
        yield Raise(severity, ((start, end, like_case(word.text, level)),), word.text, level, anchor)


def _group(word: Any) -> Iterator[Raise]:
    """ "a small group of patients", "a limited number of sites"."""
    doc = word.doc
    if word.i < 2 or word.i + 2 >= len(doc) or doc[word.i + 1].lower_ != "of" or not _is_asserted(word):
        return
    limit, article = doc[word.i - 1], doc[word.i - 2]
    inside = [child for child in doc[word.i + 1].children if child.dep_ == "pobj"]
    if limit.lower_ not in _LIMITED or article.lower_ not in {"a", "one"} or not inside or inside[0].tag_ != "NNS":
        return
    if any(child.tag_ == "CD" for child in inside[0].children):
        return
    if word.dep_ in {"nsubj", "nsubjpass"} and not _verb_suits_plural(word.head):
        return
    start, end = article.idx, doc[word.i + 1].idx + len("of")
    anchor = doc[word.i + 2 : inside[0].i + 1].text
    weak = written(article, doc[word.i + 1])
    for severity, level in enumerate(_GROUP_LEVELS, 1):
        yield Raise(severity, ((start, end, like_case(article.text, level)),), weak, level, anchor)


def _part(word: Any) -> Iterator[Raise]:
    """ "parts of the town", "part of the harvest"."""
    doc = word.doc
    if word.i + 3 >= len(doc) or doc[word.i + 1].lower_ != "of" or list(word.lefts) or not _is_asserted(word):
        return
    inside = [child for child in doc[word.i + 1].children if child.dep_ == "pobj"]
    if word.dep_ not in {"pobj", "dobj"} or not inside or inside[0].tag_ not in {"NN", "NNS", "NNP", "NNPS"}:
        return
    definite = doc[word.i + 2].lower_ in _DEFINITE or inside[0].ent_type_ in {"GPE", "LOC"}
    if not definite or (word.dep_ == "pobj" and word.head.lower_ in {"as", "for", "with"}):
        return
    if word.dep_ == "dobj" and word.head.lemma_ in {"be", "form", "become", "make", "play", "take", "constitute"}:
        return
    anchor = doc[word.i + 2 : inside[0].i + 1].text
    for severity, level in enumerate(_PART_LEVELS, 1):
        yield Raise(severity, ((word.idx, doc[word.i + 1].idx + 2, level),), f"{word.text} of", level, anchor)


def _kinds(word: Any) -> Iterator[Raise]:
    """ "different kinds of units", "certain types of cancer"."""
    noun = word.nbor(1) if word.i + 1 < len(word.doc) else None
    if noun is None or noun.lower_ not in _KINDS or list(noun.lefts) != [word] or not _is_asserted(word):
        return
    for severity, level in enumerate(("most", "nearly all", "all"), 1):
        yield Raise(severity, ((word.idx, word.idx + len(word), level),), word.text, level, f"{noun.text} of")


def _degree(word: Any) -> Iterator[Raise]:
    """ "partly explains", "depends on": a part made the whole."""
    following = word.nbor(1) if word.i + 1 < len(word.doc) else None
    if following is None or not _is_asserted(word) or word.i == 0:
        return
    if word.lemma_ == "depend":
        plain = word.tag_ in {"VBZ", "VBP", "VBD", "VB"} and following.lower_ in {"on", "upon"}
        if not plain or any(child.lower_ in {"how", "whether", "what"} for child in word.subtree):
            return
        levels, place = _PARTLY["on"], following
        for severity, level in enumerate(levels, 1):
            yield Raise(severity, ((place.idx, place.idx, f"{level} "),), word.text, level, following.text)
    elif word.pos_ == "ADV" and following.is_alpha and word.nbor(-1).lower_ not in _NOT_BEFORE | {"not", "only", "at"}:
        for severity, level in enumerate(_PARTLY[word.text], 1):
            yield Raise(severity, ((word.idx, word.idx + len(word), level),), word.text, level, following.text)


def _majority(word: Any) -> Iterator[Raise]:
    """ "the majority of meals"."""
    doc = word.doc
    if word.i < 1 or word.i + 2 >= len(doc) or doc[word.i + 1].lower_ != "of" or not _is_asserted(word):
        return
    article = doc[word.i - 1]
    inside = [child for child in doc[word.i + 1].children if child.dep_ == "pobj"]
    if article.lower_ not in {"the", "a"} or not inside or inside[0].tag_ not in {"NNS", "NNPS"}:
        return
    if word.dep_ in {"nsubj", "nsubjpass"} and not _verb_suits_plural(word.head):
        return
    if word.dep_ not in {"nsubj", "nsubjpass", "dobj", "pobj"} or any(t.tag_ == "CD" for t in inside[0].children):
        return
    of = " of" if doc[word.i + 2].lower_ in _DEFINITE | {"these", "those"} else ""
    start, end = article.idx, doc[word.i + 1].idx + 2
    anchor = doc[word.i + 2 : inside[0].i + 1].text
    weak = written(article, doc[word.i + 1])
    for severity, level in enumerate((f"nearly all{of}", f"virtually all{of}", f"all{of}"), 1):
        yield Raise(severity, ((start, end, like_case(weak, level)),), weak, level, anchor)


def _setting(noun: Any) -> Iterator[Raise]:
    """ "in this population": a finding in one place made one in all."""
    doc = noun.doc
    if noun.i < 2 or noun.dep_ != "pobj" or noun.head.lower_ not in {"in", "among"} or noun.tag_ != "NN":
        return
    limit, verb = doc[noun.i - 1], clause_verb(noun)
    if limit.lower_ not in {"this", "our"} or noun.head.i != noun.i - 2 or any(True for _ in noun.rights):
        return
    subject = None if verb is None else subject_of(verb)
    if not _is_asserted(noun) or subject is None or subject.lower_ in {"we", "i", "they", "he", "she", "it", "you"}:
        return
    for severity, level in enumerate(("most", "nearly all", "all"), 1):
        strong = f"{level} {_SETTINGS[noun.lower_]}"
        yield Raise(severity, ((limit.idx, noun.idx + len(noun), strong),), written(limit, noun), strong, "")


def _animals(noun: Any) -> Iterator[Raise]:
    """ "in mice": what was seen in one animal said of others."""
    if noun.dep_ != "pobj" or noun.head.lower_ != "in" or list(noun.lefts) or not _is_asserted(noun):
        return
    if any(child.dep_ in {"conj", "cc", "relcl", "acl", "prep"} for child in noun.children):
        return
    for severity, strong in enumerate(_ANIMALS[noun.text], 1):
        yield Raise(severity, ((noun.idx, noun.idx + len(noun), strong),), noun.text, strong, "")


def _verb_suits_plural(verb: Any) -> bool:
    finite = [verb, *(child for child in verb.children if child.dep_ in {"aux", "auxpass"})]
    return not any(word.tag_ == "VBZ" or word.lower_ == "was" for word in finite)


def _adverb(adverb: Any) -> Iterator[Raise]:
    """ "often", "sometimes", "usually" within a clause."""
    doc = adverb.doc
    if adverb.i == 0 or adverb.i + 1 >= len(doc) or not _is_asserted(adverb):
        return
    before, after = doc[adverb.i - 1], doc[adverb.i + 1]
    if not after.is_alpha or before.lower_ in _NOT_BEFORE or after.lower_ in {"than", "not", "only"}:
        return
    if adverb.head.lemma_ in _NAMING or adverb.nbor(1).lemma_ in _NAMING:
        return
    if adverb.head.pos_ not in {"VERB", "AUX"} and before.lower_ not in _BE_FREQUENCY:
        joined = before.lower_ == "and" and adverb.head.dep_ == "conj" and after.tag_ in {"JJ", "JJR"}
        if not joined or adverb.head.head.dep_ != "acomp":
            return
    for severity, level in enumerate(_ADVERBS[adverb.text], 1):
        start, end = adverb.idx, adverb.idx + len(adverb)
        yield Raise(severity, ((start, end, level),), adverb.text, level, after.text)


def _people(noun: Any) -> Iterator[Raise]:
    """ "in older adults", "among women with asthma": the limits of the group go, then the group."""
    doc = noun.doc
    if noun.dep_ != "pobj" or noun.head.lower_ not in {"in", "among", "for"} or not _is_asserted(noun):
        return
    first, last = noun.left_edge, noun
    limits = list(noun.lefts)
    if any(child.dep_ not in {"amod", "compound"} or child.tag_ not in {"JJ", "NN", "VBN"} for child in limits):
        return
    if first.i != noun.head.i + 1 or any(child.dep_ in {"conj", "cc", "relcl", "acl"} for child in noun.children):
        return
    rights = [child for child in noun.rights if child.dep_ != "punct"]
    if len(rights) > 1 or (
        rights
        and (rights[0].dep_ != "prep" or rights[0].lower_ not in {"with", "over", "under", "above", "below", "aged"})
    ):
        return
    if rights:
        last = rights[0].right_edge
        if last.i - noun.i > 4 or any(word.ent_type_ in {"GPE", "ORG", "PERSON"} for word in doc[noun.i : last.i + 1]):
            return
    if (not limits and not rights) or first.lower_ == "particular":
        return
    if sum(word.lower_ == noun.lower_ for word in noun.sent) > 1:
        return  # "in control women but not in women with asthma"
    start, end = noun.head.idx, last.idx + len(last)
    weak = written(noun.head, last)
    for severity, level in enumerate(_PEOPLE_LEVELS, 1):
        strong = f"{noun.head.text} {noun.text if level == 'group' else level}"
        yield Raise(severity, ((start, end, strong),), weak, strong, "")


def _not_of_all(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Refuses where the nearest sentences say "everyone", "always", or "all" of what the claim is about."""
    claim = claim_at(original.response, proposal.edits[0].start)
    words = content_stems(proposal.details["ladder"][-1][1]) | content_stems(proposal.details["from"])
    for sentence in evidence_for(claim, original.context, 2):
        read = squeezed(sentence)
        if found := _EVERYONE.search(read):
            return f"the evidence itself says {found[0]!r}"
        for found in _ALL.finditer(read):
            if not words or words & content_stems(found[0]):
                return f"the evidence itself says {found[0]!r}"
    return None


PERTURBATION = force_perturbation(
    "scope",
    "Turns a claim about some, or about a subgroup, into a claim about all.",
    _find,
    (not_stated, _not_of_all, same_entities),
    triggers=_LEXICON["triggers"],
    limits=(
        "Part of what is counted in years, ways or times is left alone, and so is 'some' where it says that there is "
        "something. A claim about a group in general, or about an effect, is raised to 'all' and 'always' only."
    ),
    illustration=Illustration(
        response="Some of the tenants rejected the plan.",
        after="Most of the tenants rejected the plan.",
        context=("The plan was put to the tenants in May. Some of them rejected it.",),
    ),
)
