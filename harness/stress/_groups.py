"""Which groups of rows a rule can be put to."""

from __future__ import annotations

import pandas as pd

FOR_ONE = 3
"""Times the documents of a verdict that a share or an AUC of one group needs, its interval being wider."""


def with_documents(rows: pd.DataFrame, by: str, fewest: int, column: str = "change") -> list[str]:
    """The groups of a column whose scored rows come from at least so many source documents, in alphabetical order.

    A rule for a group that hardly ever occurs would leave a whole test undecided; its numbers are reported without one.

    Args:
        rows: with ``cluster``.
        by: the column that names the groups; rows without a name are left out.
        fewest: source documents.
        column: what a scored row has.
    """
    documents = rows[rows[column].notna()].groupby(by)["cluster"].nunique()
    return sorted(str(name) for name in documents.index[documents >= fewest])
