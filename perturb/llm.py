"""Perturbations that a language model writes and the checks of the rule-based ones hold to account.

The prompts are data (``llm.toml``). A reply becomes exact edits; what fails a check, cannot be read or is a
refusal is a skip that says so, and so is an error of the server. Replies are kept, so that the same example gives the
same variant as long as the cache is the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import regex

from gaugeblock.perturb.arguments import texts_of
from gaugeblock.perturb.base import ENGLISH, Check, Proposal, RuleBased
from gaugeblock.perturb.chat import ChatClient, Reply
from gaugeblock.perturb.checks import (
    BENIGN,
    not_doubled,
    outside_protected,
    outside_quotations,
    same_entities,
    same_numbers,
)
from gaugeblock.perturb.errors import ServiceError, UsageError
from gaugeblock.perturb.evidence import content_stems
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.llm_checks import (
    PROMPTS,
    about_as_long,
    less_diverse,
    longer_with_nothing_lost,
    not_turned_round,
    other_polarity,
    plain_text,
    same_dates,
    same_force,
    same_quantities,
    shorter,
    simpler,
)
from gaugeblock.perturb.relations import Relation, relations
from gaugeblock.perturb.text import Text, analyse
from gaugeblock.perturb.variant import Skip, Variant, diff_edits, replace_span
from gaugeblock.perturb.wording import article_clash

AXES = ("relation", "modality", "scope", "temporal", "numeric")
"""The axes on which `llm-force-raise` may raise a claim."""

_LONGEST = 40_000  # code points of response and context together; more would not fit many models
_LONGEST_VALUE = 60  # a longer "value" is no value but a claim
_MOST_MENTIONS = 6  # a value met more often is likely to mean several things
_INVISIBLE = regex.compile(r"[\u200b\u2060\ufeff]")

Read = Callable[[Example, Mapping[str, Any], "_Task"], "Proposal | str"]
"""Makes a proposal of a reply, or says what is wrong with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """What one perturbation asks and accepts.

    Args:
        family: as in `RuleBased`; so are `summary`, `limits`, `checks`, `relation`, `keeps_label`, `needs_supported`.
        keys: what a reply must have.
        read: makes a proposal of it.
        needs_context: the documents are sent, and must be there.
        axis: the axis to raise on, for the force raiser; empty leaves the choice to the model.
    """

    family: str
    summary: str
    limits: str
    checks: tuple[Check, ...]
    relation: Mapping[str, Relation] = field(default_factory=dict)
    keeps_label: bool = True
    needs_supported: bool = False
    keys: tuple[str, ...] = ("text",)
    read: Read
    needs_context: bool = False
    axis: str = ""


def _read_text(example: Example, reply: Mapping[str, Any], task: _Task) -> Proposal | str:
    """The edits that turn the response into the text of the reply; white space around it stays as it was."""
    text, old = _INVISIBLE.sub("", str(reply["text"])).strip(), example.response
    if not text:
        return "the reply's text is empty"
    start = len(old) - len(old.lstrip())
    return Proposal(diff_edits(old, old[:start] + text + old[len(old.rstrip()) :]))


def _read_raise(example: Example, reply: Mapping[str, Any], task: _Task) -> Proposal | str:
    axis = str(reply["axis"]).strip().lower()
    if axis not in AXES or (task.axis and axis != task.axis):
        return f"the claim was raised on {axis!r}, not on {task.axis or 'an axis of force'}"
    proposal = _read_text(example, reply, task)
    return proposal if isinstance(proposal, str) else replace(proposal, details={"axis": axis})


def _read_replacement(example: Example, reply: Mapping[str, Any], task: _Task) -> Proposal | str:
    """The edits that replace every mention of a value in the documents."""
    old, new = str(reply["from"]).strip(), str(reply["to"]).strip()
    if not old or not new or max(len(old), len(new)) > _LONGEST_VALUE or old.casefold() == new.casefold():
        return "the reply names no two short values"
    if not content_stems(old):
        return f"{old!r} is no value"
    if not _mentions(old, example.response):
        return f"the response does not mention {old!r}"
    if _mentions(new, "\n".join((example.response, *example.context))):
        return f"{new!r} is mentioned already"
    edits = [
        replace_span(document, match.start(), match.end(), new, f"context[{place}]")
        for place, document in enumerate(example.context)
        for match in _mentions(old, document)
    ]
    if not edits:
        return f"the context does not mention {old!r}"
    if len(edits) > _MOST_MENTIONS:
        return f"the context mentions {old!r} {len(edits)} times"
    return Proposal(tuple(edits), details={"from": old, "to": new})


def _mentions(value: str, text: str) -> list[regex.Match[str]]:
    return list(regex.finditer(rf"(?<![\w]|\d[.,]){regex.escape(value)}(?![\w]|[.,]\d)", text))


def _fits_its_places(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The new value agrees with "a" or "an" before it, and is of the same kind (a number for a number)."""
    old, new = str(proposal.details["from"]), str(proposal.details["to"])
    if any(char.isdecimal() for char in old) != any(char.isdecimal() for char in new):
        return f"{new!r} is not of the kind of {old!r}"
    if old[0].isupper() != new[0].isupper():
        return f"{new!r} and {old!r} differ in their capital"
    for edit in proposal.edits:
        if article_clash(original.text(edit.field), edit.start, new):
            return f"{new!r} would stand after the wrong article"
    return None


def _nothing_left_of_it(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The documents mention the old value in no other form: the figure in words, a part of a name."""
    old, new = str(proposal.details["from"]), str(proposal.details["to"])
    parts = [word for word in regex.findall(r"\w+", old) if word[0].isupper() and not _mentions(word, new)]
    values = {number.value for number in analyse(old).numbers if number.value is not None}
    for document in changed.context:
        if part := next((part for part in parts if _mentions(part, document)), None):
            return f"the context still mentions {part!r}"
        if values & {number.value for number in analyse(document).numbers}:
            return f"the context still gives the figure of {old!r}"
    return None


def _sound_raise(original: Example, changed: Example, proposal: Proposal) -> str | None:
    """The two claims are a pair by the rules of the force perturbations."""
    # Not imported with the module, which is a base of the families' packages.
    from gaugeblock.perturb.force import validate_pair

    axis = str(proposal.details["axis"])
    broken = validate_pair(original.response, changed.response, original.context, axis, label=original.label)
    return f"not a fair pair: {', '.join(broken)}" if broken else None


_KEPT = (*BENIGN, plain_text, same_dates, same_quantities)
_NOT_CONCISENESS = relations("benign", conciseness=Relation.NONE)
_NO_JUDGE = (
    "No check reads for meaning: a reworded claim whose names, numbers, negations and hedges are in order passes."
)

_TASKS: dict[str, _Task] = {
    "llm-paraphrase": _Task(
        family="benign",
        summary="Has a language model say the response in other words.",
        limits=_NO_JUDGE,
        checks=(*_KEPT, same_force, not_turned_round, about_as_long),
        read=_read_text,
    ),
    "llm-simplify": _Task(
        family="benign",
        summary="Has a language model say the response in simpler words.",
        limits=_NO_JUDGE,
        checks=(*_KEPT, same_force, not_turned_round, simpler, about_as_long),
        relation=_NOT_CONCISENESS,
        read=_read_text,
    ),
    "llm-shorten": _Task(
        family="benign",
        summary="Has a language model make the response shorter without a loss of claims.",
        limits=f"{_NO_JUDGE} A small claim may be lost with the words that made it.",
        checks=(*_KEPT, same_force, not_turned_round, shorter),
        relation=_NOT_CONCISENESS,
        read=_read_text,
    ),
    "llm-negate-equivalently": _Task(
        family="benign",
        summary="Has a language model word one claim with a negation more or less, to the same meaning.",
        limits="That the new wording means the same is the model's word; only its size and surroundings are checked.",
        checks=(
            outside_protected,
            outside_quotations,
            same_numbers,
            same_entities,
            not_doubled,
            plain_text,
            same_dates,
            same_quantities,
            same_force,
            other_polarity,
            about_as_long,
        ),
        read=_read_text,
    ),
    "llm-less-diverse": _Task(
        family="benign",
        summary="Has a language model reword the response with fewer different words.",
        limits=_NO_JUDGE,
        checks=(*_KEPT, same_force, not_turned_round, less_diverse, about_as_long),
        relation=_NOT_CONCISENESS,
        read=_read_text,
    ),
    "llm-verbose": _Task(
        family="verbosity",
        summary="Has a language model pad the response with words that claim nothing.",
        limits="Padding without names, numbers and negations passes even where it hints at something.",
        checks=(*_KEPT, same_force, longer_with_nothing_lost),
        read=_read_text,
    ),
    "llm-force-raise": _Task(
        family="force",
        summary="Has a language model make one claim stronger than the context warrants.",
        limits="The context is searched for the raised wording, not for what it means.",
        checks=(outside_protected, outside_quotations, plain_text, _sound_raise),
        keeps_label=False,
        needs_supported=True,
        keys=("text", "axis"),
        read=_read_raise,
        needs_context=True,
    ),
    "llm-counterfactual": _Task(
        family="context",
        summary="Has a language model pick a fact of the response and changes it in the documents.",
        limits="Documents that state the fact in words of another form keep it, unless a figure or a name betrays it.",
        checks=(outside_protected, _fits_its_places, _nothing_left_of_it),
        relation=relations("context", all=Relation.DECREASE, conciseness=Relation.INVARIANT),
        keeps_label=False,
        needs_supported=True,
        keys=("from", "to"),
        read=_read_replacement,
        needs_context=True,
    ),
}

LLM_NAMES = tuple(_TASKS)
"""The language-model perturbations by name."""


@dataclass(frozen=True, slots=True)
class LLMPerturbation:
    """A perturbation that one model writes.

    Args:
        rule: the checks, labels and relations; what it proposes is the reply.
        task: what the model is asked.
        client: asks it.
    """

    rule: RuleBased
    task: _Task
    client: ChatClient

    def __repr__(self) -> str:
        return f"<perturbation {self.name} ({self.family}, version {self.version})>"

    @property
    def name(self) -> str:
        return self.rule.name

    @property
    def family(self) -> str:
        return self.rule.family

    @property
    def version(self) -> str:
        """The version and the model, since another model writes another variant."""
        return self.rule.version

    @property
    def languages(self) -> frozenset[str]:
        return self.rule.languages

    @property
    def severities(self) -> tuple[int, ...]:
        return self.rule.severities

    @property
    def relation(self) -> Mapping[str, Relation]:
        return self.rule.relation

    @property
    def summary(self) -> str:
        """What it does, in one sentence."""
        return self.rule.summary

    @property
    def limits(self) -> str:
        """What it does not do well."""
        return self.rule.limits

    def variants(self, example: Example, rng: random.Random) -> Iterator[Variant | Skip]:
        """The variant that the model wrote, or a skip that says why there is none.

        Raises:
            UsageError: there is no key.
            MissingExtraError: the ``openai`` package is not installed.
            DataError: the cache cannot be used.
        """
        problems: list[str] = []

        def propose(example: Example, text: Text, rng: random.Random) -> Iterator[Proposal]:
            if not example.response.strip() or (self.task.needs_context and not example.context_text.strip()):
                return
            found = self._proposal(example)
            if isinstance(found, str):
                problems.append(found)
            else:
                yield found

        for outcome in replace(self.rule, propose=propose).variants(example, rng):
            if problems and isinstance(outcome, Skip):
                outcome = replace(outcome, reason="rejected", detail=problems[0])
            yield outcome

    def _proposal(self, example: Example) -> Proposal | str:
        sent = self._sent(example)
        if len(sent) > _LONGEST:
            return f"the texts are too long to send ({len(sent)} characters, at most {_LONGEST})"
        messages = [
            {"role": "system", "content": PROMPTS["system"].strip()},
            {"role": "user", "content": f"{PROMPTS['task'][self.name]['text'].strip()}\n\nInput:\n{sent}"},
        ]
        keys = self.task.keys
        try:
            reply = self.client.ask(
                messages, self._schema(), readable=lambda text: isinstance(_content(Reply(text), keys), dict)
            )
        except ServiceError as error:
            return str(error)
        content = _content(reply, keys)
        if isinstance(content, str):
            return content
        proposal = self.task.read(example, content, self.task)
        if isinstance(proposal, str):
            return proposal
        return replace(proposal, details={**proposal.details, "model": self.client.model})

    def _sent(self, example: Example) -> str:
        texts: dict[str, Any] = {"response": example.response}
        if self.task.needs_context:
            texts["context"] = list(example.context)
        if self.task.axis:
            texts["axis"] = self.task.axis
        return json.dumps(texts, ensure_ascii=False)

    def _schema(self) -> dict[str, Any]:
        kinds: dict[str, Any] = {key: {"type": "string"} for key in self.task.keys}
        if "axis" in kinds:
            kinds["axis"]["enum"] = [self.task.axis] if self.task.axis else list(AXES)
        return {"type": "object", "properties": kinds, "required": list(kinds), "additionalProperties": False}


def _content(reply: Reply, keys: Sequence[str]) -> dict[str, Any] | str:
    """The object in a reply with the keys that it must have, or what is wrong with it."""
    if reply.refusal:
        return f"the model refused: {reply.refusal[:200]}"
    content = reply.json()
    if content is None:
        return "the reply holds no JSON object" if reply.complete else "the reply was cut off before its end"
    for key in keys:
        if not isinstance(content.get(key), str):
            return f"the reply has no text under {key!r}"
        try:
            content[key].encode("utf-8")
        except UnicodeEncodeError:
            return f"the reply's {key!r} holds half a character"
    return content


def llm_perturbations(
    model: str,
    base_url: str | None = None,
    api_key_env: str = "OPENAI_API_KEY",
    cache: str | Path | Literal[False] | None = None,
    temperature: float = 0.0,
    names: Sequence[str] | None = None,
    axis: str = "",
) -> list[LLMPerturbation]:
    """The language-model perturbations of one model, which share one client.

    Args:
        model: the model's name, as the server knows it.
        base_url: address of any server that speaks OpenAI's protocol.
        api_key_env: the environment variable that holds the key.
        cache: file for the replies; None is the user's cache folder, False is nowhere.
        temperature: 0 asks for the likeliest reply.
        names: which of `LLM_NAMES`; None is all.
        axis: the axis on which `llm-force-raise` raises; empty leaves it to the model.

    Raises:
        UsageError: no model, no such name or axis, an axis without `llm-force-raise`, or an option out of its range.
    """
    names = None if names is None else texts_of("names", names)
    if unknown := sorted(set(names or ()) - set(_TASKS)):
        raise UsageError(f"no language-model perturbation is called {unknown[0]!r}; there are: {', '.join(_TASKS)}")
    if axis and axis not in AXES:
        raise UsageError(f"the axes of force are {', '.join(AXES)}, not {axis!r}")
    if axis and names is not None and not any("axis" in _TASKS[name].keys for name in names):
        raise UsageError("only llm-force-raise takes an axis, and it is not among the names")
    client = ChatClient(model, base_url, api_key_env, cache, temperature)
    return [_perturbation(name, client, axis) for name in (_TASKS if names is None else dict.fromkeys(names))]


def _perturbation(name: str, client: ChatClient, axis: str) -> LLMPerturbation:
    task = replace(_TASKS[name], axis=axis) if "axis" in _TASKS[name].keys else _TASKS[name]
    rule = RuleBased(
        name=name,
        family=task.family,
        summary=task.summary,
        propose=lambda example, text, rng: (),
        checks=task.checks,
        version=f"2 ({client.model})",
        languages=ENGLISH,
        relation=task.relation,
        keeps_label=task.keeps_label,
        needs_supported=task.needs_supported,
        limits=task.limits,
    )
    return LLMPerturbation(rule, task, client)


def _factory(name: str) -> Callable[..., LLMPerturbation]:
    """Makes a perturbation from the options in ``name[model=...]``; the same options give the same one."""

    @lru_cache(maxsize=64)
    def build(
        model: str, base_url: str = "", api_key_env: str = "OPENAI_API_KEY", cache: str = "", temperature: float = 0.0
    ) -> LLMPerturbation:
        return llm_perturbations(model, base_url, api_key_env, cache or None, temperature, [name])[0]

    return build


llm_counterfactual = _factory("llm-counterfactual")
llm_less_diverse = _factory("llm-less-diverse")
llm_negate_equivalently = _factory("llm-negate-equivalently")
llm_paraphrase = _factory("llm-paraphrase")
llm_shorten = _factory("llm-shorten")
llm_simplify = _factory("llm-simplify")
llm_verbose = _factory("llm-verbose")


@lru_cache(maxsize=64)
def llm_force_raise(
    model: str,
    base_url: str = "",
    api_key_env: str = "OPENAI_API_KEY",
    cache: str = "",
    temperature: float = 0.0,
    axis: str = "",
) -> LLMPerturbation:
    """`llm-force-raise` from the options in its brackets."""
    return llm_perturbations(model, base_url, api_key_env, cache or None, temperature, ["llm-force-raise"], axis)[0]
