"""The documents replaced by filler about the same names and subjects, which answers nothing.

A score that falls only when the subject changes, and not when the answer is gone, measures likeness of subject. The
filler is the falsifier for scores that compare how likely a response is with and without its context.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.context._documents import LOST, present, rewritten
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.spans import touched
from gaugeblock.perturb.text import Text, analyse

_MOST_SUBJECTS = 6
_FEWEST, _MOST = 4, 12  # sentences of a filler document
_WORDS_EACH = 12
_NAMED = frozenset({"PERSON", "ORG", "GPE", "LOC", "FAC", "EVENT", "WORK_OF_ART", "PRODUCT"})
_CLEAN = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}'’. -]*[\p{L}\p{N}]")
_THE = regex.compile(r"(?:.*\s)?the\s", regex.IGNORECASE)
_ARTICLE = regex.compile(r"^(?:the|an?)\s+", regex.IGNORECASE)
_ANSWER_WORDS = 4
_SHORTEST = 4  # letters of a name
_STEM = 4
_WORD = regex.compile(r"\w+")


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Filler of about the length of each document, up to a dozen sentences."""
    documents = present(example)
    subjects = _subjects(example, text)
    if not documents or not subjects:
        return
    edits = []
    for position in documents:
        words = len(example.context[position].split())
        count = min(_MOST, max(_FEWEST, words // _WORDS_EACH))
        edits.append(rewritten(example, position, _filler(subjects, count, rng)))
    yield Proposal(tuple(edits), details={"subjects": subjects})


def _subjects(example: Example, text: Text) -> list[str]:
    """Names of the response, then its other subjects; of the question where it says too little."""
    found: dict[str, None] = dict.fromkeys(_named(text))
    answer = len(text.text.split()) <= _ANSWER_WORDS
    if (
        answer
        and len(text.text.strip()) >= _SHORTEST
        and _CLEAN.fullmatch(text.text.strip())
        and text.text.strip()[0].isupper()
    ):
        found[text.text.strip()] = None
    if not found:
        found |= dict.fromkeys(_nouns(text))
    if (answer or not found) and example.question:
        question = analyse(example.question)
        found |= dict.fromkeys([*_named(question), *([] if found else _nouns(question))])
    names = [name for name in found if name.lower() not in lexicon(__file__)["not_subjects"]]
    return _once_each(names)[:_MOST_SUBJECTS]


def _once_each(names: list[str]) -> list[str]:
    """The names without those that are part of another, or another form of it: they mean the same."""
    words = {name: frozenset(_WORD.findall(name.lower().removeprefix("the "))) for name in names}
    kept: list[str] = []
    for name in sorted(names, key=lambda one: -len(words[one])):
        if not any(words[name] <= words[other] or _alike(words[name], words[other]) for other in kept):
            kept.append(name)
    return sorted(kept, key=names.index)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two names have the same words but for their endings ("Norway", "Norwegian")."""
    stems = {word[:_STEM] for word in one}
    return stems <= {word[:_STEM] for word in other}


def _named(text: Text) -> Iterable[str]:
    for entity in text.doc.ents:
        name = _ARTICLE.sub("", entity.text.removesuffix("'s").removesuffix("’s"))
        usable = entity.label_ in _NAMED and len(name) >= _SHORTEST and name[0].isupper() and _CLEAN.fullmatch(name)
        if usable and not touched(text.protected, entity.start_char, entity.end_char):
            before = text.text[max(0, entity.start_char - 4) : entity.start_char] + entity.text
            yield f"the {name}" if _THE.match(before) and entity.label_ != "PERSON" else name


def _nouns(text: Text) -> Iterable[str]:
    """Nouns with the nouns joined to them, without adjectives: they read well after "about"."""
    for chunk in text.doc.noun_chunks:
        head = chunk.root
        words = [token for token in chunk if token.dep_ == "compound" and token.i == head.i - 1 and token.is_alpha] + [
            head
        ]
        plain = all(token.tag_ in ("NN", "NNS") and token.is_alpha and len(token) >= _SHORTEST for token in words)
        if plain and (head.tag_ == "NNS" or not any(token.dep_ in ("det", "poss") for token in chunk)):
            if not touched(text.protected, chunk.start_char, chunk.end_char):
                yield " ".join(token.lower_ for token in words)
        elif plain and not touched(text.protected, chunk.start_char, chunk.end_char):
            yield f"the term “{' '.join(token.lower_ for token in words)}”"


def _filler(subjects: list[str], count: int, rng: random.Random) -> str:
    words = lexicon(__file__)
    sentences = [rng.choice(words["openings"]).format(x=subjects[0])]
    frames = list(words["sentences"])
    rng.shuffle(frames)
    for turn, frame in enumerate(frames[: count - 2]):
        sentences.append(frame.format(x=subjects[(turn + 1) % len(subjects)]))
    if len(subjects) > 1:
        first, second = rng.sample(subjects, 2)
        sentences.insert(min(2, len(sentences)), rng.choice(words["pairs"]).format(x=first, y=second))
    return " ".join(sentence[:1].upper() + sentence[1:] for sentence in [*sentences, words["closing"]])


PERTURBATION = RuleBased(
    name="topical-filler",
    family="context",
    summary="Puts filler about the same names and subjects, which says nothing of them, in the place of the documents.",
    propose=propose,
    relation=LOST,
    keeps_label=False,
    needs_supported=True,
    limits="The filler is formulaic and rarely as long as the documents. A response that only names its subject is "
    "unsupported as an answer, not as a phrase.",
    illustration=Illustration(
        response="The Harwell pool opens at seven.",
        context=("The Harwell pool opens at seven on weekdays.",),
        after="Much has been written about Harwell. Those who are familiar with Harwell will not find anything"
        " new here. This page gives a first impression of Harwell and goes into no detail. More may be "
        "added at a later date.",
        shows="context[0]",
    ),
)
