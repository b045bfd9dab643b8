"""Pictures: reading, writing, comparing."""
