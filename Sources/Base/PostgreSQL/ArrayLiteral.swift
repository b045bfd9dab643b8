/// PostgreSQL array literals, such as `{1,NULL,"a \"quoted\" text"}`.
enum ArrayLiteral {
    private static let null = Array("NULL".utf8)
    private static let (quote, backslash, comma) = (UInt8(0x22), UInt8(0x5C), UInt8(0x2C))
    private static let (opening, closing) = (UInt8(0x7B), UInt8(0x7D))

    static func write<Element>(
        _ elements: [Element?], _ text: (Element) -> [UInt8]
    ) -> [UInt8] {
        var bytes = [opening]
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(comma) }
            bytes += element.map(text) ?? null
        }
        bytes.append(closing)
        return bytes
    }

    static func quoted(_ text: String) -> [UInt8] {
        var bytes = [quote]
        for byte in text.utf8 {
            if byte == quote || byte == backslash { bytes.append(backslash) }
            bytes.append(byte)
        }
        bytes.append(quote)
        return bytes
    }

    /// Returns the elements of a one-dimensional array; nil for anything else.
    static func read(_ bytes: ArraySlice<UInt8>) -> [[UInt8]?]? {
        var rest = bytes
        guard rest.popFirst() == opening else { return nil }
        if Array(rest) == [closing] { return [] }
        var elements: [[UInt8]?] = []
        while true {
            guard let element = readElement(&rest) else { return nil }
            elements.append(element.isNull ? nil : element.bytes)
            switch rest.popFirst() {
            case comma: continue
            case closing where rest.isEmpty: return elements
            default: return nil
            }
        }
    }

    private static func readElement(
        _ rest: inout ArraySlice<UInt8>
    ) -> (bytes: [UInt8], isNull: Bool)? {
        var bytes: [UInt8] = []
        if rest.first == quote {
            rest.removeFirst()
            while let byte = rest.popFirst() {
                if byte == quote { return (bytes, false) }
                guard byte == backslash else {
                    bytes.append(byte)
                    continue
                }
                guard let next = rest.popFirst() else { return nil }
                bytes.append(next)
            }
            return nil
        }
        while let byte = rest.first, byte != comma, byte != closing {
            // A nested array, or a quotation mark within an element.
            guard byte != opening, byte != quote, byte != backslash else { return nil }
            bytes.append(byte)
            rest.removeFirst()
        }
        return bytes.isEmpty ? nil : (bytes, bytes == null)
    }
}
