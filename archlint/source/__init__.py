"""Finds the files, roots and modules of a tree; the only reader of source files."""
