package import Board
import JSON
package import Linux

/// Rights of a token; the secret itself is not stored.
package struct WallToken: Hashable, Sendable {
    /// Length of the short ID, the beginning of the digest.
    package static let shortLength = 8
    private static let version = 1

    /// Name of the device or program.
    package var name: String
    package var detail: BoardOptions.Detail
    /// Whether calls may be answered and declined, and notifications cleared.
    package var mayAct: Bool
    /// Time of creation.
    package var made: WallTime
    /// Time of the last recorded use, accurate to a day; nil if it was never used.
    package var used: WallTime?
    /// Time of expiry; nil means until it is revoked.
    package var until: WallTime?

    /// Whether the token has expired.
    package func isOver(at now: WallTime) -> Bool {
        until.map { $0.milliseconds <= now.milliseconds } ?? false
    }
}

extension WallToken {
    /// Parses the stored form; nil if it is invalid.
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

    /// The stored form.
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
