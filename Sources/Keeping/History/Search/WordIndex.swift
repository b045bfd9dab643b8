internal import Notices

/// Index content of a notification: current and earlier texts, and the app's name.
struct IndexedWords: Sendable {
    /// Text between two versions, which prevents phrases from matching across them.
    private static let boundary = " \u{F0000} "

    let columns: [String]
    let isEmpty: Bool

    /// Creates the index content.
    ///
    /// - Parameters:
    ///   - texts: current texts
    ///   - earlier: earlier texts, oldest first
    ///   - app: display name of the app
    init(_ texts: Texts, earlier: [Texts], app: Text) {
        let versions = [texts] + earlier
        func column(_ text: (Texts) -> Text) -> String {
            var different: [Text] = []
            for version in versions {
                let text = text(version)
                if !text.isEmpty, !different.contains(text) { different.append(text) }
            }
            return different.map(\.string).joined(separator: Self.boundary)
        }
        let columns = [column(\.title), column(\.subtitle), column(\.message), app.string]
        let numbers = columns.dropLast().map { DigitRuns($0).words }
        isEmpty = columns.allSatisfy(\.isEmpty)
        self.columns = columns + [numbers.filter { !$0.isEmpty }.joined(separator: " ")]
    }

    /// Whether the index content is identical, compared by bytes instead of Unicode equivalence.
    func isSame(as other: IndexedWords) -> Bool {
        columns.elementsEqual(other.columns) { $0.utf8.elementsEqual($1.utf8) }
    }

    fileprivate var values: [DatabaseValue] {
        columns.dropLast().map { .text(PreparedText($0).bytes) }
            + [DatabaseValue(columns.last ?? "")]
    }
}

extension Database {
    /// Adds a notification to the index.
    func index(_ number: Int64, _ words: IndexedWords) throws(DatabaseError) {
        guard !words.isEmpty else { return }
        try run(
            "INSERT INTO words (rowid, title, subtitle, message, app, digits)"
                + " VALUES (?, ?, ?, ?, ?, ?)",
            [.integer(number)] + words.values)
    }

    /// Removes a notification from the index; the words must be those with which it was added.
    func unindex(_ number: Int64, _ words: IndexedWords) throws(DatabaseError) {
        guard !words.isEmpty else { return }
        try run(
            "INSERT INTO words (words, rowid, title, subtitle, message, app, digits)"
                + " VALUES ('delete', ?, ?, ?, ?, ?, ?)",
            [.integer(number)] + words.values)
    }
}
