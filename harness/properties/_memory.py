"""`Memory`: what broke a law last time, in the database of Hypothesis."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

from hypothesis.database import ExampleDatabase

from gaugeblock.harness.properties._case import Case
from gaugeblock.harness.properties._law import Law
from gaugeblock.harness.properties._outcome import Counterexample
from gaugeblock.perturb.example import Example, content_hash

RECALLED = 10
"""So many cases that broke a law before are tried again in one run, at most; the others stay for the next."""


class Memory:
    """What broke a law last time.

    The cases themselves are kept, not the choices that lead to them, so that they outlive a change of the strategies.

    Args:
        database: where; None = nowhere.
        metric: the metric's name. Its code does not count: what it is mended for is to be tried again.
        law: the law; its tolerance does not count.
        among: the data that cases are drawn from, so that none of other data comes up; None = built examples.
    """

    def __init__(
        self, database: ExampleDatabase | None, metric: str, law: Law, among: Sequence[Example] | None
    ) -> None:
        self._database = database
        options = {name: value for name, value in law.options.items() if name != "tolerance"}
        data = "built" if among is None else content_hash(sorted({example.digest for example in among}))
        self._key = f"gaugeblock {metric} {replace(law, options=options).spec} {data}".encode()
        self._old: dict[Case, bytes] = {}

    def cases(self) -> list[Case]:
        """The shortest cases, the shortest first; what cannot be read is forgotten."""
        if self._database is None:
            return []
        for written in sorted(self._database.fetch(self._key), key=len):
            try:
                self._old[Case.from_json(json.loads(written))] = written
            except (ValueError, KeyError, TypeError):
                self._database.delete(self._key, written)
        return list(self._old)[:RECALLED]

    def keep(self, found: Counterexample | None, holds: Callable[[Case], bool]) -> None:
        """Remember a case, and forget those that were judged again and hold now.

        Args:
            found: what was found; None = nothing.
            holds: whether the law was tried on a case and held; no for a case that was not tried.
        """
        if self._database is None:
            return
        for case, written in self._old.items():
            if holds(case):
                self._database.delete(self._key, written)
        if found is not None:
            written = json.dumps(found.case.to_json()).encode()
            self._database.save(self._key, written)
