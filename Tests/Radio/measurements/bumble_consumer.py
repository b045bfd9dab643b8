"""Bumble's notification client on a peripheral of its own, on the same air."""

import asyncio

from bumble.core import AdvertisingData
from bumble.device import Device, DeviceConfiguration, Peer
from bumble.hci import Address
from bumble.host import Host
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.profiles.ancs import AncsClient, NotificationAttributeId
from bumble.transport.common import AsyncPipeSink

from air.events import Record
from air.link import Radio
from inside.world import World
from phone.looking import SOLICITATION
from phone.notice import Notice
from phone.phone import Phone
from phone.service import SERVICE

WANTED = [
    NotificationAttributeId.APP_IDENTIFIER,
    (NotificationAttributeId.TITLE, 256),
    (NotificationAttributeId.SUBTITLE, 256),
    (NotificationAttributeId.MESSAGE, 2048),
    NotificationAttributeId.MESSAGE_SIZE,
    NotificationAttributeId.DATE,
    NotificationAttributeId.POSITIVE_ACTION_LABEL,
    NotificationAttributeId.NEGATIVE_ACTION_LABEL,
]


async def connected(world: World):  # type: ignore[no-untyped-def]
    """A phone that is paired with the client, and a way to wait for a text."""
    await world.computer.unplug()
    radio = Radio("consumer", link=world.air, public_address=Address("00:1A:7D:DA:71:14", 0))
    device = Device(
        config=DeviceConfiguration(name="consumer"), host=Host(radio, AsyncPipeSink(radio))
    )
    device.pairing_config_factory = lambda _: PairingConfig(delegate=PairingDelegate())
    await device.power_on()
    arrived: asyncio.Queue = asyncio.Queue()
    device.on("connection", arrived.put_nowait)
    parts = [(AdvertisingData.FLAGS, b"\x06"), (SOLICITATION, bytes(SERVICE))]
    await device.start_advertising(advertising_data=bytes(AdvertisingData(parts)))
    phone = await world.phone()
    tapped = asyncio.create_task(phone.tap(await phone.look("solicit")))
    connection = await asyncio.wait_for(arrived.get(), 20)
    assert await tapped
    peer = Peer(connection)
    client = await AncsClient.for_peer(peer)
    assert client
    titles: Record[str] = Record("Bumble's client")

    async def fetch(notification) -> None:  # type: ignore[no-untyped-def]
        attributes = await client.request_notification_attributes(notification.notification_uid, WANTED)
        titles.add(next(a.value for a in attributes if a.attribute_id == NotificationAttributeId.TITLE))

    client.on("notification", lambda each: asyncio.ensure_future(fetch(each)))
    await client.start()

    async def shown(notice: Notice) -> None:
        await titles.first(notice.title, lambda title: title == notice.title, max(0, titles.mark() - 2))

    world.consumer = device  # type: ignore[attr-defined]
    return phone, shown


__all__ = ["Phone", "connected"]
