"""Everything a scenario needs: the computer, phones, the bridge, and short ways to common states."""

import asyncio
import json
from pathlib import Path

from bumble.hci import Address

from air.bluez_computer import BlueZComputer
from air.computer import Computer
from air.link import Air
from bridge.callboard import Bridge, Window, output_of, radio_option
from phone.impostor import Impostor
from phone.models import Model
from phone.phone import MTU, Phone


class World:
    """One scenario's own world; nothing of it is left for the next one."""

    def __init__(self, folder: Path, radio: str) -> None:
        self.folder = folder
        self.radio = radio
        self.state = Path("/var/tmp/callboard-state")
        self.air = Air()
        kind = BlueZComputer if radio == BlueZComputer.radio else Computer
        self.computer = kind(self.air, folder, self.state)
        self.bridge = Bridge(folder, self.state, radio)
        self.window = Window(folder, self.state, radio)
        self.phones: list[Phone] = []

    async def phone(
        self, name: str = "Anna's iPhone", mtu: int = MTU, fake: bool = False, first_uid: int = 100,
        model: Model | None = None,
    ) -> Phone:  # fmt: skip
        """A phone that is switched on and does nothing yet."""
        phone = Phone(self.air, name, len(self.phones) + 1, mtu, fake, first_uid)
        phone.model = model
        self.phones.append(phone)
        await phone.switch_on()
        return phone

    async def impostor(self, victim: Phone, address: Address | None = None) -> Impostor:
        """Somebody with the lasting address of a phone, or with one that it once had on air."""
        impostor = Impostor(self.air, victim, len(self.phones) + 1, address)
        self.phones.append(impostor)
        await impostor.switch_on()
        return impostor

    async def pair(
        self, phone: Phone, shape: str = "solicit", method: str = "compare", *more: str
    ) -> None:
        """Pairs in a window, as people do."""
        window = self.window = Window(self.folder, self.state, self.radio)
        # With --yes the command ends after a few seconds even where the phone is only slow.
        shares = phone.offers_notifications and phone.centre.sharing and not phone.centre.fake
        await window.open(shape, method, *([] if shares else ["--yes"]), *more)
        tapped = asyncio.create_task(phone.tap(await phone.look(shape)))
        try:
            if method == "passkey":
                event = await window.event("passkey")
                await phone.happenings.wait("passkey wanted")
                phone.person.type(event["passkey"])
            elif shares:
                await window.event("compare")
                window.say("y")
            assert await tapped, "the phone could not pair"
        finally:
            tapped.cancel()
        assert await window.closed("bonded") == 0
        phone.come_near()

    async def connected(
        self, name: str = "Anna's iPhone", shape: str = "solicit", *more: str, mtu: int = MTU, first_uid: int = 100,
        model: Model | None = None,
    ) -> Phone:  # fmt: skip
        """A phone that is paired, near, and whose notifications the bridge shows."""
        phone = await self.phone(name, mtu, first_uid=first_uid, model=model)
        await self.pair(phone, shape)
        await self.bridge.run(shape, *more)
        await self.bridge.phone("ready", name=name)
        return phone

    async def restart_bridge(self, number: int, shape: str = "solicit") -> int:
        """Ends the bridge by a signal, starts it again; gives the place where new events begin."""
        await self.bridge.stop(number)
        mark = self.bridge.events.mark()
        await self.bridge.run(shape)
        return mark

    async def callboard(self, *arguments: str) -> tuple[int, str]:
        """Runs another command."""
        radio = radio_option(self.radio)
        return await output_of(self.folder, *arguments, *radio, "--state", str(self.state))

    @property
    def listening(self) -> tuple[str, str]:
        """Gives the option with which a bridge listens to clients, and by which a client finds it."""
        return "--socket", str(self.folder / "control")

    async def ask(self, *arguments: str) -> tuple[int, str]:
        """Runs a client of the bridge, which listens."""
        return await output_of(self.folder, *arguments, *self.listening)

    @property
    def bluez(self) -> BlueZComputer:
        """The computer of a scenario that is about bluetoothd."""
        assert isinstance(self.computer, BlueZComputer)
        return self.computer

    def note(self, text: str) -> None:
        """Says something on the console that is worth knowing of a scenario that passed."""
        print(f"RIG-NOTE {json.dumps({'text': text})}", flush=True)

    async def end(self) -> None:
        """Ends everything that was started."""
        await self.bridge.stop()
        await self.window.stop()
        for phone in self.phones:
            if phone.device:
                await phone.switch_off()
        await self.computer.stop()
