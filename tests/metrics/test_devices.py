"""What a torch device is."""

from __future__ import annotations

import pytest

from gaugeblock.metrics.devices import device_kind, resolved_device


@pytest.mark.parametrize(("there", "meant"), [(True, "cuda"), (False, "cpu")])
def test_auto_is_a_graphics_card_where_there_is_one(there: bool, meant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    monkeypatch.setattr("torch.cuda.is_available", lambda: there)
    assert (resolved_device("auto"), device_kind("auto")) == (meant, meant)


def test_a_device_that_is_named_stays() -> None:
    assert (resolved_device("cuda:1"), device_kind("cuda:1")) == ("cuda:1", "cuda")
