package import Linux

/// New connection to a display server.
package final class LCDLine: Sendable {
    fileprivate let descriptor: FileDescriptor

    /// - Parameter descriptor: a connected, nonblocking stream socket.
    package init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Connects to a server on a network; may block for a moment.
    package static func connect(to host: String, port: UInt16) throws(LCDProblem) -> LCDLine {
        do throws(NetworkFailure) {
            return LCDLine(try NetworkSocket.connect(to: host, port: port))
        } catch .unreachable(let error) {
            throw .noServer(error)
        } catch {
            throw .unknownHost
        }
    }
}

/// Connects to a display server; called outside the loop because it may block.
package typealias LCDDial = @Sendable () throws(LCDProblem) -> LCDLine

/// Connection to a display server, opened outside the loop.
@LoopActor
final class LCDConnection {
    /// Event of the connection.
    enum News {
        case opened
        case received([UInt8])
        case failed(LCDProblem)
    }

    /// Bytes per read, so that other events are handled in between.
    private static let portion = 4096

    private let dial: LCDDial
    private let work = WorkQueue()
    private var line: LCDLine?
    private var watch: EventLoop.WatchID?
    private var unsent: [UInt8] = []
    private var isDialling = false
    private var isOver = false

    /// Called for each event.
    var hear: @LoopActor (News) -> Void = { _ in }
    /// Bytes written so far, on all connections.
    private(set) var written = 0

    init(dial: @escaping LCDDial) {
        self.dial = dial
    }

    isolated deinit {
        close()
    }

    /// Bytes in the send queue.
    var queued: Int { unsent.count }

    /// Connects, unless a connection exists or is in progress.
    func open() {
        guard !isDialling, line == nil, !isOver else { return }
        isDialling = true
        let dial = dial
        work.run {
            do throws(LCDProblem) {
                return Result<LCDLine, LCDProblem>.success(try dial())
            } catch {
                return .failure(error)
            }
        } then: { [weak self] result in
            self?.take(result)
        }
    }

    private func take(_ result: Result<LCDLine, LCDProblem>) {
        isDialling = false
        guard !isOver else { return }
        switch result {
        case .success(let line): take(line)
        case .failure(let problem): fail(problem)
        }
    }

    private func take(_ line: LCDLine) {
        do throws(Errno) {
            watch = try EventLoop.shared.watch(line.descriptor.rawValue, for: .readable) {
                [weak self] in self?.look($0)
            }
            self.line = line
            hear(.opened)
        } catch {
            fail(.noServer(error))
        }
    }

    /// Sends bytes at once, or queues them until the socket has room.
    func send(_ bytes: [UInt8]) {
        guard line != nil else { return }
        unsent += bytes
        flush()
    }

    private func look(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.writable) { flush() }
        guard let line, !readiness.isDisjoint(with: [.readable, .hungUp]) else { return }
        do throws(Errno) {
            let bytes = try line.descriptor.read(upTo: Self.portion)
            if bytes.isEmpty { return fail(.closed) }
            hear(.received(bytes))
        } catch .wouldBlock {
            return
        } catch {
            fail(.noServer(error))
        }
    }

    private func flush() {
        guard let line, let watch else { return }
        do throws(Errno) {
            while !unsent.isEmpty {
                let count = try line.descriptor.write(unsent[...])
                unsent.removeFirst(count)
                written += count
            }
        } catch .wouldBlock {
            // The rest is sent when there is room.
        } catch {
            return fail(.noServer(error))
        }
        do throws(Errno) {
            let wanted: EventLoop.Readiness = unsent.isEmpty ? .readable : [.readable, .writable]
            try EventLoop.shared.change(watch, to: wanted)
        } catch {
            fail(.noServer(error))
        }
    }

    /// Closes the connection and reports the problem.
    func fail(_ problem: LCDProblem) {
        guard !isOver else { return }
        close()
        hear(.failed(problem))
    }

    /// Closes the connection for good, without a report.
    func end() {
        isOver = true
        close()
    }

    private func close() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        line = nil
        unsent = []
    }
}
