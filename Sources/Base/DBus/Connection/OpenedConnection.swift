internal import CDBus

/// A private libdbus connection, closed with its owner.
///
/// `@unchecked Sendable` is sound: the pointer never changes, libdbus guards each connection with a
/// lock of its own. The only reference is released in `deinit`.
@safe
final class OpenedConnection: @unchecked Sendable {
    let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
        unsafe dbus_connection_set_exit_on_disconnect(pointer, 0)
    }

    deinit {
        unsafe dbus_connection_close(pointer)
        unsafe dbus_connection_unref(pointer)
    }

    /// Opens a connection.
    ///
    /// Must run outside the event loop: `connect` blocks while the listener's backlog is full, and
    /// some addresses require a name lookup.
    static func open(_ address: String) -> OpenedConnection? {
        guard !address.utf8.contains(0) else { return nil }
        // libdbus would change the signal handling of the whole process.
        dbus_connection_set_change_sigpipe(0)
        return unsafe address.withCString {
            unsafe dbus_connection_open_private($0, nil).map { unsafe OpenedConnection(owning: $0) }
        }
    }
}
