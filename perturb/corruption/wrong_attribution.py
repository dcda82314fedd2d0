"""Who said it changed: a statement of the mayor's put into another's mouth."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import not_doubled, outside_protected, outside_quotations
from gaugeblock.perturb.corruption._claims import changeable, claim, distinct, documents
from gaugeblock.perturb.corruption._names import Name, decapitalised, exchangeable, may_be_same, name_words, names_in
from gaugeblock.perturb.corruption._phrases import finite_number, is_plain, phrase_of
from gaugeblock.perturb.evidence import content_stems, evidence_for, mentions
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import is_denied, noun_number
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import replace_span

_LEXICON: dict[str, Any] = lexicon(__file__)
_SAYING = frozenset(_LEXICON["saying"])
_GROUPS: dict[str, list[list[str]]] = _LEXICON["groups"]
_SPEAKER = regex.compile(r"(?m)^(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?):\s")
_SINGULAR = frozenset(_LEXICON["singular_speakers"])
_PLURAL = frozenset(_LEXICON["plural_speakers"])
_BODIES = frozenset(_LEXICON["bodies"])
_MOST_SHARED = 2  # content words that another's sentence may share with the statement
_NEAREST = 3


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """One statement at a time, in random order: other speakers of the context, then speakers from the lexicon."""
    found = [*_reports(text), *_according_to(text)]
    rng.shuffle(found)
    own = list(names_in(text)) if found else []
    for verb, speaker in found:
        span = phrase_of(speaker)
        if span is None or not changeable(text, span.start, span.end) or is_denied(verb):
            continue
        named = speaker.pos_ == "PROPN" and speaker.text[:1].isupper()
        choices = (
            [*_from_context(example, own, speaker, span.of(text.text), rng)]
            if named and not decapitalised(example)
            else []
        )
        choices += [] if named and noun_number(speaker) is None else _from_lexicon(speaker, verb, rng)
        for other, source in distinct(choices):
            if _may_say_it(example, text, span, other):
                continue
            edit = replace_span(text.text, span.start, span.end, _cased(text, span, other))
            yield claim(edit, "EntE" if source == "context" else "OutE", source, old=edit.before, new=edit.after)


_Report = tuple[Any, Any]


def _reports(text: Text) -> Iterator[_Report]:
    """The subject of "said", "told the court", "announced" with what was said."""
    for verb in tokens_of(text.doc):
        if verb.pos_ != "VERB" or verb.lemma_.lower() not in _SAYING or verb.tag_ not in {"VBD", "VBZ", "VBP", "VBN"}:
            continue
        if any(child.dep_ in {"auxpass", "conj"} for child in verb.children) or verb.dep_ == "conj":
            continue
        speaker = next((child for child in verb.children if child.dep_ == "nsubj"), None)
        says = any(child.dep_ in {"ccomp", "parataxis"} for child in verb.children) or verb.dep_ in {
            "parataxis",
            "ccomp",
        }
        if speaker is not None and says and is_plain(speaker) and speaker.pos_ in {"NOUN", "PROPN"}:
            yield verb, speaker


def _according_to(text: Text) -> Iterator[_Report]:
    for token in tokens_of(text.doc):
        if token.lower_ != "to" or not token.i or token.nbor(-1).lower_ != "according":
            continue
        speaker = next((child for child in token.children if child.dep_ == "pobj"), None)
        if (
            speaker is not None
            and is_plain(speaker)
            and speaker.ent_type_ in {"PERSON", "ORG"}
            and speaker.pos_ == "PROPN"
        ):
            yield token, speaker


def _from_context(
    example: Example, names: list[Name], speaker: Any, written: str, rng: random.Random
) -> Iterator[tuple[str, str]]:
    """Other people for a person and other bodies for a body; in a dialogue, the other speakers."""
    speakers = distinct(name for document in example.context for name in _SPEAKER.findall(document))
    own = next((name for name in names if name.text == written), None)
    if written in speakers:
        others = [name for name in speakers if name != written]
    elif own is not None and own.kind == speaker.ent_type_ and own.kind in {"PERSON", "ORG"}:
        offered = (name for document in documents(example) for name in names_in(document))
        others = [name.text for name in offered if name.kind == own.kind and exchangeable(own, name)]
    else:
        return
    used = {word for name in names for word in name_words(name.text)} | name_words(example.response)
    rng.shuffle(others)
    for other in others:
        if not (name_words(other) & used or may_be_same(written, other)):
            yield other, "context"


def _from_lexicon(speaker: Any, verb: Any, rng: random.Random) -> list[tuple[str, str]]:
    """Speakers of our own in the same number: "campaigners" for "officials"; a named one gives way to none of them."""
    number = noun_number(speaker)
    if number is None or (finite_number(verb) not in (None, number)):
        return []
    if speaker.pos_ == "PROPN" and speaker.ent_type_ not in {"PERSON", "ORG"}:
        return []
    own = speaker.lemma_.lower()
    named = speaker.pos_ == "PROPN"
    if not named and own not in (_SINGULAR if number == "singular" else _PLURAL):
        return []
    is_body = speaker.ent_type_ == "ORG" if named else own in _BODIES
    group = _GROUPS["plural" if number == "plural" else "body" if is_body else "person"]
    others = [wording for wording, kin in group if own not in kin.split()]
    rng.shuffle(others)
    return [(other, "lexicon") for other in others]


def _may_say_it(example: Example, text: Text, span: Span, other: str) -> bool:
    """Whether the context has the other one near what is said, or speaks of such a one at all if it is made up."""
    sentence = text.sentence_at(span.start)
    said = text.text if sentence is None else sentence.of(text.text)
    if any(mentions(near, other) for near in evidence_for(said, example.context, _NEAREST)):
        return True
    stems = content_stems(said) - content_stems(span.of(text.text))
    lines = (line for document in example.context for line in document.splitlines() if line.startswith(f"{other}:"))
    return any(len(stems & content_stems(line)) > _MOST_SHARED for line in lines)


def _cased(text: Text, span: Span, other: str) -> str:
    sentence = text.sentence_at(span.start)
    opens = sentence is not None and not text.text[sentence.start : span.start].strip("\"'“‘( ")
    return other[:1].upper() + other[1:] if opens and text.text[span.start].isupper() else other


PERTURBATION = RuleBased(
    name="wrong-attribution",
    family="corruption",
    summary="Attributes a reported statement to somebody else.",
    propose=propose,
    checks=(outside_protected, outside_quotations, not_doubled),
    keeps_label=False,
    needs_supported=True,
    limits='Only statements with a verb of saying or "according to"; that the other speaker does not say the same in '
    "other words is judged by shared words alone.",
    illustration=Illustration(
        response="Officials said the bridge would stay shut until autumn.",
        after="Campaigners said the bridge would stay shut until autumn.",
        context=("The bridge will stay shut until autumn, the roads department announced.",),
    ),
)
