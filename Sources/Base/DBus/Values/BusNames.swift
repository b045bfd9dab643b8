internal import CDBus

/// Checks of names and strings by the rules of libdbus, which aborts the process for an invalid
/// one.
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

    /// Checks any number of complete types.
    static func check(signature: BusSignature) throws(BusError) {
        try unsafe check(signature.rawValue, .signature) { unsafe dbus_signature_validate($0, nil) }
    }

    /// Checks exactly one complete type.
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
            // libdbus would ignore everything after a NUL.
            unsafe strlen(characters) == text.utf8.count && isValid(characters) != 0
        }
        guard isSound else { throw .invalid(mistake) }
    }
}
