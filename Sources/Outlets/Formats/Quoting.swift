internal import Notices

extension [UInt8] {
    /// Appends a string as JSON writes it, with everything escaped that moves a cursor, ends a line
    /// or turns text around; its exact value comes back on reading.
    mutating func append(quoting string: String) {
        append(UInt8(ascii: "\""))
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": append(contentsOf: "\\\"".utf8)
            case "\\": append(contentsOf: "\\\\".utf8)
            case "\n": append(contentsOf: "\\n".utf8)
            case "\r": append(contentsOf: "\\r".utf8)
            case "\t": append(contentsOf: "\\t".utf8)
            default:
                switch scalar.hazard {
                case .control, .lineBreak, .tab, .direction:
                    // All of these are below U+10000, so one escape is enough.
                    append(contentsOf: "\\u".utf8)
                    append(contentsOf: padded(Int(scalar.value), to: 4, radix: 16).utf8)
                case .invisible, .tag, .unassigned, nil: append(contentsOf: scalar.utf8)
                }
            }
        }
        append(UInt8(ascii: "\""))
    }
}
