/// What a host asks of the notification service.
enum ControlPointCommand: Equatable, Sendable {
    /// An attribute asked for, and how many bytes of it at most where the host must say so.
    struct AttributeRequest: Equatable, Sendable {
        let attribute: UInt8
        let limit: Int?
    }

    /// Attributes of a notification.
    case notificationAttributes(uid: UInt32, [AttributeRequest])
    /// Attributes of an app.
    case appAttributes(app: [UInt8], [UInt8])
    /// An action on a notification.
    case perform(uid: UInt32, isPositive: Bool)

    /// Reads a write to the Control Point as strictly as the specification is.
    init(parsing value: [UInt8]) throws(SimulatedAttributeError) {
        var reader = AttributePacketReader(value)
        guard let command = reader.byte() else { throw .invalidCommand }
        switch command {
        case 0: self = try Self.notificationAttributes(&reader)
        case 1: self = try Self.appAttributes(&reader)
        case 2: self = try Self.perform(&reader)
        default: throw .unknownCommand
        }
    }

    private static func notificationAttributes(
        _ reader: inout AttributePacketReader
    ) throws(SimulatedAttributeError) -> ControlPointCommand {
        guard let uid = reader.doubleWord() else { throw .invalidCommand }
        var requests: [AttributeRequest] = []
        while let attribute = reader.byte() {
            guard let known = NotificationAttribute(rawValue: attribute) else {
                throw .invalidCommand
            }
            var limit: Int?
            if known.isLimitedByHost {
                guard let word = reader.word() else { throw .invalidCommand }
                limit = Int(word)
            }
            requests.append(AttributeRequest(attribute: attribute, limit: limit))
        }
        guard !requests.isEmpty else { throw .invalidCommand }
        return .notificationAttributes(uid: uid, requests)
    }

    private static func appAttributes(
        _ reader: inout AttributePacketReader
    ) throws(SimulatedAttributeError) -> ControlPointCommand {
        guard let app = reader.bytes(endedBy: 0) else { throw .invalidCommand }
        let attributes = reader.remainder()
        // The display name is the only one there is.
        guard !attributes.isEmpty, attributes.allSatisfy({ $0 == 0 }) else {
            throw .invalidCommand
        }
        return .appAttributes(app: app, attributes)
    }

    private static func perform(
        _ reader: inout AttributePacketReader
    ) throws(SimulatedAttributeError) -> ControlPointCommand {
        guard let uid = reader.doubleWord(), let action = reader.byte(), reader.isAtEnd,
            action <= 1
        else { throw .invalidCommand }
        return .perform(uid: uid, isPositive: action == 0)
    }
}

/// The attributes that every notification has, empty or not.
enum NotificationAttribute: UInt8, CaseIterable, Sendable {
    case app = 0
    case title = 1
    case subtitle = 2
    case message = 3
    case messageSize = 4
    case date = 5
    case positiveLabel = 6
    case negativeLabel = 7

    /// Whether the host has to say how many bytes of it it takes.
    var isLimitedByHost: Bool {
        self == .title || self == .subtitle || self == .message
    }
}
