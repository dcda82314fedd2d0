"""`questeval`: questions made from one text and answered from the other.

From QuestEval (Scialom et al., EMNLP 2021; ThomasScialom/QuestEval, v0.2.4): spans of the response become questions
that are answered from the context, and the other way round; the answers are compared with the spans. The score is the
mean of both directions.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import regex

from gaugeblock.metrics.base import Metric, Score, Unscored
from gaugeblock.metrics.builtin._nli_recipes import blank
from gaugeblock.metrics.builtin.bertscore import BERTScore
from gaugeblock.metrics.devices import device_kind
from gaugeblock.metrics.generator import Generator
from gaugeblock.metrics.versions import versions
from gaugeblock.perturb.arguments import count
from gaugeblock.perturb.example import Example
from gaugeblock.perturb.text import analyse, parse, pipeline_name

_LOG = logging.getLogger(__name__)

UNANSWERABLE = 73
"""The token with which the published question-answering model opens its reply where a text holds no answer."""

_ARTICLES = regex.compile(r"\b(?:a|an|the)\b")
_NOT_WORD = regex.compile(r"[^\p{L}\p{M}\p{N}\s]")


def squad_f1(answer: str, expected: str) -> float:
    """Word overlap of two answers as SQuAD counts it: lower case, without articles and punctuation.

    >>> squad_f1("the old pier", "Old pier!"), round(squad_f1("pier", "old ferry pier"), 2), squad_f1("", "pier")
    (1.0, 0.5, 0.0)
    """
    one, other = (_ARTICLES.sub(" ", _NOT_WORD.sub("", text.lower())).split() for text in (answer, expected))
    shared = sum((Counter(one) & Counter(other)).values())
    if not shared:
        return float(one == other and bool(one))
    precision, recall = shared / len(one), shared / len(other)
    return 2 * precision * recall / (precision + recall)


class QuestEval(Metric):
    """Mean of how well the context answers the response's questions and the response the context's, from 0 to 1.

    Spans are entities and noun chunks of the first five sentences of a text, as in the package, by our spaCy pipeline
    and our sentence splitter. Each question counts the mean of answerability (1 minus the probability that the reply
    opens as unanswerable), SQuAD F1 and, where `similarity` names a model, BERTScore of the answer with the span. A
    text without any span gives no question; where neither text gives one, the item is `Unscored`, and not 0 as in the
    package.

    Args:
        qg: a folder or a hub name of the model that asks, given ``sv1 </s> span </s> text``.
        qa: the model that answers, given ``question </s> text``.
        similarity: the encoder for BERTScore; none leaves BERTScore out.
        unanswerable: number of the token that opens the reply where there is no answer.
        sentences: of how many sentences spans are taken.
        device: ``auto`` or a torch device.

    Raises:
        UsageError: an option has a value that it cannot have, or (at the first score) there is no such model.
    """

    name = "questeval"
    bounds = (0.0, 1.0)
    batch_size = 8
    by_context = True
    long_input = "questions come from the first 5 sentences of each text; 512 tokens of a text are read for an answer"

    def __init__(
        self,
        *,
        qg: str = "ThomasNLG/t5-qg_squad1-en",
        qa: str = "ThomasNLG/t5-qa_squad2neg-en",
        similarity: str | None = "bert-base-multilingual-cased",
        unanswerable: int = UNANSWERABLE,
        sentences: int = 5,
        device: str = "auto",
    ) -> None:
        count("questeval: sentences", sentences, 1)
        count("questeval: unanswerable", unanswerable)
        self.options = {"qg": qg, "qa": qa, "similarity": similarity, "unanswerable": unanswerable}
        self.options |= {"sentences": sentences, "device": device}
        self._asks, self._answers = (Generator(model, device=device) for model in (qg, qa))
        self._similarity = BERTScore(model=similarity, device=device) if similarity else None
        self._unanswerable, self._sentences = unanswerable, sentences

    @property
    def truncated(self) -> int:
        """How many different inputs were longer than the models read, so far."""
        return len(self._asks.truncated) + len(self._answers.truncated)

    @property
    def depends_on(self) -> Mapping[str, str | None]:
        """The libraries that run the models, the parser that finds the spans, and the kind of device."""
        libraries = versions("torch", "transformers", "tokenizers", "spacy", "nltk")
        return libraries | {"parser": pipeline_name(), "device": device_kind(self.options["device"])}

    def fingerprint_parts(self) -> Sequence[Any]:
        """The settings, the libraries and the models' files."""
        models = [self._asks.checkpoint.identity, self._answers.checkpoint.identity]
        models += [self._similarity.fingerprint] if self._similarity else []
        settings = [self._unanswerable, self._sentences, dict(self.depends_on)]
        return [self.name, self.version, *settings, models]

    def warm_up(self) -> None:
        """Load the models."""
        self._asks.load()
        self._answers.load()
        if self._similarity:
            self._similarity.warm_up()

    def score(self, examples: Sequence[Example]) -> list[Score]:
        """One score an example."""
        before = self.truncated
        scores = [self._one(example) for example in examples]
        if self.truncated > before:
            _LOG.warning("questeval: %d input(s) were cut at their end", self.truncated - before)
        return scores

    def questions(self, text: str) -> list[tuple[str, str]]:
        """The (span, question) pairs of a text, each question once."""
        found: dict[str, str] = {}
        for span in self._spans(text):
            question, _ = self._asks.write(f"sv1 </s> {span} </s> {text}")
            if question:
                found.setdefault(question, span)
        return [(span, question) for question, span in found.items()]

    def _one(self, example: Example) -> Score:
        if declined := blank(example):
            return declined
        context, response = example.context_text, example.response
        directions = [self._direction(response, context), self._direction(context, response)]
        scored = [value for value in directions if value is not None]
        if not scored:
            return Unscored("declined", "neither text has an entity or a noun phrase to ask about")
        # as in the package, a direction without any question counts 0 beside one that has some
        return min(1.0, sum(scored) / len(directions))

    def _direction(self, asked_from: str, answered_from: str) -> float | None:
        """The mean over the questions of one text, answered from the other; None where there is no question."""
        values = []
        for span, question in self.questions(asked_from):
            answer, first = self._answers.write(f"{question} </s> {answered_from}")
            answerable = 1.0 - (float(first[self._unanswerable]) if self._unanswerable < len(first) else 0.0)
            parts = [answerable, squad_f1(answer, span)]
            if self._similarity:
                parts.append(self._close(answer, span))
            values.append(sum(parts) / len(parts))
        return sum(values) / len(values) if values else None

    def _close(self, answer: str, span: str) -> float:
        assert self._similarity is not None
        (found,) = self._similarity.score([Example(response=answer, context=(span,))])
        return 0.0 if isinstance(found, Unscored) else max(0.0, found)

    def _spans(self, text: str) -> list[str]:
        """The entities and noun chunks of the first sentences, each once, in their order."""
        ends = [span.end for span in analyse(text).sentences[: self._sentences]]
        if not ends:
            return []
        doc = parse(text[: ends[-1]])
        found = sorted((*doc.ents, *doc.noun_chunks), key=lambda span: (span.start, span.end))
        return list(dict.fromkeys(span.text for span in found if any(char.isalnum() for char in span.text)))


METRIC = QuestEval
