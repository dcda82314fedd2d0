"""``gaugeblock perturb``: write the variants of examples."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from gaugeblock.commands.data_told import files_of, tell_mapping
from gaugeblock.commands.options import BadRow, DataArgument, Limit, Map, OnBadRow, Seed
from gaugeblock.output import files_in, keep_apart, say, writing_rows


def perturb(
    data: DataArgument,
    out: Annotated[Path, typer.Option(help="Where the variants go, as JSON Lines; - for standard output.")],
    with_: Annotated[str, typer.Option("--with", help="all, families, or names, with commas between.")] = "all",
    seed: Seed = 0,
    limit: Limit = None,
    map_: Map = None,
    on_bad_row: OnBadRow = BadRow.error,
    with_originals: Annotated[
        bool,
        typer.Option(
            "--originals", help="Write the originals too, and the claims of the context that variants are of."
        ),
    ] = False,
    no_skips: Annotated[bool, typer.Option("--no-skips", help="Leave out why there is no variant.")] = False,
) -> None:
    """Write the variants of examples, with their edits, and every skip with its reason."""
    from gaugeblock.harness.data import stream
    from gaugeblock.perturb import Example, Skip, Variant, select, variants_of
    from gaugeblock.perturb.ahead import examples_ahead
    from gaugeblock.tally import Tally

    select(with_)
    keep_apart(data, out)
    tally = Tally()
    with writing_rows(out) as write_row, files_in(*files_of(data)):

        def write(row: Any) -> None:
            if not write_row(row):  # whoever reads has had enough
                raise typer.Exit

        items = stream(data, mapping=map_, on_bad_row=on_bad_row.value, limit=limit, seed=seed, on_mapping=tell_mapping)
        for item in examples_ahead(items, lambda item: item if isinstance(item, Example) else None):
            if not isinstance(item, Example):
                tally.bad_rows += 1
                say(f"skipped {item}", err=True)
                continue
            originals = {item.id: item}
            for outcome in variants_of(item, with_, seed):
                tally.add(outcome)
                if isinstance(outcome, Variant) and outcome.base is not None:
                    originals[outcome.base.id] = outcome.base  # a claim of the context, raised
                if not (no_skips and isinstance(outcome, Skip)):
                    write(outcome.to_json())
            if with_originals:
                for original in originals.values():
                    write({"outcome": "original", "example": original.to_json()})
    say(str(tally), err=True)
