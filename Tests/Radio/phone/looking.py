"""What the phone looks for on the air."""

from dataclasses import dataclass

from bumble.core import AdvertisingData, UUID
from bumble.device import Advertisement
from bumble.hci import Address

from .service import SERVICE

SOLICITATION = 0x15
KEYBOARD = 0x03C1
HID = UUID.from_16_bits(0x1812)


@dataclass(frozen=True)
class Sight:
    """An advertisement by its parts."""

    address: Address
    solicits: bool
    keyboard: bool
    discoverable: bool
    size: int

    @property
    def shape(self) -> str | None:
        """Says which of the bridge's two shapes it has."""
        if not self.solicits:
            return None
        return "hid" if self.keyboard else "solicit"


def read(advertisement: Advertisement) -> Sight:
    """Reads an advertisement."""
    parts = advertisement.data.ad_structures
    kinds = dict(parts)
    services = kinds.get(AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, b"")
    return Sight(
        advertisement.address,
        solicits=kinds.get(SOLICITATION) == bytes(SERVICE),
        keyboard=bytes(HID) in services
        and kinds.get(AdvertisingData.APPEARANCE) == KEYBOARD.to_bytes(2, "little"),
        discoverable=bool(kinds.get(AdvertisingData.FLAGS, b"\0")[0] & 3),
        size=sum(len(data) + 2 for _, data in parts),
    )
