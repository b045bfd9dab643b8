/// Reply line of the display server.
enum LCDReply: Hashable, Sendable {
    /// Greeting with the size of the display.
    case connect(LCDSize)
    /// Command executed.
    case success
    /// Command not understood or refused.
    case refusal
    /// Answer to `noop`, after all commands before it.
    case complete
    /// The screen is displayed from now on.
    case shown(String)
    /// The screen is no longer displayed.
    case hidden(String)
    /// A key was pressed.
    case key(String)
    /// Menu event; this client has no menus.
    case menu
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

/// Size of a display in characters.
package struct LCDSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// Maximum size that is used; a larger display is used in part.
    package static let limit = LCDSize(width: 256, height: 64)

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Reads the words of a greeting; nil if they contain no size.
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
