"""The passive for the active and back: "The mayor signed the bill" as "The bill was signed by the mayor".

Only listed verbs, whose passive says neither more nor less; subject and object are plain noun phrases, no word about
them depends on its place (every, no, only), and no pronoun around them could change what it stands for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._clauses import Clause, adjoining, comparable, free_after, keeps_pronouns
from gaugeblock.perturb.benign._noun_phrases import before_verb, complete, is_definite
from gaugeblock.perturb.benign._syntax import Sentence, is_negative, pronouns, raised, sentences, stop
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.first_word import lowered
from gaugeblock.perturb.grammar import inflect, noun_number, present, written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Edit, replace_span

_WORDS: dict[str, Any] = lexicon(__file__)
_VERBS = frozenset(_WORDS["verbs"])
_OBJECTS: dict[str, str] = _WORDS["objects"]
_SUBJECT_FORMS = {after: before for before, after in _OBJECTS.items()}
_IRREGULAR: dict[str, str] = _WORDS["participles"]
_PAST: dict[str, str] = _WORDS["past"]
_TOKENISED = regex.compile(r"\w \. \w")
_LOOSE = frozenset(_WORDS["loose"])


def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
    """Each clause that can be turned, on its own, in the order of the text."""
    for sentence in sentences(text):
        for verb in sentence.tokens:
            if verb.lemma_.lower() in _VERBS and verb.tag_.startswith("V") and _main(verb, sentence):
                yield from _to_passive(verb, sentence, example)
                yield from _to_active(verb, sentence, example)


def _main(verb: Any, sentence: Sentence) -> bool:
    """Whether a verb leads its sentence, or a clause beside it or in its report, with a subject of its own."""
    if not any(child.dep_ in {"nsubj", "nsubjpass"} for child in verb.children):
        return False
    if any(child.dep_ in {"neg", "conj"} for child in verb.children):
        return verb == sentence.root and _joined_apart(verb)
    if verb == sentence.root:
        return True
    return verb.head == sentence.root and verb.dep_ in {"conj", "ccomp"} and not is_negative(sentence.root.children)


def _joined_apart(verb: Any) -> bool:
    """Whether what is joined to a verb has a subject of its own ("she left, and he stayed"), and it is not denied."""
    joined = [child for child in verb.children if child.dep_ == "conj"]
    own = all(any(part.dep_ in {"nsubj", "nsubjpass"} for part in other.children) for other in joined)
    return own and not any(child.dep_ == "neg" for child in verb.children)


def _to_passive(verb: Any, sentence: Sentence, example: Example) -> Iterator[Proposal]:
    clause = _active_clause(verb, sentence)
    if clause is None or not _can_be_passive(clause):
        return
    number = noun_number(clause.other)
    participle = _participle(verb.lemma_.lower())
    if number is None or participle is None:
        return
    middle = _passive_verbs(verb, clause.helpers, number, participle)
    agent = _as_object(clause.first, sentence, example)
    if middle is None or agent is None:
        return
    patient = written(clause.second[0], clause.second[-1])
    edits = _passive_edits(clause, raised(patient, sentence) if clause.opens else patient, middle, agent)
    if edits:
        yield Proposal(edits, details={"direction": "passive", "verb": verb.lemma_.lower()})


def _active_clause(verb: Any, sentence: Sentence) -> Clause | None:
    """The clause of a verb with one subject and one object."""
    parts = {child.dep_: child for child in verb.children if child.dep_ in {"nsubj", "dobj", "dative", "oprd", "expl"}}
    if set(parts) != {"nsubj", "dobj"} or not sentence.closed:
        return None  # a line without a full stop may be a headline, whose nouns have lost their articles
    subject, object_ = before_verb(parts["nsubj"]), complete(parts["dobj"], verb.lemma_.lower() in _LOOSE)
    if subject is None or object_ is None or not subject[-1].i < verb.i < object_[0].i:
        return None
    helpers = [child for child in verb.children if child.dep_ == "aux"]
    if not adjoining(subject, [*helpers, verb], object_):
        return None
    return Clause(sentence, verb, helpers, subject, object_, parts["nsubj"], parts["dobj"])


def _can_be_passive(clause: Clause) -> bool:
    """Whether the passive of an active clause says the same, and reads as well."""
    verb, subject, object_ = clause.verb, clause.first, clause.second
    if "that" in {subject[0].lower_, object_[0].lower_}:
        return False  # the parse may take "(shows) that exposure ..." for "that exposure"
    if any(word.lower_ == "to" for word in object_) or _TOKENISED.search(clause.sentence.text.text):
        return False  # "five fold to tenfold differences"; "mrs . word holds the umbrella ."
    followed = any(child.dep_ == "prep" and child.i > object_[-1].i for child in verb.children)
    if followed and (subject[0].tag_ == "PRP" or any(word.dep_ == "prep" for word in object_)):
        return False  # "influenced the effects of THC on value"; "was cleaned by her in the hall"
    if object_[0].lower_ in {"it", "them", "him", "her", "us", "me", "you", "itself"} or pronouns(object_):
        return False
    if any(word.tag_ == "POS" for word in object_) and any(word.like_num for word in object_):
        return False  # "the women's six nations" is one thing with a plural name
    if not comparable(clause.subject, clause.other) or _general(verb, clause.helpers, clause.subject, object_):
        return False
    free = free_after(verb, object_[-1], clause.sentence)
    return free and keeps_pronouns(clause.subject, clause.other, clause.sentence)


def _passive_edits(clause: Clause, patient: str, middle: str, agent: str) -> tuple[Edit, ...]:
    """The edits that make a clause passive; none where the agent would part what belongs together.

    Args:
        clause: the active one.
        patient: its object as the passive begins with it.
        middle: the verbs of the passive.
        agent: its subject as it stands after "by".
    """
    text, sentence = clause.sentence.text.text, clause.sentence
    first = clause.helpers[0] if clause.helpers else clause.verb
    front = replace_span(text, clause.first[0].idx, stop(clause.first[-1]), patient)
    rest = [word for word in sentence.tokens if word.i > clause.second[-1].i]
    # "by a man armed with a gun outside a shop": after a long agent, what follows would be taken for a part of it.
    if rest and any(word.dep_ in {"acl", "relcl"} for word in clause.first):
        if rest[0].text == "," or rest[0].dep_ == "cc":
            return ()
        return (
            front,
            replace_span(text, first.idx, rest[0].idx, f"{middle} "),
            replace_span(text, sentence.end, sentence.end, f" by {agent}"),
        )
    return (
        front,
        replace_span(text, first.idx, stop(clause.verb), f"{middle} by"),
        replace_span(text, clause.second[0].idx, stop(clause.second[-1]), agent),
    )


def _to_active(verb: Any, sentence: Sentence, example: Example) -> Iterator[Proposal]:
    clause = _passive_clause(verb, sentence)
    if clause is None or not _can_be_active(clause):
        return
    agent = clause.second
    pronoun = len(agent) == 1 and agent[0].lower_ in _SUBJECT_FORMS
    number = _WORDS["numbers"][agent[0].lower_] if pronoun else noun_number(clause.other)
    middle = None if number is None else _active_verbs(verb, clause.helpers, number)
    low = _as_object(clause.first, sentence, example)
    if middle is None or low is None:
        return
    front = written(agent[0], agent[-1])
    front = _SUBJECT_FORMS.get(front.lower(), front)
    text = sentence.text.text
    yield Proposal(
        (
            replace_span(
                text,
                clause.first[0].idx,
                stop(clause.first[-1]),
                raised(front, sentence) if clause.opens else front,
            ),
            replace_span(text, clause.helpers[0].idx, stop(verb.nbor()), middle),
            replace_span(text, agent[0].idx, stop(agent[-1]), low),
        ),
        details={"direction": "active", "verb": verb.lemma_.lower()},
    )


def _passive_clause(verb: Any, sentence: Sentence) -> Clause | None:
    """The clause of a participle with one subject, and one agent right behind it."""
    parts = {
        child.dep_: child for child in verb.children if child.dep_ in {"nsubjpass", "agent", "dobj", "oprd", "expl"}
    }
    if set(parts) != {"nsubjpass", "agent"} or verb.tag_ != "VBN":
        return None
    by = parts["agent"]
    agents = [child for child in by.children if child.dep_ == "pobj"]
    if by.lower_ != "by" or len(agents) != 1 or by.i != verb.i + 1:
        return None
    patient, agent = before_verb(parts["nsubjpass"]), complete(agents[0])
    if patient is None or agent is None or patient[-1].i > verb.i or agent[0].i != by.i + 1:
        return None
    helpers = [child for child in verb.children if child.dep_ in {"aux", "auxpass"}]
    if not adjoining(patient, [*helpers, verb], [by]):
        return None
    return Clause(sentence, verb, helpers, patient, agent, parts["nsubjpass"], agents[0])


def _can_be_active(clause: Clause) -> bool:
    """Whether the active of a passive clause says the same: "by" tells who did it, not when or by how much."""
    noun, agent = clause.other, clause.second
    if noun.ent_type_ in {"DATE", "TIME", "CARDINAL", "PERCENT", "MONEY", "QUANTITY"} or agent[0].like_num:
        return False
    if pronouns(agent) - set(_SUBJECT_FORMS) or pronouns(clause.first) - set(_OBJECTS):
        return False
    if not comparable(clause.subject, noun) or not free_after(clause.verb, agent[-1], clause.sentence):
        return False
    return keeps_pronouns(noun, clause.subject, clause.sentence)


def _general(verb: Any, helpers: list[Any], subject: Any, object_: list[Any]) -> bool:
    """Whether the clause may tell a habit: "Beavers build dams" is not "Dams are built by beavers"."""
    timeless = not helpers and verb.tag_ in {"VBZ", "VBP"}
    return timeless and not is_definite(subject) and object_[0].lower_ not in {"the", "their", "its", "his", "her"}


def _participle(lemma: str) -> str | None:
    return _IRREGULAR.get(lemma) or inflect(lemma, "VBN")


def _passive_verbs(verb: Any, helpers: list[Any], number: str, participle: str) -> str | None:
    """The verbs of the passive clause."""
    forms = [helper.lower_ for helper in helpers]
    if not forms:
        if verb.tag_ == "VBD":
            return f"{'was' if number == 'singular' else 'were'} {participle}"
        return f"{present('be', number)} {participle}" if verb.tag_ in {"VBZ", "VBP"} else None
    if len(forms) == 1 and forms[0] in {"has", "have"} and verb.tag_ in {"VBN", "VBD"}:
        return f"{present('have', number)} been {participle}"
    if len(forms) == 1 and forms[0] == "had" and verb.tag_ in {"VBN", "VBD"}:
        return f"had been {participle}"
    if len(forms) == 1 and forms[0] in _WORDS["modals"] and verb.tag_ == "VB":
        return f"{forms[0]} be {participle}"
    if len(forms) == 1 and forms[0] in {"is", "are", "was", "were"} and verb.tag_ == "VBG":
        be = present("be", number) if forms[0] in {"is", "are"} else ("was" if number == "singular" else "were")
        return f"{be} being {participle}"
    return None


def _active_verbs(verb: Any, helpers: list[Any], number: str) -> str | None:
    """The verbs of the active clause."""
    lemma, forms = verb.lemma_.lower(), [helper.lower_ for helper in helpers]
    if forms in (["was"], ["were"]):
        return _PAST.get(lemma) or inflect(lemma, "VBD")
    if forms in (["is"], ["are"]):
        return present(lemma, number)
    if forms in (["has", "been"], ["have", "been"]):
        return f"{present('have', number)} {verb.text}"
    if forms == ["had", "been"]:
        return f"had {verb.text}"
    if len(forms) == 2 and forms[0] in _WORDS["modals"] and forms[1] == "be":
        return f"{forms[0]} {lemma}"
    if forms in (["is", "being"], ["are", "being"]) and (gerund := inflect(lemma, "VBG")):
        return f"{present('be', number)} {gerund}"
    return None


def _as_object(words: list[Any], sentence: Sentence, example: Example) -> str | None:
    """A subject as it is written after a verb."""
    if len(words) == 1 and words[0].lower_ in _OBJECTS:
        return _OBJECTS[words[0].lower_]
    if words[0].tag_ == "PRP":
        return None
    plain = written(words[0], words[-1])
    return lowered(plain, words[0], example) if words[0] == sentence.tokens[0] else plain


PERTURBATION = RuleBased(
    name="voice",
    family="benign",
    summary="Turns an active clause into a passive one with its agent, or back.",
    propose=propose,
    version="4",
    checks=BENIGN,
    limits=(
        "Listed verbs with a plain subject and object only, and only where no pronoun after them could come to stand "
        "for the other. The passive keeps its agent, so it can be heavier than a writer would make it."
    ),
    illustration=Illustration(
        response="The council has approved the new bridge.",
        after="The new bridge has been approved by the council.",
    ),
)
