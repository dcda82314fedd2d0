"""The metrics that come with Gaugeblock. Each module is one metric: ``METRIC`` builds it from its options."""
