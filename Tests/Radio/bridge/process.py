"""What the kernel counts of a process."""

from collections import Counter
from pathlib import Path


def wakeups(pid: int) -> Counter[str]:
    """Gives how often each thread of a process has waited and gone on."""
    counts: Counter[str] = Counter()
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                counts[f"{(task / 'comm').read_text().strip()} {task.name}"] += int(line.split()[1])
    return counts


def ticks(pid: int) -> int:
    """Gives the processor time of a process in hundredths of a second."""
    return sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
