"""SagaS, a game of open-ended dice and degrees: its tables, rules, builder and play. Credit: SagaS, of Magna Regula."""
