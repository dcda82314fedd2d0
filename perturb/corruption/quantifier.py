"""How many, how much or how often turned round: all as none, most as few, always as never, at least as fewer than."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import outside_quotations
from gaugeblock.perturb.corruption._claims import CHECKS, asserted, claim
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text, starts_of, tokens_of
from gaugeblock.perturb.variant import replace_span
from gaugeblock.perturb.wording import article_clash, like_case

_LEXICON: dict[str, Any] = lexicon(__file__)
_WHOLE: dict[str, str] = _LEXICON["of_the"]
_BARE: dict[str, str] = _LEXICON["bare"]
_ALONE: dict[str, str] = _LEXICON["alone"]
_ADVERBS: dict[str, str] = _LEXICON["adverbs"]
_NOT_AFTER: dict[str, list[str]] = _LEXICON["not_after"]
_CLASHING = frozenset(_LEXICON["clashing"])
_TIMES = frozenset(_LEXICON["times"])
_TIME_UNITS = frozenset(_LEXICON["time_units"])
_ARGUMENTS = frozenset({"nsubj", "nsubjpass", "dobj"})
_DEFINITE = frozenset({"the", "his", "her", "their", "its", "these", "those", "our", "my"})
_UNCOUNTED = frozenset({"money", "percent", "measure", "fraction", "decimal"})
_MODALS = frozenset({"will", "would", "can", "could", "may", "might", "should", "must", "did", "had"})


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """One wording of quantity at a time, in random order."""
    places = [*_of_amount(text), *_of_argument(text), *_of_frequency(text), *_of_order(text)]
    rng.shuffle(places)
    for start, end, after, token, error_type, shown in places:
        if not asserted(text, token) or article_clash(text.text, start, after):
            continue
        edit = replace_span(text.text, start, end, like_case(text.text[start:end], after))
        yield claim(edit, error_type, "lexicon", old=edit.before + shown, new=edit.after + shown)


_Place = tuple[int, int, str, Any, str, str]
"""Where, what instead, the token whose clause it is, the error type, and the word behind that is looked up with it."""


def _of_argument(text: Text) -> Iterator[_Place]:
    """The quantifier of a subject or an object, which says of how many the claim holds."""
    for token in tokens_of(text.doc):
        word = token.lower_
        if word in _ALONE and token.dep_ in _ARGUMENTS and _fits(token, token):
            yield token.idx, token.idx + len(token), _ALONE[word], token, "EntE", ""
        if word not in _BARE or (token.i and token.nbor(-1).lower_ in _NOT_AFTER.get(word, ())):
            continue
        if token.i and token.nbor(-1).pos_ in {"NOUN", "PROPN"}:
            continue  # "the guests all left", and a name that has lost its capitals
        following = token.nbor() if token.i + 1 < len(token.doc) else None
        if following is None:
            continue
        if following.lower_ == "of" and token.dep_ in _ARGUMENTS:
            inner = next((c for p in token.children if p.lower_ == "of" for c in p.children if c.dep_ == "pobj"), None)
            if inner is not None and inner.tag_ in {"NNS", "NNPS"} and word in _WHOLE and _fits(token, inner):
                after = _WHOLE[word].removesuffix(" of")
                yield token.idx, token.idx + len(token), after, token, "EntE", f" of {inner.text}"
            continue
        noun = token.head
        if token.dep_ not in {"det", "amod", "predet", "nummod"} or noun.dep_ not in _ARGUMENTS or noun.i <= token.i:
            continue
        plural = noun.tag_ == "NNS"
        if (plural == (word in {"every", "each"})) or noun.tag_ not in {"NN", "NNS"} or not _fits(token, noun):
            continue
        whole = following.lower_ in _DEFINITE or following.like_num
        if following.like_num and word != "all":
            continue  # "some 40 guests"
        if whole and word not in _WHOLE:
            continue
        after = (_WHOLE[word] + (" the" if following.like_num else "")) if whole else _BARE[word]
        if word == "both" and not whole:
            after = "neither of the"
        yield token.idx, token.idx + len(token), after, token, "EntE", f" {noun.text}"


def _fits(token: Any, noun: Any) -> bool:
    """Whether the clause is free of what does not go with its opposite: "no guests also left", "neither were"."""
    if noun.lemma_.lower() in _TIMES:
        return False
    verb = next((word for word in token.ancestors if word.pos_ in {"VERB", "AUX"}), None)
    if verb is None or any(child.dep_ == "conj" for child in noun.children) or noun.dep_ == "conj":
        return False
    # A second verb would share the subject, a clause behind might hang on it.
    if any(child.dep_ in {"conj", "advcl", "relcl"} for child in (*verb.children, *noun.children)):
        return False
    clause = [*verb.children, verb]
    if any(word.lower_ in _CLASHING and word.i != token.i for word in verb.sent):
        return False
    if token.lower_ == "both":
        finite = min(
            (word for word in clause if word is verb or word.dep_ in {"aux", "auxpass"}), key=lambda w: int(w.i)
        )
        return (finite.tag_ == "VBD" and finite.lemma_ != "be") or finite.lower_ in _MODALS
    return True


def _of_frequency(text: Text) -> Iterator[_Place]:
    """How often: an adverb right before its verb, or behind a form of "be" or another auxiliary."""
    for token in tokens_of(text.doc):
        after = _ADVERBS.get(token.lower_)
        if after is None or token.dep_ != "advmod" or token.head.pos_ not in {"VERB", "AUX", "ADJ"}:
            continue
        previous = token.nbor(-1) if token.i else None
        if previous is None or token.i + 1 >= len(token.doc) or previous.lower_ in _NOT_AFTER.get(token.lower_, ()):
            continue
        following = token.nbor()
        before_verb = following.pos_ in {"VERB", "AUX"} and following.tag_ != "VBG"
        after_be = previous.lemma_ == "be"
        if (before_verb or after_be) and not any(word.lower_ in _CLASHING for word in token.sent):
            yield token.idx, token.idx + len(token), after, token, "CircE", ""


def _of_amount(text: Text) -> Iterator[_Place]:
    """A bound before a number turned round: "at least 40" as "fewer than 40"."""
    bounds = list(_bound().finditer(text.text))
    if not bounds:
        return
    tokens = starts_of(text.doc)
    numbers = {number.start: number for number in text.numbers}
    for match in bounds:
        number = numbers.get(match.end())
        token = tokens.get(match.start())
        if number is None or token is None or number.kind in {"range", "year", "date", "time", "ordinal", "identifier"}:
            continue
        if token.i and token.nbor(-1).lower_ in {"no", "not", "a", "an", "the", "n't", "just", "and", "or", "to"}:
            continue
        wording = " ".join(match["bound"].lower().split())
        after = _LEXICON["bounds"][wording]
        timed = regex.match(r"[ -]\p{L}+", text.text[number.end : number.end + 20])
        if timed is not None and timed[0][1:].lower() in _TIME_UNITS:
            if wording in {"over", "under"}:
                continue  # "over two weeks" may mean throughout
            after = "less than" if after == "fewer than" else after
        if wording == "up to" and token.i and token.nbor(-1).pos_ in {"NOUN", "PROPN", "PRON"}:
            continue  # "brings the risk up to 1 in 10" says where to
        multiplied = regex.match(r"(?: and a \p{L}+)? times\b", text.text[number.end :]) is not None
        if after == "fewer than" and (number.kind in _UNCOUNTED or multiplied):
            after = "less than"
        end = match.start() + len(match["bound"])
        yield match.start(), end, after, token, "CircE", f" {number.text}"


@cache
def _bound() -> regex.Pattern[str]:
    bounds = "|".join(regex.escape(b).replace(r"\ ", r"\s+") for b in sorted(_LEXICON["bounds"], key=len, reverse=True))
    return regex.compile(rf"(?<![\w-])(?P<bound>{bounds})\s+(?=[$£€]?\s?[\p{{L}}\p{{N}}])", regex.IGNORECASE)


def _of_order(text: Text) -> Iterator[_Place]:
    """ "For the first time" and "the first woman to": the second would be another claim."""
    tokens = starts_of(text.doc)
    for match in regex.finditer(r"(?<![\w-])for the (first) time(?!\s+(?:since|in))", text.text, regex.IGNORECASE):
        token = tokens.get(match.start(1))
        if token is not None:
            yield *match.span(1), "second", token, "CircE", " time"
    for token in tokens_of(text.doc):
        noun = token.head
        if token.lower_ != "first" or token.dep_ != "amod" or noun.tag_ != "NN" or token.i + 1 != noun.i:
            continue
        who = next((child for child in noun.children if child.dep_ == "relcl" and child.tag_ == "VB"), None)
        article = token.nbor(-1).lower_ if token.i else ""
        owned = article in {"his", "her", "its", "their"} and noun.dep_ == "dobj"
        if (who is not None and article == "the") or (owned and noun.lower_ in _LEXICON["counted_firsts"]):
            yield token.idx, token.idx + len(token), "second", token, "CircE", f" {noun.text}"


PERTURBATION = RuleBased(
    name="quantifier",
    family="corruption",
    summary="Turns a wording of how many, how much, how often or which in order into one that excludes it.",
    propose=propose,
    checks=(*CHECKS, outside_quotations),
    version="3",
    keeps_label=False,
    needs_supported=True,
    limits="Only quantifiers of a subject or an object in a plain clause; whatever a weaker quantifier would "
    "leave true (all for some) is not made.",
    illustration=Illustration(
        response="Most of the stalls in the covered market closed before noon.",
        after="Few of the stalls in the covered market closed before noon.",
        context=("Of the 40 stalls in the covered market, 31 closed before noon.",),
    ),
)
