"""The commands of the terminal, one module each. A module is imported only when its command is used."""
