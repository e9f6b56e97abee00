"""Plain tree search over what a seat knows."""
HELPERS = ()
ENTRIES = ()
