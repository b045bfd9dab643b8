/// Numbers in a text that can be found by a part of them, such as telephone numbers.
///
/// Digits form one run despite the separators between them.
struct DigitRuns: Sendable {
    /// Run of digits, with the byte range of each digit in the text.
    struct Run: Sendable {
        var digits: [UInt8] = []
        var places: [Range<Int>] = []
    }

    /// Shortest run; shorter numbers are found as words.
    static let shortest = 6
    /// Limit of indexed digits per run; later digits are found only from the front of the word.
    static let longest = 24
    /// Limit of indexed runs per text.
    static let limit = 8
    /// Limit of consecutive separators within a run.
    private static let separatorsInARow = 2
    /// Shortest part of a number that can be found.
    static let shortestPart = 3

    private(set) var runs: [Run] = []

    init(_ text: String) {
        guard Self.mayHaveRun(text) else { return }
        let scalars = Array(text.unicodeScalars)
        var run = Run()
        var separators = 0
        var offset = 0
        var index = 0
        while index < scalars.count, runs.count < Self.limit {
            let scalar = scalars[index]
            let width = Self.trunkZero(in: scalars[index...])
            if let digit = Self.digit(scalar) {
                if run.digits.count < Self.longest {
                    run.digits.append(digit)
                    run.places.append(offset..<offset + UTF8.width(scalar))
                }
                separators = 0
            } else if !run.digits.isEmpty, width == 1 {
                separators += Self.isInvisible(scalar) ? 0 : 1
                if separators > Self.separatorsInARow || !Self.isSeparator(scalar) {
                    finish(&run)
                    separators = 0
                }
            }
            for scalar in scalars[index..<index + width] { offset += UTF8.width(scalar) }
            index += width
        }
        if runs.count < Self.limit { finish(&run) }
    }

    /// Returns quickly whether a text can contain a run; full-width digits begin with the byte EF.
    private static func mayHaveRun(_ text: String) -> Bool {
        var count = 0
        for byte in text.utf8 where (0x30...0x39).contains(byte) || byte == 0xEF {
            count += 1
            if count == shortest { return true }
        }
        return false
    }

    /// Returns the length of a "(0)", which is dialled only within a country, or else 1.
    private static func trunkZero(in scalars: ArraySlice<Unicode.Scalar>) -> Int {
        scalars.first == "(" && scalars.prefix(3).elementsEqual(["(", "0", ")"]) ? 3 : 1
    }

    private mutating func finish(_ run: inout Run) {
        if run.digits.count >= Self.shortest { runs.append(run) }
        run = Run()
    }

    /// Index words: every suffix of the numbers, so that each part is the prefix of a word.
    var words: String {
        var words: [Substring] = []
        for run in runs {
            let digits = String(decoding: run.digits, as: UTF8.self)
            for start in digits.indices.dropLast(Self.shortestPart - 1) {
                words.append(digits[start...])
            }
        }
        return words.joined(separator: " ")
    }

    /// Returns the digits of typed text that is a number or a part of one; nil for other text.
    static func digits(ofTyped word: String) -> [UInt8]? {
        var digits: [UInt8] = []
        for scalar in word.unicodeScalars {
            if let digit = digit(scalar) {
                digits.append(digit)
            } else if !isSeparator(scalar) {
                return nil
            }
        }
        return digits.isEmpty ? nil : digits
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case 0x30...0x39: UInt8(scalar.value)
        case 0xFF10...0xFF19: UInt8(scalar.value - 0xFF10 + 0x30)
        default: nil
        }
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "-", ".", "/", "(", ")", "+", "\u{A0}", "\u{2009}", "\u{202F}",
            "\u{2010}"..."\u{2015}":
            true
        default: isInvisible(scalar)
        }
    }

    /// Whether a character is invisible, such as the direction marks that phones put around numbers.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{200B}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
        default: false
        }
    }
}
