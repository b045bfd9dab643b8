/// A match rule: signals must match every given field.
package struct MatchRule: Hashable, Sendable {
    /// The unique or well-known name of the sender; nil for any.
    package var sender: String?
    /// The object path; nil for any.
    package var path: ObjectPath?
    /// A path that is equal to the signal's path or above it; nil for any.
    package var pathNamespace: ObjectPath?
    /// The interface; nil for any.
    package var interface: String?
    /// The signal name; nil for any.
    package var member: String?
    /// The text that the signal has as its first argument; nil for any.
    package var firstArgument: String?
    /// The name that is equal to the signal's first argument or, up to a dot, its beginning; nil for any.
    package var firstArgumentNamespace: String?

    package init(
        sender: String? = nil, path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil,
        interface: String? = nil, member: String? = nil, firstArgument: String? = nil,
        firstArgumentNamespace: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.firstArgument = firstArgument
        self.firstArgumentNamespace = firstArgumentNamespace
    }
}

/// Identifier of a watch, for ending it.
package struct BusWatch: Hashable, Sendable {
    let number: UInt64
}
