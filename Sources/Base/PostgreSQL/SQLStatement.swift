/// One statement for a server, with the values that belong at `$1`, `$2` and so on.
package struct SQLStatement: Hashable, Sendable {
    /// The statement in SQL; only one, and not `COPY`.
    package var words: String
    /// Its values.
    package var values: [SQLValue]
    /// Whether it comes again and again, so that the server shall understand it once for all.
    ///
    /// It is understood before the batch begins with which it comes first, so it can only be about what was there before.
    package var isRepeated: Bool

    /// A statement.
    package init(_ words: String, _ values: [SQLValue] = [], isRepeated: Bool = false) {
        self.words = words
        self.values = values
        self.isRepeated = isRepeated
    }

    /// Has the server tell this connection what is sent to a channel, from the end of the batch on.
    package static func listen(to channel: String) -> SQLStatement {
        SQLStatement("LISTEN \(quoted(channel))")
    }

    /// Has the server tell no more of a channel.
    package static func unlisten(from channel: String) -> SQLStatement {
        SQLStatement("UNLISTEN \(quoted(channel))")
    }

    /// Sends a text to all who listen to a channel; less than 8000 bytes.
    package static func notify(_ channel: String, _ payload: String) -> SQLStatement {
        SQLStatement(
            "SELECT pg_notify($1, $2)", [.text(channel), .text(payload)], isRepeated: true)
    }

    /// A name as SQL has it, whatever characters are in it.
    package static func quoted(_ name: String) -> String {
        "\""
            + name.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}

/// What became of one statement.
package struct StatementOutcome: Hashable, Sendable {
    /// How many rows it inserted, changed, removed or found.
    package var rowCount: Int
}

/// Why nothing counts of statements that were sent as a whole.
package struct BatchFailure: Error, Hashable, Sendable {
    /// The statement that broke it, counted from zero; nil where all were done and the end failed, or where it was none of them.
    package var statement: Int?
    /// What happened.
    package var failure: ServerFailure

    /// Something that happened, to one statement or to none of them.
    package init(statement: Int? = nil, failure: ServerFailure) {
        self.statement = statement
        self.failure = failure
    }
}

extension BatchFailure: CustomStringConvertible {
    /// A sentence without a full stop.
    package var description: String { failure.description }
}

/// What somebody sent to a channel.
package struct ServerNotification: Hashable, Sendable {
    /// The channel.
    package var channel: String
    /// The text.
    package var payload: String
    /// The number of the server's process for whoever sent it.
    package var process: Int
}
