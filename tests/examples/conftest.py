"""Tests of an example game are collected only in a process in which it is installed: see `test_examples`."""

import os

WITH_EXAMPLES = "NYHAVN_WITH_EXAMPLES"
collect_ignore_glob = [] if os.environ.get(WITH_EXAMPLES) else ["boathouse/*"]
