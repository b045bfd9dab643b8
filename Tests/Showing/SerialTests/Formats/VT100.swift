import Notices

/// A VT100 as far as its manual describes what is needed here; everything else makes it stop.
struct VT100 {
    enum Size: String {
        case single = "5"
        case upperHalf = "3"
        case lowerHalf = "4"
    }

    struct Line: Hashable {
        var size = Size.single
        /// What stands in each column; nothing in the second of a wide character.
        var text: [String]
        var isBlinking = false
        var isReverse = false

        var string: String {
            String(text.joined().reversed().drop { $0 == " " }.reversed())
        }
    }

    let columns: Int
    /// Whether it is a terminal of today, whose characters are those of UTF-8.
    private let isUTF8: Bool
    private(set) var lines: [Line]
    private(set) var bells = 0
    private(set) var wraps = true
    /// The first sequence or byte that no VT100 knows.
    private(set) var trouble: String?
    /// The lines that scroll.
    private var region = 0...23
    private var row = 0
    private var column = 0
    /// Whether the last column is taken: the cursor stays on it, and what comes takes its place.
    private var isAtEdge = false
    private var isBlinking = false
    private var isReverse = false

    init(columns: Int = 80, isUTF8: Bool = false) {
        self.columns = columns
        self.isUTF8 = isUTF8
        lines = Self.empty(columns)
    }

    private static func empty(_ columns: Int) -> [Line] {
        Array(repeating: Line(text: Array(repeating: " ", count: columns)), count: 24)
    }

    mutating func show(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while trouble == nil, let byte = rest.popFirst() {
            switch byte {
            case 0x07: bells += 1
            case 0x0F: break
            case 0x1B: takeSequence(&rest)
            case 0x20...0x7E where !isUTF8, 0xA0...0xFF where !isUTF8:
                put(Character(Unicode.Scalar(byte)), columns: 1)
            case 0x20...0x7E, 0x80...0xFF:
                let run = [byte] + rest.prefix { $0 >= 0x20 && $0 != 0x7F }
                rest = rest.dropFirst(run.count - 1)
                put(run)
            default: trouble = "byte \(byte)"
            }
        }
    }

    private mutating func put(_ run: [UInt8]) {
        guard let text = String(validating: run, as: UTF8.self) else {
            trouble = "no UTF-8"
            return
        }
        if text.unicodeScalars.contains(where: { (0x80...0x9F).contains($0.value) }) {
            trouble = "a control in UTF-8"
        }
        for character in text { put(character, columns: character.columns) }
    }

    private mutating func put(_ character: Character, columns count: Int) {
        let width = lines[row].size == .single ? columns : columns / 2
        guard !isAtEdge, column + count <= width else {
            trouble = "beyond the edge in row \(row)"
            return
        }
        lines[row].text[column] = String(character)
        for second in (column + 1)..<max(column + count, column + 1) {
            lines[row].text[second] = ""
        }
        if character != " " {
            lines[row].isBlinking = isBlinking
            lines[row].isReverse = isReverse
        }
        isAtEdge = column + count == width
        column = min(column + count, width - 1)
    }

    private mutating func takeSequence(_ rest: inout ArraySlice<UInt8>) {
        guard let kind = rest.popFirst() else {
            trouble = "nothing behind ESC"
            return
        }
        let digits = { (byte: UInt8) in byte < 0x40 }
        switch kind {
        case UInt8(ascii: "("): if rest.popFirst() != UInt8(ascii: "B") { trouble = "charset" }
        case UInt8(ascii: "#"):
            guard let size = rest.popFirst().flatMap({ Size(rawValue: String(Unicode.Scalar($0))) })
            else {
                trouble = "size"
                return
            }
            lines[row].size = size
        case UInt8(ascii: "["):
            let parameters = String(decoding: rest.prefix(while: digits), as: UTF8.self)
            rest = rest.drop(while: digits)
            control(parameters, Character(Unicode.Scalar(rest.popFirst() ?? 0)))
        case UInt8(ascii: "D"): scroll(from: region.upperBound, to: region.lowerBound, by: 1)
        case UInt8(ascii: "M"): scroll(from: region.lowerBound, to: region.upperBound, by: -1)
        default: trouble = "ESC \(kind)"
        }
    }

    /// Goes one line on, or at the edge of the region has a line come in there.
    private mutating func scroll(from edge: Int, to other: Int, by step: Int) {
        guard row == edge else {
            row += step
            return
        }
        lines.remove(at: other)
        lines.insert(Line(text: Array(repeating: " ", count: columns)), at: edge)
        isAtEdge = false
    }

    private mutating func control(_ parameters: String, _ letter: Character) {
        switch (parameters, letter) {
        case ("", "r"): (region, row, column, isAtEdge) = (0...23, 0, 0, false)
        case ("", "H"): (row, column, isAtEdge) = (0, 0, false)
        case ("?4", "l"): break
        case (_, "r"):
            let edges = parameters.split(separator: ";").compactMap { Int($0) }
            guard edges.count == 2, edges[0] >= 1, edges[0] < edges[1], edges[1] <= 24 else {
                trouble = "region \(parameters)"
                return
            }
            (region, row, column, isAtEdge) = (edges[0] - 1...edges[1] - 1, 0, 0, false)
        case ("?7", "l"): wraps = false
        case ("?7", "h"): wraps = true
        case ("2", "J"):
            lines = Self.empty(columns)
        case ("", "K"):
            for column in column..<columns { lines[row].text[column] = " " }
        case (_, "H"):
            let place = parameters.split(separator: ";").compactMap { Int($0) }
            guard place.count == 2, (1...24).contains(place[0]), (1...columns).contains(place[1])
            else {
                trouble = "place \(parameters)"
                return
            }
            (row, column, isAtEdge) = (place[0] - 1, place[1] - 1, false)
            if column == 0 { (lines[row].isBlinking, lines[row].isReverse) = (false, false) }
        case (_, "m"):
            for parameter in parameters.split(separator: ";") {
                switch parameter {
                case "0": (isBlinking, isReverse) = (false, false)
                case "1": break
                case "5": isBlinking = true
                case "7": isReverse = true
                default: trouble = "attribute \(parameter)"
                }
            }
        default: trouble = "[\(parameters)\(letter)"
        }
    }
}
