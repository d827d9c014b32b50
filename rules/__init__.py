"""The law of this repository: rules of its own, on the public API of archlint."""
