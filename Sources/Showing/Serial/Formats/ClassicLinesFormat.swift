internal import Formats
internal import Linux
internal import Notices

/// Classic format for a serial line.
struct ClassicLinesFormat: CommandedFormat {
    private let format = ClassicFormat()
    var commands: CommandReader

    init(_ style: SerialStyle) { commands = CommandReader(style) }

    mutating func packets(for event: BridgeEvent) -> [SerialPacket] {
        let width = style.width ?? LineFormat.usualLimit
        let lines = format.lines(for: event, columns: nil).split(separator: UInt8(ascii: "\n"))
        return event.packets(
            lines.flatMap { line in
                style.charset.encode(String(decoding: line, as: UTF8.self), width: width)
                    + style.lineEnd.bytes
            })
    }
}
