internal import CDBus

/// The interface `org.freedesktop.DBus.Peer`, which exists at every path.
enum Peer {
    static func answer(to target: CallTarget) throws(BusFault) -> [BusValue] {
        switch target.member {
        case "Ping": return []
        case "GetMachineId":
            guard let characters = unsafe dbus_try_get_local_machine_id(nil) else {
                throw BusFault(BusErrorName.failed, "This host has no D-Bus machine id")
            }
            defer { unsafe dbus_free(characters) }
            return [.string(unsafe String(cString: characters))]
        default: throw BusFault(BusErrorName.unknownMethod, "There is no such method")
        }
    }
}
