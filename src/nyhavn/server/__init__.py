"""The server: HTTP, WebSocket and who is who. Tables and their rules live below; here they are kept in memory,
saved before anybody hears of a change, and sent to those who may know."""
