"""The arena: bots play each other, and what comes out is counted honestly.

Matches with paired seeds and rotated seats, played by several processes, kept in a log that a later run goes on with;
intervals that know which games belong together; reports, datasets, analyses of single games. Nothing in here knows a
rule, and nothing prints: commands do.
"""
