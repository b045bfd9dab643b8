internal import Linux

/// The phone's end of a packet socket pair: takes a packet when there is room, and keeps the one
/// for which there was none.
@LoopActor
final class PhoneSocket {
    /// What the socket can do for its phone at the moment.
    enum Event {
        /// There may be packets to take, or room for one.
        case ready
        /// The host has let go.
        case closed
    }

    /// No packet of the attribute protocol is longer.
    private static let longestPacket = 517

    private let descriptor: FileDescriptor
    private var watch: EventLoop.WatchID?
    private var unsent: [UInt8]?
    private var readiness: EventLoop.Readiness = .readable

    init(
        _ descriptor: consuming FileDescriptor, handler: @escaping @LoopActor (Event) -> Void
    ) throws(Errno) {
        self.descriptor = descriptor
        watch = try EventLoop.shared.watch(self.descriptor.rawValue, for: readiness) { readiness in
            // A host that has gone may have left packets behind.
            handler(.ready)
            if readiness.contains(.hungUp) { handler(.closed) }
        }
    }

    /// Whether a packet waits for room.
    var isBlocked: Bool { unsent != nil }

    /// Sends a packet, or keeps it until there is room; only one may wait.
    func send(_ packet: [UInt8]) throws(Errno) {
        do throws(Errno) {
            try descriptor.sendPacket(packet)
        } catch {
            guard error == .wouldBlock else { throw error }
            unsent = packet
        }
    }

    /// Tries again to send the packet that waits.
    func flush() throws(Errno) {
        guard let packet = unsent else { return }
        unsent = nil
        try send(packet)
    }

    /// The next packet of the host's; nil when there is none.
    func receive() throws(Errno) -> [UInt8]? {
        do throws(Errno) {
            switch try descriptor.receivePacket(upTo: Self.longestPacket) {
            case .packet(let packet): return packet
            // No link carries such a packet, and a host that sends one is not worth talking to.
            case .tooLong, .closed: throw .connectionReset
            }
        } catch {
            if error == .wouldBlock { return nil }
            throw error
        }
    }

    /// Waits for what is of use: packets if the phone takes any, room if a packet needs it.
    func wait(takingPackets: Bool) throws(Errno) {
        var wanted: EventLoop.Readiness = []
        if takingPackets { wanted.insert(.readable) }
        if isBlocked { wanted.insert(.writable) }
        guard let watch, wanted != readiness else { return }
        try EventLoop.shared.change(watch, to: wanted)
        readiness = wanted
    }

    /// Ends the watch; the descriptor closes with this object.
    func stop() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
    }
}
