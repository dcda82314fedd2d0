"""The main verb of a sentence denied ("won" as "did not win"), or its denial taken away."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.checks import not_doubled, outside_protected, outside_quotations
from gaugeblock.perturb.corruption._claims import changeable, claim, evidence_has
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.grammar import FINITE, forms_of
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

_SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl"})
_BE = frozenset({"is", "are", "was", "were", "am"})
_BE_HAVE = frozenset({"be", "have", "do"})  # too frequent to tell which claim is denied
# Not "may", "might" and "could": what may happen may also not happen.
_AUXILIARIES = _BE | {"has", "have", "had", "will", "would", "can", "should", "must", "do", "does", "did"}


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """One sentence at a time, in random order: its denial taken away, or its main verb denied."""
    verbs = [token for token in tokens_of(text.doc) if token.dep_ == "ROOT" and token.pos_ in {"VERB", "AUX"}]
    rng.shuffle(verbs)
    for verb in verbs:
        if not _plain_statement(text, verb):
            continue
        mark = next((child for child in verb.children if child.dep_ == "neg"), None)
        edit = _denied(text, verb) if mark is None else _affirmed(text, verb, mark)
        if edit is not None and not _stated(example, verb, denied=mark is None):
            yield claim(edit, "PredE", "lexicon", old=edit.before, new=edit.after)


def _stated(example: Example, verb: Any, *, denied: bool) -> bool:
    """Whether the evidence may say the changed claim: the verb denied, or not denied, in a sentence much like this."""
    stem = regex.escape(verb.lemma_.lower()[: max(3, len(verb.lemma_) - 2)])
    said = (
        rf"(?:\b(?:not|never|cannot)|n['’]t)\b(?:\W+\w+){{0,2}}?\W+{stem}"
        if denied
        else rf"(?<!\bnot )(?<!n['’]t )\b{stem}"
    )
    return verb.lemma_.lower() not in _BE_HAVE and evidence_has(example, verb.sent.text, regex.compile(said))


def _plain_statement(text: Text, verb: Any) -> bool:
    """Whether the sentence is one whose denial is sure to deny it: one verb, a definite subject before it."""
    sentence = verb.sent
    if not changeable(text, verb.idx, verb.idx + len(verb)) or verb.i == sentence.start:
        return False
    subjects = [child for child in verb.children if child.dep_ in _SUBJECTS]
    if len(subjects) != 1 or subjects[0].i > verb.i or any(child.dep_ == "conj" for child in verb.children):
        return False
    if _counts_part(subjects[0]) or subjects[0].tag_ in {"WP", "WDT", "EX"}:
        return False
    if _is_headline(verb, subjects[0]) or _compares(sentence):
        return False
    # "In some cases patients died" and "in some cases patients did not die" may both hold.
    if any(_is_quantified(child) for child in verb.children if child.dep_ in {"prep", "npadvmod", "advmod"}):
        return False
    # "He left, Ode said": what is said comes first and the main verb is only the report.
    if any(child.dep_ in {"ccomp", "csubj", "parataxis"} and child.i < verb.i for child in verb.children):
        return False
    scope = {token.lower_ for token in verb.subtree if not token.is_punct}
    return not scope & set(lexicon(__file__)["no_denial_with"])


def _is_headline(verb: Any, subject: Any) -> bool:
    """Whether a past form may be a passive without its "was", as in "concept revealed at a fair"."""
    common = subject.tag_ == "NN" or (subject.tag_ == "NNP" and not subject.ent_type_ and subject.is_sent_start)
    bare = common and not any(child.dep_ in {"det", "poss"} for child in subject.children)
    objects = {"dobj", "dative", "ccomp", "xcomp", "attr", "acomp", "prt"}
    return verb.tag_ == "VBD" and bare and not any(child.dep_ in objects for child in verb.children)


def _compares(sentence: Any) -> bool:
    """Whether a sentence says "the farther ..., the bigger ...", of which no part can be denied alone."""
    degrees = [word for word in sentence if word.tag_ in {"JJR", "RBR"} and word.i and word.nbor(-1).lower_ == "the"]
    return len(degrees) > 1


def _is_quantified(phrase: Any) -> bool:
    return bool({token.lower_ for token in phrase.subtree} & set(lexicon(__file__)["quantifiers"]))


def _counts_part(subject: Any) -> bool:
    """Whether a subject speaks of a part, so that the rest may differ: "some", "3 of them", "twelve teachers"."""
    if _is_quantified(subject):
        return True
    if subject.lower_ == "number" and any(child.lower_ == "a" for child in subject.lefts):
        return True
    counts = [token for token in subject.subtree if token.like_num or token.tag_ == "CD"]
    whole = any(child.lower_ in lexicon(__file__)["definite"] for child in subject.lefts)
    parts = any(token.i + 1 < len(token.doc) and token.nbor().lower_ in {"of", "in", "out"} for token in counts)
    return bool(counts) and (subject in counts or parts or not whole)


def _denied(text: Text, verb: Any) -> Edit | None:
    """ "Not" put behind the first auxiliary, with "do" where there is none."""
    first = _first_auxiliary(verb)
    if first is not None:
        if first.lower_ not in _AUXILIARIES or first.tag_ not in FINITE:
            return None
        end = first.idx + len(first)
        if first.lower_ == "can":
            return replace_span(text.text, first.idx, end, "cannot") if first.text == "can" else None
        return replace_span(text.text, first.idx, end, f"{first.text} not")
    if verb.tag_ not in {"VBD", "VBZ", "VBP"} or not verb.text.islower() or _adverb_before(verb):
        return None
    lemma = verb.lemma_
    if not verb.text.isalpha() or text.text[verb.idx - 1 : verb.idx].isalnum():
        return None  # "it's closed", "they've two": the verb hangs on its subject
    if verb.lower_ in _BE:
        return replace_span(text.text, verb.idx, verb.idx + len(verb), f"{verb.text} not")
    if lemma == "be" or (verb.tag_ == "VBP" and lemma != verb.lower_):
        return None
    if verb.lower_ not in forms_of(lemma, verb.tag_):
        return None  # the parse has taken another verb for it: "primes" is not "prims"
    helper = {"VBD": "did", "VBZ": "does", "VBP": "do"}[verb.tag_]
    return replace_span(text.text, verb.idx, verb.idx + len(verb), f"{helper} not {lemma}") if lemma.isalpha() else None


def _affirmed(text: Text, verb: Any, mark: Any) -> Edit | None:
    """The word "not" taken out, or a contraction such as "wasn't" replaced by its verb."""
    first = mark.nbor(-1) if mark.i else None
    if first is None or first.tag_ not in FINITE:
        return None
    scope = {token.lower_ for token in verb.subtree}
    following = mark.nbor().lower_ if mark.i + 1 < len(mark.doc) else ""
    if scope & set(lexicon(__file__)["only_denied"]) or following in lexicon(__file__)["not_before"]:
        return None
    end = mark.idx + len(mark)
    if mark.lower_ in {"n't", "n’t"}:
        plain = lexicon(__file__)["without_not"].get(first.lower_, first.lower_)
        # "Don't say": without its contraction the verb would be an order still.
        if plain not in _AUXILIARIES or not first.text.islower():
            return None
        return replace_span(text.text, first.idx, end, plain)
    if mark.lower_ != "not":
        return None
    if first.lower_ == "can" and first.idx + 3 == mark.idx:
        return replace_span(text.text, mark.idx, end, "")
    if text.text[first.idx + len(first) : mark.idx] != " " or first.lower_ not in _AUXILIARIES:
        return None
    return replace_span(text.text, mark.idx - 1, end, "")


def _first_auxiliary(verb: Any) -> Any:
    helpers = [
        child for child in verb.children if child.dep_ in {"aux", "auxpass"} and child.i < verb.i and child.tag_ != "TO"
    ]
    return helpers[0] if helpers else None


def _adverb_before(verb: Any) -> bool:
    return (
        verb.nbor(-1).tag_ in {"RB", "RBR", "RBS", "TO", "MD"}
        or regex.fullmatch(r"\W+", verb.nbor(-1).text) is not None
    )


PERTURBATION = RuleBased(
    name="negation",
    family="corruption",
    summary="Denies the main verb of a sentence, or takes its denial away.",
    propose=propose,
    checks=(outside_protected, outside_quotations, not_doubled),
    version="3",
    keeps_label=False,
    needs_supported=True,
    limits="Denies main verbs only, where the subject is definite and nothing in the sentence counts or hedges; "
    "a sentence that the context denies in other words would be made true, which is not looked for.",
    illustration=Illustration(
        response="The mayor signed the agreement with the fishermen.",
        after="The mayor did not sign the agreement with the fishermen.",
        context=("The fishermen and the mayor have an agreement: she signed it last week.",),
    ),
)
