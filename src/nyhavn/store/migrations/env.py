"""What Alembic runs: the steps, inside the transaction of the connection that it was given."""

from alembic import context

from nyhavn.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,  # SQLite too: half a migration is none
)
context.run_migrations()
