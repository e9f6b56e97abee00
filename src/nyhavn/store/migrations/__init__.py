"""How a database comes to have the tables of `schema`: Alembic's steps, one module each in `versions/`.

A step that a release contained is never changed again; what comes later is a new one.
"""
