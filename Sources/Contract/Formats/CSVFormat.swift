internal import Notices

/// Table with a header and one row per event, for spreadsheets.
struct CSVFormat: EventFormat {
    private let fields: [Field]
    private let showsSource: Bool

    /// - Parameter showsOrigin: whether there are columns for site and bridge.
    init(showsSource: Bool, showsOrigin: Bool) {
        self.showsSource = showsSource
        fields =
            Field.allCases.filter {
                !$0.isExactBytes && !$0.isOfSourceAlone && (showsOrigin || !$0.isOfOriginAlone)
            } + (showsSource ? Field.allCases.filter(\.isOfSourceAlone) : [])
    }

    var header: [UInt8] {
        row(fields.map(\.rawValue))
    }

    func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
        lines(for: event, from: nil, columns: columns)
    }

    func lines(for event: BridgeEvent, from origin: NoticeOrigin?, columns: Int?) -> [UInt8] {
        guard let record = Record(event, showsSource: showsSource, from: origin) else { return [] }
        return row(
            fields.map { field in
                record.fields.first { $0.field == field }.map { cell($0.value) } ?? ""
            })
    }

    private func row(_ cells: [String]) -> [UInt8] {
        Array(cells.joined(separator: ",").utf8) + [UInt8(ascii: "\n")]
    }

    /// Returns a single line of text that spreadsheets do not evaluate as a formula, quoted if needed.
    private func cell(_ value: Record.Value) -> String {
        var text = value.plainText.cleaned()
        if Self.looksLikeFormula(text) { text = "'" + text }
        let needsQuotes = text.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"")
        }
        guard needsQuotes else { return text }
        // Scalar by scalar, because a mark after a quote makes another character of the two.
        var quoted = "\"".unicodeScalars
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }

    /// Returns whether the text begins with a character that spreadsheets take for a formula, or its full-width form.
    private static func looksLikeFormula(_ text: String) -> Bool {
        switch text.unicodeScalars.first(where: { $0 != " " }) {
        case "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
        default: false
        }
    }
}
