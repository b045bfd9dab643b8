internal import JSON

/// What simulated phones do, and when.
package struct Scenario: Sendable {
    /// One phone of a scenario.
    struct PhoneScript: Sendable {
        let name: String
        let bond: String
        /// When it connects for the first time.
        let arrival: Duration
        let behaviour: Behaviour
        let existing: [Addition]
        let timeline: [Step]

        /// When nothing more will happen by itself.
        var end: Duration {
            timeline.reduce(arrival) { end, step in
                if case .disconnect(let absence) = step.action {
                    return max(end, step.time + absence)
                }
                return max(end, step.time)
            }
        }
    }

    /// A notification that comes, or many that differ in a number alone.
    struct Addition: Sendable {
        let name: String
        let count: Int
        let text: NotificationText
    }

    /// Something that happens at a time of its own.
    struct Step: Sendable {
        let time: Duration
        /// Nothing happens if the host has acted on the notification of this name.
        var unlessActed: String?
        let action: Action
    }

    /// What can happen to a phone.
    enum Action: Sendable {
        case add(Addition)
        case modify(String, NotificationText)
        case remove(String)
        case set([Behaviour.Change])
        case disconnect(absence: Duration)
        case send(Phone.RawValue)
    }

    /// How long a scenario that sets no end of its own goes on after the last thing that happens,
    /// for the host to fetch what it has just heard of.
    static let settlingTime: Duration = .seconds(1)

    /// What the scenario is for, in its author's words.
    package let description: String
    let phones: [PhoneScript]
    /// What else is in the air.
    let air: [AirSource]
    private let statedEnd: Duration?

    /// Reads a scenario file; the name is for complaints.
    package init(parsing bytes: [UInt8], file: String) throws(ScenarioError) {
        do throws(JSONError) {
            let field = JSONField(try JSONValue(parsing: bytes))
            (description, phones, air, statedEnd) = try ScenarioReader.scenario(field)
        } catch {
            throw ScenarioError(file: file, cause: error)
        }
    }

    /// When the scenario is over.
    var end: Duration {
        let last = Self.last(of: phones, air)
        return statedEnd.map { max($0, last) } ?? last + Self.settlingTime
    }

    /// When the last thing happens.
    static func last(of phones: [PhoneScript], _ air: [AirSource]) -> Duration {
        (phones.map(\.end) + air.map(\.end)).max() ?? .zero
    }

    /// Whether anything is in the air beside phones' links.
    package var hasAir: Bool { !air.isEmpty }

    /// What the phones are called, in the order of the file.
    package var phoneNames: [String] { phones.map(\.name) }
}

/// Why a scenario file cannot be played: `FILE:LINE: FIELD: SENTENCE`.
package struct ScenarioError: Error, CustomStringConvertible {
    private let file: String
    private let cause: JSONError

    init(file: String, cause: JSONError) {
        self.file = file
        self.cause = cause
    }

    /// The mistake, behind the file's name.
    package var description: String { "\(file):\(cause)" }

    /// The line of the file that is wrong.
    package var line: Int { cause.position.line }
}
