"""Speed and memory of archlint beside its peers: `python -m benchmarks --help`."""
