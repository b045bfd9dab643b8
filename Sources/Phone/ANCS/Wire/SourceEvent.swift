/// What a Notification Source value says happened.
package struct EventID: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    package let rawValue: UInt8

    /// An event by its byte; any byte is one.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A notification came.
    package static let added = EventID(rawValue: 0)
    /// A notification changed.
    package static let modified = EventID(rawValue: 1)
    /// A notification went.
    package static let removed = EventID(rawValue: 2)
}

/// The flags of a Notification Source value; bits without a name are kept.
package struct EventFlags: OptionSet, Hashable, Sendable {
    /// The byte on the wire.
    package let rawValue: UInt8

    /// The flags of a byte, also those that nobody knows.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The phone makes no sound for it.
    package static let silent = EventFlags(rawValue: 1 << 0)
    /// The phone shows it with priority.
    package static let important = EventFlags(rawValue: 1 << 1)
    /// It was there before this session began.
    package static let preExisting = EventFlags(rawValue: 1 << 2)
    /// The positive action (answer, open) can be performed.
    package static let positiveAction = EventFlags(rawValue: 1 << 3)
    /// The negative action (decline, clear) can be performed.
    package static let negativeAction = EventFlags(rawValue: 1 << 4)
    /// It carries a picture or a sound; not in Apple's text, but phones set it on messages.
    package static let multimedia = EventFlags(rawValue: 1 << 5)
}

/// The kind of a notification; numbers without a name are kept.
package struct CategoryID: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    package let rawValue: UInt8

    /// A category by its byte; any byte is one.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// None of the others.
    package static let other = CategoryID(rawValue: 0)
    /// A call that rings.
    package static let incomingCall = CategoryID(rawValue: 1)
    /// A call nobody took.
    package static let missedCall = CategoryID(rawValue: 2)
    /// A voicemail.
    package static let voicemail = CategoryID(rawValue: 3)
    /// A message or something of a social network.
    package static let social = CategoryID(rawValue: 4)
    /// A calendar entry or a reminder.
    package static let schedule = CategoryID(rawValue: 5)
    /// A mail.
    package static let email = CategoryID(rawValue: 6)
    /// News.
    package static let news = CategoryID(rawValue: 7)
    /// Health and fitness.
    package static let healthAndFitness = CategoryID(rawValue: 8)
    /// Business and finance.
    package static let businessAndFinance = CategoryID(rawValue: 9)
    /// Something about a place.
    package static let location = CategoryID(rawValue: 10)
    /// Entertainment.
    package static let entertainment = CategoryID(rawValue: 11)
    /// A call that somebody is on; not in Apple's text, but phones send it since iOS 13.
    package static let activeCall = CategoryID(rawValue: 12)

    /// Whether this is a call that is going on now.
    package var isLiveCall: Bool {
        self == .incomingCall || self == .activeCall
    }
}

/// The phone's handle for a notification, good for one session only.
package struct NotificationUID: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    package let rawValue: UInt32

    /// The handle of this number.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A handle no notification has, for asking whether the phone still answers.
    package static let probe = NotificationUID(rawValue: 0xFFFF_FFFF)
}

/// One value of Notification Source.
package struct SourceEvent: Hashable, Sendable {
    /// The number of bytes of every value.
    package static let length = 8

    /// What happened to the notification.
    package let event: EventID
    /// What the phone says of it beside its words.
    package let flags: EventFlags
    /// The kind of thing it is.
    package let category: CategoryID
    /// Active notifications of this category, this one included.
    package let categoryCount: UInt8
    /// The phone's handle for it, until the session ends.
    package let uid: NotificationUID

    /// An event that is taken as it is; one from the wire is parsed.
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

    /// Reads a value, which is all of `bytes` or none.
    package init(parsing bytes: [UInt8]) throws(SourceEventError) {
        guard bytes.count == Self.length else { throw .wrongLength(bytes.count) }
        event = EventID(rawValue: bytes[0])
        flags = EventFlags(rawValue: bytes[1])
        category = CategoryID(rawValue: bytes[2])
        categoryCount = bytes[3]
        uid = NotificationUID(rawValue: UInt32(littleEndian: bytes[4...]))
    }
}

/// Why a Notification Source value is not one.
package enum SourceEventError: Error, Hashable, Sendable {
    /// It has this many bytes instead of eight.
    case wrongLength(Int)
}

extension UInt32 {
    /// Puts four bytes together, the lowest first.
    init(littleEndian bytes: ArraySlice<UInt8>) {
        self = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension FixedWidthInteger {
    /// The bytes of the number, the lowest first.
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}
