internal import JSON
internal import Notices

/// `key=value key="quoted value"`: one line per event in logfmt.
struct KeyValueFormat: EventFormat {
    let showsSource: Bool

    func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
        lines(for: event, from: nil, columns: columns)
    }

    func lines(for event: BridgeEvent, from origin: NoticeOrigin?, columns: Int?) -> [UInt8] {
        guard let record = Record(event, showsSource: showsSource, from: origin) else { return [] }
        var line: [UInt8] = []
        for (field, value) in record.fields {
            if !line.isEmpty { line.append(UInt8(ascii: " ")) }
            line.append(contentsOf: "\(field.rawValue)=".utf8)
            let text = value.plainText
            if text.isEmpty || !text.utf8.allSatisfy(Self.isPlain) {
                JSONWriter.appendQuoted(text, to: &line)
            } else {
                line.append(contentsOf: text.utf8)
            }
        }
        return line + [UInt8(ascii: "\n")]
    }

    /// Returns whether a byte may stand outside quotes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "-_.:,+/@".utf8.contains(byte)
        }
    }
}

extension Record.Value {
    /// The value in plain text; names are joined by commas.
    var plainText: String {
        switch self {
        case .text(let text): text
        case .integer(let integer): "\(integer)"
        case .seconds(let duration): duration.decimalSeconds
        case .names(let names): names.joined(separator: ",")
        case .yes: "true"
        case .no: "false"
        case .decimal(let number): "\(number)"
        }
    }
}
