/// The bus itself, as something that can be called.
enum BusDriver {
    static let name = "org.freedesktop.DBus"
    static let ownerChanged = "NameOwnerChanged"

    static func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(name, "/org/freedesktop/DBus", name, member, arguments)
    }

    /// The signals that tell who owns a name.
    static func ownerRule(for name: String) -> MatchRule {
        MatchRule(
            sender: self.name, interface: self.name, member: ownerChanged, firstArgument: name)
    }
}
