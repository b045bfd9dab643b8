internal import Notices

/// What the keys of a board do, in lines of a width.
struct ScreenHelp {
    private static let keyWidth = 5
    /// Keys that have a phone or its bridge do something.
    private static let acts: Set = ["a", "d", "c", "m"]
    private static let keys: [(key: String, words: String)] = [
        ("a", "answer the call that rings; Enter too if no row is chosen"),
        ("d", "decline it"),
        ("Down", "choose a notice; Up, PgUp, PgDn, Home and End move on"),
        ("Enter", "read all of the chosen notice, or see all of its group"),
        ("y", "copy what is read; on the list, the newest one-time code"),
        ("c", "clear the chosen notice from the phone, after a question; or Del"),
        ("g", "fold notices by thread, by app, or not at all"),
        ("m", "mute the app of the chosen notice for some time"),
        ("/", "search the history"),
        ("f", "show only rows with some text in them"),
        ("Esc", "go back"),
        ("^L", "draw the screen anew"),
        ("^Z", "leave it for a while; fg comes back"),
        ("q", "quit; ^C does the same"),
    ]

    /// The lines: a key where one begins, and words.
    let lines: [(key: String, words: String)]

    /// - Parameter canAct: whether phones can be reached from there.
    init(columns: Int, canAct: Bool) {
        let room = max(1, columns - Self.keyWidth - 1)
        lines = Self.keys.filter { canAct || !Self.acts.contains($0.key) }.flatMap { key, words in
            words.wrapped(to: room, lines: 10).enumerated().map { index, line in
                (index == 0 ? key : "", line)
            }
        }
    }

    /// The first line that is shown at the farthest, in so many rows.
    func lastTop(_ rows: Int) -> Int {
        max(0, lines.count - rows)
    }

    /// The column in which words begin.
    static var wordsColumn: Int { keyWidth + 1 }
}
