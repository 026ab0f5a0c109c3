"""What every game's rules have in common: documents, commands, the clock, rulings, a document in play. Pure of disk and
terminal, but for `session`, which joins memory, rules and dice."""
