extension MatchRule {
    /// Returns the rule in the syntax of the bus.
    func text() throws(BusError) -> String {
        if let sender { try BusNames.check(busName: sender) }
        if let path { try BusNames.check(path: path) }
        if let pathNamespace { try BusNames.check(path: pathNamespace) }
        if let interface { try BusNames.check(interface: interface) }
        if let member { try BusNames.check(member: member) }
        if let firstArgument { try BusNames.check(text: firstArgument) }
        if let firstArgumentNamespace { try BusNames.check(interface: firstArgumentNamespace) }
        let fields: [(String, String?)] = [
            ("sender", sender), ("path", path?.rawValue),
            ("path_namespace", pathNamespace?.rawValue), ("interface", interface),
            ("member", member), ("arg0", firstArgument),
            ("arg0namespace", firstArgumentNamespace),
        ]
        let parts = fields.compactMap { key, value in value.map { "\(key)=\(Self.quoted($0))" } }
        return (["type='signal'"] + parts).joined(separator: ",")
    }

    /// Returns a quoted value; a quotation mark is only possible outside of the quotes.
    private static func quoted(_ text: String) -> String {
        let pieces = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + pieces.joined(separator: "'\\''") + "'"
    }

    /// Whether the header of a signal matches; `SignalMatches` checks the sender.
    func fits(path: ObjectPath, interface: String, member: String) -> Bool {
        if let wanted = self.path, wanted != path { return false }
        if let above = pathNamespace, above != path, !path.isBelow(above) { return false }
        if let wanted = self.interface, wanted != interface { return false }
        if let wanted = self.member, wanted != member { return false }
        return true
    }

    /// Whether the arguments of a signal match.
    func fits(_ arguments: [BusValue]) -> Bool {
        if let firstArgument, arguments.first != .string(firstArgument) { return false }
        guard let namespace = firstArgumentNamespace else { return true }
        guard case .string(let name)? = arguments.first else { return false }
        return name == namespace || name.hasPrefix("\(namespace).")
    }

    /// The sender if it is a well-known name, whose owner can change.
    var changeableSender: String? {
        guard let sender, sender.first != ":", sender != BusDriver.name else { return nil }
        return sender
    }
}
