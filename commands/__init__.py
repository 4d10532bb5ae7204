"""The commands of the terminal: one module each, imported when the command is named."""
