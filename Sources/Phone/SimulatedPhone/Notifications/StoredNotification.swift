/// Category of a notification, as on the wire.
struct NotificationCategory: Hashable, Sendable {
    let rawValue: UInt8

    static let other = NotificationCategory(rawValue: 0)
    static let incomingCall = NotificationCategory(rawValue: 1)
    static let missedCall = NotificationCategory(rawValue: 2)
    /// Not in Apple's specification; phones send it since iOS 13.
    static let activeCall = NotificationCategory(rawValue: 12)
}

/// Flags of a notification, as on the wire.
struct NotificationFlags: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let silent = NotificationFlags(rawValue: 0x01)
    static let important = NotificationFlags(rawValue: 0x02)
    static let preExisting = NotificationFlags(rawValue: 0x04)
    static let positiveAction = NotificationFlags(rawValue: 0x08)
    static let negativeAction = NotificationFlags(rawValue: 0x10)
    /// Not in Apple's specification; phones set it on messages with an attachment.
    static let multimedia = NotificationFlags(rawValue: 0x20)
}

/// A notification of the phone.
struct StoredNotification: Sendable {
    /// Name of the notification in the scenario.
    var name: String
    var category = NotificationCategory.other
    var namedFlags: NotificationFlags = []
    /// Flags that the scenario specified as a number, used without additions.
    var exactFlags: NotificationFlags?
    var app: [UInt8] = []
    var title: [UInt8] = []
    var subtitle: [UInt8] = []
    var message: [UInt8] = []
    var date: [UInt8] = []
    var positiveLabel: [UInt8] = []
    var negativeLabel: [UInt8] = []

    /// Flags, including those of the available actions.
    var flags: NotificationFlags {
        if let exactFlags { return exactFlags }
        var flags = namedFlags
        if !positiveLabel.isEmpty { flags.insert(.positiveAction) }
        if !negativeLabel.isEmpty { flags.insert(.negativeAction) }
        return flags
    }

    /// Returns the whole value of an attribute.
    func value(of attribute: NotificationAttribute) -> [UInt8] {
        switch attribute {
        case .app: app
        case .title: title
        case .subtitle: subtitle
        case .message: message
        case .messageSize: Array(String(message.count).utf8)
        case .date: date
        case .positiveLabel: positiveLabel
        case .negativeLabel: negativeLabel
        }
    }

    /// Returns the notification of this call while it is active.
    func asActiveCall(date: [UInt8]) -> StoredNotification {
        StoredNotification(
            name: "\(name).active", category: .activeCall, app: app, title: title,
            subtitle: subtitle, message: Array("Active Call".utf8), date: date,
            negativeLabel: Array("End Call".utf8))
    }

    /// Returns the notification of this call after it was missed.
    func asMissedCall(date: [UInt8]) -> StoredNotification {
        StoredNotification(
            name: "\(name).missed", category: .missedCall, app: app, title: title,
            subtitle: subtitle, message: Array("Missed Call".utf8), date: date,
            positiveLabel: Array("Dial".utf8), negativeLabel: Array("Clear".utf8))
    }
}
