"""The registry: lazy, helpful, jealous of its names."""

from __future__ import annotations

import importlib.metadata
import sys

import pytest

from gaugeblock.perturb import PERTURBATIONS
from gaugeblock.perturb.errors import NameCollisionError, UnknownNameError, UsageError
from gaugeblock.perturb.registry import Registry


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A package of two entries and a helper, importable as ``plugs``."""
    package = tmp_path / "plugs"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "number_words.py").write_text("THING = 'words'\n")
    (package / "broken.py").write_text("raise ImportError('no such part')\n")
    (package / "_helper.py").write_text("THING = 'helper'\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield "plugs"
    for name in [name for name in sys.modules if name.split(".")[0] == "plugs"]:
        del sys.modules[name]


def test_the_files_of_a_folder_are_entries_by_their_names(folder):
    registry: Registry[str] = Registry("thing", folders=(folder,), attribute="THING")
    assert registry.names() == ["broken", "number-words"]
    assert registry.get("number-words") == "words"


def test_nothing_is_imported_before_it_is_asked_for(folder):
    registry: Registry[str] = Registry("thing", folders=(folder,), attribute="THING")
    assert "number-words" in registry
    assert "plugs.number_words" not in sys.modules


def test_an_entry_that_cannot_be_imported_is_named_with_its_path(folder):
    registry: Registry[str] = Registry("thing", folders=(folder,), attribute="THING")
    with pytest.raises(UsageError, match=r"'broken'.*plugs\.broken:THING.*no such part"):
        registry.get("broken")


def test_a_name_that_is_nearly_right_gets_a_suggestion():
    registry: Registry[int] = Registry("thing")
    registry.register("rouge2", 1)
    with pytest.raises(UnknownNameError, match="did you mean rouge2"):
        registry.get("roug2")


def test_a_name_that_is_far_off_gets_the_list():
    registry: Registry[int] = Registry("thing")
    registry.register("rouge2", 1)
    with pytest.raises(UnknownNameError, match="there are: rouge2"):
        registry.get("zzz")


def test_two_things_of_one_name_collide():
    registry: Registry[object] = Registry("thing")
    registry.register("a", "one:A")
    registry.register("a", "one:A")
    with pytest.raises(NameCollisionError, match=r"one:A and two:B"):
        registry.register("a", "two:B")


def test_a_path_may_be_registered_again_after_it_was_loaded():
    registry: Registry[object] = Registry("thing")
    registry.register("dumps", "json:dumps")
    loaded = registry.get("dumps")
    registry.register("dumps", "json:dumps")
    registry.register("dumps", loaded)
    assert registry.get("dumps") is loaded
    with pytest.raises(NameCollisionError, match=r"json:dumps and json:loads"):
        registry.register("dumps", "json:loads")


def test_a_collision_is_told_on_every_call_and_leaves_no_half_filled_registry(folder, monkeypatch):
    point = importlib.metadata.EntryPoint("number-words", "json:dumps", "gaugeblock.things")
    monkeypatch.setattr("gaugeblock.perturb.registry.entry_points", lambda group: [point])
    registry: Registry[object] = Registry("thing", folders=(folder,), attribute="THING", group="gaugeblock.things")
    for call in (registry.names, lambda: registry.get("broken"), lambda: "broken" in registry):
        with pytest.raises(NameCollisionError, match="number-words"):
            call()


def test_entry_points_of_other_distributions_are_entries(monkeypatch):
    point = importlib.metadata.EntryPoint("theirs", "json:dumps", "gaugeblock.things")
    monkeypatch.setattr("gaugeblock.perturb.registry.entry_points", lambda group: [point])
    registry: Registry[object] = Registry("thing", group="gaugeblock.things")
    import json

    assert registry.get("theirs") is json.dumps


def wrong(entry: object, name: str) -> str | None:
    return None if getattr(entry, "name", "") == name else "has another name"


def test_an_object_that_is_no_entry_is_refused_when_it_is_registered():
    """Whoever registers it is told, not whoever asks for all entries later."""
    registry: Registry[object] = Registry("thing", check=wrong)
    with pytest.raises(UsageError, match=r"the thing 'five' \(builtins\.int\) has another name"):
        registry.register("five", 5)
    assert registry.names() == []


def test_a_plug_in_that_is_no_entry_is_named_with_its_path():
    """What is imported is looked at when it is."""
    registry: Registry[object] = Registry("thing", check=wrong)
    registry.register("dumps", "json:dumps")
    with pytest.raises(UsageError, match=r"the thing 'dumps' \(json:dumps\) has another name"):
        registry.get("dumps")


def test_a_path_without_an_object_is_told_as_such():
    """The message says how a path is written."""
    registry: Registry[object] = Registry("thing")
    registry.register("json", "json")
    with pytest.raises(UsageError, match="names no object: MODULE:OBJECT"):
        registry.get("json")


def test_only_perturbations_under_their_own_names_are_registered():
    """A number is no perturbation, and a perturbation has one name."""
    with pytest.raises(UsageError, match=r"'junk'.*it lacks name, family"):
        PERTURBATIONS.register("junk", 5)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"'number-two'.*calls itself 'number'"):
        PERTURBATIONS.register("number-two", PERTURBATIONS.get("number"))
    assert {"junk", "number-two"}.isdisjoint(PERTURBATIONS.names())
