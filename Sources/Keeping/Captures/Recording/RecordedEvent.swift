internal import ANCS
internal import Features
internal import Radio

/// One line of a recording.
package struct RecordedEvent: Hashable, Sendable {
    /// Since the recording began, in whole milliseconds.
    package let time: Duration
    /// Which phone, counted from one.
    package let phone: Int
    /// What people call the phone; said the first time.
    package var name: String?
    /// What passed.
    package var happening: Happening

    /// The name that the phone has from now on.
    var newName: String? {
        if case .tells(.named(let name)) = happening { name } else { nil }
    }

    /// No recording is longer: ten years.
    static let longest = 315_360_000_000
    /// No recording has more phones.
    static let phoneLimit = 1_000_000
}

/// The words of a recording's lines.
enum RecordingWords {
    static let format = "callboard"
    static let version = 1

    /// Those of the notification service, which go without their service.
    static let characteristics: [(name: String, value: CharacteristicID)] = [
        ("notification_source", Characteristic.notificationSource.id),
        ("control_point", Characteristic.controlPoint.id),
        ("data_source", Characteristic.dataSource.id),
    ]

    /// What a line may be about.
    enum What: String, CaseIterable {
        case linked, available, unavailable, subscribe, unsubscribe, subscribed, unsubscribed
        case refused, value, read, answer, write, written, named, unlinked

        /// The fields beside those of every line.
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

        /// Whether it is about the Control Point where no characteristic is named.
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

    /// The characteristic that this is about.
    var characteristic: CharacteristicID? {
        switch self {
        case .linked, .unlinked: nil
        case .asks(let call): call.characteristic
        case .tells(let event): event.characteristic
        }
    }

    /// Why the phone refused.
    var error: AttributeError? {
        switch self {
        case .tells(.refused(_, let error)), .tells(.read(_, .failure(let error))): error
        case .tells(.written(_, let error)): error
        default: nil
        }
    }
}
