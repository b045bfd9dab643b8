"""An adapter that can be plugged in and pulled out."""

import errno
import os

from bumble.hci import Address, LeFeatureMask
from bumble.transport import open_transport
from bumble.transport.common import Transport

from .link import Air, Radio
from .resolving import Resolving


class Line:
    """What a controller says to the kernel, which refuses it where it has just switched it off; a driver lets that pass."""

    def __init__(self, transport: Transport) -> None:
        self.device = transport.sink.transport.get_extra_info("pipe")  # type: ignore[attr-defined]

    def on_packet(self, packet: bytes) -> None:
        """Says a packet."""
        try:
            os.write(self.device.fileno(), packet)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise


class Dongle:
    """A controller on the air for the kernel; which name the kernel gives it is the kernel's business."""

    def __init__(self, air: Air, address: str) -> None:
        self.air = air
        self.address = Address(address, Address.PUBLIC_DEVICE_ADDRESS)
        # Whether it can have several messages on the air at one time.
        self.is_extended = True
        self.resolves: Resolving | None = None
        self.radio: Radio | None = None
        self.transport: Transport | None = None

    async def plug_in(self) -> None:
        """Gives the kernel an adapter."""
        self.transport = await open_transport("vhci")
        self.radio = Radio(
            "computer", self.transport.source, Line(self.transport), self.air, self.address
        )
        self.radio.leaves_out_duplicates = True
        self.radio.resolves = self.resolves
        if not self.is_extended:
            self.radio.le_features &= ~(
                LeFeatureMask.LE_EXTENDED_ADVERTISING | LeFeatureMask.LE_PERIODIC_ADVERTISING
            )

    def resolve(self, is_honest: bool) -> None:
        """Has the controller find out from now on who is behind private addresses, and tell that or hide it."""
        assert self.radio
        self.resolves = self.radio.resolves = Resolving(is_honest)

    def known(self) -> list[tuple[bytes, Address]]:
        """Gives the keys of phones by which the controller finds out who they are."""
        return self.resolves.keys() if self.resolves else []

    async def unplug(self) -> None:
        """Takes the adapter away."""
        if self.radio and self.transport:
            self.radio.off_the_air()
            await self.transport.close()
        self.radio = self.transport = None

    def __str__(self) -> str:
        return self.address.to_string(with_type_qualifier=False)
