"""The stress tests. Each module is one test: ``TEST`` plans its variants and judges their scores."""
