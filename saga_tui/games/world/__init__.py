"""World Saga, a game of a d20 rolled under: three tolerances, injuries, traumas, conditions and afflictions. Credit:
World Saga, announced under the ORC License.

`book/` holds its tables as data, `rules/` what follows from them, `play/` what happens: pure functions.
"""
