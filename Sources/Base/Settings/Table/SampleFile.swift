extension SettingsTable {
    private static let columns = 80

    /// A file with every key, each commented out and set to what holds without it.
    ///
    /// - Parameter introduction: what stands above the first section, in paragraphs.
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

    /// The keys of every section as a document, for people who look something up.
    package var reference: String {
        var blocks: [String] = []
        for section in sections {
            blocks += ["### `[\(section.pattern)]`", section.summary + "."] + section.details
            let rows = section.keys.map { key in
                let text = key.defaultText.map { "`\($0)`" } ?? "–"
                return "| `\(key.name)` | \(key.form.inTable) | \(text.inTable) | "
                    + "`\(key.example.inTable)` | \(key.summary.inTable) |"
            }
            blocks.append(
                (["| key | wants | default | example | what it is |", "|---|---|---|---|---|"]
                    + rows)
                    .joined(separator: "\n"))
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    /// The text as lines that each begin with a number sign and a space.
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
    /// What the key takes, and how often.
    fileprivate var form: String {
        (isList ? "a list, each \(wants)" : wants) + (isRepeatable ? "; repeatable" : "")
    }

    /// The summary, and in parentheses what the key takes and what holds without it, as a sentence.
    package var description: String { summary + " (" + notes + ")." }

    /// What the key takes and what holds without it.
    fileprivate var notes: String {
        let rest =
            isRequired ? "required" : defaultText.map { "default \($0)" } ?? "none by default"
        return form + "; " + rest
    }
}

extension String {
    /// The text as it may stand in a cell of a table.
    fileprivate var inTable: String { split(separator: "|").joined(separator: "\\|") }
}
