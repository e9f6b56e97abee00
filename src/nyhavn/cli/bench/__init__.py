"""`nyhavn bench`, with a command for each thing that is measured: those with tables of their own in modules of their
own, the others in `commands`."""
