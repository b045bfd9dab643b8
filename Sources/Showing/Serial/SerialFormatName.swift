/// The formats of a serial port that a person can choose from; `Docs/serial.md` explains each.
package enum SerialFormatName: String, CaseIterable, Sendable {
    /// One line for each event, for people and signs.
    case line
    /// Four lines for each notice, as in the book.
    case classic
    /// JSON Lines, for programs.
    case json
    /// Sentences with a checksum, for microcontrollers.
    case nmea
    /// What an HM-10 module says.
    case hm10
    /// What a modem that knows callers says.
    case modem
    /// A screen for a terminal.
    case vt

    /// What ends a line of which the other side has heard a part.
    package func lineEnd(_ style: SerialStyle) -> [UInt8] {
        switch self {
        case .line, .classic, .json, .modem: style.lineEnd.bytes
        case .nmea: SerialStyle.LineEnd.crlf.bytes
        // Requests and answers have no ends, and a screen is begun by clearing it.
        case .hm10, .vt: []
        }
    }

    /// Makes the format.
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
