extension GATTClient {
    /// Bytes of a peer's name (Core specification, Vol 3 Part C 12.1).
    private static let maximumNameLength = 248

    /// The question what the peer is called, which comes before all others: an owner shows a peer under
    /// its name.
    static let nameRequest = ReadByTypeRequest(first: .first, last: .last, type: .deviceName)

    /// Takes the peer's name.
    mutating func receiveName(_ pdu: [UInt8]) throws(Violation) {
        let value = try ReadByTypeResponse(received: pdu).entries.first?.value ?? []
        let name = Self.cleaned(value)
        if !name.isEmpty { report(.named(name)) }
    }

    /// What makes one sign of several, and is needed to write some languages.
    private static let joiners: [Unicode.Scalar] = ["\u{200C}", "\u{200D}"]

    /// A name without what controls terminals or turns the order of letters around, and without spaces
    /// around it.
    private static func cleaned(_ value: [UInt8]) -> String {
        let text = String(decoding: value.prefix(maximumNameLength), as: UTF8.self)
        let shown = text.unicodeScalars.filter {
            switch $0.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            case .format: joiners.contains($0)
            default: true
            }
        }
        guard shown.contains(where: { !joiners.contains($0) }) else { return "" }
        var words = String(shown)[...]
        while words.first?.isWhitespace == true { words.removeFirst() }
        while words.last?.isWhitespace == true { words.removeLast() }
        return String(words)
    }
}
