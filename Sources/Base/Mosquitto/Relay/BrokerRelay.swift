import Linux

/// Relay between libmosquitto and the broker that validates received packets first.
///
/// libmosquitto opens the connection and starts TLS. Then its socket is replaced by one end of a
/// socket pair, whose other end belongs to the relay. So libmosquitto never reads an unchecked
/// byte. With TLS it receives one record at a time, and OpenSSL shows the content before
/// libmosquitto reads it.
@LoopActor
final class BrokerRelay {
    /// An event for the owner.
    enum News {
        /// Call libmosquitto's read function.
        case readable
        /// The broker sent a packet that libmosquitto must not read.
        case refused(PacketProblem)
        case failed(Errno)
        /// OpenSSL's error messages; libmosquitto reads the failure next.
        case complaints([String])
    }

    /// Bytes per read.
    private nonisolated static let piece = 1 << 14
    /// Maximum size of unread TLS records: two of the longest.
    private nonisolated static let recordsLimit = 1 << 15 + 1 << 10
    /// Maximum number of consecutive reads of one side.
    private nonisolated static let rounds = 16

    private let ends: SocketInsertion
    private let layer: SecureLayer?
    private let take: @LoopActor (News) -> Void
    private var reader: PacketReader
    private var records = SecureRecords()
    /// Checked bytes that wait for room towards libmosquitto.
    private var inbound: ArraySlice<UInt8> = []
    /// Bytes that wait for room towards the broker.
    private var outbound: ArraySlice<UInt8> = []
    private var inner: (id: EventLoop.WatchID, readiness: EventLoop.Readiness)?
    private var outer: (id: EventLoop.WatchID, readiness: EventLoop.Readiness)?
    /// Whether libmosquitto has unread bytes; only maintained with TLS.
    private var isOwed = false
    /// Whether the broker has closed its sending side.
    private var hasEnded = false
    /// Whether the broker accepts nothing more.
    private var isCut = false
    private var isStopped = false

    /// - Parameters:
    ///   - number: connected socket of libmosquitto.
    ///   - layer: TLS connection of libmosquitto, if any.
    init(
        at number: Int32, _ reader: PacketReader, _ layer: SecureLayer?,
        _ take: @escaping @LoopActor (News) -> Void
    ) throws(Errno) {
        ends = try SocketInsertion(at: number)
        self.reader = reader
        self.layer = layer
        self.take = take
        let outerID = try EventLoop.shared.watch(ends.outer.rawValue, for: .readable) {
            [weak self] readiness in
            if readiness.contains(.writable) { self?.forward() }
            if !readiness.isDisjoint(with: [.readable, .hungUp]) { self?.bring() }
        }
        outer = (outerID, .readable)
        let innerID = try EventLoop.shared.watch(ends.inner.rawValue, for: .readable) {
            [weak self] readiness in
            if !readiness.isDisjoint(with: [.readable, .hungUp]) { self?.forward() }
            if readiness.contains(.writable) { self?.bring() }
        }
        inner = (innerID, .readable)
    }

    isolated deinit {
        stop()
    }

    /// Stops the relay.
    func stop() {
        isStopped = true
        if let inner { EventLoop.shared.unwatch(inner.id) }
        if let outer { EventLoop.shared.unwatch(outer.id) }
        (inner, outer) = (nil, nil)
    }

    // MARK: From libmosquitto to the broker

    /// Sends written bytes of libmosquitto, as far as there is room.
    func forward() {
        guard !isStopped else { return }
        do throws(Errno) {
            for _ in 0..<Self.rounds {
                while !outbound.isEmpty {
                    outbound = outbound.dropFirst(try ends.outer.send(outbound))
                }
                let bytes = try ends.inner.receive(upTo: Self.piece)
                if bytes.isEmpty { break }
                outbound = bytes[...]
            }
        } catch {
            if error != .wouldBlock { cut() }
        }
        settle()
    }

    /// Makes libmosquitto's next write fail.
    private func cut() {
        guard !isCut else { return }
        isCut = true
        outbound = []
        try? ends.inner.endReceiving()
    }

    // MARK: From the broker to libmosquitto

    /// Passes received bytes to libmosquitto, as far as it may have them now.
    func bring() {
        for _ in 0..<Self.rounds {
            guard !isStopped, give(), !hasEnded else { break }
            do throws(Errno) {
                let bytes = try ends.outer.receive(upTo: Self.piece)
                if bytes.isEmpty { end() } else { accept(bytes) }
            } catch {
                switch error {
                case .wouldBlock: return settle()
                case .connectionReset, .brokenPipe: end()
                default: return take(.failed(error))
                }
            }
        }
        settle()
    }

    private func accept(_ bytes: [UInt8]) {
        if layer != nil {
            records.append(bytes)
        } else {
            inbound += reader.take(bytes)
            refuseIfBad()
        }
    }

    private func end() {
        hasEnded = true
        records.end()
        cut()
        _ = give()
    }

    /// Passes on waiting bytes.
    ///
    /// Returns whether all were passed, so that more can be read.
    private func give() -> Bool {
        let isGiven = layer.map(giveRecords) ?? giveBytes()
        if isGiven, hasEnded, !isStopped { try? ends.inner.endSending() }
        return isGiven
    }

    private func giveBytes() -> Bool {
        do throws(Errno) {
            while !inbound.isEmpty {
                inbound = inbound.dropFirst(try ends.inner.send(inbound))
            }
            return true
        } catch {
            return false
        }
    }

    private func giveRecords(_ layer: SecureLayer) -> Bool {
        while !isStopped {
            if isOwed { haveRead(layer) }
            guard !isStopped, !isOwed else { return false }
            guard let bytes = records.next() else { return true }
            // libmosquitto has read everything before, so there is room for a record.
            guard (try? ends.inner.send(bytes[...])) == bytes.count else {
                take(.failed(.brokenPipe))
                return false
            }
            switch layer.look() {
            case .handshake: isOwed = true
            case .nothing: break
            case .bytes(let bytes):
                _ = reader.take(bytes)
                isOwed = true
                refuseIfBad()
            case .failed(let words):
                isOwed = true
                take(.complaints(words))
            }
            // The owner may have stopped the relay during an event.
            guard !isStopped else { return false }
            records.isRead(isInBody: layer.isInBody)
        }
        return false
    }

    /// Makes libmosquitto read the last record; it may process several packets one by one.
    private func haveRead(_ layer: SecureLayer) {
        for _ in 0..<Self.rounds where !isStopped {
            take(.readable)
            guard !isStopped else { return }
            records.isRead(isInBody: layer.isInBody)
            if !layer.isPending {
                isOwed = false
                return
            }
        }
    }

    private func refuseIfBad() {
        guard let problem = reader.problem, !isStopped else { return }
        take(.refused(problem))
    }

    // MARK: Watches

    private func settle() {
        guard !isStopped else { return }
        var wanted: EventLoop.Readiness = []
        let waiting = inbound.count + records.count
        if !hasEnded, waiting < (layer == nil ? 1 : Self.recordsLimit), !isOwed {
            wanted.insert(.readable)
        }
        if !outbound.isEmpty { wanted.insert(.writable) }
        Self.settle(&outer, hasEnded ? nil : wanted)
        wanted = []
        if !isCut, outbound.isEmpty { wanted.insert(.readable) }
        if !inbound.isEmpty || isOwed { wanted.insert(.writable) }
        Self.settle(&inner, isCut && wanted.isEmpty ? nil : wanted)
    }

    private static func settle(
        _ watch: inout (id: EventLoop.WatchID, readiness: EventLoop.Readiness)?,
        _ wanted: EventLoop.Readiness?
    ) {
        guard let old = watch else { return }
        guard let wanted else {
            EventLoop.shared.unwatch(old.id)
            watch = nil
            return
        }
        guard wanted != old.readiness else { return }
        try? EventLoop.shared.change(old.id, to: wanted)
        watch = (old.id, wanted)
    }
}
