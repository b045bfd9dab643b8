"""The phone's owner while pairing: compares numbers, types them, or refuses."""

import asyncio

from bumble.pairing import PairingDelegate

from air.events import Happenings


class Person(PairingDelegate):
    """Answers what the phone asks; it has a display and a keyboard, as iPhones do."""

    def __init__(self, happenings: Happenings) -> None:
        super().__init__(PairingDelegate.DISPLAY_OUTPUT_AND_KEYBOARD_INPUT)
        self.happenings = happenings
        self.accepts = True
        self.passkey: asyncio.Future[int] | None = None

    async def confirm(self, auto: bool = False) -> bool:
        """Agrees to a pairing without numbers."""
        self.happenings.tell("confirmed", self.accepts)
        return self.accepts

    async def compare_numbers(self, number: int, digits: int) -> bool:
        """Compares; what stands on the other display is for the scenario to compare."""
        self.happenings.tell("compared", f"{number:0{digits}}")
        return self.accepts

    async def get_number(self) -> int | None:
        """Types what the scenario reads from the other display."""
        self.passkey = asyncio.get_running_loop().create_future()
        self.happenings.tell("passkey wanted")
        return await self.passkey

    async def display_number(self, number: int, digits: int) -> None:
        """Shows a number that would have to be typed on the other side."""
        self.happenings.tell("displayed", f"{number:0{digits}}")

    def type(self, passkey: str) -> None:
        """Types six digits."""
        assert self.passkey
        self.passkey.set_result(int(passkey))
