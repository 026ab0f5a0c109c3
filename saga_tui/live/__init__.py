"""Sharing a table between laptops: each one's journals go out as they are, everyone else's come in as copies."""
