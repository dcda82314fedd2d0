"""Changed contexts, each with its own relation. Each module is one perturbation."""
