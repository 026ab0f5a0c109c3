"""Saga on the screen: the builder, the session, and what they share."""
