/// Parser for bluetoothd's key files.
struct KeyFile: Sendable {
    private struct Place: Hashable {
        let group: String
        let key: String
    }

    private var values: [Place: String] = [:]

    /// Parses the text; invalid lines are ignored.
    init(_ text: String) {
        var group = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            if line.hasPrefix("#") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                group = String(line.dropFirst().dropLast())
            } else if let sign = line.firstIndex(of: "=") {
                let key = String(line[..<sign].trimmed)
                // The last of repeated keys counts.
                values[Place(group: group, key: key)] = String(
                    line[line.index(after: sign)...].trimmed)
            }
        }
    }

    /// The value of a key; nil if not set.
    subscript(group: String, key: String) -> String? {
        values[Place(group: group, key: key)]
    }
}

extension Substring {
    /// The text without surrounding white space.
    var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
