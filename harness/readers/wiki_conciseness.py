"""Wiki conciseness: sentences of Wikipedia and concise rewrites by people (Stahlberg et al., TSAR workshop 2022).

``concise_lite.tsv`` (few changes) and ``concise_full.tsv`` (free rewrites) have no header and no quoting: the sentence,
two or five rewrites, and the address of the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gaugeblock.harness.readers._fields import text_in, texts_in
from gaugeblock.harness.readers._files import opened, stem_of
from gaugeblock.harness.readers._published import open_published
from gaugeblock.harness.readers._rows import BadRow, Reader, Row, Table, convert
from gaugeblock.perturb.example import Example

USAGE = "wiki-conciseness:FILE or wiki-conciseness:FOLDER, a file being such as concise_lite.tsv"

_FEWEST = 3
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def open_wiki_conciseness(where: str) -> Table:
    """The examples of a file, or of all ``concise_*.tsv`` in a folder.

    Raises:
        DataError: there is no such file.
    """
    return open_published("wiki-conciseness", where, "concise_*.tsv", USAGE, _examples)


def example_of(row: Mapping[str, Any], subset: str) -> Example:
    """The example in one line: the verbose sentence against itself, its rewrites as ``concise`` in the metadata.

    A rewrite that left the sentence as it was is no rewrite; a sentence that nobody could shorten has none.

    Raises:
        KeyError, TypeError, ValueError: the line is not in the format.
    """
    sentence = text_in(row, "sentence")
    rewrites = dict.fromkeys(texts_in(row, "rewrites"))
    return Example(
        response=sentence,
        context=(sentence,),
        label=1.0,
        metadata={
            "document": text_in(row, "address"),
            "subset": subset,
            "concise": [rewrite for rewrite in rewrites if rewrite != sentence],
        },
    )


def _examples(file: Path) -> Iterator[BadRow | Example]:
    subset = stem_of(file).removeprefix("concise_")
    return convert(_rows(file), lambda row: [example_of(row, subset)], "wiki conciseness")


def _rows(file: Path) -> Iterator[Row | BadRow]:
    with opened(file) as lines:
        for number, line in enumerate(lines, 1):
            place = f"line {number}"
            try:
                text = line.removeprefix(_BYTE_ORDER_MARK).decode("utf-8").rstrip("\r\n")
            except UnicodeDecodeError as error:
                yield BadRow(file.name, place, f"not UTF-8 (byte {error.start} of the line): save the file as UTF-8")
                continue
            if not text.strip():
                continue
            cells = text.split("\t")
            if len(cells) < _FEWEST:
                found = f"{len(cells)} cell{'s' if len(cells) > 1 else ''}"
                yield BadRow(file.name, place, f"a sentence, rewrites and an address, with tabs between, not {found}")
                continue
            sentence, *rewrites, address = cells
            yield Row(file.name, place, {"sentence": sentence, "rewrites": rewrites, "address": address})


READER = Reader(
    summary="Wiki conciseness: wordy sentences of Wikipedia with several concise rewrites by people",
    usage=USAGE,
    open=open_wiki_conciseness,
)
