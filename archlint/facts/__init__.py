"""What one file says, as located and unresolved facts."""
