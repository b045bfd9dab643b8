internal import CDBus
internal import Linux

/// One libdbus connection on our event loop, from opening to closing.
@LoopActor
final class Link {
    /// Pause before libdbus is called again after it ran out of memory.
    private static let pauseForMemory = Duration.milliseconds(100)

    private let connection: OpenedConnection
    private let watches = WatchList()
    /// A duplicate, so that our watch does not depend on when libdbus closes its own.
    private let descriptor: FileDescriptor
    private var watch: (id: EventLoop.WatchID, readiness: EventLoop.Readiness)?
    private let drainAlarm = Alarm()
    private var isDraining = false
    private var isClosed = false

    /// Receives each message, and after the last one a single report that the bus has closed the
    /// connection.
    weak var owner: Line?

    init?(_ connection: OpenedConnection) {
        var number: Int32 = -1
        guard unsafe dbus_connection_get_unix_fd(connection.pointer, &number) != 0,
            let descriptor = try? FileDescriptor.duplicate(of: number)
        else { return nil }
        self.connection = connection
        self.descriptor = descriptor
        guard watches.attach(to: connection), arrangeWatch() else {
            watches.detach(from: connection)
            return nil
        }
        drainSoon()
    }

    isolated deinit {
        close()
    }

    /// Sends a message and returns its serial number.
    func send(_ message: borrowing Message) throws(BusError) -> UInt32 {
        guard !isClosed else { throw .disconnected }
        guard unsafe dbus_connection_get_outgoing_size(connection.pointer) < BusLimits.outgoingBytes
        else { throw .busy }
        var serial: UInt32 = 0
        let isSent = unsafe dbus_connection_send(connection.pointer, message.pointer, &serial)
        // Sending may also read, and may find that the connection is gone.
        settle()
        guard isSent != 0 else { throw .invalid(.refused) }
        return serial
    }

    /// Closes the connection without any report.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        owner = nil
        drainAlarm.cancel()
        if let watch { EventLoop.shared.unwatch(watch.id) }
        watch = nil
        watches.detach(from: connection)
        unsafe dbus_connection_close(connection.pointer)
    }

    private func handle(_ readiness: EventLoop.Readiness) {
        watches.handle(readiness)
        drain()
    }

    /// Delivers received messages, and reports the end of the connection after the last one.
    private func drain() {
        guard !isDraining, !isClosed else { return }
        // This can be called twice in one turn of the loop. Tasks that wait for a message of the
        // first call must run before the next message is delivered.
        guard !EventLoop.shared.hasTasks else { return drainSoon() }
        isDraining = true
        for _ in 0..<BusLimits.messagesInARow {
            guard let message = nextMessage() else { break }
            owner?.take(message)
            if isClosed { return }
            // Tasks that wait for this message run before the next one is delivered.
            if EventLoop.shared.hasTasks { break }
        }
        isDraining = false
        if !settle() { end() }
    }

    private func nextMessage() -> Message? {
        guard
            unsafe dbus_connection_get_dispatch_status(connection.pointer)
                == DBUS_DISPATCH_DATA_REMAINS,
            let message = unsafe dbus_connection_pop_message(connection.pointer)
        else { return nil }
        return unsafe Message(owning: message)
    }

    /// Updates the watch after a call into libdbus.
    ///
    /// Returns whether more messages may follow.
    @discardableResult
    private func settle() -> Bool {
        guard arrangeWatch() else {
            drainSoon(after: Self.pauseForMemory)
            return true
        }
        switch unsafe dbus_connection_get_dispatch_status(connection.pointer) {
        case DBUS_DISPATCH_DATA_REMAINS:
            drainSoon()
            return true
        case DBUS_DISPATCH_NEED_MEMORY:
            drainSoon(after: Self.pauseForMemory)
            return true
        default:
            if unsafe dbus_connection_get_is_connected(connection.pointer) != 0 { return true }
            drainSoon()
            return false
        }
    }

    private func drainSoon(after pause: Duration = .zero) {
        guard !drainAlarm.isSet else { return }
        drainAlarm.set(after: pause, for: self) { $0.drain() }
    }

    /// Watches the descriptor as libdbus requires.
    ///
    /// Returns whether that succeeded.
    private func arrangeWatch() -> Bool {
        let wanted = watches.readiness
        do throws(Errno) {
            if let watch {
                if watch.readiness == wanted { return true }
                try EventLoop.shared.change(watch.id, to: wanted)
                self.watch = (watch.id, wanted)
            } else {
                let id = try EventLoop.shared.watch(descriptor.rawValue, for: wanted, of: self) {
                    $0.handle($1)
                }
                watch = (id, wanted)
            }
            return true
        } catch {
            return false
        }
    }

    private func end() {
        let owner = owner
        close()
        owner?.fail(.closed)
    }
}
