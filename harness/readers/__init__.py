"""Data sets in their published formats. Each module is one data set: ``READER`` reads it."""
