/// An attribute of a notification.
package struct AttributeID: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    package let rawValue: UInt8

    /// An attribute by its byte; any byte is one.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The bundle identifier of the app.
    package static let appIdentifier = AttributeID(rawValue: 0)
    /// Who, or what.
    package static let title = AttributeID(rawValue: 1)
    /// A second title.
    package static let subtitle = AttributeID(rawValue: 2)
    /// The text.
    package static let message = AttributeID(rawValue: 3)
    /// The length of the whole text, in decimal digits.
    package static let messageSize = AttributeID(rawValue: 4)
    /// When, in the phone's own local time.
    package static let date = AttributeID(rawValue: 5)
    /// What the positive action is called, in the phone's language.
    package static let positiveActionLabel = AttributeID(rawValue: 6)
    /// What the negative action is called, in the phone's language.
    package static let negativeActionLabel = AttributeID(rawValue: 7)

    /// Every attribute, in the order in which they are asked for.
    package static let all: [AttributeID] = (0...7).map(AttributeID.init(rawValue:))

    /// Whether a request must say how many bytes of it are wanted.
    var takesMaximumLength: Bool {
        self == .title || self == .subtitle || self == .message
    }
}

/// An attribute of an app.
package struct AppAttributeID: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    package let rawValue: UInt8

    /// An attribute of an app by its byte; any byte is one.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// What the app is called on the phone.
    package static let displayName = AppAttributeID(rawValue: 0)
}

/// What a person may do about a notification.
package struct ActionID: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    package let rawValue: UInt8

    /// An action by its byte; any byte is one.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Answer, open, join.
    package static let positive = ActionID(rawValue: 0)
    /// Decline, clear, dismiss.
    package static let negative = ActionID(rawValue: 1)
}

/// A command for the Control Point.
package enum Request: Hashable, Sendable {
    /// Asks for all eight attributes of a notification, texts of at most so many bytes.
    case notificationAttributes(NotificationUID, maximumTextLength: UInt16)
    /// Asks what an app is called; the identifier is exactly what the phone sent.
    case appName(appIdentifier: [UInt8])
    /// Performs an action.
    case perform(ActionID, NotificationUID)

    static let notificationAttributesCommand: UInt8 = 0
    static let appAttributesCommand: UInt8 = 1
    static let performCommand: UInt8 = 2

    /// What a request about a notification begins with, and its answer too.
    static func header(of uid: NotificationUID) -> [UInt8] {
        let value = uid.rawValue
        return [
            notificationAttributesCommand, UInt8(truncatingIfNeeded: value),
            UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value >> 16),
            UInt8(truncatingIfNeeded: value >> 24),
        ]
    }

    /// The bytes to write.
    package var bytes: [UInt8] {
        switch self {
        case .notificationAttributes(let uid, let maximumTextLength):
            Self.header(of: uid)
                + AttributeID.all.flatMap { attribute in
                    [attribute.rawValue]
                        + (attribute.takesMaximumLength ? maximumTextLength.littleEndianBytes : [])
                }
        case .appName(let appIdentifier):
            [Self.appAttributesCommand] + appIdentifier + [0, AppAttributeID.displayName.rawValue]
        case .perform(let action, let uid):
            [Self.performCommand] + uid.rawValue.littleEndianBytes + [action.rawValue]
        }
    }
}
