import Commands
import History
import HistoryCommands
import PostgreSQL
import Settings

/// Command `import` of a central database: imports exports of bridges that do not upload themselves.
struct CentralImport {
    static let file = Operand(
        "FILE", kind: .file, isRepeatable: true,
        summary:
            "A file of callboard history export or callboard-central export; - is standard input")
    private static let site = Parameter<String?>.text(
        "site", placeholder: "SITE",
        summary: "The site of all lines; without it, the site in each line")
    private static let bridge = Parameter<String?>.text(
        "bridge", placeholder: "BRIDGE",
        summary: "The bridge of all lines; without it, the bridge in each line")
    static let options = [site.option, bridge.option]

    private let reader: IntakeReader
    private let files: [ExportFile]
    private let intake: CentralIntake
    private var others = 0

    /// Imports the files, unless one of them is invalid.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let reader = IntakeReader(site: arguments[site], bridge: arguments[bridge])
        let files = arguments[file].map(ExportFile.init)
        if let problem = reader.problem {
            Messages.say(problem)
            return .usage
        }
        // All files are validated first, so that an invalid one prevents the whole import.
        for file in files where file.isRepeatable {
            let trouble = file.lines { line, _ in reader.read(line).mistake }
            guard let trouble else { continue }
            Messages.say(trouble.sentence)
            return trouble.status
        }
        guard let folder = try? WordFolder() else { return .failure }
        return CentralFile(arguments).asking(toWrite: true) { (_, central) throws(ServerFailure) in
            let intake = CentralIntake(central, folder)
            var command = CentralImport(reader: reader, files: files, intake: intake)
            return try command.run()
        }
    }

    private init(reader: IntakeReader, files: [ExportFile], intake: CentralIntake) {
        (self.reader, self.files, self.intake) = (reader, files, intake)
    }

    private mutating func run() throws(ServerFailure) -> ExitStatus {
        var trouble: ExportFile.Trouble?
        do throws(CentralIntake.Failure) {
            for file in files where trouble == nil {
                trouble = try file.lines { (line, number) throws(CentralIntake.Failure) in
                    try take(line, of: file, number)
                }
            }
            // Valid lines before the error are kept.
            try intake.finish()
        } catch {
            tell()
            switch error {
            case .central(let failure): throw failure
            case .notTaken(let sentence):
                Messages.say(sentence)
                return .badData
            case .refused(let sentence, let status):
                Messages.say(sentence)
                return status
            }
        }
        tell()
        guard let trouble else { return .success }
        Messages.say(trouble.sentence)
        return trouble.status
    }

    private mutating func take(
        _ line: [UInt8], of file: ExportFile, _ number: Int
    ) throws(CentralIntake.Failure) -> ExportFile.Mistake? {
        switch reader.read(line) {
        case .nothing: return nil
        case .other:
            others += 1
            return nil
        case .mistake(let mistake): return mistake
        case .notice(let stored, let origin):
            try intake.take(stored, of: origin, from: "\(file.name):\(number)")
            return nil
        }
    }

    private func tell() {
        let imported = intake.imported
        var sentence = "notifications imported: \(imported.added)"
        if imported.known > 0 { sentence += ", there already: \(imported.known)" }
        if imported.passedOver > 0 {
            sentence += ", older than the retention period: \(imported.passedOver)"
        }
        if others > 0 { sentence += "; lines about beacons and connections skipped: \(others)" }
        Messages.say(sentence)
    }
}
