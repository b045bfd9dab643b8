"""Where the guest has which end of the cables."""

from pathlib import Path

UART = Path("/dev/ttyS1")
ADAPTER = Path("/dev/ttyUSB0")


def far_ends() -> list[Path]:
    """Gives the ports of the card, in the order of its sockets: their numbers are those that were free."""
    driver = Path("/sys/bus/pci/drivers/serial")
    # Newer kernels have a controller and a port of their own between the card and its terminals.
    found = (path for pattern in ("*/tty/ttyS*", "*/*/*/tty/ttyS*") for path in driver.glob(pattern))
    addresses = {int((path / "port").read_text(), 16): path.name for path in found}
    assert len(addresses) == 4, f"the card has the ports {addresses}"
    return [Path("/dev", addresses[address]) for address in sorted(addresses)]


FAR_UART, FAR_ADAPTER, FAR_MONITOR, _ = range(4)
