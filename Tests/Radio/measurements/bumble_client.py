"""Bumble's notification client as a program: all eight attributes of everything that is announced."""

import asyncio
import json
import sys

from bumble.core import AdvertisingData
from bumble.device import Device, DeviceConfiguration, Peer
from bumble.hci import OwnAddressType
from bumble.host import Host
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.profiles.ancs import AncsClient, Notification, NotificationAttributeId
from bumble.transport import open_transport

from phone.looking import SOLICITATION
from phone.service import SERVICE

from .probe import say, wait_for_adapter

WANTED = [
    NotificationAttributeId.APP_IDENTIFIER,
    (NotificationAttributeId.TITLE, 2048),
    (NotificationAttributeId.SUBTITLE, 2048),
    (NotificationAttributeId.MESSAGE, 2048),
    NotificationAttributeId.MESSAGE_SIZE,
    NotificationAttributeId.DATE,
    NotificationAttributeId.POSITIVE_ACTION_LABEL,
    NotificationAttributeId.NEGATIVE_ACTION_LABEL,
]


async def serve() -> None:
    """Takes the adapter, advertises, takes one phone, prints what it announces, until told to end."""
    wait_for_adapter()
    transport = await open_transport("hci-socket:0")
    device = Device(
        config=DeviceConfiguration(name="consumer"), host=Host(transport.source, transport.sink)
    )
    device.pairing_config_factory = lambda _: PairingConfig(delegate=PairingDelegate())
    await device.power_on()
    arrived: asyncio.Queue = asyncio.Queue()
    encrypted = asyncio.Event()

    def connected(connection) -> None:  # type: ignore[no-untyped-def]
        connection.on("connection_encryption_change", encrypted.set)
        arrived.put_nowait(connection)

    device.on("connection", connected)
    parts = [(AdvertisingData.FLAGS, b"\x06"), (SOLICITATION, bytes(SERVICE))]
    await device.start_advertising(
        own_address_type=OwnAddressType.PUBLIC, advertising_data=bytes(AdvertisingData(parts))
    )
    say("on air")
    connection = await arrived.get()
    await encrypted.wait()
    client = await AncsClient.for_peer(Peer(connection))
    assert client

    async def fetch(notification: Notification) -> None:
        attributes = await client.get_notification_attributes(notification.notification_uid, WANTED)
        say(json.dumps({each.attribute_id.name: str(each.value) for each in attributes}))

    client.on("notification", lambda each: asyncio.ensure_future(fetch(each)))
    await client.start()
    say("subscribed")
    await told()
    await transport.close()
    say("ended")


async def told() -> str:
    """Waits for a line on standard input; an empty one is its end."""
    return await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)


async def main() -> None:
    """Serves once for each line on standard input, since importing all this takes long."""
    say("ready")
    while await told():
        await serve()


if __name__ == "__main__":
    asyncio.run(main())
