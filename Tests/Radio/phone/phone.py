"""The phone: switched on and off, near and far, and the way it connects."""

import asyncio
import secrets

from bumble import hci
from bumble.core import UUID, BaseBumbleError
from bumble.device import Connection, Device, DeviceConfiguration, Peer
from bumble.gatt import Service
from bumble.hci import Address
from bumble.host import Host
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig
from bumble.transport.common import AsyncPipeSink

from air.events import Happenings
from air.link import Air, Radio

from . import keyboard, looking, models
from .battery import Battery
from .centre import Centre
from .clock import Clock
from .media import Media
from .packets import Packets
from .person import Person
from .shelf import Shelf

# iOS asks for this one since version 10.
MTU = 185
HANGING_UP_SECONDS = 5
CANCELLING_SECONDS = 0.01
PASSING_SECONDS = 1


class Phone:
    """One iPhone. Its keys, name and notifications stay when it is switched off."""

    def __init__(
        self, air: Air, name: str, number: int, mtu: int = MTU, fake: bool = False, first_uid: int = 100
    ) -> None:
        self.air = air
        self.name = name
        self.mtu = mtu
        self.happenings = Happenings(f"phone {name}")
        self.person = Person(self.happenings)
        self.centre = Centre(self.happenings, first_uid, fake)
        # What a phone with a model has beside notifications.
        self.battery = Battery()
        self.clock = Clock()
        self.media = Media(self.happenings)
        self.identity = Address(f"F4:0F:24:00:00:{number:02X}", Address.PUBLIC_DEVICE_ADDRESS)
        self.irk = secrets.token_bytes(16)
        self.keys = MemoryKeyStore()
        self.offers_notifications = True
        self.offers_media = True
        # Services that stand before the notifications, whose handles move with them.
        self.apps = 0
        # Whose attributes it has; its own by default, which are simpler.
        self.model: models.Model | None = None
        # Seconds for which its owner thinks before it pairs.
        self.hesitation: float = 0
        # Whether it asks for the size of packets itself.
        self.asks_for_mtu = True
        self.shelf: Shelf | None = None
        self.packets = Packets(name)
        self.device: Device | None = None
        self.radio: Radio | None = None
        self.connection: Connection | None = None
        self.seen_hosts: set[Address] = set()
        # What the owner tapped last.
        self.tapped: looking.Sight | None = None
        self._stay: asyncio.Task[None] | None = None

    # On and off

    async def switch_on(self) -> None:
        """Boots; the address on air is another one each time, as with privacy on iOS."""
        self.radio = Radio(self.name, link=self.air, public_address=self.identity)
        host = Host(self.radio, AsyncPipeSink(self.radio))
        self.device = Device(config=self.configuration(), host=host)
        self.device.keystore = self.keys
        self.device.pairing_config_factory = lambda _: self.pairing()
        self.device.gatt_server.max_mtu = self.mtu
        self.device.on("connection", self._connected)
        self.device.on("advertisement", self._seen)
        self.packets.follow(self.device)
        self._install(self.device)
        await self.device.power_on()
        self.happenings.tell("on", str(self.device.random_address))

    def _install(self, device: Device) -> None:
        if self.model is None:
            self.add_apps(self.apps)
            attributes = self.centre.install(device)
            if self.offers_notifications:
                attributes.appear()
            return
        lives = {**self.battery.lives, **self.clock.lives, **self.media.lives}
        self.shelf = shelf = Shelf(device.gatt_server, lives, self.happenings.tell)
        attributes = self.centre.install(device, True, shelf.check)
        for group in self.model.services:
            match group:
                case models.Own.ACCESS:
                    device.gatt_server.add_service(shelf.access(self.name, self.model.appearance))
                case models.Own.ATTRIBUTES:
                    device.gatt_server.add_service(shelf.attributes())
                case models.Own.NOTIFICATIONS:
                    if self.offers_notifications:
                        attributes.appear()
                case _:
                    # What stands behind notifications that come later comes later, too.
                    if self.offers_notifications and self.offers_media or group is not models.MEDIA:
                        device.gatt_server.add_service(shelf.group(group))
        handles = attributes.handles
        assert handles is None or handles[0] == self.model.first, handles

    def add_apps(self, count: int) -> list[Service]:
        """Adds services of apps behind all others."""
        assert self.device
        used = len(self.device.gatt_server.services)
        apps = [Service(UUID.from_16_bits(0xFD00 + used + number), []) for number in range(count)]
        for each in apps:
            self.device.gatt_server.add_service(each)
        return apps

    def configuration(self) -> DeviceConfiguration:
        """Says what it is on air."""
        return DeviceConfiguration(
            name=self.name,
            irk=self.irk,
            le_privacy_enabled=True,
            le_rpa_timeout=0,
            identity_address_type=PairingConfig.AddressType.PUBLIC,
            # The host may have an address that changes as well: the phone's controller knows it by its key.
            address_resolution_offload=True,
            gap_service_enabled=self.model is None,
            gatt_service_enabled=self.model is None,
        )

    def pairing(self) -> PairingConfig:
        """Says how it pairs."""
        return PairingConfig(
            sc=True,
            mitm=True,
            bonding=True,
            delegate=self.person,
            identity_address_type=PairingConfig.AddressType.PUBLIC,
        )

    async def switch_off(self) -> None:
        """Shuts down."""
        self.go_away()
        assert self.radio
        self.radio.off_the_air()
        self.centre.end_session()
        self.device = self.radio = self.connection = None
        self.happenings.tell("off")

    async def restart(self) -> None:
        """Off, on, and near again; notifications get new handles."""
        await self.switch_off()
        await self.switch_on()
        self.come_near()

    # Near and far

    def come_near(self) -> None:
        """Connects to the bridge whenever it is on air, as a bonded iPhone does by itself."""
        if self._stay is None:
            self._stay = asyncio.create_task(self._stay_connected())

    def go_away(self) -> None:
        """Goes out of range: the link ends on both sides by its timeout."""
        if self._stay:
            self._end(self._stay)
            self._stay = None
        if self.radio:
            self.radio.drop_links(hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)

    def _end(self, task: asyncio.Task[None]) -> None:
        if not task.done():
            # Where an answer comes in that moment, Python 3.11 forgets the cancellation: again, until it is done.
            task.cancel()
            asyncio.get_running_loop().call_later(CANCELLING_SECONDS, self._end, task)
        elif self.radio and self.device and not self.device.is_le_connecting:
            # What the task was waiting for, the controller would go on trying.
            self.radio.pending_le_connection = None

    def lose_link(self) -> None:
        """Loses the link for a moment; the phone stays near."""
        assert self.radio
        self.happenings.tell("link loss")
        self.radio.drop_links(hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)

    async def hang_up(self) -> None:
        """Ends the link by itself, as phones do that have no more use for it; it stays near."""
        assert self.connection
        self.happenings.tell("hangs up")
        await self._hang_up(self.connection)

    async def pass_by(self) -> None:
        """Connects to the hosts that it knows and leaves a moment later, before anything is encrypted.

        Not at once: Linux 6.1.192 crashes when the host then closes its side.
        """
        assert self.device
        # What it was about when it went away has to end before.
        await asyncio.sleep(10 * CANCELLING_SECONDS)
        for address, _ in await self.keys.get_all():
            host = Address(address.removesuffix("/P"), Address.PUBLIC_DEVICE_ADDRESS)
            connection = await self.device.connect_le(host, timeout=20)
            await asyncio.sleep(PASSING_SECONDS)
            await self._hang_up(connection)

    async def _stay_connected(self) -> None:
        while True:
            if self.connection:
                gone = asyncio.Event()
                self.connection.on("disconnection", lambda _, gone=gone: gone.set())
                await gone.wait()
            for address, _ in await self.keys.get_all():
                try:
                    await self._come_back(Address(address.removesuffix("/P"), Address.PUBLIC_DEVICE_ADDRESS))
                except (BaseBumbleError, TimeoutError, asyncio.CancelledError) as error:
                    task = asyncio.current_task()
                    if isinstance(error, asyncio.CancelledError) and task and task.cancelling():
                        raise
                    self.happenings.tell("did not come back", repr(error))
            await asyncio.sleep(0.05)

    async def _come_back(self, address: Address) -> None:
        assert self.device
        connection = await self.device.connect_le(address, timeout=None)
        ended = asyncio.Event()
        connection.on("disconnection", lambda _: ended.set())
        try:
            await self._encrypt(connection)
        except BaseBumbleError as error:
            # An iPhone whose keys the other side no longer has says so and waits for its owner.
            self.happenings.tell("keys refused", repr(error))
            await self._hang_up(connection)
            raise
        except TimeoutError:
            # A link of which the other side knows nothing ends by the supervision timeout, which the
            # simulated controllers do not have.
            assert self.radio
            self.radio.drop_links(hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)
            raise
        await self._ask_for_mtu(connection)
        await ended.wait()

    # The first time

    async def look(self, shape: str, limit: float = 40) -> looking.Sight:
        """Scans until the bridge is on air in a shape."""
        assert self.device
        mark = self.happenings.mark()
        await self.device.start_scanning(filter_duplicates=False)
        try:
            sight = await self.happenings.first(
                f"advertisement in shape {shape}",
                lambda item: item[0] == "sees" and item[1].fits(shape),
                mark,
                limit,
            )
        finally:
            await self.device.stop_scanning()
        return sight[1]

    async def tap(self, sight: looking.Sight) -> bool:
        """The owner taps the bridge in the list: connects, pairs, stays. Says whether it worked."""
        assert self.device
        self.tapped = sight
        connection: Connection | None = None
        mtu: asyncio.Task[None] | None = None
        try:
            connection = await self.device.connect_le(sight.address, timeout=20)
            # A host that still has keys answers nothing before the link is encrypted again.
            mtu = asyncio.create_task(self._ask_for_mtu(connection))
            if sight.input_device:
                await keyboard.read(connection, self.happenings, expect_refusal=True)
            await asyncio.sleep(self.hesitation)
            await asyncio.wait_for(connection.pair(), 20)
            await mtu
            if sight.input_device:
                await keyboard.read(connection, self.happenings, expect_refusal=False)
        except (BaseBumbleError, TimeoutError, asyncio.CancelledError) as error:
            task = asyncio.current_task()
            if isinstance(error, asyncio.CancelledError) and task and task.cancelling():
                raise
            self.happenings.tell("pairing failed", repr(error))
            if mtu:
                mtu.cancel()
            if connection:
                await self._hang_up(connection)
            return False
        self.happenings.tell("paired")
        return True

    async def forget(self) -> None:
        """The owner taps 'Forget This Device'."""
        await self.keys.delete_all()
        if self.device:
            await self.device.refresh_resolving_list()
        self.happenings.tell("forgot")
        if self.connection:
            await self._hang_up(self.connection)
        if self.device:
            await self.change_address()

    async def change_address(self) -> None:
        """Takes another private address of the same key, as iPhones do after a while and for whom they forgot.

        Bumble's own `update_rpa` tells the controller the former address: pairing with that cannot work.
        """
        assert self.device
        address = Address.generate_private_address(self.irk)
        await self.device.send_sync_command(hci.HCI_LE_Set_Random_Address_Command(random_address=address))
        self.device.random_address = address
        self.happenings.tell("new address", str(address))

    # Links

    def _seen(self, advertisement) -> None:  # type: ignore[no-untyped-def]
        sight = looking.read(advertisement)
        if sight.solicits:
            self.seen_hosts.add(sight.address)
        self.happenings.add(("sees", sight))

    def known_hosts(self) -> set[Address]:
        """Gives the hosts that were on air, by their lasting addresses where the phone knows them."""
        resolver = self.device.address_resolver if self.device else None
        return {(resolver.resolve(each) if resolver else None) or each for each in self.seen_hosts}

    def _connected(self, connection: Connection) -> None:
        self.connection = connection
        self.happenings.tell("connected", str(connection.peer_address))
        connection.on("disconnection", lambda reason: self._disconnected(connection, reason))
        connection.on("security_request", lambda _: self.happenings.tell("security request"))
        connection.on("pairing_failure", lambda reason: self.happenings.tell("pairing failure", reason))
        connection.on("connection_encryption_change", lambda: self.happenings.tell("encrypted"))

    def _disconnected(self, connection: Connection, reason: int) -> None:
        self.happenings.tell("disconnected", reason)
        if self.centre.session and self.centre.session.connection is connection:
            self.centre.end_session()
        if self.shelf:
            self.shelf.leave(connection)
        if self.connection is connection:
            self.connection = None

    async def _encrypt(self, connection: Connection) -> None:
        assert self.device
        await asyncio.wait_for(connection.cancel_on_disconnection(self.device.encrypt(connection)), 20)

    async def _ask_for_mtu(self, connection: Connection) -> None:
        if self.mtu > 23 and self.asks_for_mtu:
            await Peer(connection).request_mtu(self.mtu)

    async def _hang_up(self, connection: Connection) -> None:
        assert self.device
        # The other side may have been faster, also while this one is about it.
        if self.device.connections.get(connection.handle) is not connection:
            return
        try:
            await asyncio.wait_for(connection.disconnect(), HANGING_UP_SECONDS)
        except (BaseBumbleError, TimeoutError):
            pass

    # Service Changed

    async def offer_notifications(self, offered: bool) -> None:
        """Lets the service come or go, and says so to a connected host."""
        assert self.device and self.centre.attributes
        attributes = self.centre.attributes
        self.offers_notifications = offered
        if offered:
            attributes.appear()
        else:
            attributes.disappear()
            self.centre.end_session()
        self.happenings.tell("offers notifications", offered)
        assert attributes.handles
        await self.tell_of_change(*attributes.handles)

    async def offer_media(self, offered: bool) -> None:
        """Lets the media service come or go, behind all others, and says so to a connected host."""
        assert self.device and self.shelf
        self.offers_media = offered
        self.happenings.tell("offers media", offered)
        if offered:
            service = self.shelf.group(models.MEDIA)
            self.device.gatt_server.add_service(service)
            return await self.tell_of_change(service.handle, service.end_group_handle)
        await self.tell_of_change(*self.shelf.take_away(models.MEDIA))

    async def offer_more(self, apps: int, *groups: models.Group) -> None:
        """Offers more services behind the others, and says so to a connected host."""
        assert self.device and self.shelf
        more = [self.shelf.group(group) for group in groups]
        for each in more:
            self.device.gatt_server.add_service(each)
        more += self.add_apps(apps)
        self.happenings.tell("offers services", self.count_services())
        await self.tell_of_change(more[0].handle, more[-1].end_group_handle)

    def count_services(self) -> int:
        """Says how many services a host finds."""
        assert self.device
        return len(self.device.gatt_server.services)

    async def tell_of_change(self, first: int, last: int) -> None:
        """Indicates Service Changed to a connected host; an iPhone does to each."""
        assert self.device
        value = first.to_bytes(2, "little") + last.to_bytes(2, "little")
        if self.model and self.shelf and self.shelf.changed:
            changed = self.shelf.changed
        else:
            assert self.device.gatt_service
            changed = self.device.gatt_service.service_changed_characteristic
        if self.connection and changed:
            await self.device.indicate_subscriber(self.connection, changed, value, force=self.model is not None)
