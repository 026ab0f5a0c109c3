"""Tests of the story so far."""
