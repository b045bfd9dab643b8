/// A SQLSTATE code.
package struct SQLState: RawRepresentable, Hashable, Sendable {
    /// The five characters.
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The two characters of the class, for codes that are not known individually.
    package var classCode: Substring { rawValue.prefix(2) }

    package static let wrongPassword = SQLState(rawValue: "28P01")
    /// The server refuses this client.
    package static let notAuthorized = SQLState(rawValue: "28000")
    package static let unknownDatabase = SQLState(rawValue: "3D000")
    package static let noPrivilege = SQLState(rawValue: "42501")
    package static let tooManyConnections = SQLState(rawValue: "53300")
    package static let diskFull = SQLState(rawValue: "53100")
    package static let outOfMemory = SQLState(rawValue: "53200")
    /// A statement was cancelled, by a user or by a timeout.
    package static let cancelled = SQLState(rawValue: "57014")
    /// The server shuts down, or an administrator has ended the connection.
    package static let shutDown = SQLState(rawValue: "57P01")
    /// The server ended all connections because one of its processes crashed.
    package static let crashed = SQLState(rawValue: "57P02")
    /// The server is starting up, shutting down or recovering.
    package static let notServing = SQLState(rawValue: "57P03")
    package static let databaseDropped = SQLState(rawValue: "57P04")
    /// The transaction is read-only.
    package static let readOnly = SQLState(rawValue: "25006")
    /// Unique violation.
    package static let exists = SQLState(rawValue: "23505")
    /// Foreign key violation.
    package static let noReference = SQLState(rawValue: "23503")
    /// Serialization failure: the transaction has to be repeated.
    package static let collision = SQLState(rawValue: "40001")
    /// Deadlock: the transaction has to be repeated.
    package static let deadlock = SQLState(rawValue: "40P01")
    package static let unknownTable = SQLState(rawValue: "42P01")
    package static let unknownColumn = SQLState(rawValue: "42703")
    package static let unknownFunction = SQLState(rawValue: "42883")
    /// A prepared statement is outdated because its tables have changed.
    static let staleStatement = SQLState(rawValue: "0A000")
    /// The prepared statement does not exist.
    static let unknownStatement = SQLState(rawValue: "26000")
    /// The prepared statement exists already.
    static let knownStatement = SQLState(rawValue: "42P05")

    /// Whether a retry may succeed.
    package var isPassing: Bool {
        switch self {
        case .collision, .deadlock, .notServing, .shutDown, .crashed, .cancelled: true
        default: classCode == "53" || classCode == "08"
        }
    }

    /// Whether the server's message may quote values.
    var mayQuote: Bool { classCode == "22" || classCode == "P0" }

    /// Text for people, in which "it" is the server; nil for unknown codes.
    package var words: String? {
        switch self {
        case .wrongPassword: "the password is wrong"
        case .noPrivilege: "the user has no permission for this"
        case .tooManyConnections: "it has reached its limit of connections"
        case .diskFull: "its disk is full"
        case .outOfMemory: "it has no memory left"
        case .cancelled: "it was cancelled, or exceeded its time limit"
        case .shutDown: "it is shutting down, or an administrator ended the connection"
        case .crashed: "one of its processes crashed"
        case .notServing: "it is starting up, shutting down or recovering"
        case .databaseDropped: "the database was removed"
        case .readOnly: "nothing can be written there at the moment"
        case .exists: "there is such a row already"
        case .noReference: "the row refers to a missing row"
        case .collision, .deadlock: "another session was changing the same rows"
        case .unknownTable: "a table is missing"
        case .unknownColumn: "a column is missing"
        case .unknownFunction: "a function is missing"
        case .unknownStatement, .knownStatement:
            "other clients use the same connection, as behind a pooler without pool_mode = session"
        default: Self.classWords[String(classCode)]
        }
    }

    private static let classWords: [String: String] = [
        "08": "the connection failed",
        "0A": "the server does not support this",
        "22": "a value is not valid",
        "23": "a row breaks a rule of its table",
        "25": "the state of the transaction does not allow it",
        "40": "it rolled back the transaction",
        "42": "it does not understand the statement, or does not allow it",
        "53": "it lacks resources",
        "54": "a limit of the server is exceeded",
        "55": "an object is not in the required state",
        "57": "an administrator ended the session",
        "58": "its host has a system error",
        "F0": "its configuration has an error",
        "P0": "a function of the database refused it",
        "XX": "it has an internal error",
    ]
}
