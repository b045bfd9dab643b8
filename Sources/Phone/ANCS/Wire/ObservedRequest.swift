/// A Control Point request that some host wrote, whichever program it was.
package enum ObservedRequest: Hashable, Sendable {
    /// Asks for attributes of a notification, each of the texts with its greatest length.
    case notificationAttributes(NotificationUID, [WantedAttribute])
    /// Asks for attributes of an app.
    case appAttributes(appIdentifier: [UInt8], [AppAttributeID])
    /// Performs an action.
    case perform(ActionID, NotificationUID)

    /// Reads a request, which is all of `bytes` or none.
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

/// One attribute in a request.
package struct WantedAttribute: Hashable, Sendable {
    /// The attribute that was asked for.
    package let attribute: AttributeID
    /// How many bytes of it are wanted; only texts have such a limit.
    package let maximumLength: UInt16?

    /// An attribute, and how much of it is wanted; nil where the request names no maximum.
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

/// Why a Control Point write is no request.
package enum RequestError: Error, Hashable, Sendable {
    /// It ends too early.
    case truncated
    /// It goes on after its end.
    case trailingBytes
    /// Nobody has named this command.
    case unknownCommand(UInt8)
}
