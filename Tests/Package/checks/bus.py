"""The system bus of Debian: that no policy of our own is needed, and what the example policy closes.

`dbus-test-tool echo` stands in for bluetoothd, and for Callboard's own objects: only the bus decides here.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from machine.check import check, equal, holds
from machine.world import World
from waiting import PATIENCE, eventually

EXAMPLE = "/usr/share/doc/callboard/examples/dbus/callboard-only.conf"
LOCAL = "/etc/dbus-1/system-local.conf"
# What bluetoothd calls on a client's objects.
CALLBACKS = (
    "org.bluez.Agent1.RequestConfirmation", "org.bluez.LEAdvertisement1.Release",
    "org.bluez.GattCharacteristic1.ReadValue", "org.freedesktop.DBus.Properties.GetAll",
    "org.freedesktop.DBus.ObjectManager.GetManagedObjects",
)


@contextmanager
def bus(world: World) -> Iterator[ExitStack]:
    """Runs the system bus as Debian configures it, with somebody who answers as org.bluez."""
    world.install()
    world.apt("install", "--no-install-recommends", "bluez", "dbus", "dbus-bin", "dbus-tests")
    world.run("sh", "-c", "rm -rf /run/dbus && mkdir /run/dbus")
    with ExitStack() as stack:
        stack.enter_context(world.background("dbus-daemon", "--system", "--nofork", "--nopidfile"))
        until(lambda: world.path("/run/dbus/system_bus_socket").is_socket(), "the bus does not come up")
        stack.enter_context(world.background("dbus-test-tool", "echo", "--system", "--name=org.bluez"))
        until(lambda: ask(world, "root", "org.bluez", "org.example.Any.Call") == "", "org.bluez is not there")
        yield stack


def until(holds_now, reason: str) -> None:  # type: ignore[no-untyped-def]
    """Waits until something holds."""
    eventually(holds_now, lambda: reason)


def ask(world: World, user: str, name: str, method: str) -> str:
    """Calls a method as a user; gives nothing where it was answered, or the error."""
    text = world.run(
        "dbus-send", "--system", "--print-reply", f"--reply-timeout={PATIENCE * 1000}", f"--dest={name}", "/", method,
        user=user, status=None)
    return "" if text.startswith("method return") else text.split(":")[0].removeprefix("Error ").strip()


def own_name(world: World, user: str, stack: ExitStack) -> str:
    """Gives the unique name of somebody of that user who answers calls on the bus."""
    def names() -> set[str]:
        listed = world.run(
            "dbus-send", "--system", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/",
            "org.freedesktop.DBus.ListNames")
        return {word for word in listed.split() if word.startswith(":")}

    def owner(name: str) -> str:
        text = world.run(
            "dbus-send", "--system", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/",
            "org.freedesktop.DBus.GetConnectionUnixUser", f"string:{name}", status=None)
        return text.split()[-1] if text.split() else ""

    stack.enter_context(world.background("dbus-test-tool", "echo", "--system", user=user))
    number = world.run("id", "-u", user).strip()
    found: list[str] = []

    def look() -> bool:
        found[:] = [name for name in names() if owner(name) == number]
        return bool(found)

    until(look, f"nobody of {user} came to the bus")
    return found[0]


@check("Debian's own policy lets the service call bluetoothd and bluetoothd call the service")
def no_policy_is_needed(world: World) -> None:
    world.run("rm", "-f", LOCAL)
    with bus(world) as stack:
        equal(ask(world, "callboard", "org.bluez", "org.bluez.GattManager1.RegisterApplication"), "", "callboard to bluetoothd")
        name = own_name(world, "callboard", stack)
        for method in CALLBACKS:
            equal(ask(world, "root", name, method), "", f"bluetoothd to callboard, {method}")
            holds(ask(world, "nobody", name, method), f"anybody may call {method} on callboard")


@check("without the example policy anybody may talk to bluetoothd, with it root and the service alone")
def example_policy_closes_bluetoothd(world: World) -> None:
    people = ("root", "callboard", "nobody", "visitor")
    method = "org.bluez.GattCharacteristic1.WriteValue"
    world.install()
    world.run("sh", "-c", "id visitor >/dev/null 2>&1 || useradd --no-create-home visitor")
    world.run("rm", "-f", LOCAL)
    with bus(world):
        # The group has a rule of its own in Debian's policy, so its members are tried, too.
        world.run("usermod", "--append", "--groups", "bluetooth", "visitor")
        open_to = [user for user in people if ask(world, user, "org.bluez", method) == ""]
    equal(open_to, list(people), "who may without the policy")
    world.run("install", "-m", "0644", EXAMPLE, LOCAL)
    try:
        with bus(world):
            open_to = [user for user in people if ask(world, user, "org.bluez", method) == ""]
        equal(open_to, ["root", "callboard"], "who may with the policy")
    finally:
        world.run("rm", "-f", LOCAL)
