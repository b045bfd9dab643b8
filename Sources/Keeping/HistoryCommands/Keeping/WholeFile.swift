package import Commands
import Linux
import Settings

/// Output of an export, a new file or standard output, written in portions of 64 KiB.
package final class WholeFile {
    private static let portion = 1 << 16

    private let file: FileDescriptor?
    private let name: String
    private var waiting: [UInt8] = []
    private var trouble: Errno?

    /// Opens standard output.
    private init() {
        file = nil
        name = "standard output"
    }

    /// Creates a new file.
    private init(new path: String) throws(Errno) {
        file = try FileDescriptor.create(path)
        name = path.printable
    }

    /// Opens the named file, or standard output for `-`; prints an error and returns nil if that
    /// fails.
    package static func named(_ path: String) -> WholeFile? {
        do throws(Errno) {
            return try path == "-" ? WholeFile() : WholeFile(new: path)
        } catch {
            Messages.say(
                error == .exists
                    ? "\(path.printable) is there already; an export needs a new file"
                    : "\(path.printable) cannot be written: \(error)")
            return nil
        }
    }

    /// Writes or buffers a line; returns false after an error.
    package func write(_ line: [UInt8]) -> Bool {
        waiting += line
        return waiting.count < Self.portion || flush()
    }

    /// Writes the buffered lines; prints an error, unless the reader closed the pipe.
    package func finish() -> ExitStatus {
        if flush() || trouble == .brokenPipe { return .success }
        if let trouble { Messages.say("\(name) cannot be written: \(trouble)") }
        return .outputFailed
    }

    private func flush() -> Bool {
        guard trouble == nil else { return false }
        do throws(Errno) {
            if file != nil {
                try file?.writeAll(waiting)
            } else {
                try StandardStream.output.write(waiting)
            }
            waiting = []
            return true
        } catch {
            trouble = error
            return false
        }
    }
}
