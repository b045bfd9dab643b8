internal import CLinux

/// A program that this one starts, writes to and perhaps reads from, without ever waiting for it.
///
/// It lives until the program has ended, whoever else knows it.
@LoopActor
package final class ChildProgram {
    /// How a program ended.
    package enum Ending: Hashable, Sendable {
        /// With this status.
        case exited(Int32)
        /// By this signal.
        case killed(Int32)
        /// Somehow: its status was gone before it could be asked for.
        case unknown
    }

    /// What the owner has to know.
    package enum Report: Hashable, Sendable {
        /// It wrote these bytes to its standard output.
        case wrote([UInt8])
        /// It has taken all that was written to it.
        case took
        /// It takes no more.
        case closedInput
        /// It is over.
        case ended(Ending)
    }

    /// What a shell, and the dynamic linker, say of a program that cannot run.
    package nonisolated static let cannotRun: Int32 = 127
    private nonisolated static let portion = 1 << 16

    private struct Pipe: ~Copyable {
        let reading: FileDescriptor
        let writing: FileDescriptor

        init() throws(Errno) {
            var ends: [Int32] = [-1, -1]
            guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else { throw .current }
            reading = FileDescriptor(owning: ends[0])
            writing = FileDescriptor(owning: ends[1])
        }
    }

    private let process: pid_t
    private let handle: FileDescriptor
    private var input: FileDescriptor?
    private var output: FileDescriptor?
    private var watches:
        (
            input: EventLoop.WatchID?, output: EventLoop.WatchID?, end: EventLoop.WatchID?
        )
    private var waiting: ArraySlice<UInt8> = []
    private var closesInput = false
    private let killing: Alarm
    private var report: @LoopActor (Report) -> Void
    /// How it ended.
    package private(set) var ending: Ending?
    /// Bytes that it has taken.
    package private(set) var writtenBytes = 0

    /// - Parameters:
    ///   - words: the program's path and its arguments.
    ///   - isRead: whether what it writes to standard output is reported, or goes nowhere.
    ///   - isHeard: whether its standard error is this program's, or goes nowhere.
    ///   - pace: the clock by which it may take its time to end; the machine's own where there is none.
    ///   - report: called on what happens later.
    package init(
        _ words: [String], isRead: Bool = false, isHeard: Bool = true, pace: Pace? = nil,
        report: @escaping @LoopActor (Report) -> Void
    ) throws(Errno) {
        killing = Alarm(on: pace)
        let questions = try Pipe()
        let answers = try Pipe()
        guard callboard_make_nonblocking(questions.writing.rawValue) == 0,
            callboard_make_nonblocking(answers.reading.rawValue) == 0
        else { throw .current }
        let nowhere = try FileDescriptor.replace("/dev/null")
        var descriptors = [
            (questions.reading.rawValue, STDIN_FILENO),
            (isRead ? answers.writing.rawValue : nowhere.rawValue, STDOUT_FILENO),
        ]
        if !isHeard { descriptors.append((nowhere.rawValue, STDERR_FILENO)) }
        process = try Spawn(words, leadsGroup: true).start(descriptors)
        self.report = report
        handle = try Self.handle(of: process)
        input = consume questions.writing
        if isRead { output = consume answers.reading }
        watch()
    }

    /// What becomes readable when a program ends; one that cannot be followed is ended.
    private static func handle(of process: pid_t) throws(Errno) -> FileDescriptor {
        let number = pidfd_open(process, 0)
        guard number < 0 else { return FileDescriptor(owning: number) }
        let error = Errno.current
        _ = kill(-process, SIGKILL)
        _ = waitpid(process, nil, 0)
        throw error
    }

    private func watch() {
        let end = handle.rawValue
        watches.end = try? EventLoop.shared.watch(end, for: .readable) { _ in self.end() }
        if let output = output?.rawValue {
            watches.output = try? EventLoop.shared.watch(output, for: .readable, of: self) {
                child, _ in child.read()
            }
        }
        if let input = input?.rawValue {
            // Without a wish this tells of errors alone: that nobody reads.
            watches.input = try? EventLoop.shared.watch(input, for: [], of: self) {
                $0.takeInput($1)
            }
        }
    }

    /// Bytes that wait for the program to take them.
    package var queuedBytes: Int { waiting.count }

    /// Bytes that lie between the two: the program has not read them.
    package var unreadBytes: Int {
        guard let number = input?.rawValue else { return 0 }
        return Int(max(0, callboard_unread_bytes(number)))
    }

    /// Lets as little lie between the two as the kernel can: a page.
    package func limitUnread() {
        if let number = input?.rawValue { _ = callboard_limit_pipe(number, 1) }
    }

    /// Writes bytes to it, as it takes them.
    package func write(_ bytes: [UInt8]) {
        guard input != nil, !closesInput else { return }
        waiting += bytes
        writeSome()
    }

    /// Says that there is no more, once it has taken what waits.
    package func closeInput() {
        closesInput = true
        writeSome()
    }

    /// Has nobody hear of it any more.
    package func forgetOwner() {
        report = { _ in }
    }

    /// Asks the program and what it started to end, and ends them after some time.
    package func terminate(within grace: Duration) {
        guard ending == nil, !killing.isSet else { return }
        dropInput()
        kill(-process, SIGTERM)
        killing.set(after: grace) { self.killAtOnce() }
    }

    /// Ends the program and what it started.
    package func killAtOnce() {
        guard ending == nil else { return }
        kill(-process, SIGKILL)
    }

    private func takeInput(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.hungUp) { return loseInput() }
        writeSome()
    }

    private func writeSome() {
        guard let number = input?.rawValue else { return }
        let before = waiting.count
        do throws(Errno) {
            while !waiting.isEmpty {
                guard let count = try input?.write(waiting.prefix(Self.portion)) else { return }
                waiting = waiting.dropFirst(count)
                writtenBytes += count
            }
            waiting = []
            if closesInput { dropInput() }
        } catch .wouldBlock {
            // The rest goes when there is room.
        } catch {
            return loseInput()
        }
        if let watch = watches.input, number == input?.rawValue {
            try? EventLoop.shared.change(watch, to: waiting.isEmpty ? [] : .writable)
        }
        if before > 0, waiting.isEmpty { report(.took) }
    }

    private func loseInput() {
        guard input != nil else { return }
        dropInput()
        report(.closedInput)
    }

    private func dropInput() {
        if let watch = watches.input { EventLoop.shared.unwatch(watch) }
        watches.input = nil
        input = nil
        waiting = []
    }

    private func read() {
        do throws(Errno) {
            guard let bytes = try output?.read(upTo: Self.portion) else { return }
            bytes.isEmpty ? dropOutput() : report(.wrote(bytes))
        } catch .wouldBlock {
            return
        } catch {
            dropOutput()
        }
    }

    private func dropOutput() {
        if let watch = watches.output { EventLoop.shared.unwatch(watch) }
        watches.output = nil
        output = nil
    }

    private func end() {
        var status: Int32 = 0
        let ending: Ending
        switch unsafe waitpid(process, &status, WNOHANG) {
        case process:
            let signal = status & 0x7F
            ending = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
        // Where SIGCHLD is ignored, as whoever started this program may have left it, nobody waits for a
        // status.
        case -1 where Errno.current == Errno(rawValue: ECHILD): ending = .unknown
        default: return
        }
        self.ending = ending
        // What it said before its end is still there, and only once: who inherited its output may
        // go on for ever.
        if let bytes = try? output?.read(upTo: Self.portion), !bytes.isEmpty {
            report(.wrote(bytes))
        }
        dropOutput()
        dropInput()
        killing.cancel()
        if let watch = watches.end { EventLoop.shared.unwatch(watch) }
        watches.end = nil
        report(.ended(ending))
        report = { _ in }
    }
}

extension CurrentProcess {
    /// Has this process asked to end when the one that started it is gone.
    package static func endWithParent() {
        _ = callboard_end_with_parent(SIGTERM)
    }

    /// Has the kernel keep how children end, also where whoever started this process had it forget that.
    package static func heedChildren() {
        _ = callboard_unignore_signal(SIGCHLD)
    }

    /// The path of the program that this process runs, as it was when it was first asked for: after an
    /// upgrade there may be another one, or none.
    package static let program = FileDescriptor.canonicalPath("/proc/self/exe")

    /// Goes on as another program, in the same environment; returns only where that cannot be, and why.
    ///
    /// - Parameter words: the program's path and its arguments.
    package static func become(_ words: [String]) -> Errno {
        var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { for index in words.indices { unsafe free(pointers[index]) } }
        _ = unsafe execve(words[0], &pointers, callboard_environment())
        return .current
    }
}
