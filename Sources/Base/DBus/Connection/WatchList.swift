internal import CDBus
internal import Linux

/// The descriptor watches of libdbus, which adds and removes them in callbacks during any call.
final class WatchList {
    private var watches: [LibraryWatch] = []

    /// Attaches to a connection until `detach`; returns false if libdbus has no memory.
    func attach(to connection: OpenedConnection) -> Bool {
        let data = unsafe Unmanaged.passUnretained(self).toOpaque()
        return unsafe dbus_connection_set_watch_functions(
            connection.pointer,
            { watch, data in
                unsafe WatchList.of(data)?.watches.append(LibraryWatch(watch))
                return 1
            },
            { watch, data in
                unsafe WatchList.of(data)?.watches.removeAll { [watch = LibraryWatch(watch)] in
                    $0 == watch
                }
            },
            // The state of a watch is read when it is needed.
            { _, _ in }, data, nil) != 0
    }

    func detach(from connection: OpenedConnection) {
        _ = unsafe dbus_connection_set_watch_functions(
            connection.pointer, nil, nil, nil, nil, nil)
    }

    /// The readiness to wait for.
    var readiness: EventLoop.Readiness {
        watches.reduce(into: []) { $0.formUnion($1.readiness) }
    }

    /// Lets libdbus read and write.
    func handle(_ readiness: EventLoop.Readiness) {
        // Handling one watch may remove another.
        for watch in watches where watches.contains(watch) { watch.handle(readiness) }
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> WatchList? {
        unsafe data.map { unsafe Unmanaged<WatchList>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// One libdbus watch, valid until libdbus removes it.
@safe
private struct LibraryWatch: Equatable {
    private let pointer: OpaquePointer?

    init(_ pointer: OpaquePointer?) {
        unsafe self.pointer = pointer
    }

    static func == (left: LibraryWatch, right: LibraryWatch) -> Bool {
        unsafe left.pointer == right.pointer
    }

    var readiness: EventLoop.Readiness {
        guard unsafe dbus_watch_get_enabled(pointer) != 0 else { return [] }
        let flags = unsafe dbus_watch_get_flags(pointer)
        var readiness: EventLoop.Readiness = []
        if flags & DBUS_WATCH_READABLE.rawValue != 0 { readiness.insert(.readable) }
        if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { readiness.insert(.writable) }
        return readiness
    }

    func handle(_ readiness: EventLoop.Readiness) {
        let ready = readiness.intersection(self.readiness)
        var flags: UInt32 = 0
        if ready.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
        if ready.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if readiness.contains(.hungUp) { flags |= DBUS_WATCH_HANGUP.rawValue }
        if flags != 0 { unsafe dbus_watch_handle(pointer, flags) }
    }
}
