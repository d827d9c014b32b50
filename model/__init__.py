"""The contract every language model satisfies: a leaf that imports the standard library alone.

Import from the module of the subject: `model.ports`, `model.streams`, `model.messages` and so on.
"""
