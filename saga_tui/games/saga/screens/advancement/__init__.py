"""Advancement: what Spark buys between chapters (SPK-4)."""
