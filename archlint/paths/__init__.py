"""Components, cuts and shortest chains of directed graphs whose nodes are plain numbers.

Every answer depends on the numbers alone and never on the order of the arcs: whoever numbers nodes
by name gets the same answer in every run.
"""
