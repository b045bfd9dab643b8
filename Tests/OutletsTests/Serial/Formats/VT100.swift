/// A VT100 as far as its manual describes what is needed here; everything else makes it stop.
struct VT100 {
    enum Size: String {
        case single = "5"
        case upperHalf = "3"
        case lowerHalf = "4"
    }

    struct Line: Hashable {
        var size = Size.single
        var text: [UInt8]
        var isBlinking = false
        var isReverse = false

        var string: String {
            let text = String(decoding: text, as: UTF8.self)
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    let columns: Int
    private(set) var lines: [Line]
    private(set) var bells = 0
    private(set) var wraps = true
    /// The first sequence or byte that no VT100 knows.
    private(set) var trouble: String?
    private var row = 0
    private var column = 0
    private var isBlinking = false
    private var isReverse = false

    init(columns: Int = 80) {
        self.columns = columns
        lines = Array(
            repeating: Line(text: Array(repeating: 0x20, count: columns)), count: 24)
    }

    mutating func show(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while trouble == nil, let byte = rest.popFirst() {
            switch byte {
            case 0x07: bells += 1
            case 0x0F: break
            case 0x1B: takeSequence(&rest)
            case 0x20...0x7E, 0xA0...0xFF: put(byte)
            default: trouble = "byte \(byte)"
            }
        }
    }

    private mutating func put(_ byte: UInt8) {
        let width = lines[row].size == .single ? columns : columns / 2
        guard column < width else {
            trouble = "beyond the edge in row \(row)"
            return
        }
        lines[row].text[column] = byte
        if byte != 0x20 {
            lines[row].isBlinking = isBlinking
            lines[row].isReverse = isReverse
        }
        column += 1
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
        default: trouble = "ESC \(kind)"
        }
    }

    private mutating func control(_ parameters: String, _ letter: Character) {
        switch (parameters, letter) {
        case ("", "r"): (row, column) = (0, 0)
        case ("", "H"): (row, column) = (0, 0)
        case ("?7", "l"): wraps = false
        case ("?7", "h"): wraps = true
        case ("2", "J"):
            lines = Array(
                repeating: Line(text: Array(repeating: 0x20, count: columns)), count: 24)
        case ("", "K"):
            for column in column..<columns { lines[row].text[column] = 0x20 }
        case (_, "H"):
            let place = parameters.split(separator: ";").compactMap { Int($0) }
            guard place.count == 2, (1...24).contains(place[0]), (1...columns).contains(place[1])
            else {
                trouble = "place \(parameters)"
                return
            }
            (row, column) = (place[0] - 1, place[1] - 1)
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
