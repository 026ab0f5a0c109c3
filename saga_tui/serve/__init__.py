"""Characters in a browser: what one laptop serves to the tablets and phones of its table."""
