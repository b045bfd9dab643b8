/// A Control Point request written by any host.
package enum ObservedRequest: Hashable, Sendable {
    /// Request for attributes of a notification, with the maximum lengths of texts.
    case notificationAttributes(NotificationUID, [WantedAttribute])
    /// Request for attributes of an app.
    case appAttributes(appIdentifier: [UInt8], [AppAttributeID])
    case perform(ActionID, NotificationUID)

    /// Parses a request, which must fill `bytes` completely.
    package init(parsing bytes: [UInt8]) throws(RequestError) {
        var rest = bytes[...]
        guard let command = rest.popFirst() else { throw .truncated }
        switch command {
        case Request.notificationAttributesCommand:
            let uid = try Self.uid(&rest)
            var wanted: [WantedAttribute] = []
            while !rest.isEmpty { wanted.append(try WantedAttribute(&rest)) }
            self = .notificationAttributes(uid, wanted)
        case Request.appAttributesCommand:
            guard let end = rest.firstIndex(of: 0) else { throw .truncated }
            self = .appAttributes(
                appIdentifier: Array(rest[..<end]),
                rest[end...].dropFirst().map(AppAttributeID.init(rawValue:)))
        case Request.performCommand:
            let uid = try Self.uid(&rest)
            guard let action = rest.popFirst() else { throw .truncated }
            guard rest.isEmpty else { throw .trailingBytes }
            self = .perform(ActionID(rawValue: action), uid)
        default: throw .unknownCommand(command)
        }
    }

    private static func uid(_ rest: inout ArraySlice<UInt8>) throws(RequestError) -> NotificationUID
    {
        guard rest.count >= 4 else { throw .truncated }
        defer { rest = rest.dropFirst(4) }
        return NotificationUID(rawValue: UInt32(littleEndian: rest))
    }
}

/// An attribute in a request.
package struct WantedAttribute: Hashable, Sendable {
    package let attribute: AttributeID
    /// Maximum number of bytes; only texts have such a limit.
    package let maximumLength: UInt16?

    package init(_ attribute: AttributeID, maximumLength: UInt16? = nil) {
        self.attribute = attribute
        self.maximumLength = maximumLength
    }

    fileprivate init(_ rest: inout ArraySlice<UInt8>) throws(RequestError) {
        guard let number = rest.popFirst() else { throw .truncated }
        attribute = AttributeID(rawValue: number)
        guard attribute.takesMaximumLength else {
            maximumLength = nil
            return
        }
        guard let low = rest.popFirst(), let high = rest.popFirst() else { throw .truncated }
        maximumLength = UInt16(high) << 8 | UInt16(low)
    }
}

/// Error of parsing a Control Point write.
package enum RequestError: Error, Hashable, Sendable {
    case truncated
    case trailingBytes
    case unknownCommand(UInt8)
}
