"""What follows from SagaS's tables: pure functions of whole numbers and small frozen rows, each with its rule's id.

values    the universal table, everything computed from characteristics, totals of skills
prices    what steps cost, budgets, experience and lessons
degrees   a test and its degree, oppositions, help, modifiers
harm      armour, shock, injuries and stun, healing, falls, breath, things
fight     a blow against a defence, damage, charges, shooting, blasts, martial arts, initiative
dice      faces of open dice read, typed totals turned into faces
odds      the exact chances of all of these
"""
