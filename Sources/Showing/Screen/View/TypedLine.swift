internal import Formats

/// A line that somebody types at a screen.
package struct TypedLine: Hashable, Sendable {
    /// Characters of a line; further ones are not taken.
    package static let limit = 120
    /// Bytes of one: a character may have any number of marks.
    package static let byteLimit = 1_024

    /// What stands in the line.
    package private(set) var text: String
    /// How many characters are before the cursor.
    private(set) var cursor: Int

    /// A line that begins with a text, the cursor behind it.
    package init(_ text: String = "") {
        self.text = String(text.prefix(Self.limit))
        cursor = self.text.count
    }

    /// The text before the cursor, and from it on.
    var parts: (before: Substring, rest: Substring) {
        (text.prefix(cursor), text.dropFirst(cursor))
    }

    /// Takes a key, as far as it means something to a line.
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
        // A mark may become a part of the character before it.
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
