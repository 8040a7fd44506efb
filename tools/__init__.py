"""What the Makefile needs to know of the machine it runs on. Never imported by the program itself."""
