"""The arena: matches that can be repeated and resumed, and statistics that hold what they promise."""
