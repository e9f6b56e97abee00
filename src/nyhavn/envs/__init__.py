"""Where researchers already work: games as environments.

`encoding` has moves as short rows of small numbers, `observations` what a seat sees as arrays, `batch` thousands of
games as one array; these need nothing but the package itself. Each interface of the field (`pettingzoo`, `openspiel`,
`gym`) is a module of its own that needs an extra, so nothing is imported here.
"""
