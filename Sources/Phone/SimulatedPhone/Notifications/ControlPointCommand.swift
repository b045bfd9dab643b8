/// Command of a host to the notification service.
enum ControlPointCommand: Equatable, Sendable {
    /// A requested attribute, with the maximum length if the host must specify it.
    struct AttributeRequest: Equatable, Sendable {
        let attribute: UInt8
        let limit: Int?
    }

    case notificationAttributes(uid: UInt32, [AttributeRequest])
    case appAttributes(app: [UInt8], [UInt8])
    case perform(uid: UInt32, isPositive: Bool)

    /// Parses a write to the Control Point, as strictly as the specification.
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
        // The display name is the only app attribute.
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

/// Attributes of every notification, possibly empty.
enum NotificationAttribute: UInt8, CaseIterable, Sendable {
    case app = 0
    case title = 1
    case subtitle = 2
    case message = 3
    case messageSize = 4
    case date = 5
    case positiveLabel = 6
    case negativeLabel = 7

    /// Whether the host has to specify a maximum length.
    var isLimitedByHost: Bool {
        self == .title || self == .subtitle || self == .message
    }
}
