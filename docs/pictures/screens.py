"""Photographs the main screens of the browser client, for `make pictures`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.client.pictures import take_all

if __name__ == "__main__":
    take_all()
