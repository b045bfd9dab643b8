"""What the kernel counts of a process."""

import asyncio
from collections import Counter
from dataclasses import dataclass
from pathlib import Path


@dataclass(order=True)
class Memory:
    """What a process, or several together, hold: all that is resident, and their share of what is held in common."""

    resident_kilobytes: int = 0
    share_kilobytes: int = 0

    def __add__(self, other: "Memory") -> "Memory":
        return Memory(
            self.resident_kilobytes + other.resident_kilobytes, self.share_kilobytes + other.share_kilobytes
        )

    def __str__(self) -> str:
        resident, share = self.resident_kilobytes / 1024, self.share_kilobytes / 1024
        return f"{resident:5.1f} MB resident, {share:5.1f} MB as its share"


def memory(pid: int) -> Memory:
    """Gives how much memory a process holds."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    sizes = {line.split(":")[0]: int(line.split()[1]) for line in lines[1:]}
    return Memory(sizes["Rss"], sizes["Pss"])


def machine_memory() -> str:
    """Says how much memory the machine has, and what programs could still get of it."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    sizes = {line.split(":")[0]: int(line.split()[1]) // 1024 for line in lines}
    return f"the machine has {sizes['MemTotal']} MB, of which {sizes['MemAvailable']} MB are available"


def wakeups(pid: int) -> Counter[str]:
    """Gives how often each thread of a process has waited and gone on."""
    counts: Counter[str] = Counter()
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                counts[f"{(task / 'comm').read_text().strip()} {task.name}"] += int(line.split()[1])
    return counts


async def woken(pids: dict[str, int], seconds: float) -> dict[str, Counter[str]]:
    """Watches processes for some time, and gives how often each thread was woken that was."""
    before = {name: wakeups(pid) for name, pid in pids.items()}
    await asyncio.sleep(seconds)
    # Nothing is left of a thread that was not.
    return {name: wakeups(pid) - before[name] for name, pid in pids.items()}


def ticks(pid: int) -> int:
    """Gives the processor time of a process in hundredths of a second."""
    return sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
