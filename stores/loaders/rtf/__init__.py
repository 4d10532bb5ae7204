"""Loads Rich Text Format, as Word and LibreOffice write it."""
