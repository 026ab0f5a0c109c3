"""The whole way, from nothing to a printed sheet, in the real app."""
