"""What a run remembers for the next one, and how it knows that it may."""
