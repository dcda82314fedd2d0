"""Sums of money written another way: "£10m" as "£10 million", "$3 billion" as "3 billion dollars"."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.spans import Span
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span

_SCALES: dict[str, str] = lexicon(__file__)["scales"]
_NAMES: dict[str, str] = lexicon(__file__)["names"]
_MARKED = regex.compile(rf"(?P<sum>\D*[0-9][0-9,.]*) ?(?P<scale>{'|'.join(_SCALES)})")
_SPELLED = regex.compile(r"(?P<sum>\D*[0-9][0-9,.]*) (?P<scale>million|billion)")
_SIGNED = regex.compile(r"(?P<sign>[$£€]) ?(?P<sum>[0-9][0-9,.]*)(?P<scale> (?:million|billion|trillion))?")
_SUM = regex.compile(
    r"(?<![\w.,$£€])[$£€] ?[0-9](?:,?[0-9])*(?:\.[0-9]+)?(?: (?:million|billion|trillion)\b|(?:mn|m|bn|tn)\b)?"
    r"(?![\w%]|[.,][0-9])"
)
# "£5-10m", "£5 to £10m", "$4 or $5m": the scale may belong to both.
_ROW_BEFORE = regex.compile(r"[0-9]\s*(?:[-–—/]|(?:to|and|or)\b)\s*$")
_DASHED = regex.compile(r"\s*[-–—/+]")
# Words that can only begin something else than a noun that the sum would go with.
_AFTER_SUM = regex.compile(r"\s*(?:[.,;:!?)]|$)|\s+(?:{})\b".format("|".join(lexicon(__file__)["after"])))


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """All sums of the response in one other form; a text with a sum that cannot change keeps its own."""
    sums = [Span(*match.span()) for match in _SUM.finditer(text.text)]
    if len(sums) != sum(text.text.count(sign) for sign in _NAMES):
        return  # some sum is written in a way that is not known
    for name, rule in (("spelled", _spelled), ("marked", _marked), ("named", _named)):
        yield from _all(text, sums, name, rule)


def _all(text: Text, sums: list[Span], name: str, rule: Callable[[Text, Span], tuple[str, bool]]) -> Iterator[Proposal]:
    edits: list[Edit] = []
    for money in sums:
        after, fits = rule(text, money)
        if not fits:
            return
        if after:
            edits.append(replace_span(text.text, money.start, money.end, after))
    if edits and all(free(text, edit.start, edit.end) for edit in edits):
        yield Proposal(tuple(edits), details={"form": name})


def _spelled(text: Text, money: Span) -> tuple[str, bool]:
    """ "£10m" as "£10 million"; a sum without a scale may stay beside it."""
    match = _MARKED.fullmatch(money.of(text.text))
    if match is None:
        return "", True
    return f"{match['sum']} {_SCALES[match['scale']]}", _alone(text, money)


def _marked(text: Text, money: Span) -> tuple[str, bool]:
    """ "£10 million" as "£10m"."""
    match = _SPELLED.fullmatch(money.of(text.text))
    if match is None:
        return "", True
    return match["sum"] + {"million": "m", "billion": "bn"}[match["scale"]], _alone(text, money)


def _named(text: Text, money: Span) -> tuple[str, bool]:
    """ "£45" as "45 pounds", where no noun goes with it."""
    match = _SIGNED.fullmatch(money.of(text.text))
    if match is None or match["sum"] == "1":
        return "", False
    whole = match["scale"] is not None or "." not in match["sum"]
    # "From £90 to £45" may change where each sum is complete: "$4 or $5 million" may mean four million.
    apart = _alone(text, money) if match["scale"] else _DASHED.match(text.text, money.end) is None
    fits = whole and apart and _AFTER_SUM.match(text.text, money.end) is not None
    before = text.text[max(0, money.start - 12) : money.start].lower()
    opens = not before.strip() or before.rstrip()[-1] in ".!?"
    after_article = regex.search(r"\b(?:an?|the|his|her|its|their|this|that)\s+$", before) is not None
    return f"{match['sum']}{match['scale'] or ''} {_NAMES[match['sign']]}", fits and not opens and not after_article


def _alone(text: Text, money: Span) -> bool:
    before = text.text[max(0, money.start - 12) : money.start]
    behind = text.text[money.end : money.end + 4]
    return _ROW_BEFORE.search(before) is None and _DASHED.match(behind) is None


PERTURBATION = RuleBased(
    name="currency-form",
    family="benign",
    version="2",
    changes="form",
    summary='Writes sums of money another way: "£10m", "£10 million", "10 million pounds".',
    propose=propose,
    checks=BENIGN,
    limits=(
        "Changes all sums of a response or none, leaves ranges and rows of sums, and knows pounds, dollars and euros "
        "only."
    ),
    illustration=Illustration(
        response="The port won a £10m grant.",
        after="The port won a £10 million grant.",
    ),
)
