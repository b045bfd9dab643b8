/// A SQL statement with the values of `$1`, `$2` and so on.
package struct SQLStatement: Hashable, Sendable {
    /// A single SQL statement other than `COPY`.
    package var words: String
    package var values: [SQLValue]
    /// Whether the statement is frequent, so that the server should prepare it.
    ///
    /// The server prepares it before the first batch that contains it, so it can only refer to objects that
    /// existed before.
    package var isRepeated: Bool

    package init(_ words: String, _ values: [SQLValue] = [], isRepeated: Bool = false) {
        self.words = words
        self.values = values
        self.isRepeated = isRepeated
    }

    /// Returns a `LISTEN` statement, effective from the end of the batch.
    package static func listen(to channel: String) -> SQLStatement {
        SQLStatement("LISTEN \(quoted(channel))")
    }

    /// Returns an `UNLISTEN` statement.
    package static func unlisten(from channel: String) -> SQLStatement {
        SQLStatement("UNLISTEN \(quoted(channel))")
    }

    /// Returns a `NOTIFY` statement; the payload must have less than 8000 bytes.
    package static func notify(_ channel: String, _ payload: String) -> SQLStatement {
        SQLStatement(
            "SELECT pg_notify($1, $2)", [.text(channel), .text(payload)], isRepeated: true)
    }

    /// Returns a quoted SQL identifier.
    package static func quoted(_ name: String) -> String {
        "\""
            + name.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}

/// Result of a statement.
package struct StatementOutcome: Hashable, Sendable {
    /// Number of inserted, changed, removed or selected rows.
    package var rowCount: Int
}

/// The failure of a batch; none of its statements takes effect.
package struct BatchFailure: Error, Hashable, Sendable {
    /// Index of the failed statement, from zero; nil if the commit failed or the failure belongs to
    /// no statement.
    package var statement: Int?
    package var failure: ServerFailure

    package init(statement: Int? = nil, failure: ServerFailure) {
        self.statement = statement
        self.failure = failure
    }
}

extension BatchFailure: CustomStringConvertible {
    /// A sentence without a full stop.
    package var description: String { failure.description }
}

/// A notification of a channel.
package struct ServerNotification: Hashable, Sendable {
    package var channel: String
    package var payload: String
    /// Process id of the sender's server process.
    package var process: Int
}
