import Control
import Linux
import PostgreSQL

/// What keeps a history from being handed over, and what is to be done about that.
enum PushTrouble: Error {
    /// There is no bridge, or it does not hand over.
    case bridge(String)
    /// The centre cannot be reached, or does not work.
    case centre(ServerFailure)
    /// A pooler in front of the centre lends the connection to others.
    case lent(DatabaseEndpoint.Place)
    /// The centre does not take a batch, whatever it is told.
    case refused(String, state: SQLState)
    /// A notice makes no sense to this program.
    case senseless(String)

    /// What came of a batch.
    init(_ failure: BatchFailure) {
        switch failure.failure {
        case .statement(let state, _): self = .refused("\(failure)", state: state)
        default: self = .centre(failure.failure)
        }
    }

    /// In words without content.
    var words: String {
        switch self {
        case .bridge(let words): "the bridge: \(words)"
        case .centre(let failure): "\(failure)"
        case .lent(let place):
            "the pooler at \(place) lends this connection to others: it wants pool_mode = session"
        case .senseless(let words): "the bridge: a notice that it handed over: \(words)"
        case .refused(let words, let state): words + (Self.advice[state.rawValue] ?? "")
        }
    }

    /// What can be done at the bridge where the history may be a copy, as the centre cannot know.
    private static let advice = [CentralRefusal.copied, .busy]
        .reduce(into: [String: String]()) { advice, refusal in
            advice[refusal.rawValue] =
                "; if both are to stay, stop this bridge and type sudo callboard history separate"
        }

    /// What is said of a notice that is passed over for it.
    var wordsOfRefusal: String {
        if case .senseless(let words) = self {
            return "a notice makes no sense, and stays here: \(words)"
        }
        return "the centre did not take a notice, which stays here: \(words)"
    }

    /// Whether it is about what is in a batch, so that a smaller one may do.
    var isAboutContent: Bool {
        if case .senseless = self { return true }
        guard case .refused(_, let state) = self else { return false }
        return Self.contentClasses.contains(state.classCode)
            || state.rawValue == CentralRefusal.senseless.rawValue
    }

    /// Values, rules of tables, limits, and what functions of the centre's owner do not like.
    private static let contentClasses: Set<Substring> = ["22", "23", "54", "P0"]

    /// Whether it may be that a batch was too much at a time.
    var isAboutSize: Bool {
        switch self {
        case .refused(_, .cancelled), .refused(_, .outOfMemory), .centre(.silent): true
        default: false
        }
    }

    /// Whether only a person can mend it, so that it is tried seldom; another one that hands in may be this one's own
    /// connection of before, which the server has not given up yet.
    var isForPeople: Bool {
        if case .lent = self { return true }
        guard case .refused(_, let state) = self else { return false }
        return [
            CentralRefusal.copied, .foreignSite, .newerSchema, .foreignBridge, .tooManyHistories,
        ].map(\.rawValue).contains(state.rawValue)
    }
}
