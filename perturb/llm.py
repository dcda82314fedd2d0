"""Perturbations that a language model writes and the checks of the rule-based ones hold to account.

The prompts are data (``llm.toml``). A reply becomes exact edits; what fails a check, cannot be read or is a
refusal is a skip that says so, and so is an error of the server. Replies are kept, so that the same example gives the
same variant as long as the cache is the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from gaugeblock.perturb.arguments import texts_of
from gaugeblock.perturb.base import ENGLISH, Proposal, RuleBased
from gaugeblock.perturb.chat import ChatClient
from gaugeblock.perturb.chat_reply import Reply
from gaugeblock.perturb.errors import ServiceError, UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.llm_checks import PROMPTS
from gaugeblock.perturb.llm_tasks import AXES, TASKS, Task
from gaugeblock.perturb.relations import Relation
from gaugeblock.perturb.text import Text
from gaugeblock.perturb.variant import Skip, Variant

LLM_NAMES = tuple(TASKS)
"""The language-model perturbations by name."""

_LONGEST = 40_000  # code points of response and context together; more would not fit many models


@dataclass(frozen=True, slots=True)
class LLMPerturbation:
    """A perturbation that one model writes.

    Args:
        rule: the checks, labels and relations; what it proposes is the reply.
        task: what the model is asked.
        client: asks it.
    """

    rule: RuleBased
    task: Task
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
    if unknown := sorted(set(names or ()) - set(TASKS)):
        raise UsageError(f"no language-model perturbation is called {unknown[0]!r}; there are: {', '.join(TASKS)}")
    if axis and axis not in AXES:
        raise UsageError(f"the axes of force are {', '.join(AXES)}, not {axis!r}")
    if axis and names is not None and not any("axis" in TASKS[name].keys for name in names):
        raise UsageError("only llm-force-raise takes an axis, and it is not among the names")
    client = ChatClient(model, base_url, api_key_env, cache, temperature)
    return [_perturbation(name, client, axis) for name in (TASKS if names is None else dict.fromkeys(names))]


def _perturbation(name: str, client: ChatClient, axis: str) -> LLMPerturbation:
    task = replace(TASKS[name], axis=axis) if "axis" in TASKS[name].keys else TASKS[name]
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
