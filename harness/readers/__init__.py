"""Data sets in their published formats: each module is one data set, and its ``READER`` reads it.

The names here are what a reader is written with, and what opens a table that is no published data set.
"""

from gaugeblock.harness.readers._files import ending_of, is_there, open_table
from gaugeblock.harness.readers._memory import open_frame, open_items
from gaugeblock.harness.readers._rows import BadRow, Reader, Row, Table
from gaugeblock.harness.readers._source import Source

__all__ = [
    "BadRow",
    "Reader",
    "Row",
    "Source",
    "Table",
    "ending_of",
    "is_there",
    "open_frame",
    "open_items",
    "open_table",
]
