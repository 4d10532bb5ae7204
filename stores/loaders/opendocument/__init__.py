"""OpenDocument files, as LibreOffice and others write them."""
