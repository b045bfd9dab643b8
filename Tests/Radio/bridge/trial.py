"""`callboard try-phone` at a terminal, as a person uses it."""

from pathlib import Path

from .terminal import Terminal

# So wide that nothing is broken into lines, and a last line is never cut.
ROWS, COLUMNS = 50, 400


class Trial(Terminal):
    """The command, what its terminal shows, and what is typed."""

    def __init__(self, folder: Path, state: Path, socket: Path) -> None:
        super().__init__("callboard try-phone", folder / "trial.log", ROWS, COLUMNS)
        self.report = folder / "report.txt"
        self.options = ("--socket", str(socket), "--state", str(state), "--report", str(self.report))

    async def try_phone(self, through: tuple[str, ...] = ()) -> None:
        """Starts it, by way of another program where that is wanted."""
        await self.start("try-phone", *self.options, through=through)

    async def begin(self, through: tuple[str, ...] = ()) -> None:
        """Starts it for the first time, and says nothing about the phone."""
        await self.try_phone(through)
        await self.says("Which iPhone is it")
        self.type("iPhone of the rig")
        await self.says("Which version of iOS")
        self.type()
        await self.says("Step 1 of")
        await self.says("q quits:")

    async def choose(self, step: str) -> None:
        """Goes to a step and begins it; the command asks which one."""
        self.type(step)
        await self.says(f", {step}: ")
        await self.says("q quits:")
        self.type()

    async def judged(self, limit: float = 60) -> str:
        """Waits for the verdict of a step, and gives it."""
        await self.says("  PASSED: ", limit)
        rest = await self.says("\r\n")
        return rest
