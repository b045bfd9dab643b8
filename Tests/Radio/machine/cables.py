"""Serial cables of which both ends are ports of the guest: a scenario is the device at the far end as well."""

import socket

# A port feels at once that a device does not read; the kernel rounds it up to what holds a few bytes.
NARROW = 1
# The adapter's emulation stops the whole machine where it cannot go on.
WIDE = 1 << 17


class Cables:
    """The cables of one machine, as options of the emulator and descriptors that it inherits."""

    def __init__(self) -> None:
        self.options: list[str] = []
        self._ends: list[socket.socket] = []
        self._add("uart", NARROW)
        self._add("usb", WIDE)
        self._add("monitor", WIDE)
        # What a board has; the adapter at USB is plugged in by whoever needs it, by way of the monitor.
        self.options += ["-device", "isa-serial,index=1,chardev=uart", "-device", "qemu-xhci"]
        self.options += ["-mon", "chardev=monitor,mode=control"]
        far = "chardev1=uart-far,chardev2=usb-far,chardev3=monitor-far,chardev4=nothing"
        self.options += ["-chardev", "null,id=nothing", "-device", f"pci-serial-4x,{far}"]

    def _add(self, name: str, room: int) -> None:
        for end, suffix in zip(socket.socketpair(), ("", "-far"), strict=True):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, room)
            self._ends.append(end)
            self.options += ["-chardev", f"socket,id={name}{suffix},fd={end.fileno()}"]

    @property
    def descriptors(self) -> list[int]:
        """What the emulator has to inherit."""
        return [end.fileno() for end in self._ends]

    def let_go(self) -> None:
        """Closes what only the emulator needs."""
        for end in self._ends:
            end.close()
