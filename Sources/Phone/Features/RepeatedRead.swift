internal import Radio

/// Read of a characteristic, repeated with growing pauses while the phone refuses it.
struct RepeatedRead: Sendable {
    /// Pauses before each further attempt; after the last one the value stays unknown.
    static let pauses: [Duration] = [.seconds(5), .seconds(30), .seconds(300)]

    let characteristic: CharacteristicID
    /// Number of refusals since `begin`.
    private var refusals = 0
    /// Time of the next attempt.
    private(set) var deadline: Duration?

    init(_ characteristic: CharacteristicID) {
        self.characteristic = characteristic
    }

    /// Returns the first request.
    mutating func begin() -> LinkCall {
        end()
        return .read(characteristic)
    }

    /// Cancels further attempts.
    mutating func end() {
        refusals = 0
        deadline = nil
    }

    /// Schedules the next attempt after a refusal, unless it cannot help.
    mutating func refused(_ error: AttributeError, at now: Duration) {
        guard !Self.lasting.contains(error), refusals < Self.pauses.count else { return }
        deadline = now + Self.pauses[refusals]
        refusals += 1
    }

    /// Returns the next request if it is due.
    mutating func timePassed(at now: Duration) -> LinkCall? {
        guard let deadline, deadline <= now else { return nil }
        self.deadline = nil
        return .read(characteristic)
    }

    /// Refusals that another attempt on the same link does not change.
    private static let lasting: Set<AttributeError> = [
        .attributeNotFound, .readNotPermitted, .requestNotSupported,
    ]
}
