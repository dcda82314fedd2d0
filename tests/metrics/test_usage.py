"""What metrics that ask a server have used, from the metric to the manifest of a run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from chat_server import Answer, ChatServer

import gaugeblock as gb
from gaugeblock.harness.engines.inline import InlineEngine
from gaugeblock.harness.engines.local import LocalEngine
from gaugeblock.metrics import resolve
from gaugeblock.metrics.usage import since, total, usage_of
from gaugeblock.perturb.example import Example

EXAMPLES = [Example(response=f"Claim {number}.", context="A text.", label=1) for number in range(3)]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-0123456789")
    pytest.importorskip("openai")
    started = ChatServer()
    started.replies(Answer('{"reason": "so", "verdict": "not supported"}', usage=(1000, 50)))
    yield started
    started.close()


def spec(server: ChatServer) -> str:
    return f'judge-support[model=m,base_url="{server.url}",cache=false,price_in=1,price_out=2]'


def test_sums_know_what_they_do_not_know() -> None:
    one = {"model": "m", "calls": 2, "cost": 0.5}
    assert total([]) == total([{}]) == {}
    assert total([one, {}, one]) == {"model": "m", "calls": 4, "cost": 1.0}
    assert total([one, {**one, "cost": None}, one])["cost"] is None
    assert since({}, one) == since({**one, "cost": None, "calls": 0}, one) == one


def test_several_models_are_all_named() -> None:
    """The calls of both stood beside the name of the last."""
    asked = [{"model": name, "calls": 1} for name in ("a", "b", "a")]
    assert total(asked) == {"model": "a, b", "calls": 3}


def test_a_metric_that_asks_nobody_has_used_nothing() -> None:
    assert usage_of(resolve("rouge2")) == {}
    assert InlineEngine(resolve("rouge2")).usage == {}


def test_an_engine_tells_what_its_own_run_used(server: ChatServer) -> None:
    metric = resolve(spec(server))
    list(InlineEngine(metric).run([(0, tuple(EXAMPLES))]))
    second = InlineEngine(metric)
    list(second.run([(0, tuple(EXAMPLES[:1]))]))
    assert (second.usage["calls"], second.usage["prompt_tokens"]) == (1, 1000)
    assert metric.usage["calls"] == 4  # type: ignore[attr-defined]


@pytest.mark.slow
def test_workers_tell_what_they_used(server: ChatServer) -> None:
    engine = LocalEngine(spec(server), workers=2)
    list(engine.run([(number, (example,)) for number, example in enumerate(EXAMPLES)]))
    assert (engine.usage["calls"], engine.usage["completion_tokens"]) == (3, 150)
    assert engine.usage["cost"] == pytest.approx(3 * 0.0011)


@pytest.mark.slow
def test_actors_tell_what_they_used(server: ChatServer) -> None:
    """Tokens and cost are added up over the actors of a Ray cluster too."""
    ray = pytest.importorskip("ray", reason="the engine 'ray' needs the extra gaugeblock[ray]")
    from gaugeblock.harness.engines.ray import RayEngine

    try:
        engine = RayEngine(spec(server), workers=2)
        list(engine.run([(number, (example,)) for number, example in enumerate(EXAMPLES)]))
    finally:
        ray.shutdown()
    assert (engine.usage["calls"], engine.usage["prompt_tokens"], engine.usage["completion_tokens"]) == (3, 3000, 150)
    assert engine.usage["cost"] == pytest.approx(3 * 0.0011)


@pytest.mark.slow
def test_the_manifest_of_a_run_holds_it(server: ChatServer, tmp_path: Path) -> None:
    gb.audit([spec(server), "rouge2"], EXAMPLES, stress="laws", out=tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text("utf-8"))
    (used,) = manifest["usage"].values()
    assert used["model"] == "m"
    assert used["calls"] == len(server.requests)
    assert used["prompt_tokens"] == 1000 * len(server.requests)
    assert "sk-secret" not in json.dumps(manifest)
