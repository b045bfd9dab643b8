"""What plays on a phone: an app with its tracks, and what its owner or a host does with it."""

import time
from dataclasses import dataclass
from enum import IntEnum


class Command(IntEnum):
    """The commands of the Apple Media Service."""

    PLAY = 0
    PAUSE = 1
    TOGGLE = 2
    NEXT = 3
    PREVIOUS = 4
    LOUDER = 5
    SOFTER = 6
    REPEAT = 7
    SHUFFLE = 8
    FORWARD = 9
    BACKWARD = 10
    LIKE = 11
    DISLIKE = 12
    BOOKMARK = 13


MUSIC_COMMANDS = tuple(Command(number) for number in range(9))
PODCAST_COMMANDS = (
    Command.PLAY, Command.PAUSE, Command.TOGGLE, Command.LOUDER, Command.SOFTER, Command.FORWARD, Command.BACKWARD,
)  # fmt: skip
# How far a skip goes, in seconds, and a step of the volume.
SKIP, STEP = 15, 0.0625
MODES = 3
PLAYER, QUEUE, TRACK = 0, 1, 2
PLAYBACK = (PLAYER, 1)


@dataclass(frozen=True)
class Track:
    """Something that can be played."""

    title: str
    artist: str = "Erik Satie"
    album: str = "Piano Works"
    seconds: float = 187


@dataclass(frozen=True)
class App:
    """An app that plays, with its queue and the commands that it accepts."""

    name: str
    bundle: str
    tracks: tuple[Track, ...]
    commands: tuple[Command, ...] = MUSIC_COMMANDS


class Player:
    """The app that plays now, if there is one; each attribute has its text at any time."""

    def __init__(self) -> None:
        self.app: App | None = None
        self.index = 0
        self.plays = False
        self.volume = 0.5
        self.shuffle = self.repeat = 0
        # Where the track was at a time of the monotonic clock.
        self._anchor = (0.0, 0.0)

    def start(self, app: App | None, index: int = 0) -> None:
        """An app begins to play, or none is left."""
        self.app = app
        self.index = index
        self.plays = app is not None
        self.seek(0)

    @property
    def track(self) -> Track | None:
        """Gives what is played."""
        return self.app.tracks[self.index] if self.app else None

    @property
    def elapsed(self) -> float:
        """Gives the seconds from the start of the track."""
        position, since = self._anchor
        position += time.monotonic() - since if self.plays else 0
        return min(position, self.track.seconds) if self.track else 0

    def seek(self, position: float) -> None:
        """Goes to a place in the track."""
        self._anchor = (max(0.0, position), time.monotonic())

    def perform(self, command: Command) -> None:
        """Does what a command says."""
        match command:
            case Command.PLAY | Command.PAUSE | Command.TOGGLE:
                self._play(not self.plays if command == Command.TOGGLE else command == Command.PLAY)
            case Command.NEXT | Command.PREVIOUS:
                count = len(self.app.tracks) if self.app else 1
                self.index = (self.index + (1 if command == Command.NEXT else -1)) % count
                self.seek(0)
            case Command.LOUDER | Command.SOFTER:
                step = STEP if command == Command.LOUDER else -STEP
                self.volume = min(1.0, max(0.0, self.volume + step))
            case Command.REPEAT:
                self.repeat = (self.repeat + 1) % MODES
            case Command.SHUFFLE:
                self.shuffle = (self.shuffle + 1) % MODES
            case Command.FORWARD | Command.BACKWARD:
                self.seek(self.elapsed + (SKIP if command == Command.FORWARD else -SKIP))

    def _play(self, plays: bool) -> None:
        position = self.elapsed
        self.plays = plays
        self.seek(position)

    def text(self, entity: int, attribute: int) -> str | None:
        """Gives an attribute, empty if nobody plays; nothing of one that the service does not have."""
        if entity not in (PLAYER, QUEUE, TRACK) or attribute > 3:
            return None
        app, track = self.app, self.track
        if app is None or track is None:
            return ""
        state = f"{int(self.plays)},{'1.0' if self.plays else '0.0'},{self.elapsed:.3f}"
        return (
            (app.name, state, f"{self.volume:.4f}", app.bundle),
            (str(self.index), str(len(app.tracks)), str(self.shuffle), str(self.repeat)),
            (track.artist, track.album, track.title, f"{track.seconds:.3f}"),
        )[entity][attribute]

    def mark(self, entity: int, attribute: int) -> object:
        """Gives what is another one whenever an attribute has changed: time alone changes nothing."""
        if (entity, attribute) == PLAYBACK:
            return (self.app, self.plays, self._anchor)
        return self.text(entity, attribute)
