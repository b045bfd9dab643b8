internal import CDBus

/// A connection of the bus library that nobody shares, closed when its owner goes.
///
/// `@unchecked Sendable` is sound: the pointer never changes, the library guards each connection with
/// a lock of its own, and the one reference is given back in `deinit`.
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

    /// Opens a connection, which must be done away from the loop: connecting to a socket waits while
    /// its listener has too many who wait already, and some addresses need a name to be looked up.
    static func open(_ address: String) -> OpenedConnection? {
        guard !address.utf8.contains(0) else { return nil }
        // The library would change what signals do in the whole process.
        dbus_connection_set_change_sigpipe(0)
        return unsafe address.withCString {
            unsafe dbus_connection_open_private($0, nil).map { unsafe OpenedConnection(owning: $0) }
        }
    }
}
