/// Why a server does not do something, by the five characters of the SQL standard.
package struct SQLState: RawRepresentable, Hashable, Sendable {
    /// The characters.
    package let rawValue: String

    /// A reason of these characters; any are one.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The two characters of the class, which is what a client can act by where it does not know a reason.
    package var classCode: Substring { rawValue.prefix(2) }

    /// The password is wrong.
    package static let wrongPassword = SQLState(rawValue: "28P01")
    /// This client may not come in.
    package static let notAuthorized = SQLState(rawValue: "28000")
    /// There is no such database.
    package static let unknownDatabase = SQLState(rawValue: "3D000")
    /// This user may not do it.
    package static let noPrivilege = SQLState(rawValue: "42501")
    /// The server has as many clients as it may.
    package static let tooManyConnections = SQLState(rawValue: "53300")
    /// The server's disk is full.
    package static let diskFull = SQLState(rawValue: "53100")
    /// The server has no memory left.
    package static let outOfMemory = SQLState(rawValue: "53200")
    /// A statement was cancelled, by somebody or since it took too long.
    package static let cancelled = SQLState(rawValue: "57014")
    /// The server shuts down, or an administrator has ended the connection.
    package static let shutDown = SQLState(rawValue: "57P01")
    /// The server ended all connections after one of its processes had crashed.
    package static let crashed = SQLState(rawValue: "57P02")
    /// The server is starting up, shutting down or recovering.
    package static let notServing = SQLState(rawValue: "57P03")
    /// The database was removed.
    package static let databaseDropped = SQLState(rawValue: "57P04")
    /// Nobody may write here, or now.
    package static let readOnly = SQLState(rawValue: "25006")
    /// There is such a thing already.
    package static let exists = SQLState(rawValue: "23505")
    /// What it refers to is not there.
    package static let noReference = SQLState(rawValue: "23503")
    /// Somebody else changed the same, so that one of both has to begin again.
    package static let collision = SQLState(rawValue: "40001")
    /// Two waited for each other, so that one of them has to begin again.
    package static let deadlock = SQLState(rawValue: "40P01")
    /// There is no such table.
    package static let unknownTable = SQLState(rawValue: "42P01")
    /// There is no such column.
    package static let unknownColumn = SQLState(rawValue: "42703")
    /// There is no such function.
    package static let unknownFunction = SQLState(rawValue: "42883")
    /// A prepared statement does not fit any more, since what it is about has changed.
    static let staleStatement = SQLState(rawValue: "0A000")
    /// There is no such prepared statement.
    static let unknownStatement = SQLState(rawValue: "26000")
    /// There is such a prepared statement already.
    static let knownStatement = SQLState(rawValue: "42P05")

    /// Whether the same may succeed when it is tried again.
    package var isPassing: Bool {
        switch self {
        case .collision, .deadlock, .notServing, .shutDown, .crashed, .cancelled: true
        default: classCode == "53" || classCode == "08"
        }
    }

    /// Whether what the server says of it may quote what it was given.
    var mayQuote: Bool { classCode == "22" || classCode == "P0" }

    /// The reason in words, as far as it is known.
    package var words: String? {
        switch self {
        case .wrongPassword: "the password is wrong"
        case .noPrivilege: "the user may not do that"
        case .tooManyConnections: "it has as many clients as it may have"
        case .diskFull: "its disk is full"
        case .outOfMemory: "it has no memory left"
        case .cancelled: "it was cancelled, or took longer than it may"
        case .shutDown: "it is shutting down, or somebody ended the connection there"
        case .crashed: "one of its processes crashed"
        case .notServing: "it is starting up, shutting down or recovering"
        case .databaseDropped: "the database was removed"
        case .readOnly: "nothing can be written there at the moment"
        case .exists: "there is such a row already"
        case .noReference: "what the row refers to is not there"
        case .collision, .deadlock: "somebody else was changing the same"
        case .unknownTable: "a table is missing"
        case .unknownColumn: "a column is missing"
        case .unknownFunction: "a function is missing"
        case .unknownStatement, .knownStatement:
            "others use the same connection, as behind a pooler without pool_mode = session"
        default: Self.classWords[String(classCode)]
        }
    }

    private static let classWords: [String: String] = [
        "08": "the connection has a fault",
        "0A": "it cannot do that",
        "22": "a value is none that it takes",
        "23": "a row breaks a rule of its table",
        "25": "that is not possible at this moment",
        "40": "it undid the work",
        "42": "it does not understand the statement, or does not allow it",
        "53": "it lacks resources",
        "54": "that is more than it can take",
        "55": "something is not in the state for that",
        "57": "somebody intervened",
        "58": "its system has a fault",
        "F0": "its configuration has a fault",
        "P0": "a function there refuses it",
        "XX": "it has an internal fault",
    ]
}
