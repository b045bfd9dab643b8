"""Somebody who has the address of a phone that is bonded, and none of its keys."""

import asyncio
import secrets
import struct
from enum import Enum, auto

from bumble import hci
from bumble.core import BaseBumbleError
from bumble.device import DeviceConfiguration
from bumble.hci import Address, OwnAddressType
from bumble.pairing import PairingConfig

from air.link import Air

from .looking import Sight
from .phone import Phone
from .session import ADDED

# A host may let a pairing that it does not want run into the protocol's own limit, which is 30 s.
PAIRING_SECONDS = 40
NOTIFICATION, WRITE_REQUEST, WRITE_COMMAND = 0x1B, 0x12, 0x52


class Trick(Enum):
    """What an impostor does beside talking without being asked."""

    NOTHING = auto()
    WRONG_KEY = auto()
    PAIRING = auto()
    PAIRING_WITHOUT_A_BOND = auto()


class Impostor(Phone):
    """A phone with the same services, the same handles, and an address of another one."""

    def __init__(self, air: Air, victim: Phone, number: int, address: Address | None = None) -> None:
        """Takes the lasting address, or one that the phone had on air at some time."""
        super().__init__(air, "Mallory", number)
        self.address = address
        self.bonds = True
        if address is None:
            self.identity = victim.identity

    def configuration(self) -> DeviceConfiguration:
        """Says what it is on air: always under the same address."""
        configuration = DeviceConfiguration(name=self.name, irk=self.irk, le_privacy_enabled=False)
        if self.address:
            configuration.address = self.address
        return configuration

    def pairing(self) -> PairingConfig:
        """Pairs as a phone does, with a bond or for this one link."""
        configuration = super().pairing()
        configuration.bonding = self.bonds
        return configuration

    async def intrude(self, sight: Sight, trick: Trick) -> None:
        """Connects, tells of a notification that nobody asked for, and does something more."""
        assert self.device
        mine = OwnAddressType.RANDOM if self.address else OwnAddressType.PUBLIC
        connection = await self.device.connect_le(sight.address, own_address_type=mine, timeout=20)
        self.forge()
        try:
            match trick:
                case Trick.WRONG_KEY:
                    await self.device.send_async_command(
                        hci.HCI_LE_Enable_Encryption_Command(
                            connection_handle=connection.handle,
                            random_number=bytes(8),
                            encrypted_diversifier=0,
                            long_term_key=secrets.token_bytes(16),
                        )
                    )
                case Trick.PAIRING | Trick.PAIRING_WITHOUT_A_BOND:
                    self.bonds = trick == Trick.PAIRING
                    await asyncio.wait_for(connection.pair(), PAIRING_SECONDS)
                    self.happenings.tell("paired")
        except (BaseBumbleError, TimeoutError, asyncio.CancelledError) as error:
            task = asyncio.current_task()
            if isinstance(error, asyncio.CancelledError) and task and task.cancelling():
                raise
            self.happenings.tell("pairing failed", repr(error))

    def forge(self) -> None:
        """Tells of a notification, and answers the question for its text that was never asked."""
        attributes = self.centre.attributes
        if not attributes or not self.connection:
            return
        uid = 7
        announced = struct.pack("<BBBBI", ADDED, 0, 4, 1, uid)
        text = struct.pack("<BI", 0, uid) + struct.pack("<BH", 1, 6) + b"forged"
        for characteristic, value in ((attributes.source, announced), (attributes.data, text)):
            self.packets.send(struct.pack("<BH", NOTIFICATION, characteristic.handle) + value)

    def commands(self) -> list[bytes]:
        """Gives what the host wrote into it."""
        return [packet for packet in self.packets.heard.items if packet[0] in (WRITE_REQUEST, WRITE_COMMAND)]
