package import Commands
package import JSON
import Linux
import Settings

/// A file of exported lines, which is read one line after the other.
package struct ExportFile: Sendable {
    /// What is wrong with a line.
    package enum Mistake: Error, Hashable, Sendable {
        /// It is none of an export.
        case line(JSONError)
        /// It is one, and cannot be taken for the reason in these words.
        case other(String)
    }

    /// Why a file is not read any further, as a sentence and by the status that tells it.
    package struct Trouble: Hashable, Sendable {
        /// The status.
        package let status: ExitStatus
        /// The sentence.
        package let sentence: String
    }

    /// A longer line is none of an export.
    private static let longestLine = 16 << 20
    private static let portion = 1 << 16

    private let path: String
    /// What people are told that it is called.
    package var name: String { path == "-" ? "standard input" : path.printable }

    /// - Parameter path: of the file; `-` is standard input.
    package init(_ path: String) {
        self.path = path
    }

    /// Whether it can be read once more from its beginning.
    package var isRepeatable: Bool {
        path != "-" && FileInspection(at: FileDescriptor.canonicalPath(path))?.isRegular == true
    }

    /// Hands over its lines with their numbers, until there is something wrong with one of them.
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
            // The last piece goes on in the next portion, unless there is none.
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
                    sentence: "\(name):\(number + 1) is too long for a line of an export")
            }
        }
    }

    /// What is wrong with a line, without what it holds.
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

    /// Why a line makes no sense, where it is the first one of something that is known.
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
