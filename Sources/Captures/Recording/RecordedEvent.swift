internal import ANCS

/// One line of a recording.
package struct RecordedEvent: Hashable, Sendable {
    /// Since the recording began, in whole milliseconds.
    package let time: Duration
    /// Which phone, counted from one.
    package let phone: Int
    /// What people call the phone; said the first time.
    package var name: String?
    package var happening: Happening

    package init(time: Duration, phone: Int, name: String? = nil, happening: Happening) {
        self.time = time
        self.phone = phone
        self.name = name
        self.happening = happening
    }

    /// The name that the phone has from now on.
    var newName: String? {
        if case .named(let name) = happening { name } else { nil }
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

    static let characteristics: [(name: String, value: Characteristic)] = [
        ("notification_source", .notificationSource), ("control_point", .controlPoint),
        ("data_source", .dataSource),
    ]

    static func name(of characteristic: Characteristic) -> String {
        characteristics.first { $0.value == characteristic }?.name ?? ""
    }

    /// What a line may be about.
    enum What: String, CaseIterable {
        case linked, available, unavailable, subscribe, unsubscribe, subscribed, unsubscribed
        case refused, value, write, written, named, unlinked

        /// The fields beside those of every line, and whether each must be there.
        var fields: [(name: String, isRequired: Bool)] {
            switch self {
            case .linked, .available, .unavailable, .unlinked: []
            case .subscribe, .unsubscribe, .subscribed, .unsubscribed: [("characteristic", true)]
            case .refused: [("characteristic", true), ("error", true)]
            case .value: [("characteristic", true), ("hex", true)]
            case .write: [("hex", true)]
            case .written: [("error", false)]
            case .named: [("name", true)]
            }
        }
    }
}

extension Happening {
    var what: RecordingWords.What {
        switch self {
        case .linked: .linked
        case .available: .available
        case .unavailable: .unavailable
        case .subscribe: .subscribe
        case .unsubscribe: .unsubscribe
        case .subscribed: .subscribed
        case .unsubscribed: .unsubscribed
        case .refused: .refused
        case .value: .value
        case .write: .write
        case .written: .written
        case .named: .named
        case .unlinked: .unlinked
        }
    }
}
