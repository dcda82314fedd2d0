"""ConSens: how much easier the context makes the response for a causal language model to predict.

Source: Vankov, Ivanov, Correia and Botev, *ConSens* (arXiv 2505.00065, 2025).
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.causal_lm import CausalLM, Encoded
from gaugeblock.metrics.completions_server import CompletionsServer, check_server
from gaugeblock.metrics.devices import device_kind
from gaugeblock.metrics.model_source import PACKAGED, find_model
from gaugeblock.metrics.shared_prefix import Tokens
from gaugeblock.metrics.versions import versions
from gaugeblock.metrics.word_filter import FILTERS, Filter, kept_words, tokens_of_words
from gaugeblock.perturb.errors import ServiceError, UsageError
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.lexicon import lexicon
from gaugeblock.perturb.text import pipeline_name

if TYPE_CHECKING:
    import pandas as pd

Perplexity = Literal["arithmetic", "geometric"]
Template = Literal["plain", "chat"]

_LOG = logging.getLogger(__name__)
_ANSWER_STEPS = 16


@dataclass(frozen=True, slots=True)
class Measurement:
    """A ConSens score and what it was worked out from.

    Args:
        score: the ConSens score.
        log_perplexity_with: log of the perplexity of the kept tokens with the context.
        log_perplexity_without: the same with an empty context.
        tokens: the text of each token of the response.
        kept: for each token whether the word filter kept it.
        log_probs_with: log-probability of each token with the context.
        log_probs_without: the same with an empty context.
        context_tokens: how many tokens of the context the model was shown.
        cut_tokens: how many more the context has.
    """

    score: float
    log_perplexity_with: float
    log_perplexity_without: float
    tokens: tuple[str, ...]
    kept: tuple[bool, ...]
    log_probs_with: tuple[float, ...]
    log_probs_without: tuple[float, ...]
    context_tokens: int
    cut_tokens: int


def log_perplexity(log_probs: Sequence[float], kind: Perplexity) -> float:
    """The log of a perplexity.

    The paper prints the arithmetic mean of the inverse token probabilities, which one rare token can dominate; the
    standard perplexity is their geometric mean (arXiv 2505.00065, definition of P_text).

    Args:
        log_probs: log-probabilities of the tokens, in nats; at least one.
        kind: which of the two.

    >>> tokens = [math.log(p) for p in (0.9, 0.8, 0.001)]
    >>> [round(math.exp(log_perplexity(tokens, kind)), 1) for kind in ("arithmetic", "geometric")]
    [334.1, 11.2]
    """
    surprisals = [-value for value in log_probs]
    if kind == "geometric":
        return math.fsum(surprisals) / len(surprisals)
    most = max(surprisals)  # taken out of the sum, so that an improbable token does not overflow it
    return most + math.log(math.fsum(math.exp(value - most) for value in surprisals) / len(surprisals))


def consens(log_perplexity_with: float, log_perplexity_without: float) -> float:
    """2 / (1 + e^-r) - 1 with r = log(P_E / P_C): the contrast of two perplexities, from -1 to 1 (arXiv 2505.00065).

    It equals tanh(r / 2), which is how it is computed, and (P_E - P_C) / (P_E + P_C).

    Args:
        log_perplexity_with: log P_C, with the context.
        log_perplexity_without: log P_E, with an empty context.

    >>> round(consens(math.log(2.0), math.log(6.0)), 12)
    0.5
    """
    return math.tanh((log_perplexity_without - log_perplexity_with) / 2)


@dataclass(frozen=True, slots=True)
class _Item:
    """An example made ready for the model."""

    with_context: Tokens
    without_context: Tokens
    answer: Encoded
    kept: tuple[bool, ...]
    context_tokens: int
    cut_tokens: int


class ConSens(Metric):
    """How much the context helps a causal language model to predict the response, from -1 to 1; 0 = not at all.

    The perplexity of the response's content words is taken twice, after a prompt with the context and after the same
    prompt with an empty one. The prompts are ours, since the paper prints none. A response to an empty context scores
    exactly 0, as the definition says: both prompts are the same. A response without a content word is declined.

    Scores are the same, bit for bit, for the same batch in any order. With other examples in the batch that have the
    same context and question, the sixth digit may differ, unless ``shared=False``.

    Args:
        model: ``packaged`` (SmolLM2-135M-Instruct, a Python package), a folder, a ``.gguf`` file or a hub name. The
            paper used Llama 3.2 1B.
        revision: branch, tag or commit of a model on the hub.
        perplexity: ``arithmetic``, as the paper prints it, or ``geometric``, the standard one.
        filter: which words are dropped: ``closed`` (function words and punctuation, English only), ``question``
            (words that the question has), ``both`` as in the paper, or ``none``.
        template: ``plain`` text, or the model's own ``chat`` format.
        max_tokens: how many tokens prompt and response may have together; None = as many as the model takes. A longer
            context is cut at its end; the question and the response never are. Room for the response is set aside in
            steps of a sixteenth, so that its variants see the same part of the context.
        shared: whether prompts and common beginnings of responses are computed once a batch.
        batch_tokens: how many tokens of responses are computed at a time, which bounds the memory.
        device: ``auto`` or a torch device.
        server: address of a completions server that tells the log-probabilities of a prompt's tokens, such as
            ``http://localhost:8000/v1``; `model` is then the model's name there. Nothing is cut, and only the ``plain``
            template is possible, since the tokenizer is the server's.
        server_form: ``echo`` (the completions protocol) or ``prompt_logprobs`` (vLLM's own).

    Raises:
        UsageError: an option has a value that it cannot have.
    """

    name = "consens"
    version = "1"
    construct = "grounding"
    bounds = (-1.0, 1.0)
    reads = frozenset({"response", "context", "question"})
    batch_size = 64
    by_context = True
    long_input = "the end of the context is cut, with a warning in the log; question and response never are"

    def __init__(
        self,
        *,
        model: str = PACKAGED,
        revision: str | None = None,
        perplexity: Perplexity = "arithmetic",
        filter: Filter = "both",
        template: Template = "plain",
        max_tokens: int | None = None,
        shared: bool = True,
        batch_tokens: int = 512,
        device: str = "auto",
        server: str | None = None,
        server_form: str = "echo",
    ) -> None:
        given = locals()
        for option, allowed in (
            ("perplexity", get_args(Perplexity)),
            ("filter", FILTERS),
            ("template", get_args(Template)),
        ):
            if given[option] not in allowed:
                raise UsageError(f"consens: {option} takes {' or '.join(allowed)}, not {given[option]!r}")
        for option in ("max_tokens", "batch_tokens"):
            value = given[option]
            if value is not None and (not isinstance(value, int) or value < 1):
                raise UsageError(f"consens: {option} takes a whole number from 1, not {value!r}")
        if server is not None:
            check_server(server, server_form)
            if template != "plain":
                raise UsageError("consens: with a server only template=plain is possible: its tokenizer is not here")
        self._server = None if server is None else CompletionsServer(server, model, server_form)
        self._settings = {option: given[option] for option in type(self).__init__.__kwdefaults__ or {}}
        defaults = type(self).__init__.__kwdefaults__ or {}
        self.options = {option: value for option, value in self._settings.items() if value != defaults[option]}
        self.truncated = 0
        """How many examples have been scored with a context cut short."""
        self._model: CausalLM | None = None
        self._perplexity: Perplexity = perplexity
        self._filter: Filter = filter
        self._template: Template = template

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_model": None}  # the weights stay here: the other process loads its own

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The libraries that run the model, and the parser that the word filter asks."""
        libraries = versions("torch", "transformers", "tokenizers")
        return libraries if self._filter == "none" else libraries | versions("spacy") | {"parser": pipeline_name()}

    def fingerprint_parts(self) -> Sequence[Any]:
        """Options, prompts, model, device and libraries."""
        if self._server is not None:
            served = [self._server.url, self._server.model, self._server.form]
            return [self.name, self.version, self._settings, _texts(), dict(self.depends_on), served]
        source = find_model(self._settings["model"], self._settings["revision"])
        found = {"model": source.identity, "revision": None, "device": device_kind(self._settings["device"])}
        return [self.name, self.version, self._settings | found, _texts(), dict(self.depends_on)]

    @property
    def model(self) -> CausalLM:
        """The language model, loaded on first use."""
        if self._model is None:
            source = find_model(self._settings["model"], self._settings["revision"])
            self._model = CausalLM.load(
                source, device=self._settings["device"], batch_tokens=self._settings["batch_tokens"]
            )
        return self._model

    def warm_up(self) -> None:
        """Load the language model, where it is not a server's."""
        if self._server is None:
            _ = self.model

    def score(self, examples: Sequence[Example]) -> Sequence[Score]:
        """One ConSens score an example, in order."""
        return [found if isinstance(found, Unscored) else found.score for found in self.measure(examples)]

    def measure(self, examples: Sequence[Example]) -> list[Measurement | Unscored]:
        """One score an example with what it was worked out from, for a person who asks why."""
        if self._server is not None:
            return [self._served(example, self._server) for example in examples]
        prepared = [self._prepare(example) for example in examples]
        groups: dict[tuple[Tokens, Tokens], list[int]] = {}
        for position, item in enumerate(prepared):
            if isinstance(item, _Item):
                groups.setdefault((item.with_context, item.without_context), []).append(position)
        found: dict[int, Measurement | Unscored] = {}
        for positions in groups.values():
            items = [item for position in positions if isinstance(item := prepared[position], _Item)]
            for position, item, pair in zip(positions, items, self._log_probs(items), strict=True):
                found[position] = self._measured(examples[position], item, *pair)
        results = [item if isinstance(item, Unscored) else found[at] for at, item in enumerate(prepared)]
        self._report_cuts(results)
        return results

    def _served(self, example: Example, server: CompletionsServer) -> Measurement | Unscored:
        """The measurement of one example by a server."""
        if not example.response.strip():
            return Unscored("declined", "the response is empty")
        texts = _texts()["template"]["plain"]
        after = texts["no_question"] if example.question is None else _asked(texts["question"], example.question)
        context = "\n\n".join(filter(None, map(str.strip, example.context)))
        answer = texts["lead"] + example.response
        try:
            told = [server.answer(f"{texts['before']}{shown}{after}", answer) for shown in (context, "")]
        except ServiceError as error:
            return Unscored("service", str(error))
        offsets = [[(token.start, token.end) for token in tokens] for tokens in told]
        if offsets[0] != offsets[1]:
            return Unscored("declined", "the server cuts the response into other tokens after another prompt")
        encoded = Encoded((0,) * len(offsets[0]), tuple(offsets[0]))
        kept = self._kept(example, encoded, len(texts["lead"]))
        if not any(kept):
            return Unscored("declined", f"no word of the response is left by the word filter ({self._filter})")
        item = _Item((), (), encoded, kept, 0, 0)
        with_context, without = (tuple(token.log_prob for token in tokens) for tokens in told)
        return self._measured(example, item, with_context, without)

    def document_influence(self, example: Example) -> pd.DataFrame:
        """How much each document adds to the score: the score with all of them, less the score without that one.

        Experiment 3 of the paper asks which document was the most influential.

        Returns:
            one row a document, most influential first: ``document`` (its position), ``score`` (without it; missing
            where it has none), ``influence`` and ``text``.

        Raises:
            ValueError: the example itself gets no score.
        """
        from gaugeblock.metrics.consens_tables import document_influence

        return document_influence(self, example)

    def sentence_influence(self, example: Example) -> pd.DataFrame:
        """How much each sentence of the context adds to the score, as `document_influence` has it for documents.

        The first row is the critical sentence of the paper's experiment 2.

        Returns:
            one row a sentence, most influential first: ``document``, ``start``, ``end`` (code points in the document),
            ``score``, ``influence`` and ``text``.

        Raises:
            ValueError: the example itself gets no score.
        """
        from gaugeblock.metrics.consens_tables import sentence_influence

        return sentence_influence(self, example)

    def _prepare(self, example: Example) -> _Item | Unscored:
        if not example.response.strip():
            return Unscored("declined", "the response is empty")
        model = self.model
        texts = _texts()["template"][self._template]
        before, after = self._frame(example.question)
        answer = model.encode(texts["lead"] + example.response)
        context = model.encode("\n\n".join(filter(None, map(str.strip, example.context)))).tokens
        limit = min(self._settings["max_tokens"] or model.limit, model.limit)
        step = max(1, limit // _ANSWER_STEPS)
        fixed = len(before) + len(after)
        room = limit - fixed - math.ceil(len(answer.tokens) / step) * step
        if fixed + len(answer.tokens) > limit or (context and room < 1):
            return Unscored(
                "declined",
                f"the question and the response take {fixed + len(answer.tokens)} tokens of the {limit} that the model "
                "takes, which leaves no room for the context",
            )
        shown = context[: max(room, 0)]
        kept = self._kept(example, answer, len(texts["lead"]))
        if not any(kept):
            return Unscored("declined", f"no word of the response is left by the word filter ({self._filter})")
        return _Item(before + shown + after, before + after, answer, kept, len(shown), len(context) - len(shown))

    def _kept(self, example: Example, answer: Encoded, lead: int) -> tuple[bool, ...]:
        """For each token of the answer whether the word filter keeps it; `lead` code points precede the response."""
        classes = frozenset(_texts()["closed"]["classes"])
        words = kept_words(example.response, example.question, self._filter, classes=classes)
        if words is None:
            return (True,) * len(answer.tokens)
        return tokens_of_words(answer.offsets, [(start + lead, end + lead) for start, end in words])

    def _frame(self, question: str | None) -> tuple[Tokens, Tokens]:
        """The tokens of the prompt before the context and after it."""
        texts = _texts()["template"][self._template]
        after = texts["no_question"] if question is None else _asked(texts["question"], question)
        model = self.model
        if self._template == "plain":
            return model.start + model.encode(texts["before"]).tokens, model.encode(after).tokens
        opening, closing = model.chat_frame()
        return opening + model.encode(texts["before"]).tokens, model.encode(after).tokens + closing

    def _log_probs(self, items: Sequence[_Item]) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
        """The log-probabilities of answers to one prompt, with the context and without."""
        answers = [item.answer.tokens for item in items]
        shared = self._settings["shared"]
        with_context = self.model.log_probs(items[0].with_context, answers, shared=shared)
        if items[0].with_context == items[0].without_context:
            return list(zip(with_context, with_context, strict=True))
        without = self.model.log_probs(items[0].without_context, answers, shared=shared)
        return list(zip(with_context, without, strict=True))

    def _measured(
        self, example: Example, item: _Item, with_context: tuple[float, ...], without: tuple[float, ...]
    ) -> Measurement | Unscored:
        if not all(map(math.isfinite, (*with_context, *without))):
            return Unscored("not-finite", "the model gave a token no finite log-probability")
        text = _texts()["template"][self._template]["lead"] + example.response
        log_p_c, log_p_e = (
            log_perplexity([value for value, keep in zip(values, item.kept, strict=True) if keep], self._perplexity)
            for values in (with_context, without)
        )
        return Measurement(
            score=consens(log_p_c, log_p_e),
            log_perplexity_with=log_p_c,
            log_perplexity_without=log_p_e,
            tokens=tuple(text[start:end] for start, end in item.answer.offsets),
            kept=item.kept,
            log_probs_with=with_context,
            log_probs_without=without,
            context_tokens=item.context_tokens,
            cut_tokens=item.cut_tokens,
        )

    def _report_cuts(self, results: Sequence[Measurement | Unscored]) -> None:
        cut = sum(isinstance(result, Measurement) and result.cut_tokens > 0 for result in results)
        if cut:
            self.truncated += cut
            _LOG.warning("consens: the context of %d of %d examples was cut at its end to fit", cut, len(results))


def _asked(template: str, question: str) -> str:
    return template.replace("{question}", question.strip())


def _texts() -> dict[str, Any]:
    return lexicon(__file__)


METRIC = ConSens
