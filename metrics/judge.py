"""`Judge`: a metric that asks a language model, through any server that speaks OpenAI's protocol."""

from __future__ import annotations

import inspect
import math
import statistics
import threading
import typing
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import regex

from gaugeblock.metrics.base import PASSING_REASONS, Metric, Score, Unscored
from gaugeblock.metrics.display import scrub
from gaugeblock.metrics.secrets import remember_variable, without_variable
from gaugeblock.metrics.verdicts import Labels, Scale, read_verdict, same_label
from gaugeblock.perturb.chat import ChatClient
from gaugeblock.perturb.errors import ServiceError, UsageError
from gaugeblock.perturb.example import Example, content_hash

_FIELDS = ("response", "context", "question")
_TOO_LONG = regex.compile(
    r"context.{0,20}(?:length|size|window)|(?:prompt|input|request|messages?) (?:is|are) too (?:long|large)"
    r"|too many (?:input )?tokens|maximum.{0,30}tokens",
    regex.IGNORECASE,
)
_FILTERED = regex.compile(r"content[_ ]?(?:filter|management policy)|responsible ?ai", regex.IGNORECASE)
_REFUSES = regex.compile(
    r"\W*(?:(?:i['’]?m|i am) (?:very |so )?(?:sorry|unable|not able)|sorry\b|i must decline\b|as an ai\b"
    r"|i (?:can(?:['’]?t|not)|won['’]?t|will not|do not|don['’]t) (?:feel comfortable|help|assist|comply|provide|fulfil"
    r"|engage|continue|discuss|do (?:this|that)|answer|judge|rate|evaluate|assess))",
    regex.IGNORECASE,
)

Init = TypeVar("Init", bound=Callable[..., None])


@dataclass(frozen=True, slots=True)
class Judgement:
    """A score and the verdicts that it is the mean of.

    Args:
        score: the mean over the repeats that have a verdict.
        repeats: the verdict of each repeat, or why it has none.
    """

    score: float
    repeats: tuple[Score, ...]


class Judge(Metric):
    """Asks a model for a verdict on each example; the base of the judges.

    A subclass has a `scale` and a `prompt`, or its own `judge`. The prompt's placeholders are filled in one pass, so
    that braces in a text are plain text. Replies are kept in the cache of `ChatClient`, each repeat's separately.

    Args:
        model: the model's name, as the server knows it; it must be given.
        base_url: address of the server; where it is not given, that of ``OPENAI_BASE_URL``, else OpenAI's.
        api_key_env: the environment variable that holds the key, which is neither stored nor shown.
        template: a text file to ask with instead of the prompt, with ``{response}`` and, where wanted, ``{context}``,
            ``{question}`` and ``{labels}`` in it.
        temperature: 0 asks for the likeliest reply.
        repeats: how often each example is judged. The score is the mean of the verdicts; an example of which more than
            half have none, or of which a server lost one, is unscored.
        concurrency: how many requests may be open at a time.
        max_retries: how often the client repeats a call that failed for a passing reason.
        timeout: seconds to wait for one reply.
        max_tokens: how long a reply may be; None leaves that to the server.
        structured: ask for a JSON object by schema; a server that takes none is asked without.
        price_in: what a million tokens of prompts cost; None = not known.
        price_out: the same of replies.
        cache: where replies are kept: true = in the user's cache folder, false = nowhere, or a file.

    Raises:
        UsageError: an option has a value that it cannot have, or the template cannot be used.
    """

    construct = "citation-support"
    deterministic = False
    batch_size = 32
    long_input = "sent whole; an example whose prompt is longer than the model takes is unscored"
    scale: Scale
    prompt: Mapping[str, str] = {}
    """``system`` and ``user``: what the model is told."""
    placeholders: tuple[str, ...] = (*_FIELDS, "labels")
    """The names that stand in braces in a prompt."""
    needs: tuple[str, ...] = ("response",)
    """Placeholders without which a template makes no sense."""

    def __init__(
        self,
        *,
        model: str = "",
        base_url: str | None = None,
        api_key_env: str = "OPENAI_API_KEY",
        template: str | None = None,
        temperature: float = 0.0,
        repeats: int = 1,
        concurrency: int = 4,
        max_retries: int = 2,
        timeout: float = 120.0,
        max_tokens: int | None = None,
        structured: bool = True,
        price_in: float | None = None,
        price_out: float | None = None,
        cache: bool | str = True,
    ) -> None:
        given = {name: value for name, value in locals().items() if name not in ("self", "__class__")}
        usual = Judge.__init__.__kwdefaults__ or {}
        self.options = {**self.options, **{name: value for name, value in given.items() if value != usual[name]}}
        if not model.strip():
            raise UsageError(
                f"{self.name} needs the option model: write {self.name}[model=NAME] with the key in the environment "
                f"variable {api_key_env}, or {self.name}[model=NAME,base_url=ADDRESS] for another server, which may "
                "need no key"
            )
        for option, least in (("repeats", 1), ("concurrency", 1), ("max_retries", 0), ("max_tokens", 1)):
            if given[option] is not None and not _is_number(given[option], least, whole=True):
                raise UsageError(f"{self.name}: {option} takes a whole number from {least}, not {given[option]!r}")
        if not _is_number(timeout, 0) or timeout == 0:
            raise UsageError(f"{self.name}: timeout takes a number of seconds above 0, not {timeout!r}")
        for option in ("temperature", "price_in", "price_out"):
            if given[option] is not None and not _is_number(given[option], 0):
                raise UsageError(f"{self.name}: {option} takes a number from 0, not {given[option]!r}")
        remember_variable(api_key_env)
        self._client = ChatClient(
            model=model,
            base_url=base_url,
            api_key_env=api_key_env,
            cache=None if cache is True else cache,
            temperature=temperature,
            max_retries=max_retries,
            timeout=timeout,
            max_tokens=max_tokens,
        )
        self._repeats, self._concurrency, self._structured = repeats, concurrency, structured
        self._prices = (price_in, price_out)
        self._counts = dict.fromkeys(("from_cache", "failed", "unread", "prompt_tokens", "completion_tokens"), 0)
        self._uncounted = 0
        self._lock: Any = threading.Lock()
        if template is not None:
            self.prompt = {"user": _read_template(self.name, template, self.needs)}
        if self.prompt:
            written = " ".join(self.prompt.values())
            self.reads = frozenset(name for name in _FIELDS if f"{{{name}}}" in written)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_lock": None}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state, _lock=threading.Lock())
        remember_variable(self._client.api_key_env)

    @property
    def settings(self) -> Mapping[str, Any]:
        """What a subclass adds to all that can change a score."""
        return {}

    def fingerprint_parts(self) -> Sequence[Any]:
        """The model, its server, the prompts and settings."""
        client = self._client
        asked = [client.model, client.address, client.temperature, client.max_tokens, self._repeats, self._structured]
        scale = repr(getattr(self, "scale", None))
        return [self.name, self.version, asked, dict(self.prompt), scale, dict(self.settings)]

    @property
    def usage(self) -> dict[str, Any]:
        """What has been asked so far: requests answered and kept replies, retries, failures, tokens and their cost.

        ``cost`` is None where a price is not given, or where the server did not count the tokens of some reply.
        """
        price_in, price_out = self._prices
        cost = None
        if price_in is not None and price_out is not None and not self._uncounted:
            cost = (self._counts["prompt_tokens"] * price_in + self._counts["completion_tokens"] * price_out) / 1e6
        counts = {"calls": self._client.calls, "retries": self._client.retries, **self._counts}
        return {"model": self._client.model, **counts, "uncounted": self._uncounted, "cost": cost}

    def warm_up(self) -> None:
        """See that there is a client and a key."""
        self._client.check()

    def score(self, examples: Sequence[Example]) -> Sequence[Score]:
        """One score an example, in order."""
        return [found if isinstance(found, Unscored) else found.score for found in self.measure(examples)]

    def measure(self, examples: Sequence[Example]) -> list[Judgement | Unscored]:
        """One score an example with the verdicts behind it; examples alike in what is read are judged once."""
        keys = [self._key(example) for example in examples]
        distinct = dict(zip(keys, examples, strict=True))
        tries = [(example, repeat) for example in distinct.values() for repeat in range(self._repeats)]
        pool = ThreadPoolExecutor(max_workers=self._concurrency)
        try:
            verdicts = list(pool.map(lambda item: self._judged(*item), tries))
        finally:
            pool.shutdown(cancel_futures=True)
        groups = [tuple(verdicts[at : at + self._repeats]) for at in range(0, len(verdicts), self._repeats)]
        found = dict(zip(distinct, map(_mean, groups), strict=True))
        return [found[key] for key in keys]

    def judge(self, example: Example, repeat: int) -> Score:
        """One verdict on one example.

        Args:
            example: its response is not blank.
            repeat: the number of the try, for `ask`.
        """
        values = self._values(example)
        judged = (example.response, *example.context, example.question or "")
        return self.verdict(self.prompt, values, self.scale, judged, repeat=repeat)

    def verdict(
        self,
        prompt: Mapping[str, str],
        values: Mapping[str, str],
        scale: Scale,
        judged: Sequence[str] = (),
        *,
        repeat: int = 0,
    ) -> Score:
        """The verdict in the model's reply to a prompt, or why there is none; see `ask` and `read`."""
        reply = self.ask(
            prompt,
            values,
            schema=scale.schema,
            repeat=repeat,
            readable=lambda text: not isinstance(read_verdict(text, scale, judged), Unscored),
        )
        return reply if isinstance(reply, Unscored) else self.read(reply, scale, judged)

    def ask(
        self,
        prompt: Mapping[str, str],
        values: Mapping[str, str],
        *,
        schema: Mapping[str, Any] | None = None,
        repeat: int = 0,
        readable: Callable[[str], bool] | None = None,
    ) -> str | Unscored:
        """The model's reply to a prompt, or why there is none.

        Args:
            prompt: ``user`` and, where there is one, ``system``.
            values: what stands for each placeholder.
            schema: JSON schema of the reply.
            repeat: the number of the try; each has a reply of its own in the cache.
            readable: whether a reply is of use; one that is not is not kept in the cache.
        """
        messages = [
            {"role": role, "content": fill(prompt[role], values)} for role in ("system", "user") if role in prompt
        ]
        try:
            reply = self._client.ask(messages, schema if self._structured else None, repeat=repeat, readable=readable)
        except ServiceError as error:
            self._count(failed=1)
            return _unanswered(str(error))
        if reply.cached:
            self._count(from_cache=1)
        else:
            self._count(prompt_tokens=reply.prompt_tokens or 0, completion_tokens=reply.completion_tokens or 0)
            if None in (reply.prompt_tokens, reply.completion_tokens):
                with self._lock:
                    self._uncounted += 1
        if reply.finish == "content_filter":
            return Unscored("filtered", f"the server's content filter held the reply of {self._client.model} back")
        if reply.refusal:
            return Unscored("refused", f"{self._client.model} refused: {scrub(reply.refusal)[:200]}")
        if not reply.complete:
            return Unscored("cut-off", f"the reply of {self._client.model} was cut off: raise max_tokens")
        return without_variable(reply.text, self._client.api_key_env)  # a server may repeat the key

    def read(self, reply: str, scale: Scale, judged: Sequence[str] = ()) -> Score:
        """The verdict in a reply (see `verdicts.read_verdict`); words of refusal in its place are ``refused``."""
        verdict = read_verdict(reply, scale, judged)
        if isinstance(verdict, Unscored):
            self._count(unread=1)
            if verdict.reason == "unreadable" and _REFUSES.match(reply):
                return Unscored("refused", f"{self._client.model} refused: {' '.join(reply.split())[:200]}")
        return verdict

    def _judged(self, example: Example, repeat: int) -> Score:
        if not example.response.strip():
            return Unscored("declined", "the response is blank")
        return self.judge(example, repeat)

    def _values(self, example: Example) -> dict[str, str]:
        scale = getattr(self, "scale", None)
        return {
            "response": example.response,
            "context": example.context_text,
            "question": example.question or "",
            "labels": ", ".join(f'"{label}"' for label in scale.scores) if isinstance(scale, Labels) else "",
        }

    def _key(self, example: Example) -> str:
        fields = example.to_json()
        return content_hash({name: fields[name] for name in self.reads})

    def _count(self, **counts: int) -> None:
        with self._lock:
            for name, count in counts.items():
                self._counts[name] += count


def fill(template: str, values: Mapping[str, str]) -> str:
    """A prompt with its placeholders filled, in one pass: what is filled in is plain text.

    >>> fill('{context} | {response} {x}', {"context": "{response}", "response": "{context}"})
    '{response} | {context} {x}'
    """
    return str(regex.sub(r"\{([a-z]+)\}", lambda match: values.get(match[1], match[0]), template))


def client_options(*without: str) -> Callable[[Init], Init]:
    """Shows the options of `Judge` in the signature of a subclass's ``__init__`` that passes ``**client`` on.

    Args:
        without: the options that the subclass does not take.
    """

    def show(init: Init) -> Init:
        own, base = inspect.signature(init), inspect.signature(Judge.__init__)
        kept = [parameter for parameter in own.parameters.values() if parameter.kind is not parameter.VAR_KEYWORD]
        known = {*without, *(parameter.name for parameter in kept)}
        passed = [parameter for name, parameter in base.parameters.items() if name not in known]
        shown: Any = init
        shown.__signature__ = own.replace(parameters=[*kept, *passed])
        shown.__annotations__ = {**typing.get_type_hints(Judge.__init__), **typing.get_type_hints(init)}
        return init

    return show


def label_scores(owner: str, given: str | Mapping[str, float] | None, usual: Mapping[str, float]) -> dict[str, float]:
    """The score of each label, as an option names them.

    Args:
        owner: for messages.
        given: ``label=score`` with commas between, a mapping, or None.
        usual: what None stands for.

    Raises:
        UsageError: it cannot be read so, names a label twice, or has fewer than two different scores.

    >>> label_scores("judge", "yes=1, partly=0.5, no=0", {})
    {'yes': 1.0, 'partly': 0.5, 'no': 0.0}
    """
    if given is None:
        return {label: float(score) for label, score in usual.items()}
    pairs = given.items() if isinstance(given, Mapping) else [part.rpartition("=")[::2] for part in given.split(",")]
    try:
        scores = {str(label).strip(): float(score) for label, score in pairs}
    except (TypeError, ValueError):
        scores = {}
    if len({same_label(str(label)) for label, _ in pairs}) < len(pairs):
        raise UsageError(f"{owner}: labels has a label twice, whose case and hyphens make no difference, in {given!r}")
    if len(set(scores.values())) < 2 or "" in scores or not all(map(math.isfinite, scores.values())):
        raise UsageError(f'{owner}: labels takes label=score with commas between, as "yes=1,no=0", not {given!r}')
    return scores


def _is_number(value: Any, least: float, *, whole: bool = False) -> bool:
    kinds: Any = int if whole else (int, float)
    return isinstance(value, kinds) and not isinstance(value, bool) and math.isfinite(value) and value >= least


def _mean(verdicts: tuple[Score, ...]) -> Judgement | Unscored:
    """The mean of the verdicts that there are, or why too many are missing.

    One that a server lost leaves no score, which would be kept for good without it: another run asks for it again.
    """
    scores = [verdict for verdict in verdicts if not isinstance(verdict, Unscored)]
    missing = [verdict for verdict in verdicts if isinstance(verdict, Unscored)]
    lost = [verdict for verdict in missing if verdict.reason in PASSING_REASONS]
    if lost or len(missing) * 2 > len(verdicts):
        first = (lost or missing)[0]
        tally = f"{len(missing)} of {len(verdicts)} repeats have no verdict; " if len(verdicts) > 1 else ""
        return Unscored(first.reason, tally + first.detail)
    return Judgement(statistics.fmean(scores), verdicts)


def _unanswered(message: str) -> Unscored:
    if _FILTERED.search(message):
        return Unscored("filtered", message)
    if _TOO_LONG.search(message):
        return Unscored("declined", f"the prompt is too long for the model: {message}")
    return Unscored("service", message)


def _read_template(owner: str, template: str, needs: Sequence[str]) -> str:
    path = Path(template).expanduser()
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no UTF-8 text"
        raise UsageError(f"{owner}: the template {path.name} cannot be read: {why}") from error
    missing = [f"{{{name}}}" for name in needs if f"{{{name}}}" not in text]
    if missing:
        raise UsageError(f"{owner}: the template {path.name} has no {' and no '.join(missing)} in it")
    return text
