"""The whole server in made-up time: several processes, people, a network and a database in one Python process, and
everything that can go wrong with them. One number says all that happens; the same number does the same again.

The server's own code runs, from its ASGI application to its SQL. What stands in for the world around it is said in the
module that does: `loops` for time, threads and the operating system's chance, `database` for PostgreSQL, `network` for
uvicorn and the proxy, `thinking` for the processes that think.

    .venv/bin/python -m tests.simulation SEED
"""
