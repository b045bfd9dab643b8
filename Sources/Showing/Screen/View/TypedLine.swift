internal import Formats

/// Editable line at a screen.
package struct TypedLine: Hashable, Sendable {
    /// Character limit of a line.
    package static let limit = 120
    /// Byte limit of a line: a character may have any number of marks.
    package static let byteLimit = 1_024

    package private(set) var text: String
    /// Number of characters before the cursor.
    private(set) var cursor: Int

    /// Creates a line with a text, the cursor at its end.
    package init(_ text: String = "") {
        self.text = String(text.prefix(Self.limit))
        cursor = self.text.count
    }

    /// The text before the cursor, and the rest.
    var parts: (before: Substring, rest: Substring) {
        (text.prefix(cursor), text.dropFirst(cursor))
    }

    /// Handles a key, if it has a meaning in a line.
    mutating func take(_ key: ScreenKey) {
        let (before, rest) = parts
        switch key {
        case .character(let character): insert(character)
        case .backspace, .control("h"): replace(before.dropLast(), rest)
        case .delete, .control("d"): replace(before, rest.dropFirst())
        case .control("u"): replace("", rest)
        case .control("k"): replace(before, "")
        case .control("w"): replace(Self.withoutWord(before), rest)
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(text.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        default: break
        }
    }

    private mutating func insert(_ character: Character) {
        let (before, rest) = parts
        guard text.count < Self.limit,
            text.utf8.count + character.utf8.count <= Self.byteLimit
        else { return }
        // A combining mark may become a part of the character before it.
        replace((String(before) + String(character))[...], rest)
    }

    private mutating func replace(_ before: Substring, _ rest: Substring) {
        let before = String(before)
        text = before + rest
        cursor = min(before.count, text.count)
    }

    private static func withoutWord(_ text: Substring) -> Substring {
        let end = text.lastIndex { $0 != " " }.map { text[...$0] } ?? ""
        return end.lastIndex(of: " ").map { end[...$0] } ?? ""
    }
}
