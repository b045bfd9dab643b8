import Foundation
import Waiting

/// A shell script in which `$0` is the program: run as a person would run it, and for as long as
/// something of it moves.
///
/// The script has a process group of its own, so that nothing of it outlives a test.
final class Child {
    /// Descriptors of the tests' own process that a script could inherit.
    private static let inheritable: Int32 = 256

    /// The program as it was built beside the tests.
    static let program: String = {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "callboard").path
    }()

    let process: pid_t
    private(set) var output: [UInt8] = []
    private(set) var errors: [UInt8] = []
    /// Whether somebody reads what the script writes to standard output.
    var isReading = true
    /// Whether somebody reads what the script writes to standard error.
    var isReadingErrors = true
    /// Whether the script is given its input.
    var isWriting = true
    /// Whether its input goes on after what there is of it.
    var keepsInputOpen = false

    /// How often in a row nothing was there to be moved.
    private var stillMoments = 0
    private var input: Descriptor?
    private var unsentInput: ArraySlice<UInt8>
    private var outputEnd: Descriptor?
    private var errorEnd: Descriptor?
    private var waitStatus: Int32?

    /// Starts a script.
    ///
    /// - Parameters:
    ///   - arguments: what `"$@"` stands for in the script.
    ///   - environment: what is set beside `PATH`, and nothing else is.
    ///   - input: what standard input says before it ends.
    ///   - doesInputWait: false where a read fails while there is nothing to read.
    init(
        _ script: String, _ arguments: [String] = [], environment: [String: String] = [:],
        input: [UInt8] = [], doesInputWait: Bool = true
    ) throws {
        let (inputPipe, outputPipe) = (try Descriptor.pipe(), try Descriptor.pipe())
        let errorPipe = try Descriptor.pipe()
        if !doesInputWait { _ = fcntl(inputPipe.reading.number, F_SETFL, O_NONBLOCK) }
        var variables = ["PATH": "/usr/local/bin:/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
        // Under a sanitizer it is told the same as the tests.
        for name in ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"] {
            variables[name] = ProcessInfo.processInfo.environment[name]
        }
        variables.merge(environment) { _, own in own }
        process = try Self.spawn(
            ["/bin/sh", "-c", script, Self.program] + arguments,
            variables.map { "\($0)=\($1)" },
            streams: [inputPipe.reading, outputPipe.writing, errorPipe.writing])
        unsentInput = input[...]
        self.input = inputPipe.writing
        (outputEnd, errorEnd) = (outputPipe.reading, errorPipe.reading)
        for end in [inputPipe.writing, outputPipe.reading, errorPipe.reading] {
            _ = fcntl(end.number, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        guard waitStatus == nil else { return }
        kill(-process, SIGKILL)
        _ = waitpid(process, nil, 0)
    }

    private static func spawn(
        _ words: [String], _ variables: [String], streams: [Descriptor]
    ) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in streams.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, stream.number, Int32(number))
        }
        for number in Int32(streams.count)..<Self.inheritable {
            unsafe posix_spawn_file_actions_addclose(&actions, number)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Nothing of what the tests' own process ignores or blocks must reach the program.
        var (all, none) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        var wordPointers = unsafe words.map { unsafe strdup($0) } + [nil]
        var variablePointers = unsafe variables.map { unsafe strdup($0) } + [nil]
        defer {
            for index in words.indices { unsafe free(wordPointers[index]) }
            for index in variables.indices { unsafe free(variablePointers[index]) }
        }
        var process: pid_t = 0
        let error = unsafe posix_spawn(
            &process, words[0], &actions, &attributes, &wordPointers, &variablePointers)
        guard error == 0 else { throw Failure("no process: error \(error)") }
        return process
    }
}

// MARK: What a test does with it

extension Child {
    /// How a script ended, and what it said.
    struct Outcome: Sendable {
        /// As a shell tells it: 128 more than the signal that ended it.
        let status: Int32
        let output: String
        let errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// A wait in which nothing moved, or a machine that cannot run scripts.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    /// Sends a signal to the script, or to the program that has taken its place.
    func send(_ signal: Int32) {
        kill(process, signal)
    }

    /// Moves bytes to and fro until something holds.
    func wait(for what: String, until isDone: (Child) -> Bool) throws {
        while !isDone(self) {
            guard stillMoments * Self.momentMilliseconds < Patience.seconds * 1_000 else {
                kill(-process, SIGKILL)
                throw Failure(
                    "nothing moves, waiting for \(what); output: \(text(output.suffix(2_000))), errors: "
                        + text(errors.suffix(2_000)))
            }
            stillMoments = move(within: Self.momentMilliseconds) ? 0 : stillMoments + 1
        }
    }

    /// How long a moment is in which nothing moves.
    private static let momentMilliseconds = 20

    /// Lets some time pass, so that what follows happens at another moment each time.
    func pause(_ duration: Duration) throws {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end { move(within: 5) }
    }

    /// Waits for the end of the script and of what it wrote.
    func finish() throws -> Outcome {
        try wait(for: "the end") { child in
            child.hasExited && child.outputEnd == nil && child.errorEnd == nil
        }
        let status = waitStatus ?? 0
        let signal = status & 0x7F
        return Outcome(
            status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: text(output),
            errors: text(errors))
    }

    var hasExited: Bool {
        if waitStatus != nil { return true }
        var status: Int32 = 0
        guard unsafe waitpid(process, &status, WNOHANG) == process else { return false }
        waitStatus = status
        return true
    }

    /// Waits until the program, which has taken the script's place, has nothing left to do.
    ///
    /// However slow the machine is, a program that has something to do waits for the processor or has been woken since the
    /// last look.
    func waitForIdleness() throws {
        var (last, looks) = ([Substring]?.none, 0)
        try wait(for: "idleness") { _ in
            let current = sleepers
            looks = current != nil && current == last ? looks + 1 : 0
            last = current
            return looks >= Self.quietLooks
        }
    }

    /// After so many looks in a row at which it slept and had not been woken, the program has nothing left to do.
    private static let quietLooks = 25

    /// How often each thread of the program was woken; nil where one of them does not sleep.
    private var sleepers: [Substring]? {
        guard isProgram,
            let threads = try? FileManager.default.contentsOfDirectory(
                atPath: "/proc/\(process)/task")
        else { return nil }
        var wakes: [Substring] = []
        for thread in threads.sorted() {
            let path = "/proc/\(process)/task/\(thread)/status"
            let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n")
            guard let lines, lines.contains(where: { $0.hasPrefix("State:\tS") }) else {
                return nil
            }
            wakes += lines.filter { $0.contains("ctxt_switches") }
        }
        return wakes
    }

    /// Whether the program has taken the place of the shell that began the script.
    private var isProgram: Bool {
        let path = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/\(process)/exe")
        return path == Self.program
    }

    /// Whether a signal that was sent to the program still waits for it.
    func isWaiting(_ signal: Int32) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        for line in (status ?? "").split(separator: "\n") where line.contains("Pnd:\t") {
            let signals = line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
            if signals & 1 << UInt64(signal - 1) != 0 { return true }
        }
        return false
    }

    /// Whether nothing more can be written to standard output until somebody reads.
    var isOutputFull: Bool {
        guard let outputEnd else { return false }
        // The other end of the same pipe, opened once more.
        let path = "/proc/self/fd/\(outputEnd.number)"
        let number = unsafe open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { return false }
        defer { close(number) }
        var polled = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&polled, 1, 0) == 0
    }

    private func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Array(bytes), as: UTF8.self)
    }

    /// Moves what there is; false where nothing came or went.
    @discardableResult
    private func move(within milliseconds: Int) -> Bool {
        let before = (unsentInput.count, output.count, errors.count)
        if unsentInput.isEmpty, !keepsInputOpen { input = nil }
        var polled: [pollfd] = []
        if isWriting, let input, !unsentInput.isEmpty {
            polled.append(pollfd(fd: input.number, events: Int16(POLLOUT), revents: 0))
        }
        for end in [isReading ? outputEnd : nil, isReadingErrors ? errorEnd : nil].compactMap(
            \.self)
        {
            polled.append(pollfd(fd: end.number, events: Int16(POLLIN), revents: 0))
        }
        _ = unsafe poll(&polled, nfds_t(polled.count), Int32(milliseconds))
        if isWriting, let input {
            let count = unsafe unsentInput.withUnsafeBytes {
                unsafe write(input.number, $0.baseAddress, $0.count)
            }
            if count >= 0 { unsentInput = unsentInput.dropFirst(count) }
            // Whoever does not want the rest of the input must not stop the test.
            if count < 0, errno == EPIPE { unsentInput = [] }
        }
        if isReading { read(&outputEnd, to: &output) }
        if isReadingErrors { read(&errorEnd, to: &errors) }
        return before != (unsentInput.count, output.count, errors.count)
    }

    private func read(_ end: inout Descriptor?, to bytes: inout [UInt8]) {
        guard let number = end?.number else { return }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe Foundation.read(number, &buffer, buffer.count)
        if count > 0 { bytes += buffer.prefix(count) }
        if count == 0 { end = nil }
    }
}

/// An open descriptor that is closed when nobody needs it any more.
private final class Descriptor {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// A pipe that no process inherits by accident.
    static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        guard unsafe Foundation.pipe(&ends) == 0 else { throw Child.Failure("no pipe: \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }
}
