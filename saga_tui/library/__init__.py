"""The library: the characters there are, and what can be done with them as files."""
