"""What the phone looks for on the air."""

from dataclasses import dataclass

from bumble.core import AdvertisingData, UUID
from bumble.device import Advertisement
from bumble.hci import Address

from .service import SERVICE

SOLICITATION = 0x15
KEYBOARD, INPUT_DEVICE = 0x03C1, 0x03C0
HID = UUID.from_16_bits(0x1812)
# What each of the bridge's shapes looks like; nothing of an input device if it is None.
APPEARANCES = {"solicit": None, "hid": KEYBOARD, "keypad": KEYBOARD, "look": INPUT_DEVICE}


@dataclass(frozen=True)
class Sight:
    """An advertisement by its parts."""

    address: Address
    solicits: bool
    # The bytes of the service numbers, and the appearance.
    services: bytes
    appearance: int | None
    discoverable: bool
    size: int

    @property
    def input_device(self) -> bool:
        """Says whether it has the service of keyboards and mice."""
        return bytes(HID) in self.services

    def fits(self, shape: str) -> bool:
        """Says whether it is what the bridge sends in a shape."""
        wanted = APPEARANCES[shape]
        services = b"" if wanted is None else bytes(HID)
        return self.solicits and self.appearance == wanted and self.services == services


def read(advertisement: Advertisement) -> Sight:
    """Reads an advertisement."""
    parts = advertisement.data.ad_structures
    kinds = dict(parts)
    services = kinds.get(AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, b"")
    appearance = kinds.get(AdvertisingData.APPEARANCE)
    return Sight(
        advertisement.address,
        solicits=kinds.get(SOLICITATION) == bytes(SERVICE),
        services=services,
        appearance=int.from_bytes(appearance, "little") if appearance else None,
        discoverable=bool(kinds.get(AdvertisingData.FLAGS, b"\0")[0] & 3),
        size=sum(len(data) + 2 for _, data in parts),
    )
