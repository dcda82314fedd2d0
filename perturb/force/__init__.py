"""Claims made stronger than their evidence: a score must drop. Each module is one axis of force (ForceBench)."""

from gaugeblock.perturb.force._repair import repair
from gaugeblock.perturb.force._validate import AXES, PAIR_RULES, validate_pair

__all__ = ["AXES", "PAIR_RULES", "repair", "validate_pair"]
