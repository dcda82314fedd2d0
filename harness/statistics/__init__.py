"""The statistics of every stress test, with intervals that respect which rows share a source document.

Rows of one document (its variants, its several summaries) are not independent. So whole documents are resampled, or
the variance is that between documents. The known tests are SciPy's and statsmodels'; what stands here is what they do
not have: clustered intervals, and AUCs compared on rows that belong together.
"""

from gaugeblock.harness.statistics.correlation import kendall, pearson, spearman
from gaugeblock.harness.statistics.documents import RESAMPLES, Documents
from gaugeblock.harness.statistics.estimate import Estimate, seeded
from gaugeblock.harness.statistics.means import difference, mean, means, ratio
from gaugeblock.harness.statistics.paired import Paired, holm, paired_tests
from gaugeblock.harness.statistics.power import documents_needed, minimum_detectable_effect
from gaugeblock.harness.statistics.proportions import wilson
from gaugeblock.harness.statistics.roc import Roc, auc, auc_difference

__all__ = [
    "RESAMPLES",
    "Documents",
    "Estimate",
    "Paired",
    "Roc",
    "auc",
    "auc_difference",
    "difference",
    "documents_needed",
    "holm",
    "kendall",
    "mean",
    "means",
    "minimum_detectable_effect",
    "paired_tests",
    "pearson",
    "ratio",
    "seeded",
    "spearman",
    "wilson",
]
