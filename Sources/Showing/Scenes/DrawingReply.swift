internal import JSON

/// Reply line of the drawing program.
package enum DrawingReply: Hashable, Sendable {
    /// Byte limit of a reply line.
    package static let longestLine = 4_096
    /// Byte limit of the text of a problem; the rest is dropped.
    package static let longestWords = 200

    /// Ready for scenes of this size.
    case ready(SceneSize)
    /// The scene with this number is shown.
    case shown(UInt64)
    /// The scene with this number was dropped for a newer one.
    case skipped(UInt64)
    /// The scene with this number, or every scene if nil, cannot be shown.
    case failed(UInt64?, DrawingTrouble, String)

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

    /// Reads a line; nil if it is invalid.
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
