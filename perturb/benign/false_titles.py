"""The article before what somebody is: "striker Ann Ode" as "the striker Ann Ode", and back.

Newspapers leave the article out before a role and a name; the rest of the world puts it there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._syntax import stop
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.first_names import gender_of
from gaugeblock.perturb.first_word import ROLES, lowered
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.places import free
from gaugeblock.perturb.text import Text, tokens_of
from gaugeblock.perturb.variant import Edit, replace_span

_WORDS: dict[str, Any] = lexicon(__file__)
_TITLES = frozenset(_WORDS["titles"])
_CLOSED = frozenset(_WORDS["closed"])
_BEFORE = frozenset({"amod", "compound", "nmod"})
_VERBS = frozenset(_WORDS["verbs"])


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each role before a name, on its own, in the order of the text."""
    for role in tokens_of(text.doc):
        if role.lower_ not in ROLES or role.tag_ not in {"NN", "NNP", "JJ"} or role.i + 1 >= len(text.doc):
            continue
        edit = _edit(text, role, example)
        if edit is not None and free(text, edit.start, edit.end):
            yield Proposal((edit,), details={"role": role.lower_})


def _edit(text: Text, role: Any, example: Example) -> Edit | None:
    name = _name_after(role)
    if name is None or not _one_person(role, name):
        return None
    first = role
    while first.i and _describes(first.nbor(-1), role, name[-1]) and not first.is_sent_start:
        first = first.nbor(-1)
    described = list(role.doc[first.i : role.i])
    if (role.lower_ in _TITLES and not described) or any(word.lower_ in _CLOSED for word in described):
        return None
    if role.text[:1].isupper() and first != role:
        return None  # "Mayor" and "Party Leader" with capitals are titles
    if text.text[first.idx : stop(name[-1])] != " ".join(word.text for word in role.doc[first.i : name[-1].i + 1]):
        return None  # hyphens, apostrophes and line breaks
    before = first.nbor(-1) if first.i and not first.is_sent_start else None
    if before is not None and before.lower_ == "the":
        plain = before.head in (role, *name) and not any(
            word.lower_ in {"late", "current", "only"} for word in described
        )
        return _taken_out(text, before, first) if plain else None
    if before is None:
        low = lowered(first.text, first, example)
        article = "The" if first.text[:1].isupper() else "the"
        return None if low is None else replace_span(text.text, first.idx, stop(first), f"{article} {low}")
    opens = before.lemma_.lower() in _VERBS or (before.tag_ in {"IN", "TO"} and before.lower_ not in {"as", "of"})
    if not opens or text.text[stop(before) : first.idx] != " ":
        return None
    return replace_span(text.text, first.idx, first.idx, "the ")


def _name_after(role: Any) -> list[Any] | None:
    """The two or three words of a person's name that follow a role at once, None where they are something else."""
    name = []
    for word in role.doc[role.i + 1 : role.i + 4]:
        if (
            word.tag_ not in {"NNP", "NN", "JJ"}
            or word.lower_ in ROLES
            or word.ent_type_ in {"ORG", "GPE", "NORP", "DATE"}
        ):
            break
        name.append(word)
    if len(name) < 2 or name[-1].tag_ == "JJ":
        return None
    if len(name) == 2 and gender_of(name[0].text.title()) is not None:
        return name  # "cyclist martyn irvine": whatever follows a role and a first name is the last name
    if not any(word.tag_ == "NNP" for word in name):
        return None
    named = any(word.ent_type_ == "PERSON" for word in name) or all(word.tag_ == "NNP" for word in name)
    # A word that is a common one, all in lower case, is no name ("manager role", "leader debate").
    return name if named and not any(word.tag_ == "NN" and not _unknown(word) for word in name) else None


def _unknown(word: Any) -> bool:
    """Whether a word looks like a name: it has a capital, or the parse takes it for one."""
    return bool(word.text[:1].isupper() or word.ent_type_ == "PERSON" or word.head.ent_type_ == "PERSON")


def _one_person(role: Any, name: list[Any]) -> bool:
    """Whether the role and the name are one phrase, which is not joined to another ("actors A and B")."""
    head = name[-1]
    joined = role.head in name or head.head == role
    return joined and not any(
        child.dep_ in {"conj", "cc", "case", "prep"} for word in (role, *name) for child in word.rights
    )


def _describes(word: Any, role: Any, head: Any) -> bool:
    """Whether a word stands before a role as part of its description."""
    if word.tag_ not in {"NN", "NNP", "NNPS", "JJ", "NNS"} or word.dep_ not in _BEFORE:
        return False
    return word.head == role or word.head == head or any(around in (role, head) for around in word.ancestors)


def _taken_out(text: Text, article: Any, first: Any) -> Edit | None:
    """ "The striker Ann Ode" becomes "striker Ann Ode"."""
    if text.text[stop(article) : first.idx] != " ":
        return None
    if article.text == "The":
        return replace_span(text.text, article.idx, first.idx + 1, first.text[:1].upper())
    return replace_span(text.text, article.idx, first.idx, "")


PERTURBATION = RuleBased(
    name="false-titles",
    family="benign",
    summary='Puts "the" before a role and a name ("striker Ann Ode" as "the striker Ann Ode"), or takes it out.',
    propose=propose,
    checks=BENIGN,
    version="4",
    limits=(
        "Listed roles before a name of two or three words only. The form without the article is a newspaper's; real "
        "titles (President, Captain) stay as they are."
    ),
    illustration=Illustration(
        response="The prize was won by novelist Ann Ode.",
        after="The prize was won by the novelist Ann Ode.",
    ),
)
