"""Edits that keep the meaning: a score must not move. Each module is one perturbation."""
