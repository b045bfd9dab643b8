"""The rules for udev, tried with `udevadm test` on devices that are only folders.

No udevd and no device is needed: the root sees a folder in the place of /sys, and udevadm is told not to mind that it is no sysfs.
"""

import re
import shutil

from machine.check import check, equal, holds
from machine.world import World

RULES = "/usr/lib/udev/rules.d/60-callboard.rules"
EXAMPLES = "/usr/share/doc/callboard/examples/udev"
SERIAL = f"{EXAMPLES}/61-callboard-serial.rules"
LAMP = f"{EXAMPLES}/62-callboard-led.rules"
WANTS = "/etc/systemd/system/multi-user.target.wants"


def device(world: World, path: str, subsystem: str, uevent: str, attributes: dict[str, str] | None = None) -> None:
    """Makes the folder of a device."""
    sysfs = world.path("/tmp/sys")
    folder = sysfs / path
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "uevent").write_text(uevent)
    for name, value in (attributes or {}).items():
        (folder / name).write_text(value + "\n")
    group = "bus" if subsystem in ("usb", "usb-serial") else "class"
    home = sysfs / group / subsystem
    home.mkdir(parents=True, exist_ok=True)
    link = folder / "subsystem"
    if not link.is_symlink():
        link.symlink_to("../" * len(path.split("/")) + f"{group}/{subsystem}")


def properties(world: World, path: str, action: str = "add") -> dict[str, str]:
    """Gives the properties that the rules give a device."""
    # Newer ones indent them.
    lines = [line.strip() for line in tried(world, path, action).splitlines()]
    return dict(line.split("=", 1) for line in lines if re.match(r"[A-Z_]+=", line))


def tried(world: World, path: str, action: str = "add") -> str:
    """Gives what `udevadm test` prints: what it reads, what it has to say of it, and the properties."""
    script = (
        "mount --bind /tmp/sys /sys && mount -t tmpfs tmpfs /run && mkdir /run/udev && SYSTEMD_LOG_LEVEL=debug "
        f"SYSTEMD_LOG_TARGET=console SYSTEMD_DEVICE_VERIFY_SYSFS=0 udevadm test --action={action} /sys/{path}"
    )
    return world.run("sh", "-c", script)


def adapters(world: World) -> None:
    """Makes an adapter and the device of a phone that is connected to it."""
    shutil.rmtree(world.path("/tmp/sys"), ignore_errors=True)
    device(world, "devices/virtual/bluetooth/hci0", "bluetooth", "DEVTYPE=host\n")
    device(world, "devices/virtual/bluetooth/hci0/hci0:64", "bluetooth", "DEVTYPE=link\n")


@check("udev reads the rules without a complaint")
def udev_understands_the_rules(world: World) -> None:
    world.install()
    adapters(world)
    world.run("install", "-D", "-m", "0644", "-t", "/etc/udev/rules.d", SERIAL, LAMP)
    try:
        text = tried(world, "devices/virtual/bluetooth/hci0")
    finally:
        for name in (SERIAL, LAMP):
            world.run("rm", f"/etc/udev/rules.d/{name.rpartition('/')[2]}")
    for name in ("60-callboard.rules", "61-callboard-serial.rules", "62-callboard-led.rules"):
        lines = [line for line in text.splitlines() if name in line]
        holds(any(line.startswith("Reading rules file:") for line in lines), f"{name} was not read: {text[:300]}")
        equal([line for line in lines if not line.startswith("Reading rules file:")], [], f"what udev says of {name}")


@check("an adapter that appears starts the service that is enabled, and no other")
def adapter_starts_the_service(world: World) -> None:
    world.install()
    adapters(world)
    for unit in ("callboard.service", "callboard-kernel.service"):
        starts(world, unit)


def starts(world: World, unit: str) -> None:
    """Fails unless an adapter that appears starts this unit where it alone is enabled."""
    world.run("systemctl", "disable", "callboard.service", "callboard-kernel.service")
    adapter = "devices/virtual/bluetooth/hci0"
    holds("callboard" not in properties(world, adapter).get("SYSTEMD_WANTS", ""), "a service that nobody enabled is started")
    world.run("systemctl", "enable", unit)
    holds(world.path(f"{WANTS}/{unit}").is_symlink(), "the rule looks at another place than systemctl enable makes")
    found = properties(world, adapter)
    wanted = [name for name in found.get("SYSTEMD_WANTS", "").split() if name.startswith("callboard")]
    equal(wanted, [unit], "what is started")
    holds(":systemd:" in found.get("TAGS", found.get("CURRENT_TAGS", "")), f"systemd does not see the device: {found}")
    holds("callboard" not in properties(world, adapter, "change").get("SYSTEMD_WANTS", ""), "a change starts it")
    phone = properties(world, f"{adapter}/hci0:64")
    holds("callboard" not in phone.get("SYSTEMD_WANTS", ""), "a phone that connects starts it")
    world.run("systemctl", "disable", unit)


@check("the example names a serial port by the adapter's number and by its socket, and keeps ModemManager off it")
def serial_line_has_a_name(world: World) -> None:
    world.install()
    world.run("install", "-D", "-m", "0644", "-t", "/etc/udev/rules.d", SERIAL)
    # Values that 60-serial.rules and its helpers find on real devices are given by a rule before ours.
    try:
        for number, given, named in (
            ("0", 'ENV{ID_VENDOR_ID}="0403", ENV{ID_MODEL_ID}="6001", ENV{ID_SERIAL_SHORT}="CALLBOARD1"', True),
            ("1", 'ENV{ID_VENDOR_ID}="0403", ENV{ID_MODEL_ID}="6001", ENV{ID_SERIAL_SHORT}="OTHER"', False),
            ("2", 'ENV{ID_PATH}="platform-callboard-usb-0:1.2:1.0"', True),
            ("3", 'ENV{ID_PATH}="platform-callboard-usb-0:1.3:1.0"', False),
        ):
            shutil.rmtree(world.path("/tmp/sys"), ignore_errors=True)
            path = f"devices/virtual/tty/ttyUSB{number}"
            device(world, path, "tty", f"MAJOR=188\nMINOR={number}\nDEVNAME=ttyUSB{number}\n")
            world.path("/etc/udev/rules.d/60-zz-found.rules").write_text(f'SUBSYSTEM=="tty", {given}\n')
            found = properties(world, path)
            equal("/dev/callboard-serial" in found.get("DEVLINKS", "").split(), named, f"a name for {given}")
            equal(found.get("ID_MM_DEVICE_IGNORE"), "1" if named else None, f"ModemManager and {given}")
    finally:
        world.run("rm", "-f", "/etc/udev/rules.d/61-callboard-serial.rules", "/etc/udev/rules.d/60-zz-found.rules")
