"""A name changed for another of the same type, from the context where it has one."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.corruption._claims import CHECKS, changeable, claim, distinct, documents
from gaugeblock.perturb.corruption._names import (
    COUNTRIES,
    ERROR_TYPE,
    MODEL,
    Name,
    decapitalised,
    exchangeable,
    is_whole,
    may_be_same,
    mention,
    name_words,
    names_in,
)
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.spans import touched
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.wording import article_clash

_SAME_ROOT = 5
_CAPITALISED = regex.compile(r"\p{Lu}\p{L}")
_PRONOUN = regex.compile(r"\b(?:he|him|his|himself|she|her|hers|herself)\b", regex.IGNORECASE)

_LONG_DRAWN = regex.compile(r"(\p{L})\1\1")  # "Awwww" is what somebody says, whatever the tagger makes of it


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """For each name, in random order: names of its type from the context, then from the pool."""
    if decapitalised(example):
        return
    taken_up = _PRONOUN.search(text.text) is not None  # a pronoun may tell the gender, which the new name need not have
    stands_apart: dict[str, bool] = {}  # by name, since a long text may have one many times
    names = []
    for name in names_in(text):
        if not changeable(text, name.start, name.start + len(name.text)) or _doubtful(example, name):
            continue
        if (taken_up and name.kind == "PERSON") or _sorted_by_its_place(text, name):
            continue
        if name.text not in stands_apart:
            stands_apart[name.text] = _stands_apart(text, name.text)
        if stands_apart[name.text]:
            names.append(name)
    if not names:
        return  # spares the parse of the documents
    rng.shuffle(names)
    offered = [name for document in documents(example) for name in names_in(document)]
    rng.shuffle(offered)
    # A name that the tagger puts in two types is offered in neither.
    kinds: dict[str, set[str]] = {}
    for name in offered:
        kinds.setdefault(name.text, set()).add(name.kind)
    used = {word for name in names for word in name_words(name.text)}
    beginnings = {word[:_SAME_ROOT] for word in name_words(text.text)}
    for name in names:
        if len(kinds.get(name.text, {name.kind}) | {name.kind}) > 1:
            continue
        from_context = [
            other.text
            for other in offered
            if other.kind == name.kind and len(kinds[other.text]) == 1 and exchangeable(name, other)
        ]
        pool = [] if name.text.isupper() else _pool(name)  # "RBC" may be no name at all
        rng.shuffle(pool)
        for other, source in distinct([(n, "context") for n in from_context] + [(n, "lexicon") for n in pool]):
            # "Israel is opening its airspace to Israeli carriers" would be no false claim but a puzzle.
            if used & name_words(other) or beginnings & {word[:_SAME_ROOT] for word in name_words(other)}:
                continue
            if may_be_same(name.text, other) or _LONG_DRAWN.search(other) or _born(name.text, other, example):
                continue
            proposal = _replaced_everywhere(text, name, other, source)
            if not any(article_clash(text.text, edit.start, other) for edit in proposal.edits):
                yield proposal


def _replaced_everywhere(text: Text, name: Name, other: str, source: str) -> Proposal:
    """The name changed wherever it stands, so that the response still agrees with itself."""
    edits: list[Edit] = [
        replace_span(text.text, *match.span(), other)
        for match in mention(name.text).finditer(text.text)
        if match.start() == name.start or not touched(text.protected, *match.span())
    ]
    one = claim(edits[0], ERROR_TYPE[name.kind], source, old=name.text, new=other)
    return Proposal(tuple(edits), details=one.details)


def _born(name: str, other: str, example: Example) -> bool:
    """Whether the context has one of two names as the other's by birth: "Ann Ode (born Anna Lind)"."""
    one, two = regex.escape(name), regex.escape(other)
    by_birth = regex.compile(rf"(?:{one}|{two})[^.()]{{0,20}}\((?:born|née|né|real name)[: ] ?(?:{one}|{two})(?!\w)")
    return any(by_birth.search(document) for document in example.context)


def _doubtful(example: Example, name: Name) -> bool:
    """Whether the context writes the name without its capital, or has it as a speaker though it is tagged as a firm."""
    if name.kind != "PERSON" and any(f"{name.text}:" in document for document in example.context):
        return True
    written = name.text.lower()
    return any(written in document and mention(written).search(document) for document in example.context)


def _sorted_by_its_place(text: Text, name: Name) -> bool:
    """Whether the place of a name tells what sort it is, which the new one need not be of.

    "The app Norda" needs an app, "(NRD)" stands for the words before it, and in "Ann, Bo and York" York is a person.
    """
    span = text.doc.char_span(name.start, name.start + len(name.text))
    if span is None:
        return True
    root, before = span.root, text.text[: name.start]
    joined = [root.head] if root.dep_ == "conj" else []
    joined += [child for child in root.children if child.dep_ == "conj"]
    if any(other.ent_type_ in ERROR_TYPE and other.ent_type_ != name.kind for other in joined):
        return True
    if name.kind == "PERSON":
        return False
    # "Lima tells": a town that does something may be a person that the tagger did not know.
    if name.kind == "GPE" and name.text not in COUNTRIES and root.dep_ not in {"pobj", "appos"}:
        return True
    word = before[before.rstrip().rfind(" ") + 1 :]
    sentence = text.sentence_at(name.start)
    if word[:1].isupper() and sentence is not None and name.start - len(word) > sentence.start and name.kind == "ORG":
        return True
    previous = text.doc[span.start - 1] if span.start else None
    described = previous is not None and previous.pos_ == "NOUN" and name.kind == "ORG"
    return described or before.endswith("(")


def _stands_apart(text: Text, name: str) -> bool:
    """Whether every mention of a name is all of it: no part stands alone, none is part of a longer one or a model."""
    if _part_stands_alone(text.text, name) or _part_of_longer(text, name):
        return False
    return not any(MODEL.match(text.text, found.end()) for found in mention(name).finditer(text.text))


def _part_stands_alone(response: str, name: str) -> bool:
    """Whether a part of the name names the same elsewhere ("Ann Ode said Ann left"), where it would stay behind."""
    parts = [part for part in name.split() if _CAPITALISED.match(part)]
    if len(parts) < 2:
        return False
    rest = mention(name).sub(" ", response)
    return any(part in rest and regex.search(rf"(?<!\w){regex.escape(part)}(?!\w)", rest) for part in parts)


def _part_of_longer(text: Text, name: str) -> bool:
    """Whether a mention of the name is part of a longer one, which would be changed in part."""
    spans = (text.doc.char_span(*match.span()) for match in mention(name).finditer(text.text))
    return any(span is not None and not is_whole(span) for span in spans)


def _pool(name: Name) -> list[str]:
    """Made-up or well-known names that fit the place of this one."""
    kinds = {
        "PERSON": ("people" if " " in name.text else "surnames",),
        "GPE": ("countries", "cities"),
        "NORP": ("nationalities",),
    }
    for pool in kinds.get(name.kind, ("companies",) if name.kind == "ORG" else ()):
        names = list(COUNTRIES) if pool == "countries" else list[str](lexicon(__file__)[pool])
        # A country for a country, and a nationality for one that is known as such.
        if pool not in ("countries", "nationalities") or name.text in names:
            return names if not name.article or pool == "nationalities" else []
    return []


PERTURBATION = RuleBased(
    name="entity",
    family="corruption",
    summary="Changes a name for another of the same type.",
    propose=propose,
    checks=CHECKS,
    version="6",
    keeps_label=False,
    needs_supported=True,
    limits="Needs names with capitals, and leaves alone a person whom a pronoun takes up; a name of the same type may "
    "still be an unlikely one in its place (a firm for a ministry).",
    illustration=Illustration(
        response="A carpenter from Norway won the prize of the jury.",
        after="A carpenter from Mongolia won the prize of the jury.",
        context=("The jury gave its prize to a carpenter who had come from Norway.",),
    ),
)
