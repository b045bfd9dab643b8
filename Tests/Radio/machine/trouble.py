"""What keeps the rig itself from working, as opposed to a scenario that fails."""


class Trouble(Exception):
    """A reason, as a sentence for people, why nothing could be shown."""


class Crashed(Trouble):
    """The kernel of a guest ended in the middle; the other guests go on."""


class NotBooted(Trouble):
    """The virtual machine did not come up; another kind of it may."""
