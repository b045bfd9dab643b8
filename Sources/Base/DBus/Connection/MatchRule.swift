/// Which signals a watch is for: all those that fit what is given.
package struct MatchRule: Hashable, Sendable {
    /// The unique name, or the name whose owner of the moment sends them.
    package var sender: String?
    /// The object that tells it; nil for any.
    package var path: ObjectPath?
    /// A path that is, or is above, the signal's.
    package var pathNamespace: ObjectPath?
    /// The interface that it is of; nil for any.
    package var interface: String?
    /// What the signal is called; nil for any.
    package var member: String?
    /// The first argument, where that is a string.
    package var firstArgument: String?

    /// A rule for signals of one sender.
    package init(
        sender: String? = nil, path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil,
        interface: String? = nil, member: String? = nil, firstArgument: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.firstArgument = firstArgument
    }
}

/// Names one watch, for ending it.
package struct BusWatch: Hashable, Sendable {
    let number: UInt64
}
