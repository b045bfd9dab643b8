internal import ANCS
internal import Features
internal import Radio

/// One line of a recording.
package struct RecordedEvent: Hashable, Sendable {
    /// Time since the start of the recording, in whole milliseconds.
    package let time: Duration
    /// Number of the phone, counted from one.
    package let phone: Int
    /// Name of the phone; present on its first line.
    package var name: String?
    package var happening: Happening

    /// The phone's new name, if this line changes it.
    var newName: String? {
        if case .tells(.named(let name)) = happening { name } else { nil }
    }

    /// Longest recording, ten years in milliseconds.
    static let longest = 315_360_000_000
    /// Limit of phones in a recording.
    static let phoneLimit = 1_000_000
}

/// Keywords of a recording's lines.
enum RecordingWords {
    static let format = "callboard"
    static let version = 1

    /// Characteristics of the notification service, which are written without the service.
    static let characteristics: [(name: String, value: CharacteristicID)] = [
        ("notification_source", Characteristic.notificationSource.id),
        ("control_point", Characteristic.controlPoint.id),
        ("data_source", Characteristic.dataSource.id),
    ]

    /// Type of an event line.
    enum What: String, CaseIterable {
        case linked, available, unavailable, subscribe, unsubscribe, subscribed, unsubscribed
        case refused, value, read, answer, write, written, named, unlinked

        /// Fields in addition to the common ones.
        var fields: [String] {
            switch self {
            case .linked, .unlinked: []
            case .named: ["name"]
            case .available, .unavailable: ["service"]
            case .subscribe, .unsubscribe, .subscribed, .unsubscribed, .read:
                ["service", "characteristic"]
            case .refused, .written: ["service", "characteristic", "error"]
            case .value, .write: ["service", "characteristic", "hex"]
            case .answer: ["service", "characteristic", "hex", "error"]
            }
        }

        /// Whether the Control Point is the default characteristic.
        var isWrite: Bool { self == .write || self == .written }
    }
}

extension Happening {
    var what: RecordingWords.What {
        switch self {
        case .linked: .linked
        case .asks(.subscribe): .subscribe
        case .asks(.unsubscribe): .unsubscribe
        case .asks(.write): .write
        case .asks(.read): .read
        case .tells(.appeared): .available
        case .tells(.vanished): .unavailable
        case .tells(.subscribed): .subscribed
        case .tells(.unsubscribed): .unsubscribed
        case .tells(.refused): .refused
        case .tells(.value): .value
        case .tells(.written): .written
        case .tells(.read): .answer
        case .tells(.named): .named
        case .tells(.closed), .unlinked: .unlinked
        }
    }

    var characteristic: CharacteristicID? {
        switch self {
        case .linked, .unlinked: nil
        case .asks(let call): call.characteristic
        case .tells(let event): event.characteristic
        }
    }

    /// Error code from the phone.
    var error: AttributeError? {
        switch self {
        case .tells(.refused(_, let error)), .tells(.read(_, .failure(let error))): error
        case .tells(.written(_, let error)): error
        default: nil
        }
    }
}
