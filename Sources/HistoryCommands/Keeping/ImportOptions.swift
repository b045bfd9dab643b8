import Arguments
import Commands
import History
import JSON
import Linux

/// What a person can choose about `history import`.
struct ImportOptions: Sendable {
    private static let file = Operand(
        "FILE", kind: .file, summary: "What callboard history export wrote; - is standard input")
    /// A longer line is none of an export.
    private static let longestLine = 16 << 20
    private static let portion = 1 << 16

    /// The command's entry in the table.
    static let command = Command(
        name: "import", summary: "Read an export into the history",
        details: [
            "What is there already stays as it is, so the same file may be taken in again. A "
                + "bridge may "
                + "run meanwhile."
        ],
        examples: [
            Command.Example("callboard history import notices.jsonl", "into your history"),
            Command.Example(
                "zcat old.gz | callboard history import - --history ./old", "elsewhere"),
        ],
        operands: [file])

    private let place: HistoryPlace
    private let path: String
    private var name: String { path == "-" ? "standard input" : path.printable }

    init(_ arguments: ParsedArguments) {
        place = HistoryPlace(arguments)
        path = arguments[Self.file].first ?? "-"
    }

    /// Takes the file in, as far as it makes sense.
    func run() -> ExitStatus {
        do throws(Errno) {
            return take(try opened())
        } catch {
            Messages.say("\(name) cannot be read: \(error)")
            return .noInput
        }
    }

    private func opened() throws(Errno) -> FileDescriptor {
        if path == "-" { return try .duplicate(of: StandardStream.input.rawValue) }
        return try .open(readingFrom: path)
    }

    private func take(_ file: borrowing FileDescriptor) -> ExitStatus {
        place.attempt { () throws(HistoryError) in
            let history = try HistoryImport(into: place.folder)
            let trouble = try take(file, into: history)
            // What made sense before the mistake is kept.
            try history.finish()
            let imported = history.imported
            if trouble == nil || imported.added + imported.known + imported.sightings > 0 {
                let known = imported.known > 0 ? ", there already: \(imported.known)" : ""
                let beacons =
                    imported.sightings > 0 ? "; told of beacons: \(imported.sightings)" : ""
                Messages.say("notices imported: \(imported.added)\(known)\(beacons)")
            }
            guard let trouble else { return .success }
            Messages.say(trouble.sentence)
            return trouble.status
        }
    }

    private typealias Trouble = (status: ExitStatus, sentence: String)

    private func take(
        _ file: borrowing FileDescriptor, into history: HistoryImport
    ) throws(HistoryError) -> Trouble? {
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
                return (.noInput, "\(name) cannot be read: \(error)")
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
                if let trouble = try take(&line, number, into: history) { return trouble }
            }
            guard let last else { return nil }
            line += last
            if line.count > Self.longestLine {
                return (.badData, "\(name):\(number + 1) is too long for a line of an export")
            }
        }
    }

    /// Takes a line and leaves nothing of it; says what is wrong with it, without what it holds.
    private func take(
        _ line: inout [UInt8], _ number: Int, into history: HistoryImport
    ) throws(HistoryError) -> Trouble? {
        defer { line = [] }
        do throws(ImportError) {
            try history.take(line)
            return nil
        } catch {
            switch error {
            case .history(let error): throw error
            case .line(let mistake):
                if let reason = Self.reason(line) { return (.badData, "\(name) \(reason)") }
                let place = "\(name):\(number):\(mistake.position.column)"
                return (.badData, "\(place) is not a line of an export")
            }
        }
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
