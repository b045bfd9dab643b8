internal import Notices

/// What the index holds of a notice: its words, those it had before, and its app's name.
struct IndexedWords: Sendable {
    /// Stands between two versions of a text, so that no phrase goes across.
    private static let boundary = " \u{F0000} "

    let columns: [String]
    let isEmpty: Bool

    /// - Parameters:
    ///   - texts: the words of the moment.
    ///   - earlier: those before, oldest first.
    ///   - app: what the app is called.
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

    /// Whether the index has the same of both: it goes by bytes, not by what characters mean.
    func isSame(as other: IndexedWords) -> Bool {
        columns.elementsEqual(other.columns) { $0.utf8.elementsEqual($1.utf8) }
    }

    fileprivate var values: [DatabaseValue] {
        columns.dropLast().map { .text(PreparedText($0).bytes) }
            + [DatabaseValue(columns.last ?? "")]
    }
}

extension Database {
    /// Makes a notice findable.
    func index(_ number: Int64, _ words: IndexedWords) throws(DatabaseError) {
        guard !words.isEmpty else { return }
        try run(
            "INSERT INTO words (rowid, title, subtitle, message, app, digits)"
                + " VALUES (?, ?, ?, ?, ?, ?)",
            [.integer(number)] + words.values)
    }

    /// Takes a notice out of the index; the words must be those that it was put in with.
    func unindex(_ number: Int64, _ words: IndexedWords) throws(DatabaseError) {
        guard !words.isEmpty else { return }
        try run(
            "INSERT INTO words (words, rowid, title, subtitle, message, app, digits)"
                + " VALUES ('delete', ?, ?, ?, ?, ?, ?)",
            [.integer(number)] + words.values)
    }
}
