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
