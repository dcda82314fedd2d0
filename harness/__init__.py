"""Read data, plan variants, score them, run the stress tests and their statistics."""
