"""Content-free phrases: a score must not rise. Each module is one perturbation."""
