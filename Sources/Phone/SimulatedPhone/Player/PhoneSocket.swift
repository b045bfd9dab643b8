internal import Linux

/// Phone's end of a packet socket pair.
///
/// It holds a packet for which there was no room.
@LoopActor
final class PhoneSocket {
    /// Event of the socket.
    enum Event {
        /// The socket may be readable or writable.
        case ready
        /// The host has closed its end.
        case closed
    }

    /// Maximum length of a packet of the attribute protocol.
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
            // A host that has closed may have left packets.
            handler(.ready)
            if readiness.contains(.hungUp) { handler(.closed) }
        }
    }

    /// Whether a packet waits for room.
    var isBlocked: Bool { unsent != nil }

    /// Sends a packet, or holds it until there is room; only one may wait.
    func send(_ packet: [UInt8]) throws(Errno) {
        do throws(Errno) {
            try descriptor.sendPacket(packet)
        } catch {
            guard error == .wouldBlock else { throw error }
            unsent = packet
        }
    }

    /// Tries again to send the waiting packet.
    func flush() throws(Errno) {
        guard let packet = unsent else { return }
        unsent = nil
        try send(packet)
    }

    /// Returns the next packet of the host; nil if there is none.
    func receive() throws(Errno) -> [UInt8]? {
        do throws(Errno) {
            switch try descriptor.receivePacket(upTo: Self.longestPacket) {
            case .packet(let packet): return packet
            // Such a packet is longer than any link permits, so the link is closed.
            case .tooLong, .closed: throw .connectionReset
            }
        } catch {
            if error == .wouldBlock { return nil }
            throw error
        }
    }

    /// Watches for the required events: packets if the phone accepts them, room if a packet waits.
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
