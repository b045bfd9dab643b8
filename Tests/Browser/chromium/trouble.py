"""What may go wrong with a browser."""


class Trouble(Exception):
    """Why a browser did not do what it was asked for."""
