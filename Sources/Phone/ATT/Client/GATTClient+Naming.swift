extension GATTClient {
    /// Maximum length of a peer's name in bytes (Core specification, Vol 3 Part C 12.1).
    private static let maximumNameLength = 248

    /// Request for the peer's name.
    ///
    /// It precedes the search for services if `asksName` is set, and follows all urgent work if
    /// `checksName` is set.
    static let nameRequest = ReadByTypeRequest(first: .first, last: .last, type: .deviceName)

    /// Handles the peer's name.
    mutating func receiveName(_ pdu: [UInt8]) throws(Violation) {
        let value = try ReadByTypeResponse(received: pdu).entries.first?.value ?? []
        let name = Self.cleaned(value)
        if !name.isEmpty { report(.named(name)) }
    }

    /// Characters that join others, required by some languages.
    private static let joiners: [Unicode.Scalar] = ["\u{200C}", "\u{200D}"]

    /// Returns a name without terminal control characters, text direction marks and surrounding
    /// spaces.
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
