internal import Formats
internal import JSON
internal import Linux
internal import Notices

/// JSON format for a serial line: never cut, and in ASCII unless the line is set to UTF-8.
struct JSONLinesFormat: CommandedFormat {
    private let format = JSONFormat(showsSource: false)
    var commands: CommandReader

    init(_ style: SerialStyle) { commands = CommandReader(style) }

    mutating func packets(for event: BridgeEvent) -> [SerialPacket] {
        event.packets(line(format.lines(for: event, columns: nil)))
    }

    mutating func heartbeat(at time: WallTime) -> [UInt8] {
        line(object("heartbeat", at: time))
    }

    mutating func loss(of events: Int, at time: WallTime) -> [UInt8] {
        line(object("lost", at: time, count: events))
    }

    private func object(_ event: String, at time: WallTime, count: Int? = nil) -> [UInt8] {
        JSONWriter.line { writer in
            writer.member(Field.version.rawValue, Field.dictionaryVersion)
            writer.member(Field.event.rawValue, event)
            writer.member(Field.at.rawValue, time.timestamp)
            if let count { writer.member("count", count) }
        }
    }

    /// Returns the line in the encoding of the port; empty if there is none.
    private func line(_ line: [UInt8]) -> [UInt8] {
        guard line.last == UInt8(ascii: "\n") else { return [] }
        let object = Array(line.dropLast())
        return (style.charset == .utf8 ? object : escaped(object)) + style.lineEnd.bytes
    }

    /// Returns the same JSON in ASCII: other characters occur only in strings, where they can be
    /// escaped.
    private func escaped(_ object: [UInt8]) -> [UInt8] {
        if object.allSatisfy({ $0 < 0x80 }) { return object }
        var escaped: [UInt8] = []
        for unit in String(decoding: object, as: UTF8.self).utf16 {
            if unit < 0x80 {
                escaped.append(UInt8(unit))
            } else {
                escaped += "\\u\(Int(unit).padded(to: 4, radix: 16))".utf8
            }
        }
        return escaped
    }
}
