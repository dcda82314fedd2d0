"""More words for the same content: conciseness must drop, nothing else may rise. Each module is one perturbation."""
