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
from gaugeblock.perturb.grammar import BE, clause_verb, is_conditional, is_negated, subject_number, subject_of, written
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
_ALMOST = regex.compile(r"\b(?:almost|nearly) all\b")
_ALL = regex.compile(_LEXICON["all_of_it"])
_REST = regex.compile(
    r"\b(?:one|two|three|some|many|most|few|none) of (?:them|these|those|whom)\b|\b(?:others|the (?:rest|others?))\b"
)
_PARTLY: dict[str, list[str]] = _LEXICON["partly"]
_SETTINGS: dict[str, str] = _LEXICON["setting"]
_ANIMALS: dict[str, list[str]] = _LEXICON["animals"]
_TIMES = frozenset(
    {"time", "day", "year", "week", "month", "night", "way", "days", "years", "times", "weeks", "months", "ways"}
)
_OF_AN_AGE = frozenset(_LEXICON["of_an_age"])
_EVIDENCE_OF = frozenset(_LEXICON["seen_in"])
_NO_QUALITIES = frozenset({"able", "sure", "certain", "available", "ready", "present", "due", "proud", "true"})
_OWNER = frozenset({"DT", "PRP$", "NNP", "NNPS", "NN", "NNS", "JJ", "POS"})
_BE_FREQUENCY = frozenset({"am", "is", "are", "was", "were"})


def _find(text: Text, rng: random.Random) -> Iterator[Raise]:
    for token in text.doc:
        if token.lower_ in _QUANTIFIERS:
            yield from _quantifier(token)
            yield from _share(token)
        elif token.lower_ in {"almost", "nearly"}:
            yield from _nearly_all(token)
        elif token.lower_ == "one":
            yield from _top(token)
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
        elif token.text == "can" and token.tag_ == "MD":
            yield from _can_be(token)
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
        inside = [child for child in doc[word.i + 1].children if child.dep_ == "pobj"]
        owned = any(child.dep_ == "poss" for child in inside[0].children) if inside else False
        if word.i + 2 >= len(doc) or not (owned or doc[word.i + 2].lower_ in _DEFINITE | {"these", "those"}):
            return
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


def _share(word: Any) -> Iterator[Raise]:
    """ "some of the damage": part of what is not counted."""
    doc = word.doc
    if word.lower_ not in {"some", "most"} or word.i == 0 or word.i + 3 >= len(doc) or not _is_asserted(word):
        return
    inside = [child for child in word.nbor(1).children if child.dep_ == "pobj"]
    if word.nbor(1).lower_ != "of" or word.nbor(2).lower_ not in _DEFINITE or not inside or inside[0].tag_ != "NN":
        return
    if word.dep_ not in {"dobj", "pobj"} or word.nbor(-1).lower_ in _NOT_BEFORE or inside[0].lower_ in _TIMES:
        return
    if any(child.dep_ == "relcl" for child in inside[0].children) or inside[0].left_edge.i < word.i + 2:
        return
    anchor = doc[word.i + 1 : inside[0].i + 1].text
    for severity, level in enumerate(_QUANTIFIERS[word.lower_], 1):
        yield Raise(severity, ((word.idx, word.idx + len(word), level),), word.text, level, anchor)


def _nearly_all(word: Any) -> Iterator[Raise]:
    """ "almost all of the tenants"."""
    following = word.nbor(1) if word.i + 2 < len(word.doc) else None
    if following is None or following.lower_ != "all" or not _is_asserted(word) or _has_rest(word):
        return
    if word.i and word.nbor(-1).lower_ in _NOT_BEFORE:
        return
    start, end = word.idx, following.idx + len(following)
    for severity, level in enumerate(("all", "absolutely all"), 2):
        anchor = word.nbor(2).text
        yield Raise(severity, ((start, end, like_case(word.text, level)),), f"{word.text} all", level, anchor)


def _top(one: Any) -> Iterator[Raise]:
    """ "one of the oldest mills": what shares a place at the top made the only one there."""
    doc = one.doc
    if one.i + 4 >= len(doc) or one.nbor(1).lower_ != "of" or not _is_asserted(one):
        return
    best = next((word for word in doc[one.i + 2 : one.i + 8] if word.tag_ in {"JJS", "RBS"}), None)
    owner = doc[one.i + 2 : best.i] if best is not None else doc[one.i : one.i]
    if best is None or not len(owner) or any(word.tag_ not in _OWNER for word in owner):
        return
    if owner[-1].tag_ != "POS" and owner.text.lower() not in _DEFINITE:
        return
    most = best.lower_ == "most" and best.i + 1 < len(doc) and best.nbor(1).tag_ == "JJ"
    if not most and (best.tag_ != "JJS" or best.lower_ in {"most", "least", "last"}):
        return
    inside = [child for child in one.nbor(1).children if child.dep_ == "pobj"]
    if not inside or inside[0].tag_ != "NNS" or not 0 < inside[0].i - best.i <= 5:
        return
    noun = inside[0]
    if any(child.dep_ in {"relcl", "conj", "appos"} or child.like_num for child in noun.children):
        return
    if any(w.tag_ not in {"JJ", "JJS", "NN", "NNP", "RB", "RBS", "HYPH", "VBN", "VBG"} for w in doc[best.i : noun.i]):
        return
    if one.dep_ not in {"attr", "pobj", "dobj", "appos"} or not noun.lemma_.islower() or noun.lemma_ == noun.lower_:
        return
    if noun.lower_ in _TIMES or (one.i and one.nbor(-1).lower_ in _NOT_BEFORE | {"or"}):
        return
    start, before = one.idx, doc[one.i : best.i].text
    for severity, level in enumerate((owner.text, f"{owner.text} very"), 2):
        if severity == 3 and (most or best.lower_ not in {"best", "oldest", "youngest", "worst", "latest"}):
            continue
        strong = f"{level} "
        changes = ((start, best.idx, strong), (noun.idx, noun.idx + len(noun), noun.lemma_))
        anchor = f"{doc[best.i : noun.i].text} {noun.lemma_}"
        yield Raise(severity, changes, before, strong.strip(), anchor)


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


def _can_be(modal: Any) -> Iterator[Raise]:
    """ "frost can be harmful": what holds at times made what always holds."""
    be = modal.nbor(1) if modal.i + 2 < len(modal.doc) else None
    if be is None or be.lower_ != "be" or be != modal.head or not _is_asserted(be) or modal.i == 0:
        return
    subject, number = subject_of(be), subject_number(be)
    quality = next((child for child in be.children if child.dep_ == "acomp" and child.tag_ == "JJ"), None)
    if subject is None or number is None or subject.i > modal.i or quality is None or quality.i > be.i + 2:
        return
    if subject.tag_ in {"WDT", "WP"} or subject.ent_type_ == "PERSON" or quality.lower_ in _NO_QUALITIES:
        return
    if any(child.dep_ == "prep" and child.lower_ in {"as", "than"} for child in quality.children):
        return
    if be.nbor(1) != quality and (be.nbor(1).tag_ != "RB" or be.nbor(1).lower_ in {"as", "so", "just", "more", "too"}):
        return
    present_be = BE["present"][number]
    for severity, level in enumerate(("usually", "nearly always", "always"), 1):
        strong = f"{present_be} {level}"
        change = (modal.idx, be.idx + len(be), strong)
        yield Raise(severity, (change,), written(modal, be), strong, be.nbor(1).text)


def _people(noun: Any) -> Iterator[Raise]:
    """ "in older adults", "among women with asthma": the limits of the group go, then the group."""
    doc = noun.doc
    if noun.dep_ != "pobj" or noun.head.lower_ not in {"in", "among", "for"} or not _is_asserted(noun):
        return
    first, last = noun.left_edge, noun
    limits = list(noun.lefts)
    plain = {"amod", "compound", "nmod"}
    if any(child.dep_ not in plain or child.tag_ not in {"JJ", "NN", "NNP", "VBN"} for child in limits):
        return
    if any(child.ent_type_ in {"GPE", "NORP", "ORG"} and child.tag_ == "JJ" for child in limits):
        return
    if first.i != noun.head.i + 1 or any(child.dep_ in {"conj", "cc", "relcl"} for child in noun.children):
        return
    rights = [child for child in noun.rights if child.dep_ != "punct"]
    if rights and rights[0].lower_ == "in" and limits:
        rights = []  # "in young children in Norway": where they are stays
    elif any(child.dep_ not in {"prep"} and child.lower_ != "aged" for child in rights):
        return
    if rights and rights[0].lower_ not in {"with", "over", "under", "above", "below", "aged", "at"}:
        return
    if rights and rights[0].lower_ == "at" and not _of_risk(rights[0]):
        return
    if rights:
        last = _before_place(rights[0])
        if last.i - noun.i > 5 or any(word.ent_type_ in {"GPE", "ORG", "PERSON"} for word in doc[noun.i : last.i + 1]):
            return
    if last.i + 1 < len(doc) and doc[last.i + 1].lower_ == "but":
        return  # "in women with asthma but not in others"
    bare = not limits and not rights
    if (bare and noun.lower_ not in _OF_AN_AGE) or first.lower_ == "particular":
        return
    if bare and (noun.nbor(1).lower_ in {"and", "or", "but"} or not _EVIDENCE_OF.intersection(_lemmas(noun))):
        return
    if sum(word.lower_ == noun.lower_ for word in noun.sent) > 1:
        return  # "in control women but not in women with asthma"
    start, end = noun.head.idx, last.idx + len(last)
    weak = written(noun.head, last)
    for severity, level in enumerate(_PEOPLE_LEVELS, 1):
        if bare and level == "group":
            continue
        strong = f"{noun.head.text} {noun.text if level == 'group' else level}"
        yield Raise(severity, ((start, end, strong),), weak, strong, "")


def _before_place(right: Any) -> Any:
    """The last word of what limits a group, without the place behind it: "with asthma (in these schools)"."""
    for word in right.subtree:
        if word.lower_ == "in" and word.i > right.i + 1:
            return word.nbor(-1)
    return right.right_edge


def _of_risk(preposition: Any) -> bool:
    """Whether a group is "at high risk"."""
    return any(child.lower_ == "risk" for child in preposition.children)


def _lemmas(noun: Any) -> set[str]:
    """The words of the clause that a group stands in."""
    verb = clause_verb(noun)
    return set() if verb is None else {word.lemma_.lower() for word in (verb, *verb.children)}


def _not_of_all(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """Refuses where the nearest sentences say "everyone", "always", or "all" of what the claim is about."""
    claim = claim_at(original.response, proposal.edits[0].start)
    words = content_stems(proposal.details["ladder"][-1][1]) | content_stems(proposal.details["from"])
    for sentence in evidence_for(claim, original.context, 2):
        read = _ALMOST.sub("", squeezed(sentence))
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
