"""Word lists beside their modules."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
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


def _word_lists(name: str, value: object) -> Iterator[tuple[str, list[str]]]:
    """The lists of words of a table and of the tables in it; a list in a list is a row, whose cells may be alike."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _word_lists(f"{name}.{key}", item)
    elif isinstance(value, list) and all(isinstance(item, str) for item in value):
        yield name, [item for item in value if item != "-"]  # no wording at this level
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                yield from _word_lists(name, item)


@pytest.mark.parametrize("family", ["", "context", "corruption", "force", "gaming", "strategies", "verbosity"])
def test_no_list_has_a_word_twice(family: str) -> None:
    """A word that stands twice was added by somebody who did not find it, and is taken out of one place only."""
    for path in sorted((Path(perturb.__file__).parent / family).glob("*.toml")):
        for name, words in _word_lists(path.stem, tomllib.loads(path.read_text(encoding="utf-8"))):
            twice = sorted(word for word, times in Counter(words).items() if times > 1)
            assert not twice, f"{name} has {', '.join(twice)} twice"
