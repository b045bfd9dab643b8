/// Output formats for users to choose from.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// Text for users.
    case board
    /// JSON Lines, for programs.
    case json
    /// Keys and values, for programs and users.
    case kv
    /// Table for spreadsheets.
    case csv
    /// The classic transcript: four lines per notification.
    case classic

    /// Whether the format has the fields of the dictionary.
    package var hasFields: Bool { self == .json || self == .kv || self == .csv }

    /// Creates the format.
    ///
    /// - Parameters:
    ///   - isColored: whether `board` may use colour; the others never do.
    ///   - showsSource: whether `json`, `kv` and `csv` write raw Notification Source values, too.
    ///   - showsOrigin: whether `csv` has columns for site and bridge; `json` and `kv` write them if present.
    package func make(
        isColored: Bool = false, showsSource: Bool = false, showsOrigin: Bool = false
    ) -> any EventFormat {
        switch self {
        case .board: BoardFormat(isColored: isColored)
        case .json: JSONFormat(showsSource: showsSource)
        case .kv: KeyValueFormat(showsSource: showsSource)
        case .csv: CSVFormat(showsSource: showsSource, showsOrigin: showsOrigin)
        case .classic: ClassicFormat()
        }
    }
}
