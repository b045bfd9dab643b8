"""What may go wrong with a browser."""

from machine.check import Failed


class Trouble(Failed):
    """Why a browser did not do what it was asked for."""
