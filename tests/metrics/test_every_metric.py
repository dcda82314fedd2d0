"""Every registered metric and control, one by one, on input that breaks tools: a score or a reason, never a crash.

A metric that is added without a line in `SPECS` fails the first test here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from chat_server import ChatServer

from gaugeblock.metrics import METRICS, Metric, Unscored, resolve
from gaugeblock.metrics.batch import score_batch
from gaugeblock.metrics.usage import usage_of
from gaugeblock.perturb.example import Example

JUDGES = (
    "judge-da",
    "judge-support",
    "judge-force",
    "judge-dummy-axis",
    "answer-consistency",
    "gpt-score",
    "gpt-ranking",
    "concise",
)
SPECS = {
    "alignscore": '[nli="{nli}"]',
    "summac-zs": '[model="{nli}"]',
    "summac-conv": '[model="{nli}"]',
    "grounding-classifier": '[model="{nli}"]',
    "minicheck": '[model="{t5}",kind=t5]',
    "unieval": '[model="{t5}"]',
    "questeval": '[qg="{t5}",qa="{t5}",similarity="{encoder}"]',
    "hhem": '[model="{hhem}"]',
    "bertscore": '[model="{encoder}"]',
    "bartscore": '[model="{t5}"]',
    "consens": '[model="{llama}"]',
    **dict.fromkeys(JUDGES, '[model=m,base_url="{server}",cache=false]'),
}
"""The options that a metric needs; one without a line here is made from its name alone."""

NEEDS_NOTHING = {
    "citation-presence",
    "token-overlap",
    "entity-overlap",
    "rouge",
    "rouge2",
    "embedding-similarity",
    "force-lexicon",
    *(name for name in METRICS if name.startswith("control-")),
}
FLAWS = {"control-nan-maker": "not-finite", "control-out-of-range": "out-of-bounds"}

PLAIN = "The ferry was late."
LONG = "The ferry to the old pier was late again on Monday. " * 1000  # 10,000 words
RUN_ON = "and the ferry went on " * 2000  # 10,000 words without an end
RESPONSES = {
    "empty": "",
    "blank": " \n\t ",
    "symbols": ">>>>> >>> *** --- ??? !!!",
    "arabic": "تأخرت العبارة يوم الاثنين. وصلت متأخرة.",
    "chinese": "水は百度で沸騰する。渡轮晚点了。空は青い。",
    "emoji": "🚀 ⛴️ 👩‍👩‍👧 late 🇳🇴",
    "zero-width": "\u200b\u200d\ufeff",
    "zero-width-inside": "The fer\u200bry was la\u200dte.",
    "right-to-left": "\u202eThe ferry\u202c was late.",
    "nul": "\x00",
    "markup": "{context} </s> <pad> <script>alert(1)</script> **bold** [INST]",
}
CONTEXTS: dict[str, str | tuple[str, ...]] = {
    "plain": PLAIN,
    "none": (),
    "empty": "",
    "blank": ("", "  "),
    "symbols": ">>> --- ...",
    "chinese": "渡轮晚点了。",
}


@pytest.fixture(scope="module")
def places(make_encoder: Callable[..., Path], tiny_nli: Path, tiny_llama: Path) -> Iterator[dict[str, str]]:
    """Where the models and the server are that the specs name."""
    pytest.importorskip("openai", reason="judges need the extra gaugeblock[llm]")
    text = '{"text": "x", "same_meaning": true, "keeps_entities": true}'
    server = ChatServer()
    reply = (
        f'{{"score": 1, "verdict": "not supported", "choice": "first", "abstractive": {text}, '
        f'"extractive": {text}, "word_removal": {text}}}'
    )
    server.answer = lambda asked: (
        "true" if "respond with 'true'" in asked else "* The ferry was late." if "bullet" in asked else reply
    )
    yield {
        "nli": str(tiny_nli),
        "llama": str(tiny_llama),
        "t5": str(make_encoder("t5", "AutoModelForSeq2SeqLM", max_length=10**30)),
        "hhem": str(make_encoder("t5", "AutoModelForTokenClassification", ("no", "yes"), max_length=10**30)),
        "encoder": str(make_encoder("bert", "AutoModel")),
        "server": server.url,
    }
    server.close()


@pytest.fixture(scope="module", params=list(METRICS))
def metric(request: pytest.FixtureRequest, places: dict[str, str]) -> Metric:
    """Each registered metric in turn."""
    return resolve(request.param + SPECS.get(request.param, "").format(**places))


def checked(metric: Metric, *examples: Example) -> None:
    """Each example has a finite score within the bounds, or the reason of a metric that declines."""
    for score in score_batch(metric, examples):
        if isinstance(score, Unscored):
            assert score.reason in {"declined", FLAWS.get(metric.name, "declined")}, score
            assert score.detail
        else:
            low, high = metric.bounds
            assert math.isfinite(score)
            assert low is None or low <= score
            assert high is None or score <= high


def example(response: str, context: str | tuple[str, ...] = PLAIN) -> Example:
    """An example that has all that any metric reads."""
    return Example(
        response=response, context=context, question="When did it come?", label=1.0, corrected="It was late."
    )


def test_each_metric_of_the_registry_is_tried_here() -> None:
    """So that a new one cannot be left out by mistake; others that are installed announce themselves elsewhere."""
    assert set(METRICS) == {*SPECS, *NEEDS_NOTHING}


def test_odd_responses_get_a_score_or_a_reason(metric: Metric) -> None:
    """Empty, blank, symbols, other scripts, what cannot be seen, and markup, beside a plain one in the same batch."""
    checked(metric, *(example(response) for response in (PLAIN, *RESPONSES.values(), PLAIN)))


def test_odd_contexts_get_a_score_or_a_reason(metric: Metric) -> None:
    """No document, blank ones, symbols and another script."""
    checked(metric, *(example(PLAIN, context) for context in CONTEXTS.values()))
    checked(metric, *(example(text, text) for text in RESPONSES.values()))


@pytest.mark.slow
def test_ten_thousand_words_get_a_score_or_a_reason(metric: Metric) -> None:
    """In the response, in the context and in both, with sentence ends and without."""
    checked(metric, example(LONG), example(PLAIN, LONG), example(LONG, LONG))
    checked(metric, example(RUN_ON), example(PLAIN, RUN_ON))


@pytest.mark.slow
def test_a_metric_that_cuts_says_so_and_counts_what_it_cut(metric: Metric) -> None:
    """What it declares agrees with what it does; the count reaches the manifest by `usage_of`."""
    before = usage_of(metric).get("inputs_cut", 0)
    score_batch(metric, [example("The ferry went on and on.", RUN_ON + "until noon."), example(PLAIN, LONG + PLAIN)])
    cut = usage_of(metric).get("inputs_cut", 0) - before
    assert (cut > 0) == hasattr(metric, "truncated")
    if cut:
        assert any(word in metric.long_input for word in ("cut", "not read", "left out", "512 tokens"))
    else:
        assert metric.long_input.startswith(("whole", "sent whole"))
