/// The formats a person can choose from.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// For people who watch.
    case board
    /// JSON Lines, for programs.
    case json
    /// Keys and values, for programs and people.
    case kv
    /// A table, for spreadsheets.
    case csv
    /// Four lines per notice, as in the book.
    case classic

    /// Whether it has the fields of the dictionary.
    package var hasFields: Bool { self == .json || self == .kv || self == .csv }

    /// Makes the format.
    ///
    /// - Parameters:
    ///   - isColored: whether `board` may use colour; the others never do.
    ///   - showsSource: whether `json`, `kv` and `csv` write raw Notification Source values too.
    ///   - showsOrigin: whether `csv` has columns for where a notice came from; `json` and `kv` write what they are told.
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
