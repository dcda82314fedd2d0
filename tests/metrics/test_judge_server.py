"""Every judge against a real server of OpenAI's protocol, which serves the packaged model on this machine.

The model is far too small to judge well. What is tested is the protocol: schemas, usage, limits, errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gaugeblock.metrics import Unscored, resolve
from gaugeblock.metrics.builtin.judge_support import SupportJudge
from gaugeblock.metrics.packaged import packaged_gguf
from gaugeblock.perturb.errors import MissingExtraError
from gaugeblock.perturb.example import Example

pytestmark = pytest.mark.slow

EXAMPLES = [
    Example(
        response=response,
        context="The harbour board voted to close the ferry pier on 14 May after cracks were found in two beams.",
        question="When does the pier close?",
        corrected="On 14 May.",
    )
    for response in ("The pier closes on 14 May.", "The pier closes on 20 June, when it rains, which it often does.")
]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    xllamacpp = pytest.importorskip(
        "xllamacpp", reason="the package xllamacpp, which serves the model, is not installed"
    )
    pytest.importorskip("openai")
    try:
        model = packaged_gguf()
    except MissingExtraError as error:
        pytest.skip(str(error))
    settings = xllamacpp.CommonParams()
    settings.model.path = str(model)
    settings.n_ctx = 4096
    settings.n_parallel = 2
    settings.cpuparams.n_threads = 1  # more of them wait for each other in busy loops
    server = xllamacpp.Server(settings)
    yield f"{server.listening_address}/v1"
    del server


@pytest.mark.parametrize(
    "name",
    [
        "judge-da",
        "judge-support",
        "judge-force",
        "judge-force[prompt=steps]",
        "judge-dummy-axis",
        "answer-consistency",
        "gpt-score",
        "gpt-ranking",
        "concise",
    ],
)
def test_each_judge_gets_scores_or_reasons(url: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    plain, _, options = name.rstrip("]").partition("[")
    common = f'model=smollm2,base_url="{url}",cache=false,concurrency=1,max_tokens=40'
    metric = resolve(f"{plain}[{common}{',' if options else ''}{options}]")
    scores = metric.score(EXAMPLES[:1])
    low, high = metric.bounds
    for score in scores:
        if isinstance(score, Unscored):
            assert score.reason in ("unreadable", "cut-off", "refused", "out-of-bounds"), score
        else:
            assert low <= score <= high  # type: ignore[operator]
    usage = metric.usage  # type: ignore[attr-defined]
    assert usage["calls"] >= 1
    assert (usage["failed"], usage["uncounted"]) == (0, 0)
    assert usage["prompt_tokens"] > 100
    assert usage["completion_tokens"] > 0


def test_a_schema_makes_even_this_model_give_a_label(url: str) -> None:
    metric = SupportJudge(model="smollm2", base_url=url, cache=False, max_tokens=80)
    assert all(score in (0.0, 0.5, 1.0) for score in metric.score(EXAMPLES[:1]) if not isinstance(score, Unscored))


def test_a_prompt_that_is_too_long_for_the_model_is_told_apart(url: str) -> None:
    (score,) = SupportJudge(model="smollm2", base_url=url, cache=False, max_retries=0).score(
        [Example(response="The pier closes.", context="The pier is old and long. " * 3000)]
    )
    assert isinstance(score, Unscored)
    assert score.reason == "declined"
    assert "too long for the model" in score.detail


def test_a_reply_that_is_cut_off_is_told_apart(url: str) -> None:
    (score,) = SupportJudge(model="smollm2", base_url=url, cache=False, max_tokens=3).score(EXAMPLES[:1])
    assert isinstance(score, Unscored)
    assert score.reason == "cut-off"


def test_replies_are_kept(url: str, tmp_path: Path) -> None:
    options = {"model": "smollm2", "base_url": url, "cache": str(tmp_path / "replies.sqlite"), "max_tokens": 40}
    first, second = SupportJudge(**options), SupportJudge(**options)  # type: ignore[arg-type]
    assert first.score(EXAMPLES[:1]) == second.score(EXAMPLES[:1])
    assert second.usage["calls"] == 0
