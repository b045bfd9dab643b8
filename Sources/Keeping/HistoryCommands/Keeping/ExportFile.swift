package import Commands
package import JSON
import Linux
import Settings

/// File of exported lines, read line by line.
package struct ExportFile: Sendable {
    /// Error in a line.
    package enum Mistake: Error, Hashable, Sendable {
        /// Line that is not part of an export.
        case line(JSONError)
        /// Line of an export that is rejected for the given reason.
        case other(String)
    }

    /// Error that stops reading, with its exit status.
    package struct Trouble: Hashable, Sendable {
        package let status: ExitStatus
        /// Error text.
        package let sentence: String
    }

    /// Limit of a line in bytes.
    private static let longestLine = 16 << 20
    private static let portion = 1 << 16

    private let path: String
    /// Name of the file in messages.
    package var name: String { path == "-" ? "standard input" : path.printable }

    /// Names the file to read; `lines` opens it.
    ///
    /// - Parameter path: path of the file; `-` is standard input
    package init(_ path: String) {
        self.path = path
    }

    /// Whether the file can be read again from the beginning.
    package var isRepeatable: Bool {
        path != "-" && FileInspection(at: FileDescriptor.canonicalPath(path))?.isRegular == true
    }

    /// Passes the lines to `take`, with numbers from 1, until it returns an error.
    ///
    /// - Returns: the error that stopped reading; nil at the end of the file
    package func lines<Failure: Error>(
        _ take: ([UInt8], Int) throws(Failure) -> Mistake?
    ) throws(Failure) -> Trouble? {
        let file: FileDescriptor
        do throws(Errno) {
            file =
                try path == "-"
                ? .duplicate(of: StandardStream.input.rawValue) : .open(readingFrom: path)
        } catch {
            return unreadable(error)
        }
        return try read(file, take)
    }

    private func unreadable(_ error: Errno) -> Trouble {
        Trouble(status: .noInput, sentence: "\(name) cannot be read: \(error)")
    }

    private func read<Failure: Error>(
        _ file: borrowing FileDescriptor, _ take: ([UInt8], Int) throws(Failure) -> Mistake?
    ) throws(Failure) -> Trouble? {
        var progress = ProgressLine(besideOutput: false)
        defer { progress.clear() }
        let size = file.size
        var (done, number) = (UInt64(0), 0)
        var line: [UInt8] = []
        while true {
            let bytes: [UInt8]
            do throws(Errno) {
                bytes = try file.read(upTo: Self.portion)
            } catch {
                return unreadable(error)
            }
            done += UInt64(bytes.count)
            progress.show(done: done, of: size)
            var pieces = bytes.split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            // The last piece continues in the next portion, except at the end of the file.
            let last = bytes.isEmpty ? nil : pieces.popLast()
            for piece in pieces {
                number += 1
                line += piece
                if let mistake = try take(line, number) { return trouble(mistake, line, number) }
                line = []
            }
            guard let last else { return nil }
            line += last
            if line.count > Self.longestLine {
                return Trouble(
                    status: .badData,
                    sentence: "\(name):\(number + 1) is longer than \(Self.longestLine) bytes, the "
                        + "limit of a line of an export")
            }
        }
    }

    /// Returns the error for a line, without its content.
    private func trouble(_ mistake: Mistake, _ line: [UInt8], _ number: Int) -> Trouble {
        let sentence =
            switch mistake {
            case .other(let words): "\(name):\(number): \(words)"
            case .line(let mistake):
                if let reason = Self.reason(line) {
                    "\(name) \(reason)"
                } else {
                    "\(name):\(number):\(mistake.position.column) is not a line of an export"
                }
            }
        return Trouble(status: .badData, sentence: sentence)
    }

    /// Returns what the file is, if the line begins another known format; nil if it is unknown.
    private static func reason(_ line: [UInt8]) -> String? {
        if line.starts(with: "SQLite format 3".utf8) {
            return "is a history file, not an export; name its folder with --history"
        }
        let form = (try? JSONValue(parsing: line))?.number("callboard_history")
        return form.flatMap { form in
            form > 1 ? "was written by a newer Callboard, in form \(form); use that one" : nil
        }
    }
}
