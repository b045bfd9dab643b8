@testable import Outlets

/// Reads a line of a client as LCDd does: spaces part words, quotation marks and braces hold them
/// together, and a backslash goes before a sign that means itself or a control.
enum LCDWords {
    /// The words, or nil where the server would not understand the line.
    static func of(_ line: [UInt8]) -> [[UInt8]]? {
        var words: [[UInt8]] = []
        var word: [UInt8]?
        var quote: UInt8?
        var index = 0
        while index < line.count {
            let byte = line[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\\"):
                guard index < line.count else { return nil }
                let controls: [UInt8: UInt8] = [
                    UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
                ]
                word = (word ?? []) + [controls[line[index]] ?? line[index]]
                index += 1
            case UInt8(ascii: "\""), UInt8(ascii: "{"):
                if quote == nil {
                    quote = byte
                    word = word ?? []
                } else if byte == quote {
                    words.append(word ?? [])
                    (word, quote) = (nil, nil)
                } else {
                    word = (word ?? []) + [byte]
                }
            case UInt8(ascii: "}") where quote == UInt8(ascii: "{"):
                words.append(word ?? [])
                (word, quote) = (nil, nil)
            case UInt8(ascii: " "), 9, 13:
                if quote != nil {
                    word = (word ?? []) + [byte]
                } else if let ended = word {
                    words.append(ended)
                    word = nil
                }
            default: word = (word ?? []) + [byte]
            }
        }
        guard quote == nil else { return nil }
        if let word { words.append(word) }
        return words
    }

    /// The lines in what a client sends, which end where the server ends them.
    static func lines(of bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(omittingEmptySubsequences: true) { [0, 10, 13].contains($0) }.map(Array.init)
    }
}
