"""A run folder as a page, a table, a gate."""
