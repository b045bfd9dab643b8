internal import CLinux

/// A program that reads what this one writes, on the terminal that both have: a pager.
///
/// While it runs, the keys that end a program are for it alone.
package final class ReadingProgram {
    /// What a shell says of a command that it cannot run.
    package static let cannotRun: ClosedRange<Int32> = 126...127

    private let process: pid_t
    private var pipe: FileDescriptor?
    private let ignored: [Int32]
    private var status: Int32?

    /// Starts a command of the shell.
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

    /// Writes all of these bytes, however slowly they are read; `brokenPipe` once nobody does.
    package func write(_ bytes: [UInt8]) throws(Errno) {
        guard pipe != nil else { throw .brokenPipe }
        try pipe?.writeAll(bytes)
    }

    /// Says that there is no more, waits for the program's end, and returns its status as a shell
    /// tells it.
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
    /// Sets a variable for the programs that this one starts, where it is not set.
    package static func setDefault(_ name: String, to value: String) {
        unsafe setenv(name, value, 0)
    }

    /// Whether a program of this name would be found.
    package static func hasProgram(_ name: String) -> Bool {
        let folders = (value("PATH") ?? "").split(separator: ":")
        return folders.contains { unsafe access("\($0)/\(name)", X_OK) == 0 }
    }
}
