"""What the packaging metadata in a tree says about roots and dependencies."""
