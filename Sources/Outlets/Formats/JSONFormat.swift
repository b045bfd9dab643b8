internal import Notices

/// JSON Lines: one object per event.
struct JSONFormat: EventFormat {
    let showsSource: Bool

    func lines(for event: BoardEvent, columns: Int?) -> [UInt8] {
        guard let record = Record(event, showsSource: showsSource) else { return [] }
        var line = JSONLine()
        for (field, value) in record.fields { line.append(field, value) }
        return line.finished()
    }
}

/// One object of JSON, whose fields with a dot in their name form objects inside it.
private struct JSONLine {
    private var bytes = Array("{".utf8)
    private var isFirst = true
    private var group: Substring?

    mutating func append(_ field: Field, _ value: Record.Value) {
        let path = field.rawValue.split(separator: ".", maxSplits: 1)
        let group = path.count > 1 ? path.first : nil
        if group != self.group {
            closeGroup()
            if let group { openGroup(group) }
        }
        appendKey(path.last ?? "")
        append(value)
    }

    consuming func finished() -> [UInt8] {
        closeGroup()
        bytes.append(contentsOf: "}\n".utf8)
        return bytes
    }

    private mutating func openGroup(_ name: Substring) {
        appendKey(name)
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        group = name
    }

    private mutating func closeGroup() {
        guard group != nil else { return }
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
        group = nil
    }

    private mutating func appendKey(_ key: Substring) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(quoting: String(key))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func append(_ value: Record.Value) {
        switch value {
        case .text(let text): bytes.append(quoting: text)
        case .integer(let integer): bytes.append(contentsOf: "\(integer)".utf8)
        case .seconds(let duration): bytes.append(contentsOf: duration.decimalSeconds.utf8)
        case .yes: bytes.append(contentsOf: "true".utf8)
        case .names(let names):
            bytes.append(UInt8(ascii: "["))
            for (index, name) in names.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(quoting: name)
            }
            bytes.append(UInt8(ascii: "]"))
        }
    }
}
