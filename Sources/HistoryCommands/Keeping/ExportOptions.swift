import Arguments
import Commands
import History
import Linux

/// What a person can choose about `history export`.
struct ExportOptions: Sendable {
    private static let file = Operand(
        "FILE", kind: .file, isOptional: true,
        summary: "A new file; standard output without it, or for -")

    /// The command's entry in the table.
    static let command = Command(
        name: "export", summary: "Export the whole history as JSON Lines",
        details: [
            "Nothing is lost: callboard history import makes the same history from it. Only you "
                + "can read the file."
        ],
        examples: [
            Command.Example("callboard history export notices.jsonl", "all of it"),
            Command.Example(
                "callboard history export --until 'last year' | gzip > old.gz", "a part of it"),
        ],
        options: FilterOptions.all, operands: [file])

    private let place: HistoryPlace
    private let path: String
    private let choice: FilterOptions

    init(_ arguments: ParsedArguments) {
        place = HistoryPlace(arguments)
        path = arguments[Self.file].first ?? "-"
        choice = FilterOptions(arguments)
    }

    /// Writes what is asked for.
    func run() -> ExitStatus {
        FilterOptions.attempt { () throws(FilterOptions.Problem) in
            let filter = try choice.filter()
            return place.look { (reader) throws(HistoryError) in try write(reader, filter) }
        }
    }

    private func write(
        _ reader: HistoryReader, _ filter: HistoryFilter
    ) throws(HistoryError) -> ExitStatus {
        let file: WholeFile
        do throws(Errno) {
            file = try path == "-" ? WholeFile() : WholeFile(new: path)
        } catch {
            Messages.say(
                error == .exists
                    ? "\(path.printable) is there already; an export needs a new file"
                    : "\(path.printable) cannot be written: \(error)")
            return .outputFailed
        }
        try reader.export(filter) { file.write($0) }
        return file.finish(path == "-" ? "standard output" : path.printable)
    }
}

/// Where an export goes: many lines, written in larger pieces.
private final class WholeFile {
    private static let portion = 1 << 16

    private let file: FileDescriptor?
    private var waiting: [UInt8] = []
    private var trouble: Errno?

    /// Standard output.
    init() {
        file = nil
    }

    /// A file that is not there yet.
    init(new path: String) throws(Errno) {
        file = try FileDescriptor.create(path)
    }

    /// Writes a line, now or later, and says whether that works so far.
    func write(_ line: [UInt8]) -> Bool {
        waiting += line
        return waiting.count < Self.portion || flush()
    }

    /// Writes what waits, and says what went wrong if something did.
    func finish(_ name: String) -> ExitStatus {
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
