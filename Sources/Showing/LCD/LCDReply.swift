/// What the display server says in one line.
enum LCDReply: Hashable, Sendable {
    /// It greets, and tells what display it has.
    case connect(LCDSize)
    /// It did what it was told.
    case success
    /// It did not understand, or would not do it.
    case refusal
    /// It has come to the end of what it was told; what it answers to `noop`.
    case complete
    /// A screen is on the display from now on.
    case shown(String)
    /// A screen is no longer on the display.
    case hidden(String)
    /// Somebody pressed a key.
    case key(String)
    /// Something about menus, of which this client has none.
    case menu
    /// Anything else.
    case unknown

    init(_ line: [UInt8]) {
        let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            .map { String(decoding: $0, as: UTF8.self) }
        switch words.first {
        case "connect": self = LCDSize(words).map(LCDReply.connect) ?? .unknown
        case "success": self = .success
        case "huh?": self = .refusal
        case "noop" where words.count > 1 && words[1] == "complete": self = .complete
        case "listen" where words.count > 1: self = .shown(words[1])
        case "ignore" where words.count > 1: self = .hidden(words[1])
        case "key" where words.count > 1: self = .key(words[1])
        case "menuevent": self = .menu
        default: self = .unknown
        }
    }
}

/// How many characters a display has.
package struct LCDSize: Hashable, Sendable {
    /// Columns of characters.
    package let width: Int
    /// Rows of characters.
    package let height: Int

    /// The largest display that is believed in; of a larger one that much is used.
    package static let limit = LCDSize(width: 256, height: 64)

    /// So many columns and rows.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Reads the words of a greeting; nil where they name no display.
    init?(_ words: [String]) {
        func number(after name: String) -> Int? {
            guard let index = words.firstIndex(of: name), index + 1 < words.count,
                let number = Int(words[index + 1]), number > 0
            else { return nil }
            return number
        }
        guard let width = number(after: "wid"), let height = number(after: "hgt") else {
            return nil
        }
        self.width = min(width, Self.limit.width)
        self.height = min(height, Self.limit.height)
    }
}
