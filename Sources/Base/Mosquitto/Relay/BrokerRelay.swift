import Linux

/// Carries bytes between the library and the broker, and looks at what the broker sends before the library reads it.
///
/// The library makes the connection by itself, and TLS on it. Then its socket's number becomes one end of a pair of sockets, of
/// which the relay has the other: the library never reads a byte that was not looked at. Over TLS it is given one record at a time,
/// and OpenSSL shows what is in it before the library reads that.
@LoopActor
final class BrokerRelay {
    /// What the owner has to do.
    enum News {
        /// Have the library read.
        case readable
        /// The broker sent something that the library must not read.
        case refused(PacketProblem)
        /// The connection failed.
        case failed(Errno)
        /// What OpenSSL has said of a failure; the library reads the failure next.
        case complaints([String])
    }

    /// Bytes that are read at a time.
    private nonisolated static let piece = 1 << 14
    /// Bytes of unread TLS records at most: two of the longest.
    private nonisolated static let recordsLimit = 1 << 15 + 1 << 10
    /// How often either side is read before others have their turn.
    private nonisolated static let rounds = 16

    private let ends: SocketInsertion
    private let layer: SecureLayer?
    private let take: @LoopActor (News) -> Void
    private var reader: PacketReader
    private var records = SecureRecords()
    /// Bytes that were looked at, and for which the library's side has no room yet.
    private var inbound: ArraySlice<UInt8> = []
    /// Bytes for which the broker's side has no room yet.
    private var outbound: ArraySlice<UInt8> = []
    private var inner: (id: EventLoop.WatchID, readiness: EventLoop.Readiness)?
    private var outer: (id: EventLoop.WatchID, readiness: EventLoop.Readiness)?
    /// Whether the library has not read all that it was given; only counted over TLS.
    private var isOwed = false
    /// Whether the broker sends nothing more.
    private var hasEnded = false
    /// Whether the broker takes nothing more.
    private var isCut = false
    private var isStopped = false

    /// - Parameters:
    ///   - number: the library's socket, which is connected.
    ///   - layer: the library's TLS connection, if there is one.
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

    /// Carries nothing more.
    func stop() {
        isStopped = true
        if let inner { EventLoop.shared.unwatch(inner.id) }
        if let outer { EventLoop.shared.unwatch(outer.id) }
        (inner, outer) = (nil, nil)
    }

    // MARK: From the library to the broker

    /// Sends what the library has written, as far as the broker's side has room.
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

    /// The library is to see that nobody takes what it writes.
    private func cut() {
        guard !isCut else { return }
        isCut = true
        outbound = []
        try? ends.inner.endReceiving()
    }

    // MARK: From the broker to the library

    /// Gives the library what the broker has sent, as far as it may have it now.
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

    /// Whether all that the library may have was given, and more can be read.
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
            // The library has read all before, so that there is room for a record.
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
            // The connection is gone with its owner's wish for more.
            guard !isStopped else { return false }
            records.isRead(isInBody: layer.isInBody)
        }
        return false
    }

    /// Has the library read the last record; it may take several packets one by one.
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

    // MARK: What is waited for

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
