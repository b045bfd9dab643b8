/// Event of a Notification Source value.
package struct EventID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let added = EventID(rawValue: 0)
    package static let modified = EventID(rawValue: 1)
    package static let removed = EventID(rawValue: 2)
}

/// Flags of a Notification Source value; unknown bits are kept.
package struct EventFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The phone makes no sound for the notification.
    package static let silent = EventFlags(rawValue: 1 << 0)
    /// The phone shows the notification with priority.
    package static let important = EventFlags(rawValue: 1 << 1)
    /// The notification existed before this session began.
    package static let preExisting = EventFlags(rawValue: 1 << 2)
    /// The positive action (answer, open) can be performed.
    package static let positiveAction = EventFlags(rawValue: 1 << 3)
    /// The negative action (decline, clear) can be performed.
    package static let negativeAction = EventFlags(rawValue: 1 << 4)
    /// The notification carries an image or a sound.
    ///
    /// The flag is not in Apple's specification, but phones set it on messages.
    package static let multimedia = EventFlags(rawValue: 1 << 5)
}

/// Category of a notification; unknown numbers are kept.
package struct CategoryID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// None of the other categories.
    package static let other = CategoryID(rawValue: 0)
    /// A ringing call.
    package static let incomingCall = CategoryID(rawValue: 1)
    package static let missedCall = CategoryID(rawValue: 2)
    package static let voicemail = CategoryID(rawValue: 3)
    /// A message or an item of a social network.
    package static let social = CategoryID(rawValue: 4)
    /// A calendar entry or a reminder.
    package static let schedule = CategoryID(rawValue: 5)
    package static let email = CategoryID(rawValue: 6)
    package static let news = CategoryID(rawValue: 7)
    package static let healthAndFitness = CategoryID(rawValue: 8)
    package static let businessAndFinance = CategoryID(rawValue: 9)
    /// A notification about a location.
    package static let location = CategoryID(rawValue: 10)
    package static let entertainment = CategoryID(rawValue: 11)
    /// A call in progress.
    ///
    /// The category is not in Apple's specification, but phones send it since iOS 13.
    package static let activeCall = CategoryID(rawValue: 12)

    /// Whether this is a call that rings or is in progress.
    package var isLiveCall: Bool {
        self == .incomingCall || self == .activeCall
    }
}

/// Handle of a notification on the phone, valid for one session only.
package struct NotificationUID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A handle that no notification has, used to probe whether the phone still answers.
    package static let probe = NotificationUID(rawValue: 0xFFFF_FFFF)
}

/// A Notification Source value.
package struct SourceEvent: Hashable, Sendable {
    /// Number of bytes of every value.
    package static let length = 8

    package let event: EventID
    package let flags: EventFlags
    package let category: CategoryID
    /// Number of active notifications of this category, including this one.
    package let categoryCount: UInt8
    /// Handle of the notification until the session ends.
    package let uid: NotificationUID

    package init(
        event: EventID, flags: EventFlags, category: CategoryID, categoryCount: UInt8,
        uid: NotificationUID
    ) {
        self.event = event
        self.flags = flags
        self.category = category
        self.categoryCount = categoryCount
        self.uid = uid
    }

    /// Parses a value, which must fill `bytes` completely.
    package init(parsing bytes: [UInt8]) throws(SourceEventError) {
        guard bytes.count == Self.length else { throw .wrongLength(bytes.count) }
        event = EventID(rawValue: bytes[0])
        flags = EventFlags(rawValue: bytes[1])
        category = CategoryID(rawValue: bytes[2])
        categoryCount = bytes[3]
        uid = NotificationUID(rawValue: UInt32(littleEndian: bytes[4...]))
    }
}

/// Error of parsing a Notification Source value.
package enum SourceEventError: Error, Hashable, Sendable {
    /// The value has this many bytes instead of eight.
    case wrongLength(Int)
}

extension UInt32 {
    /// Decodes four bytes, the lowest first.
    init(littleEndian bytes: ArraySlice<UInt8>) {
        self = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension FixedWidthInteger {
    /// Bytes of the number, the lowest first.
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}
