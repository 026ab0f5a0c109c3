"""SagaS, a game of open-ended dice and degrees: its tables, rules, builder and play. Credit: SagaS, of Magna Regula.

`book/` holds its tables as data, `rules/` what follows from them: pure functions of whole numbers.
"""
