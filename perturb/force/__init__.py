"""Claims made stronger than their evidence: a score must drop. Each module is one axis of force (ForceBench)."""
