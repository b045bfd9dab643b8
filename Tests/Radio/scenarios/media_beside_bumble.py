"""The media player of a phone as Callboard and as Bumble's own client understand it, on the same air and at once."""

import asyncio
import time
from typing import Any

from bumble.core import AdvertisingData
from bumble.device import Connection, Device, DeviceConfiguration, Peer
from bumble.hci import Address, OwnAddressType
from bumble.host import Host
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.profiles.ams import AmsClient, EntityId, PlaybackState, PlayerAttributeId, QueueAttributeId, TrackAttributeId
from bumble.transport.common import AsyncPipeSink

from air.link import Radio
from bridge.answers import lines
from inside.scenario import scenario
from inside.world import World
from phone.looking import SOLICITATION
from phone.models import IPHONE_12
from phone.phone import Phone
from phone.player import PODCAST_COMMANDS, App, Command, Track
from phone.service import SERVICE

from .media import MUSIC_WORDS, PODCAST_WORDS, shown

# It does not fit into a packet, and is cut in the middle of a letter.
LONG = "".join(f"{number:03}é" for number in range(60))
MUSIC = App(
    "Music", "com.apple.Music",
    (Track("Gymnopédie No. 1"), Track("Gymnopédie No. 2", seconds=166.5), Track(LONG, album="")),
)  # fmt: skip
PODCASTS = App("Podcasts", "com.apple.podcasts", (Track("On kestrels", "BBC", "", 2400),), PODCAST_COMMANDS)
MODES = ("off", "one", "all")
# How far two positions may be apart: each phone was told a moment after the other, and a busy guest is late.
CLOSE_SECONDS = 2
SOON_SECONDS = 20


class Consumer:
    """Bumble's client for the media service, on a host of its own."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.connection: asyncio.Future[Connection] = asyncio.get_running_loop().create_future()
        self.encrypted = asyncio.Event()
        self.received = 0.0

    async def go_on_air(self) -> None:
        """Can be found and connected to, once."""
        address = Address("00:1A:7D:DA:71:55", Address.PUBLIC_DEVICE_ADDRESS)
        self.radio = Radio("consumer", link=self.world.air, public_address=address)
        host = Host(self.radio, AsyncPipeSink(self.radio))
        self.device = Device(config=DeviceConfiguration(name="consumer"), host=host)
        self.device.pairing_config_factory = lambda _: PairingConfig(delegate=PairingDelegate())
        self.device.on("connection", self._connected)
        await self.device.power_on()
        parts = [(AdvertisingData.FLAGS, b"\x06"), (SOLICITATION, bytes(SERVICE))]
        await self.device.start_advertising(
            own_address_type=OwnAddressType.PUBLIC, advertising_data=bytes(AdvertisingData(parts))
        )

    def _connected(self, connection: Connection) -> None:
        connection.on("connection_encryption_change", self.encrypted.set)
        self.connection.set_result(connection)

    async def follow(self) -> None:
        """Registers for everything that it knows of."""
        connection = await self.connection
        await self.encrypted.wait()
        client = await AmsClient.for_peer(Peer(connection))
        assert client
        self.client = client
        client.on(client.EVENT_PLAYER_PLAYBACK_INFO, self._played)
        await client.start()
        for entity, attributes in (
            (EntityId.PLAYER, (PlayerAttributeId.NAME, PlayerAttributeId.PLAYBACK_INFO, PlayerAttributeId.VOLUME)),
            (EntityId.QUEUE, list(QueueAttributeId)),
            (EntityId.TRACK, list(TrackAttributeId)),
        ):
            await client.observe(entity, attributes)

    def _played(self) -> None:
        self.received = time.monotonic()

    def values(self) -> dict[str, Any]:
        """Gives what it knows, in the words of Callboard."""
        client = self.client
        info = client.player_playback_info
        return {
            "player": client.player_name, "volume": client.player_volume,
            "state": "playing" if info.playback_state == PlaybackState.PLAYING else "paused", "rate": info.playback_rate,
            "index": client.queue_index, "count": client.queue_count,
            "shuffle": MODES[client.queue_shuffle_mode], "repeat": MODES[client.queue_repeat_mode],
            "title": client.track_title, "artist": client.track_artist, "album": client.track_album or None,
            "duration": client.track_duration,
        }  # fmt: skip

    def position(self) -> float:
        """Computes where it is by now, as Apple documents it; the client itself does not."""
        info = self.client.player_playback_info
        now = info.elapsed_time + (time.monotonic() - self.received) * info.playback_rate
        return min(now, self.client.track_duration)


class Beside:
    """Two phones on which the same happens, one with each consumer."""

    def __init__(self, world: World, phones: list[Phone], consumer: Consumer) -> None:
        self.world = world
        self.phones = phones
        self.consumer = consumer
        self.compared = 0

    def ours(self) -> dict[str, Any]:
        """Gives what Callboard said last of what is played."""
        return [event["media"] for event in self.world.bridge.events.items if event["event"] == "media"][-1]

    def play(self, app: App | None) -> None:
        """Has an app play on both phones, or none."""
        for phone in self.phones:
            phone.media.play(app)

    def tap(self, command: Command) -> None:
        """Has both owners tap a button."""
        for phone in self.phones:
            phone.media.tap(command)

    async def agree(self, what: str, but: tuple[str, ...] = (), **fields: Any) -> None:
        """Waits until both know some values, and compares all others, but for some that are named."""
        end = time.monotonic() + SOON_SECONDS
        while not self.both_have(fields) or self.different(but):
            different = self.different(but)
            assert time.monotonic() < end, f"{what}: wanted {fields}, different {different}, Callboard {self.ours()}"
            await asyncio.sleep(0.1)
        self.compared += len(self.consumer.values()) - len(but)

    def both_have(self, fields: dict[str, Any]) -> bool:
        """Says whether both consumers have some values."""
        known = self.ours(), self.consumer.values()
        return all(each.get(key) == value for each in known for key, value in fields.items())

    def different(self, but: tuple[str, ...] = ()) -> dict[str, Any]:
        """Gives what Bumble's client knows otherwise than Callboard."""
        ours, theirs = self.ours(), self.consumer.values()
        return {key: (ours.get(key), value) for key, value in theirs.items() if key not in but and ours.get(key) != value}

    async def same_position(self, what: str) -> None:
        """Compares where both say it is by now."""
        (line,) = await lines(self.world, "media")
        ours, theirs = line["media"]["position"], self.consumer.position()
        self.world.note(f"{what}: {ours:.2f} s, {theirs:.2f} s")
        assert abs(ours - theirs) < CLOSE_SECONDS, f"{what}: Callboard {ours}, Bumble {theirs}"

    def commands(self) -> set[str]:
        """Gives the commands that Bumble's client knows, in the words of Callboard, which are in the same order."""
        words = [*MUSIC_WORDS, "skip", "back", "like", "dislike", "bookmark"]
        return {words[each] for each in self.consumer.client.supported_commands}


async def two_phones(world: World) -> Beside:
    """A phone for each consumer, which both play something."""
    consumer = Consumer(world)
    await consumer.go_on_air()
    theirs = await world.phone("Ben's iPhone", model=IPHONE_12)
    assert await theirs.tap(await theirs.look("solicit")), "Bumble's client could not be paired with"
    theirs.media.play(MUSIC)
    await consumer.follow()
    ours = await world.connected("Anna's iPhone", "solicit", *world.listening, model=IPHONE_12)
    beside = Beside(world, [ours, theirs], consumer)
    beside.play(MUSIC)
    await shown(world, state="playing", title=MUSIC.tracks[0].title, commands=MUSIC_WORDS)
    return beside


@scenario("Bumble's client for the media service and Callboard know the same of what plays", limit=150)
async def media_beside_bumble(world: World) -> None:
    """Every value after every change; each difference has a reason, and is as expected."""
    beside = await two_phones(world)
    await beside.agree("from the start", state="playing", title=MUSIC.tracks[0].title)
    assert beside.commands() == set(MUSIC_WORDS), beside.commands()
    for command, fields in (
        (Command.PAUSE, {"state": "paused"}), (Command.LOUDER, {"volume": 0.5625}),
        (Command.NEXT, {"title": "Gymnopédie No. 2", "index": 1, "duration": 166.5}),
        (Command.PLAY, {"state": "playing"}),
        (Command.REPEAT, {"repeat": "one"}), (Command.SHUFFLE, {"shuffle": "one"}), (Command.SHUFFLE, {"shuffle": "all"}),
    ):  # fmt: skip
        beside.tap(command)
        await beside.agree(command.name, **fields)
        await beside.same_position(command.name)
    for phone in beside.phones:
        phone.media.seek(100)
    await beside.agree("another place")
    await beside.same_position("another place")
    # Over bluetoothd a text that does not fit into a packet stays cut: its answer would pass over the bus for everybody.
    is_cut = world.radio == "bluez"
    beside.tap(Command.NEXT)
    await beside.agree("a long title", ("title",) if is_cut else (), index=2, album=None)
    assert beside.consumer.values()["title"] == LONG
    assert LONG.startswith(beside.ours()["title"]) and len(beside.ours()["title"]) > len(LONG) // 2, beside.ours()
    await other_players(world, beside)
    world.note(f"{beside.compared} values were compared")


async def other_players(world: World, beside: Beside) -> None:
    """What Bumble's client does not follow: the commands of another player, and that there is none."""
    beside.play(PODCASTS)
    await beside.agree("another player", player="Podcasts", title="On kestrels")
    await shown(world, title="On kestrels", app_id=PODCASTS.bundle, commands=PODCAST_WORDS)
    # A phone sends the list once for each subscription; Callboard subscribes again for another player.
    assert beside.commands() == set(MUSIC_WORDS), beside.commands()
    before = beside.consumer.values()
    mark = world.bridge.events.mark()
    beside.play(None)
    await shown(world, mark, state="none")
    # Every value is empty then. Bumble's client takes an empty text, and keeps a number when it is sent an empty one.
    end = time.monotonic() + SOON_SECONDS
    while (values := beside.consumer.values())["title"]:
        assert time.monotonic() < end, values
        await asyncio.sleep(0.1)
    kept = {"state", "volume", "rate", "duration", "count"}
    assert {key: values[key] for key in kept} == {key: before[key] for key in kept}, values
    assert beside.ours() == {"state": "none"}, beside.ours()
