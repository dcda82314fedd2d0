"""The passive for the active and back: "The mayor signed the bill" as "The bill was signed by the mayor".

Only listed verbs, whose passive says neither more nor less; subject and object are plain noun phrases, no word about
them depends on its place (every, no, only), and no pronoun around them could change what it stands for.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import regex

from gaugeblock.perturb.base import Illustration, Proposal, RuleBased
from gaugeblock.perturb.benign._noun_phrases import before_verb, complete, is_definite, is_plain, quantified, scoped
from gaugeblock.perturb.benign._syntax import Sentence, follower, is_negative, pronouns, raised, sentences, stop
from gaugeblock.perturb.checks import BENIGN
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.first_word import lowered
from gaugeblock.perturb.grammar import inflect, noun_number, present, written
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import replace_span

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
    text = sentence.text
    parts = {child.dep_: child for child in verb.children if child.dep_ in {"nsubj", "dobj", "dative", "oprd", "expl"}}
    if set(parts) != {"nsubj", "dobj"} or not sentence.closed:
        return  # a line without a full stop may be a headline, whose nouns have lost their articles
    loose = verb.lemma_.lower() in _LOOSE
    subject, object_ = before_verb(parts["nsubj"]), complete(parts["dobj"], loose)
    if subject is None or object_ is None or not subject[-1].i < verb.i < object_[0].i:
        return
    helpers = [child for child in verb.children if child.dep_ == "aux"]
    if "that" in {subject[0].lower_, object_[0].lower_}:
        return  # the parse may take "(shows) that exposure ..." for "that exposure"
    if any(word.lower_ == "to" for word in object_) or _TOKENISED.search(text.text):
        return  # "five fold to tenfold differences"; "mrs . word holds the umbrella ."
    followed = any(child.dep_ == "prep" and child.i > object_[-1].i for child in verb.children)
    if followed and (subject[0].tag_ == "PRP" or any(word.dep_ == "prep" for word in object_)):
        return  # "influenced the effects of THC on value"; "was cleaned by her in the hall"
    if not _adjoining(subject, [*helpers, verb], object_) or not _comparable(parts["nsubj"], parts["dobj"]):
        return
    if not _free_after(verb, object_[-1], sentence) or not _keeps_pronouns(parts["nsubj"], parts["dobj"], sentence):
        return
    if object_[0].lower_ in {"it", "them", "him", "her", "us", "me", "you", "itself"} or pronouns(object_):
        return
    if _general(verb, helpers, parts["nsubj"], object_):
        return
    if any(word.tag_ == "POS" for word in object_) and any(word.like_num for word in object_):
        return  # "the women's six nations" is one thing with a plural name
    number = noun_number(parts["dobj"])
    participle = _participle(verb.lemma_.lower())
    if number is None or participle is None:
        return
    middle = _passive_verbs(verb, helpers, number, participle)
    agent = _as_object(subject, sentence, example)
    if middle is None or agent is None:
        return
    patient = written(object_[0], object_[-1])
    patient = raised(patient, sentence) if subject[0] == sentence.tokens[0] else patient
    first = helpers[0] if helpers else verb
    rest = [word for word in sentence.tokens if word.i > object_[-1].i]
    # "by a man armed with a gun outside a shop": after a long agent, what follows would be taken for a part of it.
    if rest and any(word.dep_ in {"acl", "relcl"} for word in subject):
        if rest[0].text == "," or rest[0].dep_ == "cc":
            return
        yield Proposal(
            (
                replace_span(text.text, subject[0].idx, stop(subject[-1]), patient),
                replace_span(text.text, first.idx, rest[0].idx, f"{middle} "),
                replace_span(text.text, sentence.end, sentence.end, f" by {agent}"),
            ),
            details={"direction": "passive", "verb": verb.lemma_.lower()},
        )
        return
    yield Proposal(
        (
            replace_span(text.text, subject[0].idx, stop(subject[-1]), patient),
            replace_span(text.text, first.idx, stop(verb), f"{middle} by"),
            replace_span(text.text, object_[0].idx, stop(object_[-1]), agent),
        ),
        details={"direction": "passive", "verb": verb.lemma_.lower()},
    )


def _to_active(verb: Any, sentence: Sentence, example: Example) -> Iterator[Proposal]:
    text = sentence.text
    parts = {
        child.dep_: child for child in verb.children if child.dep_ in {"nsubjpass", "agent", "dobj", "oprd", "expl"}
    }
    if set(parts) != {"nsubjpass", "agent"} or verb.tag_ != "VBN":
        return
    by = parts["agent"]
    agents = [child for child in by.children if child.dep_ == "pobj"]
    if by.lower_ != "by" or len(agents) != 1 or by.i != verb.i + 1:
        return
    patient, agent = before_verb(parts["nsubjpass"]), complete(agents[0])
    if patient is None or agent is None or patient[-1].i > verb.i or agent[0].i != by.i + 1:
        return
    if agents[0].ent_type_ in {"DATE", "TIME", "CARDINAL", "PERCENT", "MONEY", "QUANTITY"} or agent[0].like_num:
        return
    helpers = [child for child in verb.children if child.dep_ in {"aux", "auxpass"}]
    if not _adjoining(patient, [*helpers, verb], [by]) or not _comparable(parts["nsubjpass"], agents[0]):
        return
    if pronouns(agent) - set(_SUBJECT_FORMS) or pronouns(patient) - set(_OBJECTS):
        return
    if not _free_after(verb, agent[-1], sentence) or not _keeps_pronouns(agents[0], parts["nsubjpass"], sentence):
        return
    pronoun = len(agent) == 1 and agent[0].lower_ in _SUBJECT_FORMS
    number = _WORDS["numbers"][agent[0].lower_] if pronoun else noun_number(agents[0])
    middle = None if number is None else _active_verbs(verb, helpers, number)
    low = _as_object(patient, sentence, example)
    if middle is None or low is None:
        return
    front = written(agent[0], agent[-1])
    front = _SUBJECT_FORMS.get(front.lower(), front)
    front = raised(front, sentence) if patient[0] == sentence.tokens[0] else front
    yield Proposal(
        (
            replace_span(text.text, patient[0].idx, stop(patient[-1]), front),
            replace_span(text.text, helpers[0].idx, stop(by), middle),
            replace_span(text.text, agent[0].idx, stop(agent[-1]), low),
        ),
        details={"direction": "active", "verb": verb.lemma_.lower()},
    )


def _adjoining(before: list[Any], verbs: list[Any], after: list[Any]) -> bool:
    """Whether subject, verbs and what follows stand side by side with nothing else between."""
    run = [*before[-1:], *verbs, *after[:1]]
    return all(second.i == first.i + 1 for first, second in itertools.pairwise(run))


def _comparable(subject: Any, object_: Any) -> bool:
    """Whether the two may change places: no word that reaches over the other, and not two counted things."""
    if scoped(subject) or scoped(object_) or not is_plain(subject) or not is_plain(object_):
        return False
    # "Three men met two women" counts otherwise than "two women were met by three men".
    return not (quantified(subject) and quantified(object_))


def _general(verb: Any, helpers: list[Any], subject: Any, object_: list[Any]) -> bool:
    """Whether the clause may tell a habit: "Beavers build dams" is not "Dams are built by beavers"."""
    timeless = not helpers and verb.tag_ in {"VBZ", "VBP"}
    return timeless and not is_definite(subject) and object_[0].lower_ not in {"the", "their", "its", "his", "her"}


def _free_after(verb: Any, last: Any, sentence: Sentence) -> bool:
    """Whether what follows the two belongs to the verb whichever way round they stand."""
    rest = [word for word in sentence.tokens if word.i > last.i]
    if not rest:
        return True
    later = [child for child in verb.rights if child.i > last.i and child in rest]
    purpose = verb.lemma_.lower() == "use"  # "used a telescope to look": whoever uses it looks, either way round
    for child in later:
        if child.dep_ in {"xcomp", "advcl"} and not (purpose and any(word.tag_ == "TO" for word in child.lefts)):
            return False
        if child.dep_ in {"prt", "ccomp", "acl", "oprd", "dative", "parataxis", "appos", "dep"}:
            return False
    opener = rest[1] if rest[0].text == "," and len(rest) > 1 else rest[0]
    if rest[0].text == "," or opener.lower_ in {"and", "but"}:
        # without a verb of its own, what is joined belongs to the object
        told = any(word.tag_ in {"VBD", "VBZ", "VBP", "MD"} for word in rest)
        return bool(opener.lower_ in {"and", "but"} and opener.dep_ == "cc" and opener.head == verb and told)
    if not any(opener.i == child.left_edge.i for child in later) or any(word.text == "," for word in rest):
        return False
    if is_negative(rest) or pronouns(rest):
        return False
    return all(_stays(child, verb, purpose) for child in later) and not (purpose and len(later) > 1)


def _stays(adjunct: Any, verb: Any, purpose: bool) -> bool:
    """Whether something after the object says the same after the agent."""
    if adjunct.dep_ == "prep":
        chained = any(child.dep_ == "prep" for child in adjunct.children) or list(adjunct.conjuncts)
        if adjunct.lower_ in {"to", "from"} and verb.lemma_.lower() not in _WORDS["moving"]:
            return False
        return adjunct.lower_ in _WORDS["adjuncts"] and not chained
    return adjunct.dep_ == "npadvmod" or (purpose and adjunct.dep_ in {"xcomp", "advcl"})


def _keeps_pronouns(subject: Any, object_: Any, sentence: Sentence) -> bool:
    """Whether no pronoun that comes after could stand for either of the two."""
    verb = subject.head if subject.head.i > subject.i else object_.head
    rest = [word.lower_ for word in sentence.tokens if word.i > max(subject.right_edge.i, object_.right_edge.i, verb.i)]
    after = {word.strip(".,;'") for word in [*rest, *follower(sentence).lower().split()]}
    if after & {"who", "which", "whose"}:
        return False
    groups = ({"he", "him", "his", "she", "her"}, {"it", "its"}, {"they", "them", "their"})
    return not any(after & group and _may_be(subject, group) and _may_be(object_, group) for group in groups)


def _may_be(noun: Any, group: set[str]) -> bool:
    """Whether a pronoun of a group may stand for a noun."""
    if noun.lower_ in {"i", "we", "us", "me", "you"}:
        return False
    if noun.tag_ == "PRP":
        return noun.lower_ in group
    number = noun_number(noun)
    if "they" in group:
        return number != "singular" or noun.ent_type_ == "ORG"
    thing = noun.lower_.endswith(tuple(_WORDS["thing_endings"])) or noun.lower_ in set(_WORDS["things"])
    if "he" in group:
        return number != "plural" and not thing and noun.ent_type_ not in {"ORG", "GPE", "DATE", "MONEY"}
    return number != "plural" and noun.ent_type_ != "PERSON"


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
