internal import JSON

/// Actions of simulated phones with their times.
package struct Scenario: Sendable {
    /// One phone of the scenario, with its events.
    struct PhoneScript: Sendable {
        let name: String
        let bond: String
        /// Time of the first connection.
        let arrival: Duration
        let behaviour: Behaviour
        /// Player at the start; nil for none.
        let media: PlayerChange?
        let existing: [Addition]
        let timeline: [Step]

        /// Time of the last event.
        var end: Duration {
            timeline.reduce(arrival) { end, step in
                if case .disconnect(let absence) = step.action {
                    return max(end, step.time + absence)
                }
                return max(end, step.time)
            }
        }
    }

    /// A new notification, or many that differ only in a number.
    struct Addition: Sendable {
        let name: String
        let count: Int
        let text: NotificationText
    }

    /// An event with its time.
    struct Step: Sendable {
        let time: Duration
        /// Name of a notification; the step is skipped if the host has acted on it.
        var unlessActed: String?
        let action: Action
    }

    /// Action of a step.
    enum Action: Sendable {
        case add(Addition)
        case modify(String, NotificationText)
        case remove(String)
        case set([Behaviour.Change])
        /// Change of the player; nil ends it.
        case media(PlayerChange?)
        case disconnect(absence: Duration)
        case send(Phone.RawValue)
    }

    /// Time after the last event at which a scenario without an explicit end is over, so that the
    /// host can fetch the last notifications.
    static let settlingTime: Duration = .seconds(1)

    /// Description by the author.
    package let description: String
    let phones: [PhoneScript]
    /// Simulated senders other than the phones' links.
    let air: [AirSource]
    private let statedEnd: Duration?

    /// Parses a scenario; the file name is for error messages.
    package init(parsing bytes: [UInt8], file: String) throws(ScenarioError) {
        do throws(JSONError) {
            let field = JSONField(try JSONValue(parsing: bytes))
            (description, phones, air, statedEnd) = try ScenarioReader.scenario(field)
        } catch {
            throw ScenarioError(file: file, cause: error)
        }
    }

    /// Time of the end: the specified one, or `settlingTime` after the last event.
    var end: Duration {
        let last = Self.last(of: phones, air)
        return statedEnd.map { max($0, last) } ?? last + Self.settlingTime
    }

    /// Returns the time of the last event.
    static func last(of phones: [PhoneScript], _ air: [AirSource]) -> Duration {
        (phones.map(\.end) + air.map(\.end)).max() ?? .zero
    }

    /// Whether there are senders other than the phones' links.
    package var hasAir: Bool { !air.isEmpty }

    /// Names of the phones, in the order of the file.
    package var phoneNames: [String] { phones.map(\.name) }
}

/// Error in a scenario file: `FILE:LINE: FIELD: SENTENCE`.
package struct ScenarioError: Error, CustomStringConvertible {
    private let file: String
    private let cause: JSONError

    init(file: String, cause: JSONError) {
        self.file = file
        self.cause = cause
    }

    /// Text of the error, after the file name.
    package var description: String { "\(file):\(cause)" }

    /// Line of the error in the file.
    package var line: Int { cause.position.line }
}
