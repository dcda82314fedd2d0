"""The catalogue page says what the registry says."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from gaugeblock.perturb import PERTURBATIONS

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_perturbations", DOCS / "make_perturbations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_registry_gives(generator: ModuleType) -> None:
    assert generator.main(["--check"]) == 0


def test_every_perturbation_has_its_section_and_its_line_in_the_contents(generator: ModuleType) -> None:
    page = generator.page({}, {})
    for name in PERTURBATIONS:
        assert page.count(f"\n### {name}\n") == 1
        assert page.count(f"[{name}](#{name})") == 1


def test_measurements_are_shown_where_there_are_any(generator: ModuleType) -> None:
    coverage = {
        "run": {"date": "2026-11-30", "seed": 3, "pipeline": "a parser"},
        "responses": {"letters": 20},
        "share": {"contractions": {"letters": 0.25}},
        "targets": {"some": {"goal": 0.9, "says": "letters that hold", "n": 20, "all": 0.95, "letters": 0.95}},
    }
    validity = {"contractions": {"n": 40, "valid": 40, "grammatical": 39, "seed": 3, "date": "2026-11-30"}}
    page = generator.page(coverage, validity)
    section = page.partition("\n### contractions\n")[2].partition("\n### ")[0]
    assert "Coverage: letters 25 %." in section
    assert "Validity: of 40 variants 40 did what they should and 39 were well formed" in section
    assert "| letters that hold | 20 | 95 % | 90 % |" in page
    assert "Coverage:" not in generator.page({}, {})


def test_a_stale_page_is_told_and_a_wrong_word_too(
    generator: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generator, "PAGE", tmp_path / "page.md")
    assert generator.main(["--check"]) == 1
    assert "is stale" in capsys.readouterr().err
    assert generator.main([]) == 0
    assert generator.main(["--check"]) == 0
    assert generator.main(["--chekc"]) == 2


def test_markup_in_an_illustration_stays_text(generator: ModuleType) -> None:
    assert generator._cell("a | b\n<b>*c*</b>  d") == r"a \| b<br>\<b\>\*c\*\</b\> &nbsp;d"


def test_a_reading_names_the_version_that_was_read_where_it_was_noted(generator: ModuleType) -> None:
    read = {"n": 40, "valid": 40, "grammatical": 39, "seed": 3, "date": "2026-11-30"}
    assert "well formed (seed 3, 2026-11-30)." in generator.page({}, {"contractions": read})
    noted = generator.page({}, {"contractions": {**read, "version": "2"}})
    assert "well formed (version 2, seed 3, 2026-11-30)." in noted
