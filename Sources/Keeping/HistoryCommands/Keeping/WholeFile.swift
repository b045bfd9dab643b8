package import Commands
import Linux
import Settings

/// Where an export goes: many lines, written in larger pieces.
package final class WholeFile {
    private static let portion = 1 << 16

    private let file: FileDescriptor?
    private let name: String
    private var waiting: [UInt8] = []
    private var trouble: Errno?

    /// Standard output.
    private init() {
        file = nil
        name = "standard output"
    }

    /// A file that is not there yet.
    private init(new path: String) throws(Errno) {
        file = try FileDescriptor.create(path)
        name = path.printable
    }

    /// The file that a person names, or standard output for `-`; nil where there is no way to write it, which the
    /// person is told.
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

    /// Writes a line, now or later, and says whether that works so far.
    package func write(_ line: [UInt8]) -> Bool {
        waiting += line
        return waiting.count < Self.portion || flush()
    }

    /// Writes what waits, and says what went wrong if something did.
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
