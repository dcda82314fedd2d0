"""How two statements hang together turned round: because as although, after as before, "A led to B" as "B led to A"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import not_doubled, outside_protected, outside_quotations
from gaugeblock.perturb.corruption._claims import asserted, claim, claims, evidence_has, states_reversed
from gaugeblock.perturb.corruption._phrases import exchanged, finite_number, is_plain, order_can_turn, phrase_of
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import inflect, is_negated, noun_number, subject_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.spans import Span, touched
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import replace_span
from gaugeblock.perturb.wording import like_case

_LEXICON: dict[str, Any] = lexicon(__file__)
_MARKS: dict[str, str] = _LEXICON["marks"]
_PREPOSITIONS: dict[str, str] = _LEXICON["prepositions"]
_CAUSES = frozenset(_LEXICON["causes"])
_CAUSES_WITH: dict[str, str] = _LEXICON["causes_with"]
_NOT_BEFORE: dict[str, list[str]] = _LEXICON["not_before"]
_NOT_BEHIND: dict[str, list[str]] = _LEXICON["not_behind"]
_COMMON_SUPPORT = frozenset(_LEXICON["support"])


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """One link at a time, in random order; those between two phrases first, as they keep every word."""
    swaps = [*_causal(text), *_compared(text), *_chosen(text)]
    rng.shuffle(swaps)
    for token, one, other in swaps:
        first, second = _phrase(one), _phrase(other)
        if first is None or second is None or not asserted(text, token) or states_reversed(example, token, one, other):
            continue
        if (edits := exchanged(text, first, second)) is not None:
            yield claims(edits, "LinkE", "response", old=first.of(text.text), new=second.of(text.text))
    links = [*_marked(text), *_phrased(text), *_aimed(text)]
    rng.shuffle(links)
    for token, start, end, after in links:
        if not asserted(text, token) or touched(text.quotations, start, end):
            continue
        # The evidence may have the other link itself, such as "although" where the response says "because".
        link = regex.compile(rf"(?<!\w){regex.escape(after.lower())}(?!\w)")
        if evidence_has(example, token.sent.text, link):
            continue
        edit = replace_span(text.text, start, end, like_case(text.text[start:end], after))
        yield claim(edit, "LinkE", "lexicon", old=edit.before, new=edit.after)


def _phrase(noun: Any) -> Span | None:
    """A noun with what goes with it; in "tea instead of coffee", the tea alone."""
    tail = next((child for child in noun.rights if any(word.lower_ == "instead" for word in child.subtree)), None)
    if tail is None:
        return phrase_of(noun, of_only=False)
    last = noun.doc[tail.left_edge.i - 1]
    plain = all(token.dep_ in {"det", "amod", "compound"} for token in noun.lefts) and last == noun
    return Span(noun.left_edge.idx, noun.idx + len(noun)) if plain else None


_Swap = tuple[Any, Any, Any]
_Link = tuple[Any, int, int, str]


def _causal(text: Text) -> Iterator[_Swap]:
    """ "A caused B", "A led to B", "B was caused by A"."""
    for verb in tokens_of(text.doc):
        lemma = verb.lemma_.lower()
        if verb.pos_ != "VERB" or not (lemma in _CAUSES or lemma in _CAUSES_WITH):
            continue
        subject = next((child for child in verb.children if child.dep_ in {"nsubj", "nsubjpass"}), None)
        if subject is None or any(child.dep_ in {"ccomp", "xcomp", "conj", "dative"} for child in verb.children):
            continue
        passive = subject.dep_ == "nsubjpass"
        if lemma in _CAUSES and not passive:
            other = next((child for child in verb.children if child.dep_ == "dobj"), None)
        elif not passive and any(child.dep_ == "dobj" for child in verb.children):
            continue  # "led his side to a win"
        else:
            wanted = "by" if passive else _CAUSES_WITH[lemma]
            behind = next((c for c in verb.children if c.dep_ in {"prep", "agent"} and c.lower_ == wanted), None)
            other = behind and next((child for child in behind.children if child.dep_ == "pobj"), None)
        if other is not None and _can_change_places(verb, subject, other):
            yield verb, subject, other


def _compared(text: Text) -> Iterator[_Swap]:
    """ "A is larger than B"."""
    for than in tokens_of(text.doc):
        if than.lower_ != "than" or than.dep_ != "prep" or than.head.pos_ not in {"ADJ", "ADV"}:
            continue
        compared = than.head
        verb = compared.head
        subject = next((child for child in verb.children if child.dep_ == "nsubj"), None)
        other = next((child for child in than.children if child.dep_ == "pobj"), None)
        if (
            compared.dep_ not in {"acomp", "advmod"}
            or verb.pos_ not in {"VERB", "AUX"}
            or subject is None
            or other is None
        ):
            continue
        more = compared.tag_ in {"JJR", "RBR"} or any(c.lower_ in {"more", "less"} for c in compared.children)
        counted = other.like_num or other.ent_type_ in _LEXICON["amounts"]
        if more and not counted and _can_change_places(verb, subject, other):
            yield compared, subject, other


def _chosen(text: Text) -> Iterator[_Swap]:
    """ "Chose tea instead of coffee"."""
    for token in tokens_of(text.doc):
        if token.lower_ != "of" or not token.i or token.nbor(-1).lower_ != "instead":
            continue
        other = next((child for child in token.children if child.dep_ == "pobj"), None)
        verb = next((word for word in token.ancestors if word.pos_ == "VERB"), None)
        one = verb and next(
            (child for child in verb.children if child.dep_ in {"dobj", "attr"} and child.i < token.i), None
        )
        if other is not None and one is not None and is_plain(other) and one.pos_ == other.pos_:
            yield verb, one, other


def _can_change_places(verb: Any, one: Any, other: Any) -> bool:
    if not (is_plain(one) and is_plain(other)) or one.lower_ == other.lower_ or is_negated(verb):
        return False
    return finite_number(verb) is None or (noun_number(one) is not None and noun_number(one) == noun_number(other))


def _marked(text: Text) -> Iterator[_Link]:
    """The word that joins a clause to another: "because she was late"."""
    for token in tokens_of(text.doc):
        after = _MARKS.get(token.lower_)
        if after is None or token.dep_ not in {"mark", "advmod"} or token.head.dep_ != "advcl":
            continue
        if subject_of(token.head) is None or not _free_standing(token, token) or token.i > token.head.i:
            continue
        if token.lower_ in {"after", "before"} and not order_can_turn(token.head):
            continue
        if token.lower_ in {"after", "before"} or token.head.head.pos_ in {"VERB", "AUX"}:
            yield token, token.idx, token.idx + len(token), after


def _phrased(text: Text) -> Iterator[_Link]:
    """The preposition that joins a reason or a time to what happened: "because of the rain", "after the match"."""
    doc = text.doc
    for token in doc:
        for wording, after in _PREPOSITIONS.items():
            words = wording.split()
            if token.lower_ != words[0] or [t.lower_ for t in doc[token.i : token.i + len(words)]] != words:
                continue
            last = doc[token.i + len(words) - 1]
            if not _free_standing(token, last) or not _hangs_on_verb(token, last):
                continue
            objects = [c for c in (*last.children, *token.children) if c.dep_ in {"pobj", "pcomp"} and c.i > last.i]
            if not objects or (objects[0].tag_ == "CD") or not _fits_behind(wording, objects[0]):
                continue
            yield token, token.idx, last.idx + len(last), after
            break


def _fits_behind(wording: str, noun: Any) -> bool:
    if wording == "with":
        return noun.lemma_.lower() in _COMMON_SUPPORT and any(child.lower_ == "the" for child in noun.lefts)
    if wording == "without":
        plain = noun.tag_ in {"NN", "NNS"} and not any(c.lower_ in {"any", "further", "much"} for c in noun.children)
        return plain and any(child.lower_ in {"a", "an", "the", "his", "her", "their"} for child in noun.lefts)
    if wording in {"after", "before"}:
        # "After 2010" is the date's to change, and "three a day before meals" no event.
        return noun.ent_type_ not in {"DATE", "TIME", "PERSON", "CARDINAL"}
    return bool(noun.tag_ != "WP")


def _hangs_on_verb(token: Any, last: Any) -> bool:
    """Whether a phrase says something of what was done: "was due to" and "named after" do not."""
    head = token.head if token.head.i not in range(token.i, last.i + 1) else token.head.head
    if token.lower_ == "due":
        return (
            token.dep_ in {"prep", "advmod", "acomp"}
            and not (token.i and token.nbor(-1).lemma_ == "be")
            and (head.pos_ == "VERB")
        )
    return bool(head.pos_ in {"VERB", "AUX"})


def _free_standing(token: Any, last: Any) -> bool:
    """Whether no neighbour gives the link another sense: "looked after", "even though", "before long"."""
    word = token.lower_
    before = token.nbor(-1).lower_ if token.i else ""
    behind = last.nbor().lower_ if last.i + 1 < len(last.doc) else ""
    return before not in _NOT_BEFORE.get(word, ()) and behind not in _NOT_BEHIND.get(word, ())


def _aimed(text: Text) -> Iterator[_Link]:
    """ "In order to rest" as "without resting"."""
    doc = text.doc
    for token in doc[:-3]:
        if token.lower_ != "in" or [t.lower_ for t in doc[token.i : token.i + 3]] != ["in", "order", "to"]:
            continue
        verb = doc[token.i + 3]
        doing = inflect(verb.lower_, "VBG") if verb.tag_ == "VB" and verb.lower_ != "be" else None
        alone = not any(child.dep_ == "conj" for child in verb.children)
        if doing is not None and alone and not (token.i and token.nbor(-1).lower_ in {"not", "only", "just"}):
            yield token, token.idx, verb.idx + len(verb), f"without {doing}"


PERTURBATION = RuleBased(
    name="relation-reversal",
    family="corruption",
    summary="Turns round how two things are related: cause and effect, before and after, reason and obstacle.",
    propose=propose,
    checks=(outside_protected, outside_quotations, not_doubled),
    version="2",
    keeps_label=False,
    needs_supported=True,
    limits="Only links that stand in so many words; a link that the reader has to infer is not found. A reversed order "
    "of events can be an unlikely one.",
    illustration=Illustration(
        response="The harbour flood led to a long blackout in the old town.",
        after="A long blackout in the old town led to the harbour flood.",
        context=("After the harbour had flooded, the old town was without power for two days.",),
    ),
)
