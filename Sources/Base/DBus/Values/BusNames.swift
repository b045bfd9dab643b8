internal import CDBus

/// The rules for names and texts, as the bus library has them: it ends the process when it is given
/// anything that breaks them.
enum BusNames {
    static func check(busName: String) throws(BusError) {
        try unsafe check(busName, .name) { unsafe dbus_validate_bus_name($0, nil) }
    }

    static func check(interface: String) throws(BusError) {
        try unsafe check(interface, .name) { unsafe dbus_validate_interface($0, nil) }
    }

    static func check(member: String) throws(BusError) {
        try unsafe check(member, .name) { unsafe dbus_validate_member($0, nil) }
    }

    static func check(errorName: String) throws(BusError) {
        try unsafe check(errorName, .name) { unsafe dbus_validate_error_name($0, nil) }
    }

    static func check(path: ObjectPath) throws(BusError) {
        try unsafe check(path.rawValue, .path) { unsafe dbus_validate_path($0, nil) }
    }

    static func check(text: String) throws(BusError) {
        try unsafe check(text, .text) { unsafe dbus_validate_utf8($0, nil) }
    }

    /// Any number of types in a row.
    static func check(signature: BusSignature) throws(BusError) {
        try unsafe check(signature.rawValue, .signature) { unsafe dbus_signature_validate($0, nil) }
    }

    /// Exactly one type.
    static func check(type: BusSignature) throws(BusError) {
        try unsafe check(type.rawValue, .signature) {
            unsafe dbus_signature_validate_single($0, nil)
        }
    }

    private static func check(
        _ text: String, _ mistake: BusMistake,
        _ isValid: (UnsafePointer<CChar>) -> dbus_bool_t
    ) throws(BusError) {
        let isSound = unsafe text.withCString { characters in
            // Beyond a NUL the library would see nothing.
            unsafe strlen(characters) == text.utf8.count && isValid(characters) != 0
        }
        guard isSound else { throw .invalid(mistake) }
    }
}
