"""What the phone does with a host that says it is a keyboard."""

from bumble.att import ATT_Error
from bumble.device import Connection, Peer

from air.events import Happenings

from .looking import HID

REPORT_MAP = 0x2A4B


async def read(connection: Connection, happenings: Happenings, expect_refusal: bool) -> None:
    """Reads the report map of an input device, or is refused, or finds that there is none."""
    peer = Peer(connection)
    await peer.discover_services([HID])
    services = peer.get_services_by_uuid(HID)
    if not services:
        happenings.tell("no keyboard")
        return
    await services[0].discover_characteristics()
    for characteristic in services[0].characteristics:
        if characteristic.uuid.to_bytes() == REPORT_MAP.to_bytes(2, "little"):
            try:
                value = await characteristic.read_value()
            except ATT_Error as error:
                assert expect_refusal, f"the report map cannot be read after pairing: {error}"
                happenings.tell("keyboard refused", error.error_code)
                return
            assert not expect_refusal, "the report map can be read without pairing"
            happenings.tell("keyboard read", bytes(value))
            return
    raise AssertionError("the keyboard service has no report map")
