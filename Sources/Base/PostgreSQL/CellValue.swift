/// A type that can be read from a column.
package protocol CellValue {
    /// Name of the type for errors, with its article.
    static var cellWords: String { get }

    /// Parses the text of the server; nil if it is another type.
    init?(cell: ArraySlice<UInt8>)
}

extension String: CellValue {
    package static var cellWords: String { "a text" }

    package init?(cell: ArraySlice<UInt8>) {
        self.init(validating: cell, as: UTF8.self)
    }
}

extension Int64: CellValue {
    package static var cellWords: String { "a whole number" }

    package init?(cell: ArraySlice<UInt8>) {
        guard let text = String(cell: cell) else { return nil }
        self.init(text)
    }
}

extension Int: CellValue {
    package static var cellWords: String { Int64.cellWords }

    package init?(cell: ArraySlice<UInt8>) {
        guard let number = Int64(cell: cell) else { return nil }
        self.init(exactly: number)
    }
}

extension Double: CellValue {
    package static var cellWords: String { "a number" }

    package init?(cell: ArraySlice<UInt8>) {
        guard let text = String(cell: cell) else { return nil }
        self.init(text)
    }
}

extension Bool: CellValue {
    package static var cellWords: String { "true or false" }

    package init?(cell: ArraySlice<UInt8>) {
        switch Array(cell) {
        case [0x74]: self = true
        case [0x66]: self = false
        default: return nil
        }
    }
}

extension [UInt8]: CellValue {
    package static var cellWords: String { "bytes" }

    package init?(cell: ArraySlice<UInt8>) {
        guard cell.starts(with: [0x5C, 0x78]), cell.count % 2 == 0 else { return nil }
        let digits = cell.dropFirst(2)
        self = []
        reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            guard let value = digit.hexadecimal else { return nil }
            if let first = high {
                append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
    }
}

extension UInt8 {
    fileprivate var hexadecimal: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}

/// An array whose elements may be NULL.
package struct CellList<Element: CellValue>: CellValue {
    package let elements: [Element?]

    package static var cellWords: String { "a list" }

    package init?(cell: ArraySlice<UInt8>) {
        guard let cells = ArrayLiteral.read(cell) else { return nil }
        var elements: [Element?] = []
        for cell in cells {
            guard let cell else {
                elements.append(nil)
                continue
            }
            guard let element = Element(cell: cell[...]) else { return nil }
            elements.append(element)
        }
        self.elements = elements
    }
}
