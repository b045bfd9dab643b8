/// The bus driver, `org.freedesktop.DBus`.
enum BusDriver {
    static let name = "org.freedesktop.DBus"
    static let ownerChanged = "NameOwnerChanged"

    static func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(name, "/org/freedesktop/DBus", name, member, arguments)
    }

    /// Returns the match rule for owner changes of a name.
    static func ownerRule(for name: String) -> MatchRule {
        MatchRule(
            sender: self.name, interface: self.name, member: ownerChanged, firstArgument: name)
    }
}
