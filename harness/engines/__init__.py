"""Where scoring runs: in this process, in worker processes, on a cluster."""
