extension SettingsTable {
    /// The keys of all sections as Markdown tables; a key that several sections share is described
    /// once.
    package var reference: String {
        let rows = sections.map { $0.keys.map(\.tableRow) }
        var counts: [String: Int] = [:]
        var shared: [String] = []
        for row in rows.joined() {
            counts[row, default: 0] += 1
            if counts[row] == 2 { shared.append(row) }
        }
        var blocks: [String] = []
        if !shared.isEmpty {
            blocks = [
                "### Shared keys", "Several sections have these keys, with the same meaning.",
                Self.table(shared),
            ]
        }
        for (section, rows) in zip(sections, rows) {
            blocks += ["### `[\(section.pattern)]`", section.summary + "."] + section.details
            let names = zip(section.keys, rows).filter { shared.contains($0.1) }
                .map { "`\($0.0.name)`" }
            if !names.isEmpty {
                blocks.append("[Shared keys](#shared-keys): \(names.joined(separator: ", ")).")
            }
            let own = rows.filter { !shared.contains($0) }
            if !own.isEmpty { blocks.append(Self.table(own)) }
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private static func table(_ rows: [String]) -> String {
        let header = ["| key | value | default | example | meaning |", "|---|---|---|---|---|"]
        return (header + rows).joined(separator: "\n")
    }
}

extension KeyEntry {
    /// The key as a row of a Markdown table.
    ///
    /// The example is omitted if it is the default.
    fileprivate var tableRow: String {
        let value = (isList ? "list: " : "") + kind + (isRepeatable ? "; repeatable" : "")
        let standard = isRequired ? "required" : defaultText.map { "`\($0)`" } ?? ""
        let cells = [
            "`\(name)`", value, standard, example == defaultText ? "" : "`\(example)`", summary,
        ]
        return "|" + cells.map { $0.isEmpty ? " |" : " \($0.inTable) |" }.joined()
    }
}

extension String {
    /// The text, escaped for a table cell.
    fileprivate var inTable: String { split(separator: "|").joined(separator: "\\|") }
}
