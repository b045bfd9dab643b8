package import Formats
package import Linux
package import Notices

/// Output that writes events in a format to standard output or another open descriptor.
@LoopActor
package final class StandardOutputOutlet: Outlet {
    /// Report to the owner.
    package enum Report: Hashable, Sendable {
        /// Number of events dropped, oldest first, because the reader was too slow.
        case dropped(events: Int)
        /// Number of bytes not taken before the limit of `finish`; the output has ended.
        case gaveUp(bytes: Int)
        /// The reader has closed its end; the output has ended.
        case closed
        case failed(Errno)
    }

    /// Byte limit of the queue for a slow reader: some thousands of events.
    package nonisolated static let queueLimit = 1 << 20

    private enum State {
        case open
        case finishing(@LoopActor () -> Void)
        case ended
    }

    /// The descriptor; nil once the output has ended.
    private var output: OutputDescriptor?
    private let isTerminal: Bool
    private let report: @LoopActor (Report) -> Void
    private var format: any EventFormat
    private var queue: OutputQueue
    private var state = State.open
    /// Watch on the descriptor; nil if epoll refuses it, as it does regular files: they are always
    /// ready.
    private var watch: EventLoop.WatchID?
    private var isWaitingForRoom = false
    private var unreportedDrops = 0
    private let deadline = Alarm()

    /// Called after each event or write that leaves the queue empty, so that the owner can write more.
    package var emptied: @LoopActor () -> Void = {}
    /// Events dropped so far because the reader was too slow.
    package private(set) var droppedEvents = 0
    private var writtenBytes = 0
    package var queuedBytes: Int { queue.count }

    package var status: OutletStatus {
        OutletStatus(lost: droppedEvents, queued: queue.count, written: writtenBytes)
    }

    /// Duplicates the descriptor, which itself stays open and unchanged.
    ///
    /// - Parameter report: called on later reports, also from within `show` and `finish`.
    package init(
        to descriptor: Int32, format: any EventFormat,
        queueLimit: Int = StandardOutputOutlet.queueLimit,
        report: @escaping @LoopActor (Report) -> Void
    ) throws(Errno) {
        let output = try OutputDescriptor(to: descriptor)
        let watchable = output.rawValue
        self.output = consume output
        isTerminal = Terminal.isTerminal(descriptor)
        self.format = format
        self.report = report
        queue = OutputQueue(limit: queueLimit, header: format.header)
        do throws(Errno) {
            watch = try EventLoop.shared.watch(watchable, for: []) { [weak self] readiness in
                self?.takeReadiness(readiness)
            }
        } catch .notPermitted {
            watch = nil
        }
        waitForRoom()
    }

    isolated deinit {
        if let watch { EventLoop.shared.unwatch(watch) }
    }

    package func show(_ event: BridgeEvent) {
        write(format.lines(for: event, columns: columns))
    }

    /// Writes lines that belong together but to no event.
    package func write(_ lines: [UInt8]) {
        guard case .open = state else { return }
        if !lines.isEmpty { noteDrops(queue.append(lines)) }
        pump()
    }

    /// The present width of the terminal, which may have been resized since the last event.
    private var columns: Int? {
        guard isTerminal, let descriptor = output?.rawValue else { return nil }
        return Terminal.columns(of: descriptor)
    }

    /// Writes what is queued; drops what is left after the limit.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        guard case .open = state else {
            done()
            return
        }
        state = .finishing(done)
        pump()
        guard case .finishing = state else { return }
        if queue.isEmpty {
            end(reporting: nil)
        } else if watch == nil {
            giveUp()
        } else if let limit {
            deadline.set(after: limit, for: self) { $0.giveUp() }
        }
    }

    private func giveUp() {
        end(reporting: .gaveUp(bytes: queue.count))
    }

    private func pump() {
        guard watch != nil else { return writeAll() }
        // The usual reader has room; waiting for epoll to report it would only delay the write.
        if !isWaitingForRoom, output?.neverWaits == true, !queue.isEmpty { _ = writeSome() }
        settle()
    }

    private func noteDrops(_ count: Int) {
        droppedEvents += count
        unreportedDrops += count
    }

    private func reportDrops() {
        guard unreportedDrops > 0 else { return }
        let events = unreportedDrops
        unreportedDrops = 0
        report(.dropped(events: events))
    }

    private func waitForRoom() {
        guard let watch, isWaitingForRoom == queue.isEmpty else { return }
        isWaitingForRoom = !queue.isEmpty
        do throws(Errno) {
            try EventLoop.shared.change(watch, to: isWaitingForRoom ? .writable : [])
        } catch {
            end(reporting: .failed(error))
        }
    }

    private func takeReadiness(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.hungUp) {
            end(reporting: .closed)
        } else if readiness.contains(.writable) {
            _ = writeSome()
            settle()
        }
    }

    private func writeAll() {
        while !queue.isEmpty, writeSome() {}
        settle()
    }

    /// Writes once and returns whether any bytes were written.
    private func writeSome() -> Bool {
        do throws(Errno) {
            let limit = output?.writeLimit ?? 0
            let written = try output?.write(queue.next(upTo: limit)) ?? 0
            queue.removeFirst(written)
            writtenBytes += written
            return written > 0
        } catch .wouldBlock {
            return false
        } catch {
            let isClosed = error == .brokenPipe || error == .connectionReset
            end(reporting: isClosed ? .closed : .failed(error))
            return false
        }
    }

    /// Handles the state after a write: reports, ends or waits for room.
    private func settle() {
        switch state {
        case .ended: return
        case .open where queue.isEmpty:
            reportDrops()
            emptied()
        case .open: break
        case .finishing: if queue.isEmpty { end(reporting: nil) }
        }
        waitForRoom()
    }

    private func end(reporting last: Report?) {
        let previous = state
        if case .ended = previous { return }
        state = .ended
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        output = nil
        deadline.cancel()
        reportDrops()
        if let last { report(last) }
        if case .finishing(let done) = previous { done() }
    }
}
