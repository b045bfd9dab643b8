/// A file of groups and keys as bluetoothd reads its configuration.
struct KeyFile: Sendable {
    private struct Place: Hashable {
        let group: String
        let key: String
    }

    private var values: [Place: String] = [:]

    /// Reads what can be read; what is no line of such a file says nothing.
    init(_ text: String) {
        var group = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            if line.hasPrefix("#") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                group = String(line.dropFirst().dropLast())
            } else if let sign = line.firstIndex(of: "=") {
                let key = String(line[..<sign].trimmed)
                // Of a key that is there twice the last one counts.
                values[Place(group: group, key: key)] = String(
                    line[line.index(after: sign)...].trimmed)
            }
        }
    }

    /// What is written for a key; nil where nothing is.
    subscript(group: String, key: String) -> String? {
        values[Place(group: group, key: key)]
    }
}

extension Substring {
    /// The text without the blanks around it.
    var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
