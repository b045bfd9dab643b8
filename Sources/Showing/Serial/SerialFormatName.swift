/// Formats of a serial port; `Docs/reference/serial-formats.md` explains each.
package enum SerialFormatName: String, CaseIterable, Sendable {
    /// One line per event, for people and displays.
    case line
    /// Four lines per notification, like the transcript in *Getting Started with Bluetooth Low
    /// Energy*.
    case classic
    /// JSON Lines, for programs.
    case json
    /// Sentences with a checksum, for microcontrollers.
    case nmea
    /// Output of an HM-10 module.
    case hm10
    /// Output of a modem with caller ID.
    case modem
    /// Full screen of a terminal.
    case vt

    /// Returns the bytes that end a line of which only a part was sent.
    package func lineEnd(_ style: SerialStyle) -> [UInt8] {
        switch self {
        case .line, .classic, .json, .modem: style.lineEnd.bytes
        case .nmea: SerialStyle.LineEnd.crlf.bytes
        // `hm10` has no line ends, and `vt` begins by clearing the screen.
        case .hm10, .vt: []
        }
    }

    package func make(_ style: SerialStyle) -> any SerialFormat {
        switch self {
        case .line: LineFormat(style)
        case .classic: ClassicLinesFormat(style)
        case .json: JSONLinesFormat(style)
        case .nmea: NMEAFormat(style)
        case .hm10: HM10Format(style)
        case .modem: ModemFormat(style)
        case .vt: VTFormat(style)
        }
    }
}
