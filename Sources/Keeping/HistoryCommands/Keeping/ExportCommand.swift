import Commands
import History
import Settings

/// The command `history export`.
struct ExportCommand: Sendable {
    private static let file = Operand(
        "FILE", kind: .file, isOptional: true,
        summary: "New file; without it, or for -, standard output")

    static let command = Command(
        name: "export", summary: "Export the whole history as JSON Lines",
        details: [
            "The export is complete: callboard history import creates the same history from it. "
                + "Only you can read the file."
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

    init(_ arguments: ParsedArguments, in place: HistoryPlace) {
        self.place = place
        path = arguments[Self.file].first ?? "-"
        choice = FilterOptions(arguments)
    }

    func run() -> ExitStatus {
        FilterOptions.attempt { () throws(FilterOptions.Problem) in
            let filter = try choice.filter()
            return place.look { (reader) throws(HistoryError) in try write(reader, filter) }
        }
    }

    private func write(
        _ reader: HistoryReader, _ filter: HistoryFilter
    ) throws(HistoryError) -> ExitStatus {
        guard let file = WholeFile.named(path) else { return .outputFailed }
        try reader.export(filter) { file.write($0) }
        return file.finish()
    }
}
