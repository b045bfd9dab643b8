/// An attribute of a notification.
package struct AttributeID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Bundle identifier of the app.
    package static let appIdentifier = AttributeID(rawValue: 0)
    /// Title, often the sender.
    package static let title = AttributeID(rawValue: 1)
    package static let subtitle = AttributeID(rawValue: 2)
    package static let message = AttributeID(rawValue: 3)
    /// Number of bytes of the whole message, in decimal digits.
    package static let messageSize = AttributeID(rawValue: 4)
    /// Date and time in the phone's own local time.
    package static let date = AttributeID(rawValue: 5)
    /// Label of the positive action, in the phone's language.
    package static let positiveActionLabel = AttributeID(rawValue: 6)
    /// Label of the negative action, in the phone's language.
    package static let negativeActionLabel = AttributeID(rawValue: 7)

    /// All attributes in the order in which they are requested.
    package static let all: [AttributeID] = (0...7).map(AttributeID.init(rawValue:))

    /// Whether a request must state the maximum number of bytes of the attribute.
    var takesMaximumLength: Bool {
        self == .title || self == .subtitle || self == .message
    }
}

/// An attribute of an app.
package struct AppAttributeID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Name of the app on the phone.
    package static let displayName = AppAttributeID(rawValue: 0)
}

/// An action on a notification.
package struct ActionID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Answer, open, join.
    package static let positive = ActionID(rawValue: 0)
    /// Decline, clear, dismiss.
    package static let negative = ActionID(rawValue: 1)
}

package enum Request: Hashable, Sendable {
    /// Request for all eight attributes of a notification, with texts up to this number of bytes.
    case notificationAttributes(NotificationUID, maximumTextLength: UInt16)
    /// Request for the name of an app; the identifier is exactly as the phone sent it.
    case appName(appIdentifier: [UInt8])
    case perform(ActionID, NotificationUID)

    static let notificationAttributesCommand: UInt8 = 0
    static let appAttributesCommand: UInt8 = 1
    static let performCommand: UInt8 = 2

    /// Returns the first bytes of a request about a notification, and of its answer.
    static func header(of uid: NotificationUID) -> [UInt8] {
        let value = uid.rawValue
        return [
            notificationAttributesCommand, UInt8(truncatingIfNeeded: value),
            UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value >> 16),
            UInt8(truncatingIfNeeded: value >> 24),
        ]
    }

    /// Bytes to write.
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
