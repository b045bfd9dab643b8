"""What keeps the checks themselves from working, as opposed to a check that fails."""


class Trouble(Exception):
    """A reason, as a sentence for people, why nothing could be shown."""
