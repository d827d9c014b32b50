"""The version of archlint, for whoever must say it."""

VERSION = "0.1.0"
