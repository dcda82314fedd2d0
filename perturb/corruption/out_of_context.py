"""A sentence with a claim of its own that the context does not make, about somebody or something of the response."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import outside_protected, outside_quotations
from gaugeblock.perturb.corruption._claims import claim
from gaugeblock.perturb.corruption._names import Name, names_in
from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.spans import Span, touched
from gaugeblock.perturb.text import Text, starts_of
from gaugeblock.perturb.variant import Edit

_END = regex.compile(r"\s*[.!]$")
_KIND = {"PERSON": "person", "ORG": "body", "GPE": "place"}
_TURN = regex.compile(r"(?m)^[^\n:]{1,40}:\s")
_FEWEST_WORDS = 4
_TRIED = 20  # sentences


@dataclass(frozen=True, slots=True)
class _Claim:
    """A sentence of ours; its key words must not occur in the context."""

    template: str
    kind: str
    keys: frozenset[str]


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """For each sentence, the last one first: claims about a name in it, then about what it tells as a whole."""
    sentences = [span for span in text.sentences if _takes_another(text, span)]
    if not sentences:
        return
    known = content_stems(example.context_text) | content_stems(example.response)
    # The last sentence first: behind it, the addition comes between no sentence and the pronoun that takes it up.
    sentences = [span for span in reversed(sentences) if span is sentences[-1] or not _taken_up(text, span)]
    names = [] if _is_lower(text.text) else [*_subjects(example, text)]
    sentences = sentences[:_TRIED]
    for about_names in (True, False):
        for span in sentences:
            within = [(name, kind) for name, kind in names if span.start <= name.start < span.end]
            for one in _claims_for(example, rng):
                if one.keys & known:
                    continue
                slots = [name for name, kind in within if kind == one.kind][:1] if about_names else [None]
                if about_names != (one.kind in _KIND.values()):
                    continue
                for name in slots:
                    yield _added(text, span, one, name)


def _takes_another(text: Text, span: Span) -> bool:
    """Whether a sentence is a full statement, behind which another can stand: no heading, no item of a list."""
    sentence = span.of(text.text)
    if not _END.search(sentence) or len(sentence.split()) < _FEWEST_WORDS or "\n" in sentence:
        return False
    start = text.text[text.text.rfind("\n", 0, span.start) + 1 : span.start]
    if regex.match(r"\s*(?:[-*|#>]|[0-9]+[.)])", start + sentence):
        return False
    return not touched(text.protected, span.end, span.end)


def _taken_up(text: Text, span: Span) -> bool:
    """Whether the next sentence begins with a word that points back to this one."""
    following = regex.match(r"\W*(\p{L}+)", text.text[span.end : span.end + 40])
    return following is None or following[1].lower() in lexicon(__file__)["pointing_back"]


def _subjects(example: Example, text: Text) -> Iterator[tuple[Name, str]]:
    """Names that a sentence speaks of, with the kind of claim that fits them."""
    starts = starts_of(text.doc)
    for name in names_in(text):
        token = starts.get(name.start)
        speaks = any(f"{name.text}:" in document for document in example.context)
        kind = "person" if speaks else _KIND.get(name.kind)
        if kind is None or token is None or (kind == "body" and not name.article and not _is_agent(text, name)):
            continue
        if kind == "person" and not (speaks or " " in name.text or _is_agent(text, name)):
            continue
        yield name, kind


def _is_agent(text: Text, name: Name) -> bool:
    """Whether a name is the subject of its sentence, which makes it surely somebody or some body."""
    span = text.doc.char_span(name.start, name.start + len(name.text))
    root: Any = None if span is None else span.root
    return root is not None and root.dep_ in {"nsubj", "nsubjpass"} and root.pos_ == "PROPN"


@cache
def _claims() -> tuple[_Claim, ...]:
    return tuple(
        _Claim(template, kind, content_stems(" ".join(keys)))
        for kind in ("person", "body", "place", "study", "event", "talk")
        for template, keys in lexicon(__file__)[kind]
    )


def _claims_for(example: Example, rng: random.Random) -> list[_Claim]:
    """The claims in random order, those about what is told being of its kind: a study, a conversation, an event."""
    told = _kind_of(example)
    fitting = [one for one in _claims() if one.kind in _KIND.values() or one.kind == told]
    return rng.sample(fitting, len(fitting))


def _kind_of(example: Example) -> str:
    if len(_TURN.findall(example.context_text[:20_000])) > 2:
        return "talk"
    study = set(lexicon(__file__)["study_words"])
    words = {match[0].lower() for match in regex.finditer(r"\p{L}+", example.response)}
    return "study" if words & study else "event"


def _added(text: Text, span: Span, one: _Claim, name: Name | None) -> Proposal:
    """The claim as a sentence behind another, in the letter case and spacing of the response."""
    named = "" if name is None else ("the " if name.article else "") + name.text
    sentence = one.template.replace("{name}", named)
    sentence = sentence[:1].upper() + sentence[1:]
    if _is_lower(text.text):
        sentence = sentence.lower()
    if span.of(text.text).endswith(" ."):
        sentence = sentence.removesuffix(".") + " ."
    edit = Edit("response", span.end, span.end, "", f" {sentence}")
    return claim(edit, "OutE", "lexicon", old="", new=sentence)


def _is_lower(text: str) -> bool:
    """Whether a text writes its letters small; one of digits or of a script without capitals has no say."""
    return text.islower()


PERTURBATION = RuleBased(
    name="out-of-context",
    family="corruption",
    summary="Adds a sentence with a claim that the context does not make.",
    propose=propose,
    checks=(outside_protected, outside_quotations),
    keeps_label=False,
    needs_supported=True,
    limits="The claims are a list of our own, so that a metric could learn to know them; the response itself stays "
    "right, and only the added sentence is unsupported.",
    illustration=Illustration(
        response="The bakery on the quay reopened in spring with a new oven.",
        after="The bakery on the quay reopened in spring with a new oven. "
        "A retired librarian was the first to hear of it.",
        context=("The bakery on the quay was shut for the winter and reopened in spring with a new oven.",),
    ),
)
