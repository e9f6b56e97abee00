"""Benchmarks, for `nyhavn bench`: how fast rules, bots and environments are (`speed`), how far bots are from best play
(`strength`), what load and attacks do to a server (`server`), and what a group of servers bears (`scale`). Beside
them what starts and pages cost, and what several need."""
