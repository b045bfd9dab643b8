extension SettingsTable {
    private static let columns = 80

    /// Returns a file with every key, commented out and set to its default.
    ///
    /// - Parameter introduction: paragraphs above the first section.
    package func sample(introduction: [String]) -> String {
        var blocks = introduction.map { Self.comment($0) }
        for section in sections {
            let isNamed = section.placeholder != nil
            blocks.append(
                ([section.summary + "."] + section.details).map { Self.comment($0) }
                    .joined(separator: "#\n") + (isNamed ? "#" : "") + "[\(section.pattern)]\n")
            blocks += section.keys.map { key in
                Self.comment(key.description)
                    + "#\(key.name) = \(key.defaultText ?? key.example)\n"
            }
        }
        return blocks.joined(separator: "\n")
    }

    /// Wraps a text into comment lines.
    private static func comment(_ text: String) -> String {
        var lines: [String] = []
        var line = "#"
        for word in text.split(separator: " ") {
            if line.count > 1, line.count + 1 + word.count > columns {
                lines.append(line)
                line = "#"
            }
            line += " " + word
        }
        return (lines + [line]).joined(separator: "\n") + "\n"
    }
}

extension KeyEntry {
    /// Valid values, and whether the key is repeatable.
    fileprivate var form: String {
        (isList ? "a list, each \(wants)" : wants) + (isRepeatable ? "; repeatable" : "")
    }

    /// The summary, with valid values and the default in parentheses.
    package var description: String { summary + " (" + notes + ")." }

    /// Valid values and the default.
    fileprivate var notes: String {
        if isRequired { return form + "; required" }
        if let defaultText { return form + "; default \(defaultText)" }
        // A summary that names the default says what happens without the key.
        return summary.contains("by default") ? form : form + "; none by default"
    }
}
