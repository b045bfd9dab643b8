internal import Notices

/// Help on the keys of a board, wrapped to a width.
struct ScreenHelp {
    private static let keyWidth = 5
    /// Keys that act on a phone or its bridge.
    private static let acts: Set = ["a", "d", "c", "m", "p", "n", "+"]
    private static let keys: [(key: String, words: String)] = [
        ("a", "answer the call that rings; Enter too if no row is chosen"),
        ("d", "decline it"),
        ("Down", "choose a notification; Up, PgUp, PgDn, Home and End move on"),
        ("Enter", "read all of the chosen notification, or see all of its group"),
        ("y", "copy what is read; on the list, the newest one-time code"),
        ("c", "clear the chosen notification from the phone, after a question; or Del"),
        ("g", "fold notifications by thread, by app, or not at all"),
        ("m", "mute the app of the chosen notification for some time"),
        ("p", "pause what a phone plays, or play it again"),
        ("n", "play the next track; b the one before"),
        ("+", "turn the phone's volume up; - down"),
        ("/", "search the history"),
        ("f", "show only rows with some text in them"),
        ("Esc", "go back"),
        ("^L", "redraw the screen"),
        ("^Z", "leave it for a while; fg comes back"),
        ("q", "quit; ^C does the same"),
    ]

    /// Lines: a key on the first line of an entry, and text.
    let lines: [(key: String, words: String)]

    /// - Parameter canAct: whether phones can be reached from here.
    init(columns: Int, canAct: Bool) {
        let room = max(1, columns - Self.keyWidth - 1)
        lines = Self.keys.filter { canAct || !Self.acts.contains($0.key) }.flatMap { key, words in
            words.wrapped(to: room, lines: 10).enumerated().map { index, line in
                (index == 0 ? key : "", line)
            }
        }
    }

    /// Returns the last scroll position for a number of rows.
    func lastTop(_ rows: Int) -> Int {
        max(0, lines.count - rows)
    }

    /// Column in which the text begins.
    static var wordsColumn: Int { keyWidth + 1 }
}
