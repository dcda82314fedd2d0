"""The pronouns of a person changed to the other gender, where the context has pronouns of that gender only."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import not_doubled, outside_protected, outside_quotations
from gaugeblock.perturb.corruption._claims import changeable, claim
from gaugeblock.perturb.evidence import evidence_for
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span
from gaugeblock.perturb.wording import like_case

_MALE = regex.compile(r"\b(?:he|him|his|himself)\b", regex.IGNORECASE)
_FEMALE = regex.compile(r"\b(?:she|her|hers|herself)\b", regex.IGNORECASE)
_GENDERED = regex.compile(rf"(?<!\w)(?:{'|'.join(lexicon(__file__)['gendered'])})(?!\w)", regex.IGNORECASE)
# Turns of a dialogue, each on its line or one behind the other: "Ann: Hello. Bo: Hi."
_TURN = regex.compile(r"(?m)(?:^|[.!?]\s+)\p{Lu}[^\n:.!?]{0,40}:\s")
_NEAREST = 4  # sentences of the context
_SHORT = 200  # code points
_OTHER = {
    ("he", "PRP"): "she",
    ("him", "PRP"): "her",
    ("his", "PRP$"): "her",
    ("himself", "PRP"): "herself",
    ("she", "PRP"): "he",
    ("her", "PRP"): "him",
    ("her", "PRP$"): "his",
    ("herself", "PRP"): "himself",
}


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """All pronouns at once, so that the response still agrees with itself."""
    male, female = (bool(pattern.search(text.text)) for pattern in (_MALE, _FEMALE))
    if _GENDERED.search(text.text):
        return  # "Miss Ode had it since he was 15" would be no false claim but a slip
    own, other = (_MALE, _FEMALE) if male else (_FEMALE, _MALE)
    # Without a pronoun of its own in the context, nothing says that the response's is right.
    if male == female or other.search(example.context_text) or not own.search(example.context_text):
        return
    if len(_TURN.findall(example.context_text)) > 1:
        return  # speakers of a dialogue are named, and seldom told by gender: nothing says whose pronoun it is
    if not all(
        _rests_on_one(example, span.of(text.text), own) for span in text.sentences if own.search(span.of(text.text))
    ):
        return
    edits: list[Edit] = []
    for token in tokens_of(text.doc):
        if not own.fullmatch(token.text):
            continue
        after = _OTHER.get((token.lower_, token.tag_))
        if after is None or not changeable(text, token.idx, token.idx + len(token)):
            return
        edits.append(replace_span(text.text, token.idx, token.idx + len(token), like_case(token.text, after)))
    if edits:
        named = claim(edits[0], "CorefE", "lexicon", old=edits[0].before, new=edits[0].after)
        yield Proposal(tuple(edits), details=named.details)


def _rests_on_one(example: Example, claimed: str, own: regex.Pattern[str]) -> bool:
    """Whether a sentence rests on one with a pronoun of the same gender; in a short context any will do."""
    near = evidence_for(claimed, example.context, _NEAREST)
    if len(example.context_text) < _SHORT:
        near = (*near, example.context_text)
    return any(own.search(sentence) for sentence in near)


PERTURBATION = RuleBased(
    name="pronoun",
    family="corruption",
    summary="Changes the gender of the pronouns.",
    propose=propose,
    checks=(outside_protected, outside_quotations, not_doubled),
    version="2",
    keeps_label=False,
    needs_supported=True,
    limits="Changes he to she and back, and only where the sentences that the claim rests on have pronouns of "
    'that gender and the whole context has none of the other; "they" and "it" stay.',
    illustration=Illustration(
        response="The new harbour master said he would reopen the old pier.",
        after="The new harbour master said she would reopen the old pier.",
        context=("The harbour master took office in May. He said he would reopen the old pier in summer.",),
    ),
)
