"""Edits that make a supported response unsupported: a score must drop. Each module is one perturbation."""
