import Commands
import History
import Settings

/// The command `history import`.
struct ImportCommand: Sendable {
    private static let file = Operand(
        "FILE", kind: .file, summary: "Output of callboard history export; - is standard input")

    static let command = Command(
        name: "import", summary: "Read an export into the history",
        details: [
            "Existing notifications are not changed, so the same file can be imported again. A "
                + "bridge may run meanwhile."
        ],
        examples: [
            Command.Example("callboard history import notices.jsonl", "into your history"),
            Command.Example(
                "zcat old.gz | callboard history import - --history ./old", "elsewhere"),
        ],
        operands: [file])

    private let place: HistoryPlace
    private let file: ExportFile

    init(_ arguments: ParsedArguments, in place: HistoryPlace) {
        self.place = place
        file = ExportFile(arguments[Self.file].first ?? "-")
    }

    /// Imports the lines of the file up to the first invalid one, which ends the import.
    func run() -> ExitStatus {
        place.attempt { () throws(HistoryError) in
            // A new history is created only if the file can be read.
            var history: HistoryImport?
            let trouble = try file.lines { (line, _) throws(HistoryError) in
                if history == nil { history = try HistoryImport(into: place.folder) }
                return try history.flatMap { (history) throws(HistoryError) in
                    try take(line, into: history)
                }
            }
            // Lines before the error are kept.
            try history?.finish()
            let imported = history?.imported
            let (added, known) = (imported?.added ?? 0, imported?.known ?? 0)
            let (sightings, levels) = (imported?.sightings ?? 0, imported?.levels ?? 0)
            if trouble == nil || added + known + sightings + levels > 0 {
                let before = known > 0 ? ", there already: \(known)" : ""
                let beacons = sightings > 0 ? "; beacon events: \(sightings)" : ""
                let batteries = levels > 0 ? "; battery levels: \(levels)" : ""
                Messages.say("notifications imported: \(added)\(before)\(beacons)\(batteries)")
            }
            guard let trouble else { return .success }
            Messages.say(trouble.sentence)
            return trouble.status
        }
    }

    private func take(
        _ line: [UInt8], into history: HistoryImport
    ) throws(HistoryError) -> ExportFile.Mistake? {
        do throws(ImportError) {
            try history.take(line)
            return nil
        } catch {
            switch error {
            case .history(let error): throw error
            case .line(let mistake): return .line(mistake)
            }
        }
    }
}
