"""A real Home Assistant that tells on standard output what it makes of MQTT messages.

    instance.py PORT FOLDER SECONDS [PORT OF WEB PAGES]

Home Assistant's own core runs here with its own integration mqtt, connected to the broker at the port; its configuration is
kept in the folder; what takes longer than the seconds hangs. Each line of output is an object with `kind`: ready, log, state, removed, trigger, answer or failed. Each
line of input is a command with `do`, and has one answer with `value` or `error`:

    {"do": "settle"}                      waits until what was published has been worked on
    {"do": "states"}                      {"event.x": {"state": ..., "attributes": {...}}, ...}
    {"do": "entities"}, {"do": "devices"} what the registries hold
    {"do": "triggers"}                    the triggers of all devices, and listens to them from then on
    {"do": "call", "service": "button.press", "data": {"entity_id": "button.x"}}
    {"do": "stop"}
"""

import asyncio
import json
import logging
import os
import sys

import stand_ins
import web_pages
from homeassistant import config_entries, core, loader
from homeassistant.const import EVENT_STATE_CHANGED, __version__
from homeassistant.helpers import (
    area_registry, category_registry, device_registry, entity, entity_registry, floor_registry, frame, issue_registry,
    label_registry, restore_state, storage, template, translation,
)
from homeassistant.setup import async_setup_component

# What is published here comes back; whoever hears it knows that all before has arrived.
RETURNED = "callboard_test/returned"
SECONDS = float(sys.argv[3])
# Where web pages are served, if they are.
PAGES = int(sys.argv[4]) if len(sys.argv) > 4 else 0


def say(kind, **rest):
    """Writes a line."""
    sys.stdout.write(json.dumps({"kind": kind, **rest}, default=str) + "\n")
    sys.stdout.flush()


class Sayer(logging.Handler):
    """Writes what Home Assistant logs."""

    def emit(self, record):
        """Writes a record."""
        text = record.getMessage()
        if record.exc_info:
            text += "\n" + logging.Formatter().formatException(record.exc_info)
        say("log", level=record.levelname, logger=record.name, text=text)


def configured(folder, port):
    """Sees to it that Home Assistant finds the broker in its configuration."""
    os.makedirs(f"{folder}/.storage", exist_ok=True)
    open(f"{folder}/configuration.yaml", "a").close()
    path = f"{folder}/.storage/core.config_entries"
    if os.path.exists(path):
        return
    entry = {
        "entry_id": "mqtt", "version": 1, "minor_version": 2, "domain": "mqtt", "title": "broker",
        "data": {"broker": "127.0.0.1", "port": port, "protocol": "3.1.1"}, "options": {"discovery": True},
        "pref_disable_new_entities": False, "pref_disable_polling": False, "source": "user", "unique_id": None,
        "disabled_by": None,
    }
    with open(path, "w") as file:
        json.dump({"version": 1, "minor_version": 1, "key": "core.config_entries", "data": {"entries": [entry]}}, file)
    if PAGES:
        web_pages.begin(folder)


async def started(folder, port):
    """Gives a running Home Assistant: as its bootstrap.py starts it, less cloud, recorder and backups."""
    configured(folder, port)
    hass = core.HomeAssistant(folder)
    loader.async_setup(hass)
    hass.config.skip_pip = True
    hass.config.location_name = "Home"
    hass.config_entries = config_entries.ConfigEntries(hass, {})
    await loader.async_get_custom_components(hass)
    for each in (entity, frame, template, translation):
        each.async_setup(hass)
    # Since 2026.10 or so.
    if hasattr(device_registry, "async_setup"):
        device_registry.async_setup(hass)
    registries = (
        area_registry, category_registry, device_registry, entity_registry, floor_registry, issue_registry, label_registry,
        restore_state,
    )
    # All at once, as some wait for others.
    await asyncio.gather(
        storage.get_internal_store_manager(hass).async_initialize(), *(each.async_load(hass) for each in registries),
        hass.config_entries.async_initialize())
    for name in ("condition", "trigger"):
        module = __import__(f"homeassistant.helpers.{name}", fromlist=[name])
        if hasattr(module, "async_setup"):
            await module.async_setup(hass)
    if PAGES:
        await web_pages.set_up(hass, PAGES)
    else:
        # What serves web pages is called set up.
        for name in ("http", "file_upload", "websocket_api", "api", "auth"):
            hass.config.components.add(name)
        hass.http = stand_ins.NoWeb()
    for name in ("zone", "device_automation", "mqtt"):
        if not await async_setup_component(hass, name, {}):
            raise SystemExit(f"{name} could not be set up")
    for each in hass.config_entries.async_entries("mqtt"):
        if each.state is not config_entries.ConfigEntryState.LOADED:
            raise SystemExit(f"mqtt could not be set up: {each.state} {each.reason}")
    await hass.async_start()
    return hass


class Desk:
    """Does what the lines of input say."""

    def __init__(self, hass):
        self.hass = hass
        self.waiting = {}
        self.listening = {}

    @core.callback
    def returned(self, message):
        """A message of our own has come back."""
        waiting = self.waiting.pop(message.payload, None)
        # Nobody waits for one that came too late.
        if waiting and not waiting.done():
            waiting.set_result(None)

    async def come_back(self, seconds=SECONDS):
        """Publishes something and waits until it has come back."""
        from homeassistant.components import mqtt
        word = os.urandom(8).hex()
        self.waiting[word] = self.hass.loop.create_future()
        await mqtt.async_publish(self.hass, RETURNED, word)
        await asyncio.wait_for(self.waiting[word], seconds)

    async def begin(self):
        """Waits until it hears the broker: Home Assistant bundles its first subscriptions for seconds."""
        from homeassistant.components import mqtt
        if not await asyncio.wait_for(mqtt.util.async_wait_for_mqtt_client(self.hass), SECONDS):
            raise SystemExit("mqtt did not connect")
        await mqtt.async_subscribe(self.hass, RETURNED, self.returned)
        for _ in range(int(SECONDS * 5)):
            try:
                await self.come_back(0.2)
                return
            except TimeoutError:
                pass
        raise SystemExit("the broker is not heard")

    async def settle(self):
        """Waits until nothing is left to do."""
        await self.come_back()
        await self.hass.async_block_till_done()
        # Subscriptions are bundled, for half a second at first.
        await asyncio.sleep(0.6)
        await self.come_back()
        await self.hass.async_block_till_done()

    async def states(self):
        """Gives all states."""
        return {each.entity_id: {"state": each.state, "attributes": dict(each.attributes)} for each in self.hass.states.async_all()}

    def known(self):
        """Gives all devices: a mapping until 2026.10 or so, then a collection."""
        registry = device_registry.async_get(self.hass)
        found = (registry.async_get(each) if isinstance(each, str) else each for each in registry.devices)
        return [each for each in found if each]

    async def devices(self):
        """Gives what is known of devices, by their names at the broker."""
        names = {each.id: [pair[1] for pair in each.identifiers if pair[0] == "mqtt"] for each in self.known()}
        return {names[each.id][0]: {
            "name": each.name, "manufacturer": each.manufacturer, "model": each.model, "sw_version": each.sw_version,
            "via": (names.get(each.via_device_id) or [None])[0],
        } for each in self.known() if names[each.id]}

    async def entities(self):
        """Gives what is known of entities."""
        return {each.entity_id: {
            "unique_id": each.unique_id, "name": each.original_name, "category": each.entity_category,
        } for each in entity_registry.async_get(self.hass).entities.values()}

    async def triggers(self):
        """Gives the triggers of each device, and begins to tell of them."""
        from homeassistant.components import device_automation
        from homeassistant.helpers import trigger as helper
        found = []
        for device in self.known():
            kind = device_automation.DeviceAutomationType.TRIGGER
            got = await device_automation.async_get_device_automations(self.hass, kind, [device.id])
            for each in got.get(device.id, []):
                each = {key: value for key, value in each.items() if key != "metadata"}
                if each.get("domain") != "mqtt":
                    continue
                found.append(f"{each['type']} {each['subtype']}")
                key = json.dumps(each, sort_keys=True, default=str)
                if key in self.listening:
                    continue

                async def fired(variables, context=None, each=each):
                    say("trigger", trigger=f"{each['type']} {each['subtype']}")

                config = await helper.async_validate_trigger_config(self.hass, [each])
                self.listening[key] = await helper.async_initialize_triggers(
                    self.hass, config, fired, "test", "test", lambda level, text, **_: None)
        return sorted(found)

    async def call(self, service, data):
        """Does what an automation would have done."""
        domain, name = service.split(".")
        await self.hass.services.async_call(domain, name, data, blocking=True)


@core.callback
def changed(event):
    """Writes what becomes of a state."""
    new = event.data["new_state"]
    if new is None:
        say("removed", entity=event.data["entity_id"])
    else:
        say("state", entity=new.entity_id, state=new.state, attributes=dict(new.attributes))


async def main(port, folder):
    """Runs until it is told to stop."""
    logging.getLogger().addHandler(Sayer())
    logging.getLogger().setLevel(logging.WARNING)
    hass = await started(folder, port)
    hass.bus.async_listen(EVENT_STATE_CHANGED, changed)
    desk = Desk(hass)
    await desk.begin()
    await desk.settle()
    say("ready", version=__version__)
    reader = asyncio.StreamReader()
    await hass.loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        command = json.loads(line)
        action = command.pop("do")
        if action == "stop":
            break
        try:
            say("answer", value=await getattr(desk, action)(**command))
        except Exception as error:
            say("answer", error=f"{type(error).__name__}: {error}")
    await hass.async_stop(force=True)
    say("stopped")


try:
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
except BaseException as end:
    say("failed", text=f"{type(end).__name__}: {end}")
finally:
    # Threads of Home Assistant would hold it.
    os._exit(0)
