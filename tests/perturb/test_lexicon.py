"""Word lists beside their modules."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from gaugeblock import perturb
from gaugeblock.perturb.lexicon import lexicon


def test_the_list_beside_a_module_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "birds.toml").write_text('names = ["tit", "Möwe"]\n', encoding="utf-8")
    module = str(tmp_path / "birds.py")
    assert lexicon(module) == {"names": ["tit", "Möwe"]}
    (tmp_path / "birds.toml").unlink()
    assert lexicon(module) is lexicon(module)


def test_a_missing_list_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"fish\.toml"):
        lexicon(str(tmp_path / "fish.py"))


def test_every_list_of_the_package_stands_beside_its_module_and_can_be_read() -> None:
    lists = sorted(Path(perturb.__file__).parent.rglob("*.toml"))
    assert lists
    for path in lists:
        assert path.with_suffix(".py").is_file(), f"{path.name} belongs to no module"
        assert tomllib.loads(path.read_text(encoding="utf-8"))
