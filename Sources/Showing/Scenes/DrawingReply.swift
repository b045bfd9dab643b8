internal import JSON

/// What the program that draws says, a line each.
package enum DrawingReply: Hashable, Sendable {
    /// Bytes of an answer's line; what is longer is none.
    package static let longestLine = 4_096
    /// Bytes of the words of a trouble; further ones are left out.
    package static let longestWords = 200

    /// It waits for scenes of this size.
    case ready(SceneSize)
    /// The scene of this number is shown.
    case shown(UInt64)
    /// The scene of this number was left out for a newer one.
    case skipped(UInt64)
    /// The scene of this number, or all of them, cannot be shown.
    case failed(UInt64?, DrawingTrouble, String)

    /// The reply as a line.
    package var line: [UInt8] {
        JSONWriter.line { writer in
            switch self {
            case .ready(let size):
                writer.member("ready", "\(size)")
            case .shown(let number): writer.member("shown", number)
            case .skipped(let number): writer.member("skipped", number)
            case .failed(let number, let trouble, let words):
                writer.member("failed", trouble.rawValue)
                if let number { writer.member("scene", number) }
                let short = String(decoding: words.utf8.prefix(Self.longestWords), as: UTF8.self)
                writer.member("words", short)
            }
        }
    }

    /// Reads a line; nil for anything else.
    package init?(line: [UInt8]) {
        guard line.count <= Self.longestLine,
            let value = try? JSONValue(parsing: line, depthLimit: 2)
        else { return nil }
        if case .string(let words) = value["ready"]?.content, let size = SceneSize(words) {
            self = .ready(size)
        } else if let number = value["shown"]?.sceneNumber {
            self = .shown(number)
        } else if let number = value["skipped"]?.sceneNumber {
            self = .skipped(number)
        } else if case .string(let code) = value["failed"]?.content,
            case .string(let words) = value["words"]?.content,
            code.utf8.count <= Self.longestWords, words.utf8.count <= 4 * Self.longestWords
        {
            self = .failed(
                value["scene"]?.sceneNumber, DrawingTrouble(rawValue: code), words)
        } else {
            return nil
        }
    }
}

extension JSONValue {
    fileprivate var sceneNumber: UInt64? {
        guard case .integer(let number) = content else { return nil }
        return UInt64(exactly: number)
    }
}
