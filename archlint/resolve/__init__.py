"""From facts and modules to import edges, as Python resolves them."""
