import Control
import Linux
import PostgreSQL

/// An error of the upload, and how it is handled.
enum PushTrouble: Error {
    /// The bridge is unavailable, or does not release its history.
    case bridge(String)
    /// The central database is unavailable, or fails.
    case central(ServerFailure)
    /// A pooler lends the connection to other clients.
    case lent(DatabaseEndpoint.Place)
    /// A statement failed at the central database: it refused the batch, or reached a limit.
    case refused(String, state: SQLState)
    /// The bridge sent a notification that this program cannot parse.
    case senseless(String)

    /// Error from a failed batch.
    init(_ failure: BatchFailure) {
        switch failure.failure {
        case .statement(let state, _): self = .refused("\(failure)", state: state)
        default: self = .central(failure.failure)
        }
    }

    /// Message without content of notifications.
    var words: String {
        switch self {
        case .bridge(let words): "the bridge: \(words)"
        case .central(let failure): "\(failure)"
        case .lent(let place):
            "the pooler at \(place) shares this connection with others: set pool_mode = session"
        case .senseless(let words): "the bridge: invalid notification: \(words)"
        case .refused(let words, let state): words + (Self.advice[state.rawValue] ?? "")
        }
    }

    /// Advice by SQLSTATE, if the history may be a copy: the database itself does not know the command.
    private static let advice = [CentralRefusal.copied, .busy]
        .reduce(into: [String: String]()) { advice, refusal in
            advice[refusal.rawValue] =
                "; to keep both, stop this bridge and run sudo callboard history separate"
        }

    /// Message about a notification that is skipped because of this error.
    var wordsOfRefusal: String {
        if case .senseless(let words) = self {
            return "an invalid notification stays at the bridge: \(words)"
        }
        return "the central database refused a notification, which stays at the bridge: \(words)"
    }

    /// Whether the content of a batch is the cause, so that a smaller batch may succeed.
    var isAboutContent: Bool {
        if case .senseless = self { return true }
        guard case .refused(_, let state) = self else { return false }
        return Self.contentClasses.contains(state.classCode)
            || state.rawValue == CentralRefusal.senseless.rawValue
    }

    /// SQLSTATE classes of invalid values, constraints and limits, and of errors raised by functions.
    private static let contentClasses: Set<Substring> = ["22", "23", "54", "P0"]

    /// Whether the batch may have been too large.
    var isAboutSize: Bool {
        switch self {
        case .refused(_, .cancelled), .refused(_, .outOfMemory), .central(.silent): true
        default: false
        }
    }

    /// Whether only an administrator can fix it, so that retries are rare.
    ///
    /// `busy` does not count: the other uploader may be this program's own previous connection, which the server has
    /// not given up yet.
    var isForPeople: Bool {
        if case .lent = self { return true }
        guard case .refused(_, let state) = self else { return false }
        return [
            CentralRefusal.copied, .foreignSite, .newerSchema, .foreignBridge, .tooManyHistories,
        ].map(\.rawValue).contains(state.rawValue)
    }
}
