"""The wall that a browser is shown: the real one, and a stand-in whose day stands still."""
