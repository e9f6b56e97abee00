"""Benchmarks: rules, bots, environments, the server and the client. The command is `nyhavn bench`."""
