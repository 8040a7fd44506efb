"""What `durak` does when it is asked to in a terminal: one module for each command."""
