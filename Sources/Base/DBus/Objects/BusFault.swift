/// An error answer to a peer's call.
struct BusFault: Error, Hashable {
    let name: String
    let message: String

    init(_ name: String, _ message: String) {
        self.name = name
        self.message = message
    }
}

/// Target of a method call.
struct CallTarget: Hashable {
    let path: ObjectPath
    let interface: String?
    let member: String
    let signature: BusSignature

    /// Whether the call sets a property.
    var setsProperty: Bool {
        interface == StandardInterface.properties.rawValue && member == "Set"
    }

    /// Throws unless the arguments have these types.
    func takes(_ expected: BusSignature) throws(BusFault) {
        guard signature == expected else {
            throw BusFault(
                BusErrorName.invalidArguments, "This takes arguments of the types '\(expected)'")
        }
    }
}

/// The interfaces that are implemented for every object.
enum StandardInterface: String, CaseIterable {
    case peer = "org.freedesktop.DBus.Peer"
    case introspectable = "org.freedesktop.DBus.Introspectable"
    case properties = "org.freedesktop.DBus.Properties"
    case objectManager = "org.freedesktop.DBus.ObjectManager"
}
