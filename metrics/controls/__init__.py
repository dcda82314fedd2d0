"""Controls: metrics with one planted flaw, or with none, by which the stress tests themselves are tested."""
