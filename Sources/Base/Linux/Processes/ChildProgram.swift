internal import CLinux

/// A child process that this one writes to and optionally reads from, without blocking.
///
/// The object lives until the process has ended.
@LoopActor
package final class ChildProgram {
    /// The exit reason of a program.
    package enum Ending: Hashable, Sendable {
        /// Exited with this status.
        case exited(Int32)
        /// Killed by this signal.
        case killed(Int32)
        /// Unknown: the status could not be collected.
        case unknown
    }

    /// An event of the child.
    package enum Report: Hashable, Sendable {
        /// The child wrote these bytes to its standard output.
        case wrote([UInt8])
        /// All waiting bytes were written to the pipe.
        ///
        /// The child may still have to read some of them: see `unreadBytes`.
        case took
        /// The child has closed its input.
        case closedInput
        /// The child has ended.
        case ended(Ending)
    }

    /// Exit status of shells, and of the dynamic linker, for a program that cannot run.
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
    package private(set) var ending: Ending?
    /// Number of bytes written to the child.
    package private(set) var writtenBytes = 0

    /// - Parameters:
    ///   - words: path of the program and its arguments.
    ///   - isRead: whether standard output is reported or discarded.
    ///   - isHeard: whether standard error is inherited or discarded.
    ///   - pace: the clock of the termination timeout; nil for the clock of the host.
    ///   - report: called for each event, never from within the initialiser.
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

    /// Returns a descriptor that becomes readable when the process ends.
    ///
    /// If the kernel refuses one, kills the process and throws.
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
            // Without requested events only errors are reported: that the pipe has no reader.
            watches.input = try? EventLoop.shared.watch(input, for: [], of: self) {
                $0.takeInput($1)
            }
        }
    }

    /// Number of bytes waiting to be written.
    package var queuedBytes: Int { waiting.count }

    /// Number of bytes in the pipe that the child has not read.
    package var unreadBytes: Int {
        guard let number = input?.rawValue else { return 0 }
        return Int(max(0, callboard_unread_bytes(number)))
    }

    /// Reduces the pipe buffer to the smallest size of the kernel: a page.
    package func limitUnread() {
        if let number = input?.rawValue { _ = callboard_limit_pipe(number, 1) }
    }

    /// Writes bytes as the child accepts them.
    package func write(_ bytes: [UInt8]) {
        guard input != nil, !closesInput else { return }
        waiting += bytes
        writeSome()
    }

    /// Closes the input of the child after all waiting bytes.
    package func closeInput() {
        closesInput = true
        writeSome()
    }

    /// Stops the reports to the owner.
    package func forgetOwner() {
        report = { _ in }
    }

    /// Closes the input, and sends SIGTERM to the process group, and SIGKILL after a grace period.
    package func terminate(within grace: Duration) {
        guard ending == nil, !killing.isSet else { return }
        dropInput()
        kill(-process, SIGTERM)
        killing.set(after: grace) { self.killAtOnce() }
    }

    /// Sends SIGKILL to the process group.
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
            // The rest is written when there is room.
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
        // If SIGCHLD is ignored, which the parent of this program may have caused, no status is
        // kept.
        case -1 where Errno.current == Errno(rawValue: ECHILD): ending = .unknown
        default: return
        }
        self.ending = ending
        // Output written before the end is still available. Read it only once: a process that
        // inherited the output may write forever.
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
    /// Makes the kernel send SIGTERM to this process when its parent ends.
    package static func endWithParent() {
        _ = callboard_end_with_parent(SIGTERM)
    }

    /// Restores the handling of SIGCHLD, so that the exit status of children is kept even if the
    /// parent ignored it.
    package static func heedChildren() {
        _ = callboard_unignore_signal(SIGCHLD)
    }

    /// Path of this process's executable when first used: after an upgrade another file, or none,
    /// may be there.
    package static let program = FileDescriptor.canonicalPath("/proc/self/exe")

    /// Replaces this process with another program in the same environment.
    ///
    /// Returns only on failure, with the error.
    ///
    /// - Parameter words: path of the program and its arguments.
    package static func become(_ words: [String]) -> Errno {
        var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { for index in words.indices { unsafe free(pointers[index]) } }
        _ = unsafe execve(words[0], &pointers, callboard_environment())
        return .current
    }
}
