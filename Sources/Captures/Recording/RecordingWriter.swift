internal import ANCS
internal import Features
internal import JSON
package import Linux
internal import Radio

/// Makes the lines of a recording.
package struct RecordingWriter: Sendable {
    private let started: WallTime
    private let isAnonymised: Bool

    /// A recording that begins at a moment.
    package init(started: WallTime, isAnonymised: Bool = false) {
        self.started = started
        self.isAnonymised = isAnonymised
    }

    /// The first line.
    package var header: [UInt8] {
        line { writer in
            writer.member("v", RecordingWords.version)
            writer.member("recording", RecordingWords.format)
            writer.member("started", started.milliseconds)
            writer.member("anonymised", isAnonymised)
        }
    }

    /// The line of an event.
    package func line(of event: RecordedEvent) -> [UInt8] {
        line { writer in
            writer.member("t", event.time.milliseconds)
            writer.member("phone", event.phone)
            if let name = event.newName ?? event.name { writer.member("name", name) }
            writer.member("what", event.happening.what.rawValue)
            writePlace(of: event.happening, to: &writer)
            if let value = event.happening.value { writer.member("hex", Hex.digits(of: value)) }
            if let error = event.happening.error { writer.member("error", error.rawValue) }
        }
    }

    private func writePlace(of happening: Happening, to writer: inout JSONWriter) {
        guard let service = happening.service else { return }
        if service != .notifications { writer.member("service", service.uuid.uuidText) }
        guard let id = happening.characteristic else { return }
        if happening.what.isWrite, id == Characteristic.controlPoint.id { return }
        let name = RecordingWords.characteristics.first { $0.value == id }?.name
        writer.member("characteristic", name ?? id.uuid.uuidText)
    }

    private func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.line { writer in
            members(&writer)
        }
    }
}

/// Bytes as pairs of hexadecimal digits.
enum Hex {
    static func digits(of bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil where the text is no such pairs.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text.utf8 {
            let digit: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }
}
