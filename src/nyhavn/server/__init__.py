"""The server: HTTP, WebSocket and who is who. Tables and their rules live below; here they are kept in memory, written
down before anybody is told, and told to whoever may know."""
