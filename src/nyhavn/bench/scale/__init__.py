"""Groups of processes on one PostgreSQL behind nginx, measured here and simulated where one machine is too small."""
