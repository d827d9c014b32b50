"""The built-in rules, one file each; they know nothing of archlint but its public API."""
