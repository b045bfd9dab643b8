package import Board
import JSON
package import Linux

/// What somebody may see and do who has a token; the token itself is kept by nobody but them.
package struct WallToken: Hashable, Sendable {
    /// The first characters of the digest, by which people name it.
    package static let shortLength = 8
    private static let version = 1

    /// What a person calls the device or the program that has it.
    package var name: String
    /// How much it shows.
    package var detail: BoardOptions.Detail
    /// Whether calls may be answered and notices be cleared with it.
    package var mayAct: Bool
    /// When it was made.
    package var made: WallTime
    /// When it was used last, to the day; nil where it never was.
    package var used: WallTime?
    /// Until when it can be used; nil for as long as nobody revokes it.
    package var until: WallTime?

    /// Whether its time is over.
    package func isOver(at now: WallTime) -> Bool {
        until.map { $0.milliseconds <= now.milliseconds } ?? false
    }
}

extension WallToken {
    /// Reads what `bytes` writes; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes), value.number("version") == Self.version,
            let name = value.text("name"),
            let detail = value.text("detail").flatMap(BoardOptions.Detail.init),
            let made = value.moment("made")
        else { return nil }
        self.init(
            name: name, detail: detail, mayAct: value.isTrue("may_act"), made: made,
            until: value.moment("until"))
        used = value.moment("used")
    }

    /// As it is kept.
    var bytes: [UInt8] {
        JSONWriter.line { writer in
            writer.member("version", Self.version)
            writer.member("name", name)
            writer.member("detail", detail.rawValue)
            writer.member("may_act", mayAct)
            writer.member("made", made.milliseconds)
            if let used { writer.member("used", used.milliseconds) }
            if let until { writer.member("until", until.milliseconds) }
        }
    }
}

extension JSONValue {
    fileprivate func moment(_ key: String) -> WallTime? {
        if case .integer(let number) = self[key]?.content {
            WallTime(milliseconds: number)
        } else {
            nil
        }
    }
}
