"""A sentence of the context put into the response: more words, and one more claim that the context bears out."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import outside_protected, outside_quotations
from gaugeblock.perturb.evidence import content_stems, evidence_for
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.language import guess_language
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.relations import Relation, relations
from gaugeblock.perturb.sentences import LINE_BREAK
from gaugeblock.perturb.text import Text, analyse, parse
from gaugeblock.perturb.variant import replace_span
from gaugeblock.perturb.verbosity._length import words

_CONNECTIVES = frozenset(lexicon(__file__)["connectives"])
_POINTING = frozenset(lexicon(__file__)["pointing"])
_FEWEST, _LONGEST = 5, 40
_CANDIDATES = 12  # sentences of the context that are looked at for each sentence of the response
_REPEATED = 0.6  # share of a sentence's content that the response has already
_CLEAN = regex.compile(r"\p{Lu}[\p{L}\p{N}\s,;%$£€.'’()-]*\.")
_SPEAKER = regex.compile(r"\A\p{Lu}[\p{L}#0-9 ]{0,20}:")
_WORD = regex.compile(r"\p{L}+")

# A score of support may not fall for it, nor rise where all was supported before; where some of the response was not, a
# score that averages over claims rises, and rightly so.
_SUPPORTED = relations("verbosity", factual_consistency=Relation.INVARIANT, grounding=Relation.INVARIANT)
_OTHER = relations("verbosity", all=Relation.NONE, conciseness=Relation.DECREASE)


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """A sentence about the same matter behind each sentence of the response in turn, in an order of chance."""
    relation = {**(_SUPPORTED if example.supported else _OTHER), "citation-support": Relation.NONE}
    for span in rng.sample(text.sentences, len(text.sentences)):
        if not span.of(text.text).endswith((".", "!", "?")) or LINE_BREAK.search(span.of(text.text)):
            continue
        found = list(evidence_for(span.of(text.text), example.context, _CANDIDATES))
        rng.shuffle(found)
        for sentence in found:
            if not _said(sentence, text.text) and stands_alone(sentence):
                edit = replace_span(text.text, span.end, span.end, " " + sentence)
                yield Proposal((edit,), details={"adds": "source sentence", "sentence": sentence}, relation=relation)


def stands_alone(sentence: str) -> bool:
    """Whether a sentence can be understood without those around it: a finite clause that points at nothing before.

    >>> stands_alone("Anna Lind opened the port in May.")
    True
    """
    if not _FEWEST <= words(sentence) <= _LONGEST or not _CLEAN.fullmatch(sentence) or _SPEAKER.match(sentence):
        return False
    said = [match[0].lower() for match in _WORD.finditer(sentence)]
    if said[0] in _CONNECTIVES or _POINTING & set(said) or sentence.count("(") != sentence.count(")"):
        return False
    if guess_language(sentence) != "en" or len(analyse(sentence).sentences) != 1:
        return False
    parsed = parse.syntax(sentence)
    finite = any(
        token.tag_ in {"VBD", "VBZ", "VBP", "MD"} and (token.dep_ == "ROOT" or token.head.dep_ == "ROOT")
        for token in parsed
    )
    subject = next(
        (token for token in parsed if token.dep_ in {"nsubj", "nsubjpass"} and token.head.dep_ == "ROOT"), None
    )
    # "The result is" takes up what was said; "the port of Lisbon is" does not.
    named = subject is not None and (
        subject.left_edge.lower_ != "the" or any(word.tag_ in {"NNP", "NNPS"} for word in subject.subtree)
    )
    return finite and named


def _said(sentence: str, response: str) -> bool:
    """Whether the response says most of a sentence already."""
    content = content_stems(sentence)
    return not content or len(content & content_stems(response)) / len(content) > _REPEATED


PERTURBATION = RuleBased(
    name="added-source-sentence",
    family="verbosity",
    summary="Puts a sentence of the context into the response.",
    propose=propose,
    checks=(outside_protected, outside_quotations),
    relation=_SUPPORTED | {"citation-support": Relation.NONE},
    limits=(
        "It adds a claim, which the context states word for word, so that the response keeps its support but not its "
        "meaning. The sentence may change the subject. Where the response was not supported, only conciseness has to "
        "fall."
    ),
    illustration=Illustration(
        response="The ferry to Norville was cancelled.",
        context=(
            "The ferry to Norville was cancelled on Monday. Strong winds damaged the pier of Norville overnight.",
        ),
        after="The ferry to Norville was cancelled. Strong winds damaged the pier of Norville overnight.",
    ),
)
