package import Formats
package import Linux
package import Notices

/// Output that appends events to a regular file, outside the loop, and retries failed writes.
@LoopActor
package final class FileOutlet: Outlet {
    /// Bytes per write.
    private static let portion = 1 << 16

    private let path: String
    private let work: WorkQueue
    private let tell: @LoopActor (String) -> Void
    private var format: any EventFormat
    private var queue: OutputQueue
    private var file: AppendFile?
    private let attempts = DiskAttempts()
    private var isWriting = false
    private var wantsReopening = false

    package private(set) var status = OutletStatus()

    /// - Parameters:
    ///   - file: the open file; nil if it is still to be opened.
    ///   - tell: logs a message without content.
    package init(
        _ file: AppendFile?, at path: String, format: any EventFormat,
        queueLimit: Int = StandardOutputOutlet.queueLimit, work: WorkQueue = WorkQueue(),
        tell: @escaping @LoopActor (String) -> Void
    ) {
        self.path = path
        self.work = work
        self.format = format
        self.tell = tell
        self.file = file
        queue = OutputQueue(limit: queueLimit, header: [])
    }

    /// Creates an output for a file that cannot be opened yet, and retries it.
    package convenience init(
        missing error: Errno, at path: String, format: any EventFormat,
        work: WorkQueue = WorkQueue(), tell: @escaping @LoopActor (String) -> Void
    ) {
        self.init(nil, at: path, format: format, work: work, tell: tell)
        fail(error)
    }

    package func show(_ event: BridgeEvent) {
        guard !attempts.isFinishing else { return }
        let lines = format.lines(for: event, columns: nil)
        if !lines.isEmpty { status.lost += queue.append(lines) }
        pump()
    }

    /// Reopens the file by its name after the write in progress, because log rotation moved the old
    /// file.
    package func reopen() {
        wantsReopening = true
        attempts.endPause()
        pump()
    }

    /// Writes what is queued, retrying until the limit.
    ///
    /// Without a limit, the first failure ends it.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        let isFirst = attempts.finish(within: limit, giveUp: { [weak self] in self?.end() }, done)
        guard isFirst else { return done() }
        pump()
    }

    private func pump() {
        status.queued = queue.count
        guard !isWriting, !attempts.isPausing, !attempts.isOver else { return }
        if wantsReopening {
            wantsReopening = false
            file = nil
        }
        // A failed file is retried with an empty queue, too, so that the status shows when it works
        // again.
        let isDue = !queue.isEmpty || status.failure != nil && !attempts.isFinishing
        guard isDue else { return attempts.isFinishing ? end() : () }
        isWriting = true
        let (portion, path, file) = (Array(queue.next(upTo: Self.portion)), path, file)
        let header = format.header
        work.run {
            do throws(Errno) {
                let file = if let file, !file.isDeleted { file } else { try AppendFile(path) }
                // Log rotation may have truncated the file.
                try file.append((file.isEmpty ? header : []) + portion)
                return Outcome.written(portion.count, file)
            } catch {
                return Outcome.failed(error)
            }
        } then: { [weak self] outcome in
            self?.take(outcome)
        }
    }

    private enum Outcome: Sendable {
        case written(Int, AppendFile)
        case failed(Errno)
    }

    private func take(_ outcome: Outcome) {
        isWriting = false
        guard !attempts.isOver else { return }
        switch outcome {
        case .written(let count, let file):
            self.file = file
            queue.removeFirst(count)
            status.written += count
            if status.failure != nil {
                status.failure = nil
                status.restarts += 1
                tell("\(path) can be written again")
            }
            attempts.succeed()
            pump()
        case .failed(let error): fail(error)
        }
    }

    private func fail(_ error: Errno) {
        if status.failure == nil {
            tell("\(path) cannot be written, and is tried again: \(error)")
        }
        status.failure = "\(error)"
        // A file that cannot be written may have disappeared with its disk.
        file = nil
        if !attempts.again({ [weak self] in self?.pump() }) { end() }
    }

    private func end() {
        guard let finished = attempts.end() else { return }
        if !queue.isEmpty { tell("\(path) could not take the last \(queue.count) bytes") }
        finished()
    }
}
