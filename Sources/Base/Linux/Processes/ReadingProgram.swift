internal import CLinux

/// A program, such as a pager, that reads from this one and shares its terminal.
///
/// While the program runs, this process ignores Ctrl-C and Ctrl-\\; only the program reacts.
package final class ReadingProgram {
    /// Exit statuses of shells for a command that cannot run.
    package static let cannotRun: ClosedRange<Int32> = 126...127

    private let process: pid_t
    private var pipe: FileDescriptor?
    private let ignored: [Int32]
    private var status: Int32?

    /// Starts a shell command.
    package init(shell command: String) throws(Errno) {
        var ends: [Int32] = [-1, -1]
        guard unsafe CLinux.pipe(&ends) == 0 else { throw .current }
        let reading = FileDescriptor(owning: ends[0])
        let writing = FileDescriptor(owning: ends[1])
        for end in ends { _ = callboard_make_close_on_exec(end) }
        let keys = [SIGINT, SIGQUIT].filter { callboard_is_signal_ignored($0) == 0 }
        process = try Spawn(["/bin/sh", "-c", command], defaults: keys)
            .start([(reading.rawValue, STDIN_FILENO)])
        for key in keys { _ = callboard_ignore_signal(key) }
        ignored = keys
        pipe = consume writing
    }

    deinit {
        _ = finish()
    }

    /// Writes all of these bytes, waiting as needed; throws `brokenPipe` if the reader is gone.
    package func write(_ bytes: [UInt8]) throws(Errno) {
        guard pipe != nil else { throw .brokenPipe }
        try pipe?.writeAll(bytes)
    }

    /// Closes the pipe, waits for the end of the program, and returns its exit status.
    ///
    /// The status is 128 plus the signal if one ended the program, and 0 if it is unknown.
    @discardableResult
    package func finish() -> Int32 {
        if let status { return status }
        pipe = nil
        var raw: Int32 = 0
        let waited = try? retryingInterrupts { Int(unsafe waitpid(process, &raw, 0)) }
        for key in ignored { _ = callboard_unignore_signal(key) }
        let signal = raw & 0x7F
        let told = waited == nil ? 0 : signal == 0 ? raw >> 8 & 0xFF : 128 + signal
        status = told
        return told
    }
}

extension Environment {
    /// Sets an environment variable for child processes unless it is set.
    package static func setDefault(_ name: String, to value: String) {
        unsafe setenv(name, value, 0)
    }

    /// Returns whether a program of this name is in `PATH`.
    package static func hasProgram(_ name: String) -> Bool {
        let folders = (value("PATH") ?? "").split(separator: ":")
        return folders.contains { unsafe access("\($0)/\(name)", X_OK) == 0 }
    }
}
